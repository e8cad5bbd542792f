"""How far ATC checks the types of a keep_dtype file (manual/keep-dtype.md#lines)."""

from __future__ import annotations

from itertools import islice

from cannlint.formats.keep_dtype.reading import UNMATCHED_WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.keep_dtype.lines import KeptLine
    from cannlint.formats.keep_dtype.reading import KeepDtype


def window_end(reading: KeepDtype) -> int:
    """Return the offset after which ATC is known to check no type, or the end of the text.

    ATC checks the first ten entries that match no node. Comments and lines of whitespace never
    match a node. Whether other entries match depends on the model.
    """
    nothings = (record for record in reading.records if _names_nothing(record.line))
    last = next(islice(nothings, UNMATCHED_WINDOW - 1, None), None)
    return last.line.end if last is not None else len(reading.source.text)


def _names_nothing(line: KeptLine) -> bool:
    return not line.is_type and line.body.start == line.body.end
