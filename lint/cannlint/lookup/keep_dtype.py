"""The lines of a keep_dtype file, looked up in the operator library."""

from __future__ import annotations

from cannlint.facts import Fact
from cannlint.lookup.base import Lookups, unknown_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.operators import Operators
    from cannlint.reading.keep_dtype import KeepDtype


def look_up(reading: KeepDtype, operators: Operators) -> Lookups:
    """Look up every operator type, and every name of a node."""
    lookups = Lookups(operators)
    known = operators.known_among(reading.entries(is_type=False))
    for record in reading.records:
        name = record.line.name
        if not record.line.is_type:
            if name in known:
                lookups.note(Fact.TYPE_AS_NODE_NAME, record)
        elif record.first is None:
            unknown = unknown_type(name, operators)
            if unknown is not None:
                unknown.part = record
                lookups.note(Fact.UNKNOWN_TYPE, unknown)
    return lookups
