"""The lines of a keep_dtype file, looked up in the operator library."""

from __future__ import annotations

from cannlint.facts import Fact
from cannlint.lookup import Lookups, unknown_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.keep_dtype.reading import KeepDtype, Record
    from cannlint.library.operators import Operators
    from cannlint.lookup import UnknownType

UNKNOWN_TYPE: Fact[tuple[UnknownType, Record]] = Fact("unknown-type")
TYPE_AS_NODE_NAME: Fact[Record] = Fact("type-as-node-name")


def look_up(reading: KeepDtype, operators: Operators) -> Lookups:
    """Look up every operator type, and every name of a node."""
    lookups = Lookups(operators)
    of_nodes = (record.line.name for record in reading.records if not record.line.is_type)
    known = operators.known_among(of_nodes)
    for record in reading.records:
        name = record.line.name
        if not record.line.is_type:
            if name in known:
                lookups.note(TYPE_AS_NODE_NAME, record)
        elif record.first is None and not lookups.is_full(UNKNOWN_TYPE):
            unknown = unknown_type(name, operators)
            if unknown is not None:
                lookups.note(UNKNOWN_TYPE, (unknown, record))
    return lookups
