"""How far ATC looks at the types of a keep_dtype file (atc-front-end.md 14)."""

from __future__ import annotations

from itertools import islice

from cannlint.reading.keep_dtype import UNMATCHED_WINDOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.reading.keep_dtype import KeepDtype
    from cannlint.syntax.keep_dtype import KeptLine


def window_end(reading: KeepDtype) -> int:
    """The offset behind which ATC certainly examines no type; the end of the text where it may.

    It examines the first ten entries that no node matches. A comment, or a line of blanks, is one:
    no node is called so. Of other entries only the model tells.
    """
    nothings = (record for record in reading.records if _names_nothing(record.line))
    last = next(islice(nothings, UNMATCHED_WINDOW - 1, None), None)
    return last.line.end if last is not None else len(reading.source.text)


def _names_nothing(line: KeptLine) -> bool:
    return not line.is_type and line.body.start == line.body.end
