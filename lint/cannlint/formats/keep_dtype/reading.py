"""How CANN reads a keep_dtype file (manual/keep-dtype.md).

Whether it is accepted depends on the graph, too: without one every file is.
"""

from __future__ import annotations

import re

from cannlint.facts import Fact
from cannlint.formats.keep_dtype import lines
from cannlint.formats.keep_dtype.lines import parse
from cannlint.kinds import Kind
from cannlint.reading.base import Reading, Tally, keep

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.formats.keep_dtype.lines import KeptLine
    from cannlint.text.source import Source

    Firsts = tuple[dict[str, "Record"], dict[str, "Record"]]
    """The first line of each key: by the name of a node, and by that of a type."""

LEADING_MARK: Fact[Record] = Fact("byte-order-mark")
DUPLICATE_ENTRY: Fact[Record] = Fact("duplicate-entry")
QUOTED_NAME: Fact[Record] = Fact("quoted-name")
SIMILAR_PREFIX: Fact[Record] = Fact("similar-prefix")
"""Something stands where `OpType::` would."""
COMMENT: Fact[Record] = Fact("comment")
MALFORMED_TYPE: Fact[Record] = Fact("malformed-type")
SEVERAL_NAMES: Fact[Record] = Fact("several-names")
"""Names with commas or blanks between them, or one with blanks that CANN does not remove."""

PASCAL_CASE = re.compile(lines.PASCAL_CASE)
"""What an `OpType::` value has to match when no node of the graph has it."""

UNMATCHED_WINDOW = 10
"""So many unmatched entries, from the first, are examined for PascalCase."""


class Record:
    """One line; `first` is the earlier line with the same entry."""

    __slots__ = ("first", "line")

    def __init__(self, line: KeptLine) -> None:
        self.line = line
        self.first: Record | None = None

    @property
    def is_plain(self) -> bool:
        """Whether the line is an operator type or node name with nothing odd about it."""
        line = self.line
        if line.comment is not None or line.marks.start < line.marks.end:
            return False
        if line.is_type:
            return line.alternative == "type"
        return bool(line.name) and line.prefix_slip is None


class KeepDtype(Reading):
    """A keep_dtype file as CANN reads it.

    `records` leaves out the lines it skips, and of repeated ones has the first (limits.py). Facts
    are about them.
    """

    __slots__ = ("records",)

    def __init__(self, source: Source) -> None:
        super().__init__(source, Kind.KEEP_DTYPE)
        self.records: list[Record] = []

    def entries(self, is_type: bool) -> list[str]:
        """The operator types, or the node names, that CANN looks for; each once, in order."""
        return [
            record.line.name
            for record in self.records
            if record.line.is_type == is_type and record.first is None and record.line.name
        ]


def read(source: Source) -> KeepDtype:
    """Read a file as CANN does."""
    reading = KeepDtype(source)
    firsts: Firsts = ({}, {})
    tally = Tally()
    for line in parse(source):
        if line.is_skipped:
            continue
        record = Record(line)
        first = firsts[line.is_type].setdefault(line.name, record)
        if first is not record:
            record.first = first
        if record.first is None or not tally.is_full("repeated"):
            keep(record, reading.records, source)
            for fact in facts_of(record):
                reading.note(fact, record)
    return reading


def facts_of(record: Record) -> Iterator[Fact[Record]]:
    """What is noteworthy about a line; nothing where it counts as it is written."""
    line = record.line
    if record.first is not None:
        yield DUPLICATE_ENTRY
    if line.comment is not None:
        yield COMMENT
    if line.alternative == "odd_type":
        yield MALFORMED_TYPE
        return
    for terminal, fact in _OF_TERMINAL.items():
        if terminal in line.terminals:
            yield fact


_OF_TERMINAL = {
    "MARKS": LEADING_MARK,
    "SLIP": SIMILAR_PREFIX,
    "SEVERAL": SEVERAL_NAMES,
    "QUOTE": QUOTED_NAME,
}
"""What is noteworthy about a node name."""
