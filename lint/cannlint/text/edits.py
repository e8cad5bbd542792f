"""Create edits for fixes."""

from __future__ import annotations

from cannlint.text.span import Edit, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.source import Source


class CodeList:
    """The positions of a suppression: `shown` to report it, `codes` for each of its codes.

    `whole` is the span to delete to remove the suppression; None if it is unknown.
    """

    __slots__ = ("codes", "shown", "whole")

    def __init__(self, shown: Span, whole: Span | None, codes: list[Span]) -> None:
        self.shown = shown
        self.whole = whole
        self.codes = codes

    def without(self, numbers: list[int]) -> list[Span]:
        """The spans to delete to remove these codes, each with one comma."""
        if self.whole is None:
            return []
        if len(numbers) == len(self.codes):
            return [self.whole]
        first_remaining = min(set(range(len(self.codes))).difference(numbers))
        return [
            Span(self.codes[number].start, self.codes[number + 1].start)
            if number < first_remaining
            else Span(self.codes[number - 1].end, self.codes[number].end)
            for number in numbers
        ]


def delete(span: Span) -> Edit:
    """Delete a span."""
    return Edit(span, "")


def replace(span: Span, text: str) -> Edit:
    """Replace a span by `text`."""
    return Edit(span, text)


def insert(offset: int, text: str) -> Edit:
    """Insert `text` at an offset."""
    return Edit(Span(offset, offset), text)


def line_end_of(text: str) -> str:
    """What ends a line that is added to a text: CRLF in one that has any, else LF."""
    return "\r\n" if "\r\n" in text else "\n"


def delete_line(source: Source, line: Span) -> Edit:
    """Delete a line with its line end; for the last line, with the line end before it."""
    text = source.text
    if line.end < len(text):
        return Edit(Span(line.start, line.end + 1), "")
    start = line.start
    if start > 0 and text[start - 1] == "\n":
        start -= 2 if text[start - 2 : start] == "\r\n" else 1
    return Edit(Span(start, line.end), "")
