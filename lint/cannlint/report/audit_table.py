"""An audit as tables: first about all jobs, then about single jobs."""

from __future__ import annotations

from collections.abc import Sequence

from cannlint.audit.model import Audit
from cannlint.report.audit_words import (
    changing_job_rows,
    common_change_rows,
    error_rows,
    finding_headings,
    how_counted,
    left_out,
    next_steps,
    rule_rows,
    target_rows,
    totals,
)
from cannlint.report.styles import print_lines
from cannlint.report.tables import print_table
from cannlint.text.printable import printable

_MOST_JOBS = 50
"""The maximum number of jobs to list on a terminal."""

_MOST_CHANGES = 30


def print_audit(audit: Audit) -> None:
    """Print the whole audit."""
    tally = audit.tally
    _print(*rule_rows(audit))
    if len(audit.targets) > 1:
        _print(*target_rows(audit))
    if tally.differing > _MOST_JOBS:
        remark = left_out(len(tally.changes), _MOST_CHANGES)
        _print(*common_change_rows(audit, _MOST_CHANGES), remark)
    _print(*changing_job_rows(audit, _MOST_JOBS), left_out(tally.differing, _MOST_JOBS))
    errors = [row.cells for row in error_rows(audit, _MOST_JOBS)]
    _print(finding_headings(audit), errors, left_out(tally.refused, _MOST_JOBS))
    for path, reason in audit.unreadable:
        print_lines([[(f"{printable(path)}: {reason}", "error")]])
    print_lines([[(totals(audit), "quiet")]])
    for further in filter(None, (how_counted(audit), next_steps(audit))):
        print_lines([[(further, "quiet")]])


def _print(headings: Sequence[str], rows: list[list[str]], remark: str | None = None) -> None:
    if rows:
        print_table(headings, rows)
        print_lines([[(remark, "quiet")], [("", "")]] if remark else [[("", "")]])
