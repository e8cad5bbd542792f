"""Rule codes in a suppression, and how to remove some of them."""

from __future__ import annotations

from cannlint.text.span import Span


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
