"""An audit as one page of HTML that needs nothing else: no network, no script.

What stands in it comes from users' files, so every text is escaped.
"""

from __future__ import annotations

from html import escape

from cannlint.data import read_data
from cannlint.language import Phrase, language_in_use, said, translated
from cannlint.report.audit_json import by_rule
from cannlint.report.audit_words import CHANGES, RULES, change_words, changing, job_place, totals
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cannlint.audit.model import Audit, JobRecord

_MOST_JOBS = 2_000
"""Jobs that a table lists: a browser has to show it. The JSON has all."""

_FINDINGS = (Phrase("job"), Phrase("rule"), Phrase("place"), Phrase("message"), Phrase("targets"))


def text(audit: Audit) -> str:
    """The whole page."""
    title = said("Audit of {number:,} compile jobs", number=len(audit.jobs))
    targets = said("Targets: {targets}", targets=" · ".join(map(str, audit.aims)))
    page = "".join(
        [
            f"<!doctype html>\n<html lang={language_in_use()}>\n<meta charset=utf-8>\n",
            '<meta name=viewport content="width=device-width, initial-scale=1">\n',
            f"<title>{title}</title>\n",
            f"<style>\n{read_data('report/page', 'plan.css')}</style>\n",
            f"<header><h1>{title}</h1>\n",
            f"<p>{_text(totals(audit))}</p>\n",
            f"<p class=quiet>{_text(targets)}</p></header>\n",
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
        yield f"<h2>{translated('Findings by rule')}</h2>\n"
        yield from _table(RULES, rows)


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
        yield from _table((*CHANGES, *map(str, audit.aims)), rows)


def _findings(audit: Audit) -> Iterator[str]:
    jobs = [job for job in audit.jobs if job["findings"]]
    if jobs:
        heading = said("{number:,} jobs with findings", number=len(jobs))
        yield f"<h2>{heading}</h2>\n"
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
        yield from _table(_FINDINGS, rows)


def _unreadable(audit: Audit) -> Iterator[str]:
    if audit.unreadable:
        yield f"<h2>{translated('Not read')}</h2>\n"
        yield from _table((Phrase("file"), Phrase("reason")), audit.unreadable)


def _left_out(jobs: Sequence[JobRecord]) -> Iterator[str]:
    if len(jobs) > _MOST_JOBS:
        rest = len(jobs) - _MOST_JOBS
        sentence = said(
            "The first {number:,}; {rest:,} more are in the JSON.", number=_MOST_JOBS, rest=rest
        )
        yield f"<p class=quiet>{sentence}</p>\n"


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    heads = "".join(f"<th scope=col>{_text(translated(heading))}" for heading in headings)
    yield f"<table class=plan><thead><tr>{heads}</thead><tbody>\n"
    for first, *others in rows:
        cells = "".join(f"<td>{_text(cell)}" for cell in others)
        yield f"<tr><th scope=row>{_text(first)}{cells}\n"
    yield "</tbody></table>\n"
