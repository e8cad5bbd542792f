"""The lines of a keep_dtype file, looked up in the operator library."""

from __future__ import annotations

from cannlint.facts import Fact
from cannlint.lookup.base import NOTHING, Lookups, unknown_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.operators import Operators
    from cannlint.lookup.base import Notes
    from cannlint.reading.keep_dtype import KeepDtype, Record


def look_up(reading: KeepDtype, operators: Operators) -> Lookups:
    """Look up every operator type, and every name of a node."""
    lookups = Lookups(operators)
    of_nodes = (record.line.name for record in reading.records if not record.line.is_type)
    known = operators.known_among(of_nodes)

    def notes_about(record: Record) -> Notes:
        name = record.line.name
        if not record.line.is_type:
            return [(Fact.TYPE_AS_NODE_NAME, record)] if name in known else NOTHING
        if record.first is not None or lookups.is_full(Fact.UNKNOWN_TYPE):
            return NOTHING
        unknown = unknown_type(name, operators)
        if unknown is None:
            return NOTHING
        unknown.part = record
        return [(Fact.UNKNOWN_TYPE, unknown)]

    lookups.look_up_each(reading.records, notes_about)
    return lookups
