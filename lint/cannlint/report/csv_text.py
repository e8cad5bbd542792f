"""CSV as text, the same for every report."""

from __future__ import annotations

import csv
import io

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A heading and one line per row; a byte that is not UTF-8 is escaped."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue().encode("utf-8", "backslashreplace").decode("utf-8")
