"""A text of a Python script, with the place of each letter: escapes and fields have several."""

from __future__ import annotations

import re
import sys

from cannlint.jobs.shell.word import UNKNOWN_PART, Word, offsets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable

    Fields = Callable[[str], str]
    """How a field is written, each once and in their order → its text."""

_ESCAPE = re.compile(
    r"\\(?:\r\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL
)
_SIGNS = {
    **dict(zip("abfnrtv\\'\"", "\a\b\f\n\r\t\v\\'\"", strict=True)),
    **dict.fromkeys(("\n", "\r", "\r\n"), ""),
}
"""What stands behind a backslash → what the escape stands for."""
FIELD = re.compile(r"\{\{|\}\}|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
PERCENT = re.compile(r"%%|%(?:\(\w*\))?[-#0 +]*(?:\d+|\*)?(?:\.\d+)?[a-zA-Z]")


class Letters:
    """A text; `starts` and `ends` have the offsets of what each of its letters is written as.

    A letter takes nine bytes: a text may be as long as a file.
    """

    __slots__ = ("ends", "starts", "text")

    def __init__(self, text: str, starts: array[int], ends: array[int]) -> None:
        self.text = text
        self.starts = starts
        self.ends = ends

    def __len__(self) -> int:
        return len(self.text)

    def part(self, start: int, end: int) -> Letters:
        """The letters from a start to an end."""
        return Letters(self.text[start:end], self.starts[start:end], self.ends[start:end])

    def filled(self, field: re.Pattern[str], values: Fields, *doubled: str) -> Letters:
        """The text with the values of its fields, and one letter for each that is doubled.

        `values` has the text of the next field, by how it is written, or an UNKNOWN_PART.
        """
        parts = []
        last = 0
        for match in field.finditer(self.text):
            start, end = match.span()
            parts.append(self.part(last, start))
            shown = match[0][0] if match[0] in doubled else values(match[0])
            begin, after = offsets([self.starts[start]]), offsets([self.ends[end - 1]])
            parts.append(Letters(shown, begin * len(shown), after * len(shown)))
            last = end
        return joined([*parts, self.part(last, len(self))]) if parts else self

    def word(self, start: int) -> Word:
        """The text as one quoted word; `start` is its place if it is empty."""
        word = Word(self.starts[0] if self.starts else start)
        word.text, word.starts, word.ends = self.text, self.starts, self.ends
        word.end = self.ends[-1] if self.ends else start
        word.quoted = True
        return word


def one_letter(letter: str, start: int, end: int) -> Letters:
    """One letter that is written between two offsets."""
    return Letters(letter, offsets([start]), offsets([end]))


def joined(parts: Iterable[Letters]) -> Letters:
    """Several texts, one behind the other."""
    texts: list[str] = []
    starts, ends = offsets(), offsets()
    for part in parts:
        texts.append(part.text)
        starts += part.starts
        ends += part.ends
    return Letters("".join(texts), starts, ends)


def unknown_field(written: str) -> str:
    """What stands for a field whose value is not known."""
    return UNKNOWN_PART


def decoded(prefix: str, inner: str, start: int, fields: Fields) -> Letters:
    """The text of one literal: of what stands between its quotes, from an offset on."""
    texts: list[str] = []
    starts, ends = offsets(), offsets()
    at = 0
    for escape in _ESCAPE.finditer(inner) if "r" not in prefix else ():
        begin, end = escape.span()
        unescaped = _unescaped(escape[0])
        texts += inner[at:begin], unescaped
        starts.extend(range(start + at, start + begin))
        ends.extend(range(start + at + 1, start + begin + 1))
        starts.extend([start + begin] * len(unescaped))
        ends.extend([start + end] * len(unescaped))
        at = end
    texts.append(inner[at:])
    starts.extend(range(start + at, start + len(inner)))
    ends.extend(range(start + at + 1, start + len(inner) + 1))
    letters = Letters("".join(texts), starts, ends)
    return letters.filled(FIELD, fields, "{{", "}}") if "f" in prefix else letters


def _unescaped(written: str) -> str:
    """What an escape stands for. `ast.literal_eval` leaves 1,000 bytes behind for each."""
    sign = written[1:]
    if sign in _SIGNS:
        return _SIGNS[sign]
    if sign[0] in "01234567":
        return chr(int(sign, 8))
    if len(sign) == 1:
        return written
    code = int(sign[1:], 16)
    return chr(code) if code <= sys.maxunicode else written
