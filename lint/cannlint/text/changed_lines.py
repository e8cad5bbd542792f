"""The lines in which two texts differ."""

from __future__ import annotations


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
