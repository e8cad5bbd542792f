"""The language of what cannlint says: English, or one that `lang/` has catalogues of.

A catalogue is JSON: English text → translation. English needs none, and costs nothing.
"""

from __future__ import annotations

import os
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

ENGLISH = "en"
LANGUAGES = (ENGLISH, "zh-CN")

SOURCE = "Source: "
"""How the last line of a rule's page begins."""

_TRADITIONAL = ("zh_tw", "zh_hk", "zh_mo", "zh_hant")
_in_use = ENGLISH
_asked: str | None = None


class Phrase(str):
    """Words of ours that are translated where they are shown: in a table, or among values."""

    __slots__ = ()


def use(language: str) -> None:
    """Say everything in one of LANGUAGES from now on."""
    global _in_use
    _in_use = language


def ask(language: str | None) -> None:
    """Note the language that somebody asked for; None where that is left to the locale."""
    global _asked
    _asked = language


def speak_to(client: str) -> None:
    """Use the language asked for; else that of a client's locale."""
    use(_asked or language_of(client))


def speak(is_for_people: bool) -> None:
    """Use the language asked for; else the locale's for people, and English for programs."""
    use(_asked or (language_of_locale() if is_for_people else ENGLISH))


def language_in_use() -> str:
    """The language that `use` has set; English before that."""
    return _in_use


def language_of_locale() -> str:
    """The language of LC_ALL, LC_MESSAGES or LANG: the first that is set decides."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return language_of(next(filter(None, map(os.environ.get, names)), ""))


def language_of(locale: str) -> str:
    """The language of a locale as systems and editors write it: `zh_CN.UTF-8`, `zh-cn`."""
    name = locale.lower().replace("-", "_")
    is_chinese = name.startswith("zh") and not name.startswith(_TRADITIONAL)
    return "zh-CN" if is_chinese else ENGLISH


def translated(text: str) -> str:
    """A text of ours, or a template, in the language in use; in English where it has none."""
    return text if _in_use == ENGLISH else catalogue(_in_use, "messages").get(text, text)


def said(template: str, **values: object) -> str:
    """A template in the language in use, with its values; phrases among them are translated."""
    for name, value in values.items():
        if isinstance(value, Phrase):
            values[name] = translated(value)
    return translated(template).format(**values)


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 operator`, `1,094 operators`: a number of things, named in the singular and the plural."""
    if _in_use == ENGLISH:
        return f"{number:,} {one if number == 1 else many or one + 's'}"
    return said("{number:,} {things}", number=number, things=translated(one))


def enumerated(words: Iterable[str]) -> str:
    """Words of ours, or sentences, one after the other."""
    return translated(", ").join(words)


def translated_page(markdown: str) -> str:
    """A page in the language in use, paragraph by paragraph; what is fenced stays as it is."""
    if _in_use == ENGLISH:
        return markdown
    return "\n\n".join(map(_translated_paragraph, paragraphs(markdown)))


def _translated_paragraph(paragraph: str) -> str:
    if paragraph.startswith(SOURCE):
        return translated(SOURCE) + paragraph.removeprefix(SOURCE)
    return catalogue(_in_use, "rules").get(joined(paragraph), paragraph)


def paragraphs(markdown: str) -> list[str]:
    """The parts of a page between blank lines; a fenced block is one part."""
    found: list[str] = []
    is_fenced = False
    for part in markdown.split("\n\n"):
        if is_fenced:
            found[-1] += "\n\n" + part
        else:
            found.append(part)
        is_fenced ^= part.count("```") % 2 == 1
    return found


def joined(paragraph: str) -> str:
    """A paragraph on one line, as the catalogues have it."""
    return " ".join(paragraph.split())


@cache
def catalogue(language: str, name: str) -> dict[str, str]:
    """What `lang/<language>/<name>.json` has: English text → translation."""
    import json

    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lang", language)
    with open(os.path.join(path, f"{name}.json"), encoding="utf-8") as file:
        found: dict[str, str] = json.load(file)
    return found
