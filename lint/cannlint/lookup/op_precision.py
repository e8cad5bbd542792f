"""The entries of an op_precision_mode file, looked up in the operator library."""

from __future__ import annotations

from cannlint.facts import Fact
from cannlint.lookup.base import Lookups, unknown_type
from cannlint.lookup.modes import has_no_modes, is_known, looks_like_node, modes_of
from cannlint.reading.op_precision import Fate
from cannlint.syntax.customize_dtypes import TYPE_PREFIX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.operators import Operators
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
    hardware = operators.hardware()
    lacks_hf32 = bool(hardware) and not any(soc.hf32 for soc in hardware)
    for record in reading.records:
        if record.fate is not Fate.KEPT:
            continue
        has_mode = not record.is_type or _look_up_type(lookups, record)
        if lacks_hf32 and has_mode and record.line.mode in HF32_MODES:
            lookups.note(Fact.MODE_NEEDS_HF32, record)
    _look_up_node_names(lookups, reading)
    return lookups


def _look_up_type(lookups: Lookups, record: Record) -> bool:
    """Look up an entry for an operator type; whether the operator has the mode."""
    operators, name, mode = lookups.operators, record.line.name, record.line.mode
    exists = is_known(name, operators)
    if not exists and looks_like_node(name):
        lookups.note(Fact.NODE_NAME_AS_TYPE, record)
    elif lookups.is_full(Fact.UNKNOWN_TYPE):
        pass  # a rule reports fewer
    elif operators.everywhere(name) or name not in operators.library.modes:
        # else the release names it among its own operators with modes
        unknown = unknown_type(name, operators)
        if unknown is not None:
            unknown.part = record
            lookups.note(Fact.UNKNOWN_TYPE, unknown)
    modes = modes_of(name, operators)
    lacks_mode = bool(modes) and mode not in modes
    if lacks_mode:
        lookups.note(Fact.MODE_NOT_LISTED, ModeLookup(record, modes))
    is_fixed = has_no_modes(name, operators)
    if is_fixed:
        lookups.note(Fact.NO_MODES, record)
    return exists and not lacks_mode and not is_fixed


def _look_up_node_names(lookups: Lookups, reading: OpPrecision) -> None:
    """Record the entries for nodes whose name is an operator type, or begins with its prefix."""
    nodes = [
        record for record in reading.records if record.fate is Fate.KEPT and not record.is_type
    ]
    known = lookups.operators.known_among(record.line.name for record in nodes)
    for record in nodes:
        if record.line.name in known or record.line.name.startswith(TYPE_PREFIX):
            lookups.note(Fact.TYPE_AS_NODE_NAME, record)
