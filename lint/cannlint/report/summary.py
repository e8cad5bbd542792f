"""How many findings of each sort a run has."""

from __future__ import annotations

from cannlint.diagnostics import Diagnostic, Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.run import Run


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


def counted(number: int, noun: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def summary_line(run: Run, library: str | None = None) -> str:
    """The last line of a report, e.g. `4 files checked: 1 error, 3 warnings, 1 fixable`."""
    summary = Summary(run)
    dirty = {finding.source.path for finding in run.findings if finding.source is not None}
    head = f"{counted(summary.files, 'file')} checked"
    if dirty and summary.files > len(dirty):
        head += f", {summary.files - len(dirty)} clean"
    counts = [
        number_of(severity, number) for severity, number in summary.by_severity.items() if number
    ]
    if summary.fixable:
        counts.append(f"{summary.fixable} fixable")
    if summary.suppressed:
        counts.append(f"{summary.suppressed} suppressed")
    if run.comparison is not None and run.comparison.matched:
        counts.append(f"{run.comparison.matched} in the baseline")
    if run.fixed:
        head += f": {run.fixed} fixed, {len(run.findings)} remaining"
    text = f"{head}: {', '.join(counts)}" if counts else f"{head}, nothing to report"
    return f"{text} · {library}" if library else text


def would_fix(run: Run) -> str:
    """The last line beside a difference, e.g. `3 would be fixed in 2 files`."""
    if not run.mended:
        return "nothing would be fixed"
    return f"{run.fixed} would be fixed in {counted(len(run.mended), 'file')}"


def number_of(severity: Severity, number: int) -> str:
    """`1 error`, `3 warnings`, `2 infos`."""
    return counted(number, severity.value)
