"""An audit as a single HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from cannlint.audit.model import Audit
from cannlint.language import Phrase, said, translated
from cannlint.report.audit_map import drawn
from cannlint.report.audit_words import (
    FindingRow,
    changing,
    changing_job_rows,
    common_change_rows,
    error_rows,
    finding_headings,
    how_counted,
    left_out,
    next_steps,
    remark_rows,
    root_of,
    rule_rows,
    totals,
)
from cannlint.report.html_page import cell, filter_form, headings, page, shown

_MOST_JOBS = 2_000
"""The maximum number of jobs in a table, for the browser. The JSON lists all jobs."""

_MOST_CHANGES = 200

_STYLES = {"error": "error", "warning": "warning", "info": "quiet"}


def lines(audit: Audit) -> Iterator[str]:
    """The page in pieces."""
    title = said("Audit of {number:,} compile jobs", number=audit.tally.jobs)
    return page(title, chain(_head(audit, title), _body(audit)))


def _head(audit: Audit, title: str) -> Iterator[str]:
    yield f"<header><h1>{shown(title)}</h1>\n<p>{shown(totals(audit))}</p>\n"
    root = root_of(audit)
    notes = [
        said("folder: {path}", path=root) if root is not None else None,
        how_counted(audit),
        next_steps(audit),
    ]
    yield from (f"<p class=quiet>{shown(note)}</p>\n" for note in notes if note)
    yield "</header>\n"


def _body(audit: Audit) -> Iterator[str]:
    tally = audit.tally
    unreadable = [*map(translated, (Phrase("file"), Phrase("reason")))]
    yield from _section(translated("Files not read"), unreadable, [*audit.unreadable])
    yield from drawn(audit)
    if tally.findings or tally.differing:
        yield filter_form()
    yield from _section(
        translated("Differences between targets, and the number of jobs"),
        *common_change_rows(audit, _MOST_CHANGES),
        left_out(len(tally.changes), _MOST_CHANGES),
    )
    title = said("{number:,} jobs that CANN refuses", number=tally.refused)
    errors = error_rows(audit, _MOST_JOBS)
    yield from _findings(audit, title, errors, left_out(tally.refused, _MOST_JOBS))
    yield from _section(translated("Findings by rule"), *rule_rows(audit))
    changes = changing_job_rows(audit, _MOST_JOBS)
    remark = left_out(tally.differing, _MOST_JOBS)
    yield from _section(changing(audit), *changes, remark, "sortable")
    title = said("{number:,} jobs with warnings or infos", number=tally.remarked)
    remarks = remark_rows(audit, _MOST_JOBS)
    yield from _findings(audit, title, remarks, left_out(tally.remarked, _MOST_JOBS))


def _findings(
    audit: Audit, title: str, rows: Sequence[FindingRow], remark: str | None
) -> Iterator[str]:
    """A table of findings, in the colours of their severities."""
    styles = [_STYLES[row.severity] for row in rows]
    cells = [row.cells for row in rows]
    yield from _section(title, finding_headings(audit), cells, remark, "sortable", styles)


def _section(
    title: str,
    titles: Sequence[str],
    rows: Sequence[Sequence[str]],
    remark: str | None = None,
    kind: str = "small",
    styles: Sequence[str] = (),
) -> Iterator[str]:
    """A heading and a table; nothing if the table has no rows. `styles` are of the second cells."""
    if not rows:
        return
    yield f"<h2>{shown(title)}</h2>\n"
    yield f"<p class=quiet>{shown(remark)}</p>\n" if remark else ""
    yield f'<table class="plan audit {kind}">{headings(titles)}'
    for number, (first, *others) in enumerate(rows):
        style = styles[number] if styles else ""
        kinds = [style, *[""] * (len(others) - 1)]
        cells = "".join(map(cell, titles[1:], others, kinds))
        yield f"<tbody><tr><th scope=row>{shown(first)}{cells}</tbody>\n"
    yield "</table>\n"
