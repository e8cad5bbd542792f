"""An audit as a single HTML page without scripts and external files.

Its texts come from users' files, so every text is escaped.
"""

from __future__ import annotations

from html import escape
from itertools import chain

from cannlint.data import read_data
from cannlint.language import Phrase, language_in_use, said, translated
from cannlint.report.audit_words import (
    changing,
    changing_job_rows,
    common_change_rows,
    error_rows,
    left_out,
    next_steps,
    remark_rows,
    rule_rows,
    target_rows,
    totals,
)
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.audit.model import Audit

_MOST_JOBS = 2_000
"""The maximum number of jobs in a table, for the browser. The JSON lists all jobs."""

_MOST_CHANGES = 200


def lines(audit: Audit) -> Iterator[str]:
    """The page in pieces."""
    pieces = chain(_head(audit), _body(audit), ["</html>\n"])
    return (piece.encode("utf-8", "backslashreplace").decode("utf-8") for piece in pieces)


def _head(audit: Audit) -> Iterator[str]:
    title = _text(said("Audit of {number:,} compile jobs", number=audit.tally.jobs))
    yield f"<!doctype html>\n<html lang={language_in_use()}>\n<meta charset=utf-8>\n"
    yield '<meta name=viewport content="width=device-width, initial-scale=1">\n'
    yield f"<title>{title}</title>\n<style>\n{read_data('report/page', 'plan.css')}</style>\n"
    yield f"<header><h1>{title}</h1>\n<p>{_text(totals(audit))}</p></header>\n"
    if not audit.tally.jobs:
        yield f"<p class=quiet>{_text(next_steps(audit) or '')}</p>\n"


def _body(audit: Audit) -> Iterator[str]:
    tally = audit.tally
    yield from _unreadable(audit)
    yield from _section(translated("Jobs by target"), *target_rows(audit))
    yield from _section(translated("Findings by rule"), *rule_rows(audit), next_steps(audit))
    yield from _section(
        translated("Differences between targets, and the number of jobs"),
        *common_change_rows(audit, _MOST_CHANGES),
        left_out(len(tally.changes), _MOST_CHANGES),
    )
    title = said("{number:,} jobs that CANN refuses", number=tally.refused)
    errors = error_rows(audit, _MOST_JOBS)
    yield from _section(title, *errors, left_out(tally.refused, _MOST_JOBS))
    changes = changing_job_rows(audit, _MOST_JOBS)
    yield from _section(changing(audit), *changes, left_out(tally.differing, _MOST_JOBS))
    title = said("{number:,} jobs with warnings or infos", number=tally.remarked)
    remarks = remark_rows(audit, _MOST_JOBS)
    yield from _section(title, *remarks, left_out(tally.remarked, _MOST_JOBS))


def _text(value: str) -> str:
    return escape(printable(value))


def _unreadable(audit: Audit) -> Iterator[str]:
    headings = [*map(translated, (Phrase("file"), Phrase("reason")))]
    yield from _section(translated("Files not read"), headings, [*audit.unreadable])


def _section(
    title: str,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    remark: str | None = None,
) -> Iterator[str]:
    """A heading and a table; nothing if the table has no rows."""
    if not rows:
        return
    heads = "".join(f"<th scope=col>{_text(heading)}" for heading in headings)
    yield f"<h2>{_text(title)}</h2>\n"
    yield f"<p class=quiet>{_text(remark)}</p>\n" if remark else ""
    yield f"<table class='plan audit'><thead><tr>{heads}</thead><tbody>\n"
    for first, *others in rows:
        cells = "".join(f"<td>{_text(cell)}" for cell in others)
        yield f"<tr><th scope=row>{_text(first)}{cells}\n"
    yield "</tbody></table>\n"
