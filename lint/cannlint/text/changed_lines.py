"""Which lines of a text are others than before: an edit touches few of many."""

from __future__ import annotations


class ChangedLines:
    """The lines [start, before_end) of one text, in place of which another has [start, after_end).

    All are offsets in code points, each at the beginning of a line or at the end of its text;
    what stands around them is the same in both.
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


def lines_in(text: str, start: int, end: int) -> int:
    """How many lines begin in [start, end), where a line begins at `start`."""
    return text.count("\n", start, end) + (end > start and text[end - 1] != "\n")


def _begins_line(text: str, characters: int) -> bool:
    """Whether so many characters at the end of a text are whole lines."""
    start = len(text) - characters
    return start == 0 or text[start - 1] == "\n"


def _same_beginning(one: str, other: str) -> int:
    """Characters that both texts begin with; by halves, as comparing slices takes no time."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _same_end(one: str, other: str, most: int) -> int:
    """Characters that both texts end with, of so many at most."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        parts = (text[len(text) - middle : len(text) - low] for text in (one, other))
        if next(parts) == next(parts):
            low = middle
        else:
            high = middle - 1
    return low
