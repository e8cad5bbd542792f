"""How CANN reads a customize_dtypes file (manual/customize-dtypes.md)."""

from __future__ import annotations

from functools import lru_cache

from cannlint.facts import Fact
from cannlint.formats.customize_dtypes.faults import (
    Fault,
    Refusal,
    dtypes_of,
    entry_and_faults,
    names_of,
    unknown_dtypes,
)
from cannlint.formats.customize_dtypes.lines import CutLine, DtypeEntry, OddLine, parse
from cannlint.kinds import Kind
from cannlint.reading.base import Reading, Tally, keep
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cannlint.text.source import Source

    Firsts = tuple[dict[str, "Record"], dict[str, "Record"]]
    """The first line of each key: by the name of a node, and by that of a type."""

LEADING_MARK: Fact[Record] = Fact("byte-order-mark")
COMMENT_ENTRY: Fact[Record] = Fact("comment-entry")
"""A comment that CANN reads as an entry."""
DUPLICATE_ENTRY: Fact[Record] = Fact("duplicate-entry")
PADDED_NAME: Fact[Record] = Fact("padded-name")
QUOTED_NAME: Fact[Record] = Fact("quoted-name")
SIMILAR_PREFIX: Fact[Record] = Fact("similar-prefix")
"""Something stands where `OpType::` would."""
BLANK_LINE: Fact[Record] = Fact("blank-line")
COMMENT_LINE: Fact[Record] = Fact("comment-line")
"""A comment that makes CANN refuse the file."""
MALFORMED_LINE: Fact[Record] = Fact("malformed-line")
UNKNOWN_DTYPE: Fact[Record] = Fact("unknown-dtype")
OUTPUTS_FIRST: Fact[Record] = Fact("outputs-first")
TRUNCATED_LINE: Fact[Record] = Fact("truncated-line")
LONG_LINE: Fact[Span] = Fact("long-line")
OPEN_POSITION: Fact[Record] = Fact("open-position")
"""A position without a dtype, which may not be meant."""
INDENTED_PREFIX: Fact[Record] = Fact("indented-prefix")
TEXT_BEFORE_KEYWORD: Fact[Record] = Fact("text-before-keyword")
KEYWORD_IN_NAME: Fact[Record] = Fact("keyword-in-name")


class Record:
    """What became of one line.

    `entry` is set where the line has a key and dtypes, `first` where an earlier line has the
    same key, `faults` where CANN refuses: the first of them is what it stops at.
    """

    __slots__ = ("entry", "faults", "first", "node")

    def __init__(self, node: DtypeEntry | OddLine, entry: DtypeEntry | None) -> None:
        self.node = node
        self.entry = entry
        self.faults: Sequence[Fault] = ()
        self.first: Record | None = None

    @property
    def is_comment(self) -> bool:
        """Whether a person would take the line for a comment; to CANN it is one like any other."""
        return isinstance(self.node, OddLine) and self.node.is_comment

    @property
    def number(self) -> int:
        """The line's number, from 1."""
        return self.node.number

    @property
    def line(self) -> Span:
        """The whole line, without its line feed."""
        return Span(self.node.start, self.node.end)

    @property
    def counts(self) -> bool:
        """Whether the line is an entry that CANN keeps."""
        return self.entry is not None and not self.faults and self.first is None

    @property
    def has_key(self) -> bool:
        """Whether the line is an entry, apart from dtypes that CANN may not know."""
        if not self.faults or self.entry is None:
            return self.entry is not None
        return not self.is_comment and all(
            fault.refusal is Refusal.UNKNOWN_DTYPE for fault in self.faults
        )


class CustomizeDtypes(Reading):
    """A customize_dtypes file as CANN reads it.

    `records` has one for each line up to `cut_off`, the line that does not fit CANN's buffer
    and ends the file for it. They end where CANN has refused MOST lines (limits.py), and of
    repeated entries have MOST. Facts are about records, but LONG_LINE, which is about `cut_off`.
    """

    __slots__ = ("cut_off", "records")

    def __init__(self, source: Source) -> None:
        super().__init__(source, Kind.CUSTOMIZE_DTYPES)
        self.records: list[Record] = []
        self.cut_off: Span | None = None

    def faults(self, fact: Fact[Record]) -> Iterator[tuple[Record, Fault]]:
        """Every fault that stands for a fact, in order."""
        for record in self.parts_with(fact):
            for fault in record.faults:
                if _FACTS[fault.refusal] == fact:
                    yield record, fault

    def entries(self) -> Iterator[tuple[Record, DtypeEntry]]:
        """The lines with a key and dtypes, accepted or not; the dtypes may be unknown."""
        return _entries(self.records)

    def entries_with(self, *facts: Fact[Record]) -> Iterator[tuple[Record, DtypeEntry]]:
        """Those of the entries that one of these facts is recorded about, in order."""
        found = {record.number: record for fact in facts for record in self.parts_with(fact)}
        return _entries([found[number] for number in sorted(found)])

    def counting(self, is_type: bool) -> Iterator[DtypeEntry]:
        """The entries for operator types, or those for nodes, that CANN keeps."""
        for record in self.records if self.accepted else ():
            entry = record.entry
            if entry is not None and entry.shape.is_type == is_type and record.counts:
                yield entry

    def effect(self, is_type: bool) -> dict[str, dict[str, list[str]]]:
        """Key → dtypes by position, `""` where a position is not constrained.

        dtypes are in the compiler's spelling. Empty for a refused file.
        """
        return {
            entry.name: {"inputs": dtypes_of(entry.inputs), "outputs": dtypes_of(entry.outputs)}
            for entry in self.counting(is_type)
        }


def read(source: Source) -> CustomizeDtypes:
    """Read a file as CANN does, and go on after what makes CANN stop."""
    reading = CustomizeDtypes(source)
    firsts: Firsts = ({}, {})
    tally = Tally()
    for node in parse(source):
        if isinstance(node, CutLine):
            reading.cut_off = node.span
            reading.note(LONG_LINE, reading.cut_off)
            break
        record = _record_of(source.text, node)
        if record.faults:
            if tally.is_full("faulty"):
                break
            _refuse_at(reading, record)
        if record.entry is not None and record.has_key:
            shape = record.entry.shape
            earlier = firsts[shape.is_type].setdefault(shape.name, record)
            record.first = earlier if earlier is not record else None
            if record.first is not None and tally.is_full("repeated"):
                continue
        keep(record, reading.records, source)
        for fact in _facts_of(record):
            reading.note(fact, record)
    return reading


_FACTS = {
    Refusal.BLANK: BLANK_LINE,
    Refusal.NO_COLON: MALFORMED_LINE,
    Refusal.EMPTY_KEY: MALFORMED_LINE,
    Refusal.NO_KEYWORD: MALFORMED_LINE,
    Refusal.OUTPUT_FIRST: OUTPUTS_FIRST,
    Refusal.TRUNCATED: TRUNCATED_LINE,
    Refusal.UNKNOWN_DTYPE: UNKNOWN_DTYPE,
}


def _facts_of(record: Record) -> Iterable[Fact[Record]]:
    """What is noteworthy about a line; nothing where it counts as it is written."""
    if record.is_comment and record.faults:
        return (COMMENT_LINE,)
    facts = [*dict.fromkeys(_FACTS[fault.refusal] for fault in record.faults)]
    entry = record.entry
    if entry is None or not record.has_key:
        return facts
    if record.first is not None:
        facts.append(DUPLICATE_ENTRY)
    elif not record.faults and not _has_plain_dtypes(entry):
        facts.append(OPEN_POSITION)
    if isinstance(record.node, OddLine):
        facts += _facts_of_key(record.node, entry)
    return facts


def _facts_of_key(line: OddLine, entry: DtypeEntry) -> Iterator[Fact[Record]]:
    """What is noteworthy about the key of an odd line."""
    key, is_type = line.key, entry.is_type
    in_name = "KEYWORD" in key
    is_lost = "LOST" in key and not in_name
    gap = entry.gap
    if line.is_comment:
        yield COMMENT_ENTRY
    if not is_type and "LATE_PREFIX" in key:
        yield INDENTED_PREFIX
    elif not is_type and (is_lost or gap.end - gap.start > len("::") or "WIDE_COLON" in key):
        yield SIMILAR_PREFIX
    if is_lost:
        yield TEXT_BEFORE_KEYWORD
    if in_name:
        yield KEYWORD_IN_NAME
    if "MARK" in key:
        yield LEADING_MARK
    if any(terminal in key for terminal in ("MARK", "PAD", "END_PAD")):
        yield PADDED_NAME
    if not is_type and "QUOTE" in key:
        yield QUOTED_NAME


def _entries(records: list[Record]) -> Iterator[tuple[Record, DtypeEntry]]:
    for record in records:
        if record.entry is not None and record.has_key:
            yield record, record.entry


def has_concrete_dtype(entry: DtypeEntry) -> bool:
    """Whether any position of an entry names a dtype."""
    return any(dtypes_of(entry.inputs)) or any(dtypes_of(entry.outputs))


def _record_of(text: str, node: DtypeEntry | OddLine) -> Record:
    """What CANN makes of a line by itself."""
    if isinstance(node, DtypeEntry):
        record = Record(node, node)
        _check_dtypes(text, record, node)
        return record
    entry, faults = entry_and_faults(text, node)
    record = Record(node, entry)
    record.faults = faults
    if entry is not None:
        _check_dtypes(text, record, entry)
    return record


def _check_dtypes(text: str, record: Record, entry: DtypeEntry) -> None:
    if entry.inputs and None in names_of(entry.inputs):
        record.faults = [*record.faults, *unknown_dtypes(text, entry.inputs_span)]
    if entry.outputs and None in names_of(entry.outputs):
        record.faults = [*record.faults, *unknown_dtypes(text, entry.outputs_span)]


def _has_plain_dtypes(entry: DtypeEntry) -> bool:
    """Whether a well-formed entry has dtypes, and no position that might not be meant."""
    return _plain(entry.inputs, entry.outputs)


@lru_cache(maxsize=4096)
def _plain(inputs: str | None, outputs: str | None) -> bool:
    before = dtypes_of(inputs)
    if outputs is not None and before[-1:] == [""]:
        before = before[:-1]
    named = [*before, *dtypes_of(outputs)]
    return bool(named) and "" not in named


def _refuse_at(reading: CustomizeDtypes, record: Record) -> None:
    """Stop at a line, as CANN does.

    It splits the key, then the lists, then looks the dtypes up, and asks only then whether any
    of the three has failed: a line without a key may still crash, or name a dtype.
    """
    sort = record.node.lists_sort if isinstance(record.node, OddLine) else "listed"
    entry = record.entry
    if sort == "cut":
        reading.crash = reading.crash or reading.accepted
        reading.refuse()
    elif sort != "swapped" and entry is not None and _has_unknown(entry):
        reading.refuse("E20003", "E20101")
    else:
        reading.refuse("E20101")


def _has_unknown(entry: DtypeEntry) -> bool:
    return any(None in names_of(items) for items in (entry.inputs, entry.outputs) if items)
