"""Entries of an op_precision_mode file that no rule about the file alone is about."""

from __future__ import annotations

from functools import lru_cache

from cannlint.reading.op_precision import Fate
from cannlint.rules.op.slips import section_meant
from cannlint.text.source import BYTE_ORDER_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.reading.op_precision import OpPrecision, Record
    from cannlint.syntax.op_precision import IniLine

_BY_TYPE = "[ByOpType]"


def is_sound(reading: OpPrecision, record: Record) -> bool:
    """Whether CANN keeps an entry, and no rule about the file alone has anything against it."""
    return record in sound_entries(reading)


@lru_cache(maxsize=1)
def sound_entries(reading: OpPrecision) -> dict[Record, None]:
    """The entries that CANN keeps and no rule about the file alone has anything against.

    Below a header that CANN does not know the keys are not what their writer meant. Remembered
    for the file at hand: five rules ask.
    """
    found: dict[Record, None] = {}
    is_misread = False
    for record in reading.records:
        line = record.line
        if record.fate is Fate.SECTION:
            is_misread = False
        elif not line.well_formed and line.is_header_like:
            is_misread = section_meant(line.bare)[0] != _BY_TYPE
        elif record.fate is Fate.KEPT and not (is_misread and record.is_type):
            found |= {} if _is_marked(line) else {record: None}
    return found


def _is_marked(line: IniLine) -> bool:
    """Whether a comment mark, or one that cannot be seen, is a part of the name of an odd line."""
    is_marked = bool(line.comment_mark) or line.name.startswith(BYTE_ORDER_MARK)
    return is_marked and not line.well_formed
