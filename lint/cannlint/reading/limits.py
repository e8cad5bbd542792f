"""How much of a file a reading stores: all lines that count, and MOST of each other fate.

A line may have one byte, and its record a few hundred. A rule reports fewer than MOST
(engine/limits.py), so no record that it needs is missing.
"""

from __future__ import annotations

from cannlint.errors import TooLargeError
from cannlint.facts import MOST
from cannlint.language import said
from cannlint.text.source import MOST_ENTRIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from cannlint.text.source import Source

    Record = TypeVar("Record")


def too_many(source: Source) -> TooLargeError:
    """What to raise for a file with more than MOST_ENTRIES."""
    reason = said("it has more than {number:,} entries", number=MOST_ENTRIES)
    return TooLargeError(source.path, reason)


def keep(record: Record, records: list[Record], source: Source) -> None:
    """Add what became of a line to the records of a file; raises where there are too many."""
    records.append(record)
    if len(records) > MOST_ENTRIES:
        raise too_many(source)


class Tally:
    """Counts the lines of each fate, and says when there are MOST of them."""

    __slots__ = ("_counts",)

    def __init__(self) -> None:
        self._counts: dict[object, int] = {}

    def is_full(self, fate: object) -> bool:
        """Count one more line of a fate; whether there were MOST of it before."""
        count = self._counts[fate] = self._counts.get(fate, 0) + 1
        return count > MOST
