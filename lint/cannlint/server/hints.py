"""Inlay hints: the result of an entry, if the library or the jobs determine it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types as lsp

from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.formats.mixlist.reading import Mixlist
from cannlint.formats.op_precision.reading import Fate, OpPrecision
from cannlint.kinds import FORMATS
from cannlint.report.library_list import written
from cannlint.resolve.outcome import DETERMINED
from cannlint.resolve.rows import Row
from cannlint.server.documents import Document
from cannlint.server.hover import places
from cannlint.server.job_places import rows_of
from cannlint.server.session import Checked
from cannlint.text.span import Span

Entry = tuple[str, Span]
"""The operator type of an entry, and its line."""
Hint = tuple[str, str | None]
"""The result of an entry, and why it is not what is written."""

_MOST_ENTRIES = 300
"""The maximum number of entries per request: more do not fit on a screen."""


_MOST_LINES = 2_000
"""No hints for files with more lines, because each edit would take too long."""


def hints(checked: Checked, document: Document, asked: lsp.Range) -> Iterator[lsp.InlayHint]:
    """The hints of the lines in a range."""
    first, last = document.offset(asked.start), document.offset(asked.end)
    reading = checked.reading
    if isinstance(reading, Mixlist):
        found = _lists(checked, reading, first, last)
    elif (
        isinstance(reading, OpPrecision | CustomizeDtypes)
        and reading.accepted
        and reading.source.line_count <= _MOST_LINES
    ):
        found = _resolved(checked, _entries(reading, first, last)[:_MOST_ENTRIES])
    else:
        return
    for span, (label, why) in found:
        yield lsp.InlayHint(
            position=document.position(span.end), label=label, tooltip=why, padding_left=True
        )


def _lists(
    checked: Checked, reading: Mixlist, first: int, last: int
) -> Iterator[tuple[Span, Hint]]:
    """For each operator of a mixlist file, its default list and its final list."""
    operators = checked.operators
    if operators is None or not reading.accepted:
        return
    final = reading.final()
    for place in places(reading):
        if first <= place.span.start <= last:
            lists = operators.lists_of(place.name)
            if len(lists) == 1 and place.name in final:
                [start] = lists
                yield place.entry, (f"{start} → {final[place.name][start]}", None)


def _entries(reading: OpPrecision | CustomizeDtypes, first: int, last: int) -> list[Entry]:
    """The entries for operator types in a range; the types of nodes are only known with a graph."""
    if isinstance(reading, OpPrecision):
        written = [
            (record.line.name, record.line.text)
            for record in reading.having(Fate.KEPT, Fate.SHADOWED)
            if record.is_type
        ]
    else:
        written = [
            (entry.name, record.line) for record, entry in reading.entries() if entry.is_type
        ]
    return [entry for entry in written if first <= entry[1].start <= last]


def _resolved(checked: Checked, entries: Sequence[Entry]) -> Iterator[tuple[Span, Hint]]:
    """The results of entries, if they are equal in all jobs."""
    unknown = dict.fromkeys(name for name, _ in entries if name not in checked.rows)
    if unknown:
        checked.rows.update(rows_of(checked, list(unknown)))
    for name, line in entries:
        found = {_hint(checked, row, line) for _, _, row in checked.rows[name]}
        hint = found.pop() if len(found) == 1 else None
        if hint is not None:
            yield line, hint


def _hint(checked: Checked, row: Row, line: Span) -> Hint | None:
    if checked.kind is not None and FORMATS[checked.kind].sets_modes:
        return _mode_hint(checked, row, line)
    dtypes = row.dtypes
    if dtypes.status != DETERMINED:
        return None
    sides = (written([dtype or "" for dtype in side]) for side in (dtypes.inputs, dtypes.outputs))
    return " → ".join(sides), None


def _mode_hint(checked: Checked, row: Row, line: Span) -> Hint | None:
    """The mode of an operator, if it is not that of this entry."""
    mode = row.mode
    for lost in mode.shadowed:
        origin = lost.origin
        if mode.value is not None and origin.source is checked.source and origin.span == line:
            return f"→ {mode.value}", str(lost.reason)
    return None
