"""Whether a finding is about what a message of CANN names: an option, a value, a file, an operator.

CANN writes options with dashes, as keys of GE or as plain names, and files as absolute paths.
"""

from __future__ import annotations

import re
from functools import lru_cache

from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import table_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.diagnostics import Diagnostic
    from cannlint.explain.log import Argument, LogMessage
    from cannlint.kinds import Kind
    from cannlint.text.source import Source
    from cannlint.text.span import Span

_SHORTEST_WORD = 3
"""Shorter values of a finding are not looked for in the reason that CANN gives."""

_MOST_REMEMBERED = 4096
"""Arguments and words that are remembered, as messages repeat them."""

_BEGINNING = re.compile(r"(?:--?[0-9A-Za-z_-]+[ \t]+)?[^\s]*$")
_END = re.compile(r"[^\s]*")
"""What belongs to a place: the rest of its first and last word, and a flag before them."""

_TWO_OPTIONS = " / "
"""How CANN writes two options, or their values, in one argument."""

_LONGEST_PLACE = 400
"""Characters of the place of a finding that belong to its words; it may be a whole file."""


class Words:
    """What a finding is about: its message, its values, its line, its file and the kind of that."""

    __slots__ = ("file", "text", "values")

    def __init__(self, finding: Diagnostic, kind: Kind | None) -> None:
        assert finding.source is not None
        self.file = _base(finding.source.path)
        self.values = [value for value in finding.values.values() if isinstance(value, str)]
        self.text = "\n".join(
            [
                finding.message.text(str),
                _place(finding.source, finding.span),
                *(_place(each.source or finding.source, each.span) for each in finding.related),
                kind.value if kind is not None else "",
                self.file,
                *self.values,
            ]
        )

    def of_file(self, arguments: Sequence[Argument]) -> tuple[str, ...]:
        """The names of the arguments that are the finding's file."""
        named = [(name, value) for name, value in arguments if name in ("file", "value")]
        return tuple(name for name, value in named if _base(value) == self.file)


def _place(source: Source, span: Span) -> str:
    """The words of a place, with the flag before them."""
    before = source.text[max(0, span.start - _LONGEST_PLACE) : span.start]
    behind = source.text[span.start : span.start + _LONGEST_PLACE]
    first, inside = _BEGINNING.search(before), behind[: max(1, span.end - span.start)]
    last = _END.match(behind, len(inside))
    return (first[0] if first else "") + inside + (last[0] if last else "")


def agreement(message: LogMessage, words: Words) -> tuple[str, ...]:
    """The names of the arguments of a message that a finding is about, too."""
    found = (name for name, value in message.arguments if _agrees(name, value, words))
    return tuple(dict.fromkeys(found))


def _agrees(name: str, value: str, words: Words) -> bool:
    if name == "reason":
        said = (each for each in words.values if len(each) >= _SHORTEST_WORD)
        return any(_has_word(value, each) for each in said)
    return any(_has_word(words.text, each) for each in _spellings(name, value))


@lru_cache(maxsize=_MOST_REMEMBERED)
def _spellings(name: str, value: str) -> tuple[str, ...]:
    """How an argument may be written in a user's file."""
    each_value = value.split(_TWO_OPTIONS)
    if name != "parameter":
        without_type = value.removesuffix(".om")
        spelt = (*each_value, _base(value), without_type, value.rpartition("::")[2])
        return tuple(dict.fromkeys(spelt))
    bare = [each.lstrip("-") for each in each_value]
    options = (table_of(FrontEnd.GE).options.get(each, {}).get("option", each) for each in bare)
    return tuple(dict.fromkeys((*bare, *options, *(each.rpartition(".")[2] for each in bare))))


def _base(path: str) -> str:
    """The name of a file without its folders, also of a path that ends in a slash."""
    return path.rstrip("/").rpartition("/")[2] or path


def _has_word(text: str, word: str) -> bool:
    """Whether a text has a word, not only as a part of a longer one."""
    return word in text and _word(word).search(text) is not None


@lru_cache(maxsize=_MOST_REMEMBERED)
def _word(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![0-9A-Za-z_]){re.escape(text)}(?![0-9A-Za-z_])")
