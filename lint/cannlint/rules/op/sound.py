"""The entries of an op_precision_mode file that are correct in themselves."""

from __future__ import annotations

from functools import lru_cache

from cannlint.formats.op_precision.lines import BY_NAME
from cannlint.formats.op_precision.reading import Fate
from cannlint.rules.op.slips import section_meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.op_precision.reading import OpPrecision, Record


def is_sound(reading: OpPrecision, record: Record) -> bool:
    """Return whether CANN uses an entry and no rule for the file itself reports it."""
    return record in sound_entries(reading)


@lru_cache(maxsize=1)
def sound_entries(reading: OpPrecision) -> dict[Record, None]:
    """Return the entries that CANN uses and that no rule for the file itself reports.

    Below a misspelt header of node names, CANN reads the names as types: leave them out. The
    result is cached for the current file, because five rules ask for it.
    """
    found: dict[Record, None] = {}
    is_misread = False
    for record in reading.records:
        line = record.line
        if record.fate is Fate.SECTION:
            is_misread = False
        elif line.is_header_like:
            is_misread = section_meant(line.bare)[0] == BY_NAME
        elif (
            record.fate is Fate.KEPT
            and not (is_misread and record.is_type)
            and not (line.is_marked or line.comment_mark)
        ):
            found[record] = None
    return found
