"""What every reading has in common, and how much of a file it stores.

It stores all lines that count, and MOST of each other fate: a line may have one byte, and its
record a few hundred. A rule reports fewer than MOST (engine/limits.py), so none is missed.
"""

from __future__ import annotations

from cannlint.errors import TooLargeError
from cannlint.facts import MOST, Fact, record
from cannlint.language import said
from cannlint.text.source import MOST_ENTRIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from cannlint.facts import Facts, Part
    from cannlint.kinds import Kind
    from cannlint.text.source import Source

    Record = TypeVar("Record")

UNDECODABLE_BYTE: Fact[None] = Fact("undecodable-byte")
NUL_BYTE: Fact[None] = Fact("nul-byte")
BARE_CARRIAGE_RETURN: Fact[None] = Fact("bare-carriage-return")


class Reading:
    """How CANN reads one file.

    `codes` are the error codes CANN reports, in its order, empty also where it stops without
    a code of its own; `crash` is a refusal by an uncaught exception. `facts` has what is noteworthy
    in the file: where there is none, every part counts as written, and no rule is asked.
    """

    __slots__ = ("accepted", "codes", "crash", "facts", "kind", "source")

    def __init__(self, source: Source, kind: Kind) -> None:
        self.source = source
        self.kind = kind
        self.accepted = True
        self.crash = False
        self.codes: list[str] = []
        self.facts: Facts = {}
        self._record_bytes()

    def note(self, fact: Fact[Part], part: Part) -> None:
        """Record a fact about a part of the file; None is the file as a whole."""
        record(self.facts, fact, part)

    def parts_with(self, fact: Fact[Part]) -> list[Part]:
        """The parts of the file that a fact was recorded about, in the order of the file."""
        return self.facts.get(fact, [])

    def _record_bytes(self) -> None:
        """Record bytes that are no text, and line ends that CANN does not take for such."""
        source = self.source
        if not source.text.isascii() and source.bad_byte is not None:
            self.note(UNDECODABLE_BYTE, None)
        if "\0" in source.text:
            self.note(NUL_BYTE, None)
        if "\r" in source.text and source.text.count("\r") != source.text.count("\r\n"):
            self.note(BARE_CARRIAGE_RETURN, None)

    def refuse(self, *codes: str) -> None:
        """CANN stops here; of several reasons the first decides, as in CANN."""
        if self.accepted:
            self.accepted = False
            self.codes = list(codes)


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
