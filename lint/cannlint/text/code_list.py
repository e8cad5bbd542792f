"""A list of rule codes in a text, and how to take some of them out."""

from __future__ import annotations

from cannlint.text.span import Span


class CodeList:
    """Where a suppression stands: `shown` is what to point at, `codes` the place of each code.

    `whole` is what to take out to be rid of all of it, None where that cannot be told.
    """

    __slots__ = ("codes", "shown", "whole")

    def __init__(self, shown: Span, whole: Span | None, codes: list[Span]) -> None:
        self.shown = shown
        self.whole = whole
        self.codes = codes

    def without(self, numbers: list[int]) -> list[Span]:
        """What to take out to be rid of these codes, each with one of the commas beside it."""
        if self.whole is None:
            return []
        if len(numbers) == len(self.codes):
            return [self.whole]
        first_kept = min(set(range(len(self.codes))).difference(numbers))
        return [
            Span(self.codes[number].start, self.codes[number + 1].start)
            if number < first_kept
            else Span(self.codes[number - 1].end, self.codes[number].end)
            for number in numbers
        ]
