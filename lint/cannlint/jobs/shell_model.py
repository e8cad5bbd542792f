"""A word of a shell text with the place of every character, and what is known around it."""

from __future__ import annotations

import re
from array import array

from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

HOLE = "\0"
"""Stands for text that only a run of the script knows; no word of a shell can hold a NUL."""

NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def offsets(found: Iterable[int] = ()) -> array[int]:
    """Offsets in four bytes each: a word may be as long as a file."""
    return array("I", found)


class Word:
    """One word of a command: its text after all expansions, and where it is written.

    `starts` and `ends` have, for each character of `text`, the offsets of what it is written as;
    None where the text stands in the file as it is.
    """

    __slots__ = ("end", "ends", "quoted", "start", "starts", "text")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end = start
        self.text = ""
        self.quoted = False
        self.starts: array[int] | None = None
        self.ends: array[int] | None = None

    @property
    def known(self) -> bool:
        """Whether the whole text is known."""
        return HOLE not in self.text

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The place of text[start:end]; of the word with its quotes when it is the whole."""
        last = len(self.text) if end is None else end
        if start == 0 and last == len(self.text):
            return Span(self.start, self.end)
        if self.starts is None or self.ends is None:
            return Span(self.start + start, self.start + last)
        begin = self.starts[start] if start < len(self.starts) else self._inner_end()
        return Span(begin, self.ends[last - 1] if last > start else begin)

    def places(self) -> tuple[array[int], array[int]]:
        """For each character of the text, the offsets of what it is written as."""
        if self.starts is not None and self.ends is not None:
            return self.starts, self.ends
        start, end = self.start, self.start + len(self.text)
        return offsets(range(start, end)), offsets(range(start + 1, end + 1))

    def without_first(self) -> Word:
        """The word after its first character, which is written with more than itself."""
        assert self.starts is not None and self.ends is not None
        rest = Word(self.ends[0])
        rest.end, rest.text, rest.quoted = self.end, self.text[1:], self.quoted
        rest.starts, rest.ends = self.starts[1:], self.ends[1:]
        return rest

    def _inner_end(self) -> int:
        return self.ends[-1] if self.ends else self.end


class Scope:
    """A part of a script that words are read from, and what is known in it.

    `texts` has the variables whose value is known, `inner` gets the places of the substitutions
    that a word holds, for their commands to be read; `unclosed` are quotes that never close.
    `has_holes` tells that a HOLE in the text is one, and no stray NUL.
    """

    __slots__ = ("end", "has_holes", "inner", "text", "texts", "unclosed")

    def __init__(self, text: str, end: int, has_holes: bool = False) -> None:
        self.has_holes = has_holes
        self.text = text
        self.end = end
        self.texts: dict[str, Word] = {}
        self.inner: list[tuple[int, int]] = []
        self.unclosed: set[str] = set()

    def line_end(self, at: int) -> int:
        """The offset of the line feed that ends a line, or of the end of the part."""
        found = self.text.find("\n", at, self.end)
        return self.end if found < 0 else found
