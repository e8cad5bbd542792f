"""How many findings of each sort a run has."""

from __future__ import annotations

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.language import said, translated
from cannlint.report.clean import checked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.engine.run import Run

_COUNTS = {
    Severity.ERROR: ("{number} error", "{number} errors"),
    Severity.WARNING: ("{number} warning", "{number} warnings"),
    Severity.INFO: ("{number} info", "{number} infos"),
}


class Summary:
    """The counts at the end of a report."""

    __slots__ = ("by_severity", "files", "fixable", "suppressed")

    def __init__(self, run: Run) -> None:
        self.files = run.files
        self.suppressed = run.suppressed
        self.fixable = sum(1 for finding in run.findings if finding.fix is not None)
        self.by_severity = {
            severity: sum(1 for finding in run.findings if finding.severity is severity)
            for severity in Severity
        }


def reaches(findings: Iterable[Diagnostic], limit: Severity) -> bool:
    """Whether any finding is at least as grave as `limit`."""
    return any(finding.severity.rank <= limit.rank for finding in findings)


def summary_line(run: Run, library: str | None = None) -> str:
    """The last line of a report, e.g. `4 files checked: 1 error, 3 warnings, 1 fixable`."""
    summary = Summary(run)
    head = checked(summary.files)
    clean = summary.files - len(_with_findings(run))
    if run.findings and clean:
        head += said(", {number} clean", number=clean)
    counts = [
        number_of(severity, number) for severity, number in summary.by_severity.items() if number
    ]
    if summary.fixable:
        counts.append(said("{number} fixable", number=summary.fixable))
    if summary.suppressed:
        counts.append(said("{number} suppressed", number=summary.suppressed))
    if run.comparison is not None and run.comparison.matched:
        counts.append(said("{number} in the baseline", number=run.comparison.matched))
    if run.fixed:
        head = said(
            "{files}: {fixed} fixed, {number} remaining",
            files=head,
            fixed=run.fixed,
            number=len(run.findings),
        )
    text = (
        said("{files}: {counts}", files=head, counts=translated(", ").join(counts))
        if counts
        else said("{files}, nothing to report", files=head)
    )
    return f"{text} · {library}" if library else text


def _with_findings(run: Run) -> set[str]:
    """The files with findings, of those that were counted: a path may not have been read."""
    paths = {finding.source.path for finding in run.findings if finding.source is not None}
    return paths.intersection(run.kinds) - run.only_suppressing


def would_fix(run: Run) -> str:
    """The last line beside a difference, e.g. `3 would be fixed in 2 files`."""
    if not run.mended:
        return translated("nothing would be fixed")
    files = len(run.mended)
    return said(
        "{fixed} would be fixed in {files} file"
        if files == 1
        else "{fixed} would be fixed in {files} files",
        fixed=run.fixed,
        files=files,
    )


def number_of(severity: Severity, number: int) -> str:
    """`1 error`, `3 warnings`, `2 infos`."""
    one, many = _COUNTS[severity]
    return said(one if number == 1 else many, number=number)
