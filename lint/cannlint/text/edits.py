"""Edits of a text, and the lines in which two texts differ."""

from __future__ import annotations

from cannlint.text.span import Edit, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.source import Source


class ChangedLines:
    """The changed lines: [start, before_end) in one text, [start, after_end) in the other.

    All are offsets in code points, at the beginning of a line or at the end of the text. Everything
    around the changed lines is the same in both texts.
    """

    __slots__ = ("after_end", "before_end", "start")

    def __init__(self, before: str, after: str) -> None:
        same = _same_beginning(before, after)
        self.start = before.rfind("\n", 0, same) + 1
        left = min(len(before), len(after)) - self.start
        same = _same_end(before, after, left)
        if not _begins_line(before, same) or not _begins_line(after, same):
            feed = before.find("\n", len(before) - same)
            same = len(before) - feed - 1 if feed >= 0 else 0
        self.before_end, self.after_end = len(before) - same, len(after) - same


def _begins_line(text: str, characters: int) -> bool:
    """Whether the last `characters` of a text are whole lines."""
    start = len(text) - characters
    return start == 0 or text[start - 1] == "\n"


def _same_beginning(one: str, other: str) -> int:
    """Length of the common beginning; a binary search, because comparing slices is fast."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _same_end(one: str, other: str, most: int) -> int:
    """Length of the common end, at most `most`."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        parts = (text[len(text) - middle : len(text) - low] for text in (one, other))
        if next(parts) == next(parts):
            low = middle
        else:
            high = middle - 1
    return low


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
