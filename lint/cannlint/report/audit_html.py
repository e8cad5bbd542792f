"""An audit as one page of HTML that needs nothing else: no network, no script.

What stands in it comes from users' files, so every text is escaped.
"""

from __future__ import annotations

from html import escape

from cannlint.data import read_data
from cannlint.report.audit_json import by_rule
from cannlint.report.audit_words import change_words, changing, job_place, totals
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cannlint.audit.model import Audit, JobRecord

_MOST_JOBS = 2_000
"""Jobs that a table lists: a browser has to show it. The JSON has all."""


def text(audit: Audit) -> str:
    """The whole page."""
    page = "".join(
        [
            "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n",
            '<meta name=viewport content="width=device-width, initial-scale=1">\n',
            f"<title>Audit of {len(audit.jobs):,} compile jobs</title>\n",
            f"<style>\n{read_data('report/page', 'plan.css')}</style>\n",
            f"<header><h1>Audit of {len(audit.jobs):,} compile jobs</h1>\n",
            f"<p>{_text(totals(audit))}</p>\n",
            f"<p class=quiet>Targets: {_text(' · '.join(map(str, audit.aims)))}</p></header>\n",
            *_rules(audit),
            *_changes(audit),
            *_findings(audit),
            *_unreadable(audit),
            "</html>\n",
        ]
    )
    return page.encode("utf-8", "backslashreplace").decode("utf-8")


def _text(value: str) -> str:
    return escape(printable(value))


def _rules(audit: Audit) -> Iterator[str]:
    rows = [
        (rule["rule"], rule["name"], f"{rule['findings']:,}", f"{rule['jobs']:,}")
        for rule in by_rule(audit)
    ]
    if rows:
        yield "<h2>Findings by rule</h2>\n"
        yield from _table(("rule", "name", "findings", "jobs"), rows)


def _changes(audit: Audit) -> Iterator[str]:
    jobs = audit.changing
    if jobs:
        yield f"<h2>{changing(audit)}</h2>\n"
        yield from _left_out(jobs)
        rows = (
            (job_place(job), *change_words(change))
            for job in jobs[:_MOST_JOBS]
            for change in job["changes"]
        )
        yield from _table(("job", "of", "what", *map(str, audit.aims)), rows)


def _findings(audit: Audit) -> Iterator[str]:
    jobs = [job for job in audit.jobs if job["findings"]]
    if jobs:
        yield f"<h2>{len(jobs):,} jobs with findings</h2>\n"
        yield from _left_out(jobs)
        rows = (
            (
                job_place(job),
                f"{finding['severity']} {finding['rule']}",
                f"{finding['file']}:{finding['line']}:{finding['column']}",
                finding["message"],
                " · ".join(str(audit.aims[number]) for number in finding["targets"]),
            )
            for job in jobs[:_MOST_JOBS]
            for finding in job["findings"]
        )
        yield from _table(("job", "rule", "place", "message", "targets"), rows)


def _unreadable(audit: Audit) -> Iterator[str]:
    if audit.unreadable:
        yield "<h2>Not read</h2>\n"
        yield from _table(("file", "reason"), audit.unreadable)


def _left_out(jobs: Sequence[JobRecord]) -> Iterator[str]:
    if len(jobs) > _MOST_JOBS:
        rest = len(jobs) - _MOST_JOBS
        yield f"<p class=quiet>The first {_MOST_JOBS:,}; {rest:,} more are in the JSON.</p>\n"


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    heads = "".join(f"<th scope=col>{_text(heading)}" for heading in headings)
    yield f"<table class=plan><thead><tr>{heads}</thead><tbody>\n"
    for first, *others in rows:
        cells = "".join(f"<td>{_text(cell)}" for cell in others)
        yield f"<tr><th scope=row>{_text(first)}{cells}\n"
    yield "</tbody></table>\n"
