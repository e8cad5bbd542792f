"""What a line of each kind of file is, for reading it again after an edit."""

from __future__ import annotations

from cannlint.facts import MOST
from cannlint.kinds import Kind
from cannlint.reading import customize_dtypes, keep_dtype, op_precision
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.reading.dtype_line import Fault
from cannlint.reading.edited import EditedFile, moved
from cannlint.reading.keep_dtype import KeepDtype
from cannlint.reading.op_precision import Fate, OpPrecision
from cannlint.syntax.customize_dtypes import parse_lines as parse_dtypes
from cannlint.syntax.keep_dtype import parse_lines as parse_kept
from cannlint.syntax.op_precision import parse_lines as parse_ini
from cannlint.text.changed_lines import lines_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from cannlint.reading.edited import Firsts, Key, Line
    from cannlint.text.source import Source


class EditedDtypes(EditedFile[CustomizeDtypes]):
    """A customize_dtypes file: CANN stops at the first line that it refuses."""

    __slots__ = ()

    def empty(self, source: Source) -> CustomizeDtypes:
        """A reading without lines."""
        return CustomizeDtypes(source)

    def read_all(self, source: Source, firsts: Firsts) -> CustomizeDtypes:
        """Read the whole file."""
        return customize_dtypes.read(source, firsts=firsts)

    def read_some(
        self, source: Source, lines: Sequence[Line], before: Sequence[Any], gone: Iterable[Any]
    ) -> list[customize_dtypes.Record] | None:
        """Read new lines; None where one of them ends the reading."""
        nodes = list(parse_dtypes(source.text, lines))
        if any(customize_dtypes.overflows(source.text, node) for node in nodes):
            return None
        return [customize_dtypes.record_of(source.text, node) for node in nodes]

    def key_of(self, record: customize_dtypes.Record) -> Key | None:
        """What a line is an entry for."""
        entry = record.entry
        return (entry.is_type, entry.name) if entry is not None and record.has_key else None

    def line_of(self, record: customize_dtypes.Record) -> Any:
        """The syntax of a line."""
        return record.node

    def facts_of(self, text: str, record: customize_dtypes.Record) -> Iterable[str]:
        """What is noteworthy about a line."""
        return customize_dtypes.facts_of(text, record)

    def move(self, record: customize_dtypes.Record, lines: int, characters: int) -> None:
        """Put a line elsewhere."""
        line, entry = record.node, record.entry
        line.move(lines, characters)
        if entry is not None and entry is not line:
            entry.move(lines, characters)
        if record.faults:
            record.faults = [
                Fault(fault.refusal, moved(fault.span, characters)) for fault in record.faults
            ]

    def conclude(self, reading: CustomizeDtypes) -> None:
        """The first line that is refused decides what CANN says."""
        noted = [record for parts in reading.facts.values() for record in parts if record]
        refused = [record for record in noted if record.faults]
        if refused:
            customize_dtypes.refuse_at(reading, min(refused, key=self.start_of).node)

    def is_whole(self, reading: CustomizeDtypes) -> bool:
        """Whether no line was left out or not reached."""
        text = reading.source.text
        return reading.cut_off is None and len(reading.records) == lines_in(text, 0, len(text))


class EditedPrecision(EditedFile[OpPrecision]):
    """An op_precision file: what a key is depends on the section it stands in."""

    __slots__ = ()

    def empty(self, source: Source) -> OpPrecision:
        """A reading without lines."""
        return OpPrecision(source)

    def read_all(self, source: Source, firsts: Firsts) -> OpPrecision:
        """Read the whole file."""
        return op_precision.read(source, firsts=firsts)

    def read_some(
        self, source: Source, lines: Sequence[Line], before: Sequence[Any], gone: Iterable[Any]
    ) -> list[op_precision.Record] | None:
        """Read new lines; None where a section begins or began there."""
        is_type = before[0].is_type if before else True
        new = []
        for line in parse_ini(source, lines):
            new.append(op_precision.Record(line, op_precision.fate_of(line), is_type))
        is_bound = any(record.fate is Fate.SECTION for record in (*new, *gone))
        return None if is_bound else new

    def key_of(self, record: op_precision.Record) -> Key | None:
        """What a line is an entry for."""
        is_entry = record.fate in (Fate.KEPT, Fate.SHADOWED)
        return (record.is_type, record.line.name) if is_entry else None

    def repeat(self, record: op_precision.Record, first: op_precision.Record) -> None:
        """Note that a line has the key of an earlier one."""
        record.fate, record.first = Fate.SHADOWED, first

    def facts_of(self, text: str, record: op_precision.Record) -> Iterator[str]:
        """What is noteworthy about a line."""
        return op_precision.facts_of(record)

    def move(self, record: op_precision.Record, lines: int, characters: int) -> None:
        """Put a line elsewhere."""
        record.line.move(lines, characters)

    def conclude(self, reading: OpPrecision) -> None:
        """Every line has its text from the file as it is now."""
        for record in reading.records:
            record.line.source = reading.source

    def may_keep(self, reading: OpPrecision) -> bool:
        """Whether there are few lines that are no entries, too: comments, blank ones."""
        others = [record for record in reading.records if record.fate is not Fate.KEPT]
        return len(others) < MOST


class EditedKeep(EditedFile[KeepDtype]):
    """A keep_dtype file: every line with something in it is an entry."""

    __slots__ = ()

    def empty(self, source: Source) -> KeepDtype:
        """A reading without lines."""
        return KeepDtype(source)

    def read_all(self, source: Source, firsts: Firsts) -> KeepDtype:
        """Read the whole file."""
        return keep_dtype.read(source, firsts=firsts)

    def read_some(
        self, source: Source, lines: Sequence[Line], before: Sequence[Any], gone: Iterable[Any]
    ) -> list[keep_dtype.Record] | None:
        """Read new lines; none depends on another."""
        parsed = parse_kept(source.text, lines)
        return [keep_dtype.Record(line) for line in parsed if not line.is_skipped]

    def key_of(self, record: keep_dtype.Record) -> Key | None:
        """What a line is an entry for."""
        return record.line.is_type, record.line.name

    def facts_of(self, text: str, record: keep_dtype.Record) -> Iterator[str]:
        """What is noteworthy about a line."""
        return keep_dtype.facts_of(record)

    def move(self, record: keep_dtype.Record, lines: int, characters: int) -> None:
        """Put a line elsewhere."""
        record.line.move(lines, characters)


EDITED: dict[Kind, type[EditedFile[Any]]] = {
    Kind.CUSTOMIZE_DTYPES: EditedDtypes,
    Kind.OP_PRECISION: EditedPrecision,
    Kind.KEEP_DTYPE: EditedKeep,
}
"""The kinds that consist of lines."""
