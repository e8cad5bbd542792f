"""How many lines of one fate a reading keeps, so that a file of nothing else takes little room.

A line may have one byte, and what is kept of it a few hundred.
"""

from __future__ import annotations

from collections import Counter

MOST = 5_000
"""Lines of one fate, of those that count for nothing. A rule tells a fifth of them at most
(rules/first.py), so what is left out was not to be told. Lines that count are all kept."""


class Tally:
    """Counts the lines of each fate, and tells which are not kept any more."""

    __slots__ = ("_counts",)

    def __init__(self) -> None:
        self._counts: Counter[object] = Counter()

    def is_full(self, fate: object) -> bool:
        """Count one more line of a fate; whether there were MOST of it before."""
        self._counts[fate] += 1
        return self._counts[fate] > MOST
