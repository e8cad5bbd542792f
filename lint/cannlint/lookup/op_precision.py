"""The entries of an op_precision_mode file, looked up in the operator library."""

from __future__ import annotations

from cannlint.facts import Fact
from cannlint.lookup.base import NOTHING, Lookups, unknown_type
from cannlint.lookup.modes import has_no_modes, is_known, looks_like_node, modes_of
from cannlint.reading.op_precision import Fate
from cannlint.syntax.customize_dtypes import TYPE_PREFIX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.library.operators import Operators
    from cannlint.lookup.base import Note, Notes
    from cannlint.reading.op_precision import OpPrecision, Record

HF32_MODES = ("enable_float_32_execution", "enable_hi_float_32_execution")
"""The modes that need a matrix unit with HF32."""


class ModeLookup:
    """An entry for an operator type whose mode has no effect, and the modes of that operator."""

    __slots__ = ("modes", "record")

    def __init__(self, record: Record, modes: tuple[str, ...]) -> None:
        self.record = record
        self.modes = modes


def look_up(reading: OpPrecision, operators: Operators) -> Lookups:
    """Look up the operator and the mode of every entry that counts."""
    lookups = Lookups(operators)
    entries = _Entries(lookups, reading.records)
    lookups.look_up_each(reading.records, entries.notes_about)
    return lookups


class _Entries:
    """Looks up lines one by one. The names of nodes in them are looked up first, all at once."""

    __slots__ = ("_lacks_hf32", "_lookups", "_operators", "_types_as_names")

    def __init__(self, lookups: Lookups, records: Iterable[Record]) -> None:
        self._lookups = lookups
        self._operators = operators = lookups.operators
        hardware = operators.hardware()
        self._lacks_hf32 = bool(hardware) and not any(soc.hf32 for soc in hardware)
        of_nodes = (one for one in records if one.fate is Fate.KEPT and not one.is_type)
        self._types_as_names = operators.known_among(record.line.name for record in of_nodes)

    def notes_about(self, record: Record) -> Notes:
        """What the library says about a line."""
        if record.fate is not Fate.KEPT:
            return NOTHING
        notes: Notes = []
        if record.is_type:
            notes += self._about_type(record)
        elif self._is_type_as_name(record.line.name):
            notes.append((Fact.TYPE_AS_NODE_NAME, record))
        needs_hf32 = self._lacks_hf32 and record.line.mode in HF32_MODES
        if needs_hf32 and self._has_mode(record, notes):
            notes.append((Fact.MODE_NEEDS_HF32, record))
        return notes or NOTHING

    def _about_type(self, record: Record) -> Iterator[Note]:
        """The facts about an entry for an operator type."""
        operators, name = self._operators, record.line.name
        if looks_like_node(name) and not is_known(name, operators):
            yield Fact.NODE_NAME_AS_TYPE, record
        elif not self._lookups.is_full(Fact.UNKNOWN_TYPE) and self._is_to_be_there(name):
            unknown = unknown_type(name, operators)
            if unknown is not None:
                unknown.part = record
                yield Fact.UNKNOWN_TYPE, unknown
        modes = modes_of(name, operators)
        if modes and record.line.mode not in modes:
            yield Fact.MODE_NOT_LISTED, ModeLookup(record, modes)
        if has_no_modes(name, operators):
            yield Fact.NO_MODES, record

    def _is_to_be_there(self, name: str) -> bool:
        """Whether a type that the library lacks is unknown; its release may name it with modes."""
        operators = self._operators
        return bool(operators.everywhere(name)) or name not in operators.library.modes

    def _is_type_as_name(self, name: str) -> bool:
        """Whether the name of a node is an operator type, or begins with its prefix."""
        return name in self._types_as_names or name.startswith(TYPE_PREFIX)

    def _has_mode(self, record: Record, notes: Notes) -> bool:
        """Whether there is an operator with the mode of an entry, by the notes about it."""
        if not record.is_type:
            return True
        is_refused = any(fact in (Fact.MODE_NOT_LISTED, Fact.NO_MODES) for fact, _ in notes)
        return is_known(record.line.name, self._operators) and not is_refused
