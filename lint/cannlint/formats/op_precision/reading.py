"""How CANN reads an op_precision_mode file: it never refuses one.

See manual/implementation-modes.md#lines-of-an-ini-file.
"""

from __future__ import annotations

from enum import Enum

from cannlint.cann.modes import IMPL_MODES
from cannlint.facts import Fact
from cannlint.formats.op_precision.lines import parse
from cannlint.kinds import Kind
from cannlint.language import Phrase
from cannlint.reading.base import Reading, Tally, keep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.formats.op_precision.lines import IniLine
    from cannlint.text.source import Source

    Firsts = tuple[dict[str, "Record"], dict[str, "Record"]]
    """The first line of each key: by the name of a node, and by that of a type."""

LEADING_MARK: Fact[Record] = Fact("byte-order-mark")
COMMENT_ENTRY: Fact[Record] = Fact("comment-entry")
"""A comment that CANN reads as an entry."""
DUPLICATE_ENTRY: Fact[Record] = Fact("duplicate-entry")
QUOTED_NAME: Fact[Record] = Fact("quoted-name")
UNKNOWN_MODE: Fact[Record] = Fact("unknown-mode")
UNKNOWN_SECTION: Fact[Record] = Fact("unknown-section")
EMPTY_SIDE: Fact[Record] = Fact("empty-side")
STRAY_TEXT: Fact[Record] = Fact("stray-text")


class Fate(Enum):
    """What CANN does with a line."""

    KEPT = "counts"
    SHADOWED = Phrase("an earlier entry came first")
    SECTION = Phrase("a section")
    COMMENT = Phrase("a comment")
    BLANK = "nothing"
    NO_SECTION = Phrase("no section that CANN knows")
    STRAY = Phrase("no entry and no section")
    EMPTY_SIDE = Phrase("one side is empty")
    UNKNOWN_MODE = Phrase("no such mode")


class Record:
    """What became of one line; `is_type` is the section it stands in, `first` what it repeats."""

    __slots__ = ("fate", "first", "is_type", "line")

    def __init__(self, line: IniLine, fate: Fate, is_type: bool) -> None:
        self.line = line
        self.fate = fate
        self.is_type = is_type
        self.first: Record | None = None


class OpPrecision(Reading):
    """An op_precision_mode file as CANN reads it.

    `records` has the first lines of each fate (limits.py), and all that count. Facts are about
    them.
    """

    __slots__ = ("records",)

    def __init__(self, source: Source) -> None:
        super().__init__(source, Kind.OP_PRECISION)
        self.records: list[Record] = []

    def having(self, *fates: Fate) -> Iterator[Record]:
        """The lines with one of these fates, in order."""
        return (record for record in self.records if record.fate in fates)

    def effect(self, is_type: bool) -> dict[str, str]:
        """Operator type (or node name) → implementation mode."""
        return {
            record.line.name: record.line.mode
            for record in self.having(Fate.KEPT)
            if record.is_type == is_type
        }


def read(source: Source) -> OpPrecision:
    """Read a file as CANN does."""
    reading = OpPrecision(source)
    read_into(reading)
    return reading


def read_into(reading: OpPrecision) -> None:
    """Read the file of a reading that has no lines yet."""
    source = reading.source
    firsts: Firsts = ({}, {})
    is_type = True
    tally = Tally()
    for line in parse(source):
        fate = fate_of(line)
        if fate is Fate.SECTION:
            is_type = "TYPE_SECTION" in line.terminals
        record = Record(line, fate, is_type)
        if fate is Fate.KEPT:
            first = firsts[is_type].setdefault(line.name, record)
            if first is not record:
                record.fate, record.first = Fate.SHADOWED, first
        if record.fate is Fate.KEPT or not tally.is_full(record.fate):
            keep(record, reading.records, source)
            for fact in facts_of(record):
                reading.note(fact, record)


def facts_of(record: Record) -> Iterator[Fact[Record]]:
    """What is noteworthy about a line; nothing where it counts as it is written."""
    line, fate = record.line, record.fate
    if fate is Fate.SHADOWED:
        yield DUPLICATE_ENTRY
    elif fate is Fate.UNKNOWN_MODE:
        yield UNKNOWN_MODE
    if line.alternative in ("entry", "blank", "comment", "section"):
        return
    if line.marks.start < line.marks.end:
        yield LEADING_MARK
    if fate in (Fate.KEPT, Fate.SHADOWED) and line.comment_mark:
        yield COMMENT_ENTRY
    if line.is_header_like and line.alternative != "marked_section":
        yield UNKNOWN_SECTION
    elif line.alternative in ("words", "stray_entry"):
        yield STRAY_TEXT
    if fate is Fate.EMPTY_SIDE or line.has_only_marks:
        yield EMPTY_SIDE
    if fate is Fate.KEPT and not record.is_type and "QUOTED_KEY" in line.terminals:
        yield QUOTED_NAME


_FATES = {
    "blank": Fate.BLANK,
    "comment": Fate.COMMENT,
    "section": Fate.SECTION,
    "no_mode": Fate.EMPTY_SIDE,
    "no_name": Fate.EMPTY_SIDE,
    "marked_section": Fate.NO_SECTION,
    "header": Fate.NO_SECTION,
    "remark": Fate.STRAY,
    "stray_entry": Fate.STRAY,
    "words": Fate.STRAY,
    "unseen": Fate.STRAY,
}
"""What CANN does with an alternative of the grammar; of an entry the mode decides."""


def fate_of(line: IniLine) -> Fate:
    """What CANN does with a line by itself; an earlier one may have its key."""
    fate = _FATES.get(line.alternative)
    if fate is None:
        return Fate.KEPT if line.mode in IMPL_MODES else Fate.UNKNOWN_MODE
    return fate
