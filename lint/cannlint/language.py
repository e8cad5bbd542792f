"""The language of messages: English, or a language with catalogues in `lang/`.

A catalogue is a JSON file: English text → translation. English needs no catalogue.
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
"""The beginning of the last line of a rule page."""

_TRADITIONAL = ("zh_tw", "zh_hk", "zh_mo", "zh_hant")
_in_use = ENGLISH
_asked: str | None = None


class Phrase(str):
    """A text that is translated when it is shown: in a table, or as a value of a template."""

    __slots__ = ()


def use(language: str) -> None:
    """Set the language: one of LANGUAGES."""
    global _in_use
    _in_use = language


def ask(language: str | None) -> None:
    """Store the language of `--lang` (or of the editor's settings); None means the locale."""
    global _asked
    _asked = language


def speak_to(client: str) -> None:
    """Set the language asked for, or else the language of a client's locale."""
    use(_asked or language_of(client))


def speak(is_for_people: bool) -> None:
    """Set the language asked for, or else that of the locale; for programs, English."""
    use(_asked or (language_of_locale() if is_for_people else ENGLISH))


def language_in_use() -> str:
    """The current language."""
    return _in_use


def language_of_locale() -> str:
    """The language of the first of LC_ALL, LC_MESSAGES and LANG that is set."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return language_of(next(filter(None, map(os.environ.get, names)), ""))


def language_of(locale: str) -> str:
    """The language of a locale, e.g. `zh_CN.UTF-8` or `zh-cn`."""
    name = locale.lower().replace("-", "_")
    is_chinese = name.startswith("zh") and not name.startswith(_TRADITIONAL)
    return "zh-CN" if is_chinese else ENGLISH


def translated(text: str) -> str:
    """A text or template in the current language; in English if there is no translation."""
    return text if _in_use == ENGLISH else catalogue(_in_use, "messages").get(text, text)


def said(template: str, **values: object) -> str:
    """A template in the current language, filled with values; Phrase values are translated."""
    for name, value in values.items():
        if isinstance(value, Phrase):
            values[name] = translated(value)
    return translated(template).format(**values)


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with a noun in the singular or plural: `1 operator`, `1,094 operators`."""
    if _in_use == ENGLISH:
        return f"{number:,} {one if number == 1 else many or one + 's'}"
    return said("{number:,} {things}", number=number, things=translated(one))


def enumerated(words: Iterable[str]) -> str:
    """Words or sentences, joined by commas."""
    return translated(", ").join(words)


def translated_page(markdown: str) -> str:
    """A page in the current language; fenced blocks are not translated."""
    if _in_use == ENGLISH:
        return markdown
    return "\n\n".join(map(_translated_paragraph, paragraphs(markdown)))


def _translated_paragraph(paragraph: str) -> str:
    if paragraph.startswith(SOURCE):
        return translated(SOURCE) + paragraph.removeprefix(SOURCE)
    return catalogue(_in_use, "rules").get(joined(paragraph), paragraph)


def paragraphs(markdown: str) -> list[str]:
    """The paragraphs of a page; a fenced block is one paragraph."""
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
    """A paragraph on one line, as in the catalogues."""
    return " ".join(paragraph.split())


@cache
def catalogue(language: str, name: str) -> dict[str, str]:
    """The contents of `lang/<language>/<name>.json`: English text → translation."""
    import json

    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lang", language)
    with open(os.path.join(path, f"{name}.json"), encoding="utf-8") as file:
        found: dict[str, str] = json.load(file)
    return found
