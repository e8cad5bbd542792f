"""The entries of an op_precision_mode file that an operator library can say something about."""

from __future__ import annotations

import re
from functools import lru_cache

from cannlint.reading.op_precision import Fate
from cannlint.rules.op.slips import section_meant
from cannlint.text.source import BYTE_ORDER_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.operators import Operators
    from cannlint.reading.op_precision import OpPrecision, Record
    from cannlint.syntax.op_precision import IniLine

_NODE_LIKE = re.compile(r"[^:]*/.*|[^:]+[_:]\d+|\w+(?:\.\w+)+", re.DOTALL)
"""A name of parts, with the number that frameworks put behind it, or of an output."""

_BY_TYPE = "[ByOpType]"


@lru_cache(maxsize=1)
def sound_entries(reading: OpPrecision) -> list[Record]:
    """The entries that CANN keeps and no rule about the file alone has anything against.

    Below a header that CANN does not know the keys are not what their writer meant. Remembered
    for the file at hand: five rules ask.
    """
    found: list[Record] = []
    is_misread = False
    for record in reading.records:
        line = record.line
        if record.fate is Fate.SECTION:
            is_misread = False
        elif not line.well_formed and line.is_header_like:
            is_misread = section_meant(line.bare)[0] != _BY_TYPE
        elif record.fate is Fate.KEPT and not (is_misread and record.is_type):
            found += (record,) if line.well_formed or not _is_marked(line) else ()
    return found


def _is_marked(line: IniLine) -> bool:
    """Whether a mark of a comment, or one that cannot be seen, is a part of the name."""
    return bool(line.comment_mark) or line.name.startswith(BYTE_ORDER_MARK)


def is_known(name: str, operators: Operators) -> bool:
    """Whether an operator has the type, or CANN's own mode files name it."""
    library = operators.library
    return (
        operators.known(name)
        or name in library.modes
        or any(name in entries for entries in library.mode_files.values())
    )


def is_like_a_name(key: str) -> bool:
    """Whether a key looks like the name of a node."""
    return _NODE_LIKE.fullmatch(key) is not None


def is_node_like(name: str, operators: Operators) -> bool:
    """Whether a key looks like the name of a node, and no operator has it as its type."""
    return is_like_a_name(name) and not is_known(name, operators)


def modes_of(name: str, operators: Operators) -> tuple[str, ...]:
    """The modes that the library lists for a type; empty where it does not restrict them."""
    modes = operators.library.modes.get(name, ())
    return () if name in operators.extra or _ANY_MODE in modes else modes


_ANY_MODE = "optional"


def is_single(name: str, operators: Operators) -> bool:
    """Whether the library has the operator and no choice of modes for it."""
    library = operators.library
    if not library.is_complete or not library.modes or name in operators.extra:
        return False
    listed = name in library.modes or any(name in file for file in library.mode_files.values())
    return not listed and bool(operators.entries(name))
