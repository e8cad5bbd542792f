"""A text without some of its lines; places in it have the line numbers of the whole file."""

from __future__ import annotations

from collections.abc import Container

from cannlint.text.source import Source


class ShortenedSource(Source):
    """A source whose lines have the numbers that they have in the file.

    `numbers` has the number of each line that is left, in order.
    """

    __slots__ = ("numbers",)

    def __init__(self, path: str, text: str, numbers: list[int]) -> None:
        super().__init__(path, text.encode("utf-8", "surrogateescape"))
        self.numbers = numbers

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset in the whole file, from 1."""
        line, column = super().position(offset)
        last = self.numbers[-1] if self.numbers else 0
        return (self.numbers[line - 1] if line <= len(self.numbers) else last + 1), column


def without_lines(source: Source, numbers: Container[int]) -> ShortenedSource:
    """The text without some lines, which are given as `source.position` numbers them."""
    kept, left = [], []
    for _, start, end in source.lines():
        number, _ = source.position(start)
        if number not in numbers:
            kept.append(source.text[start : end + 1])
            left.append(number)
    return ShortenedSource(source.path, "".join(kept), left)
