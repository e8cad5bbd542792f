"""The last line of a report: how many findings of each severity a run has.

Imports nothing but the language: a run without findings prints this line too, and must be fast.
"""

from __future__ import annotations

from cannlint.language import said, translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.diagnostics import Diagnostic, Severity
    from cannlint.engine.run import Run

_COUNTS = {
    "error": ("{number} error", "{number} errors"),
    "warning": ("{number} warning", "{number} warnings"),
    "info": ("{number} info", "{number} infos"),
}


class Summary:
    """The counts of a run, with what is not shown; `by_severity` has the gravest first."""

    __slots__ = ("by_severity", "files", "fixable", "jobs", "safe", "suppressed")

    def __init__(self, run: Run) -> None:
        self.files = run.files
        self.jobs = run.jobs
        self.suppressed = run.suppressed
        findings = [*run.findings, *run.hidden]
        fixes = [finding.fix for finding in findings if finding.fix is not None]
        self.fixable = len(fixes)
        self.safe = sum(fix.is_safe for fix in fixes)
        self.by_severity = dict.fromkeys(_COUNTS, 0)
        for finding in findings:
            self.by_severity[finding.severity.value] += 1


def reaches(findings: Iterable[Diagnostic], limit: Severity) -> bool:
    """Whether any finding is at least as grave as `limit`."""
    return any(finding.severity.rank <= limit.rank for finding in findings)


def clean_line(run: Run) -> str:
    """The line of a run without findings, e.g. `4 files checked, nothing to report`."""
    if not run.files and not run.complaints:
        return translated("nothing checked: no config file and no compile job found")
    files = _checked(run)
    if run.fixed:
        text = said(
            "{files}: {fixed} fixed, {number} remaining", files=files, fixed=run.fixed, number=0
        )
    else:
        text = said("{files}, nothing to report", files=files)
    accepted = _accepted_counts(run)
    return text + (said(" ({counts})", counts=translated(", ").join(accepted)) if accepted else "")


def summary_line(run: Run, library: str | None = None) -> str:
    """The last line of a report, e.g. `4 files checked: 1 error, 3 warnings, 1 fixable`."""
    summary = Summary(run)
    head = _checked(run)
    clean = summary.files - len(_files_with_findings(run))
    if run.findings and clean:
        head += said(", {number} clean", number=clean)
    counts = [
        number_of(severity, number) for severity, number in summary.by_severity.items() if number
    ]
    if summary.fixable:
        counts.append(_fixable(summary))
    counts += _accepted_counts(run)
    if run.fixed:
        head = said(
            "{files}: {fixed} fixed, {number} remaining",
            files=head,
            fixed=run.fixed,
            number=len(run.findings) + len(run.hidden),
        )
    text = (
        said("{files}: {counts}", files=head, counts=translated(", ").join(counts))
        if counts
        else said("{files}, nothing to report", files=head)
    )
    if len(run.findings) > _MANY:
        text += said("; --statistics counts them by rule")
    return f"{text} · {library}" if library else text


_MANY = 50
"""Findings behind which the summary tells how to see less."""


def _fixable(summary: Summary) -> str:
    """How many findings have a fix, and which option applies it."""
    number, safe = summary.fixable, summary.safe
    if safe == number:
        return said("{number} fixable with --fix", number=number)
    if not safe:
        return said("{number} fixable with --unsafe-fixes", number=number)
    text = "{number} fixable ({safe} with --fix, {others} more with --unsafe-fixes)"
    return said(text, number=number, safe=safe, others=number - safe)


def _checked(run: Run) -> str:
    """`1 file checked`, `2 files checked`, `2 files and 3 jobs checked`."""
    text = "{number} file checked" if run.files == 1 else "{number} files checked"
    if run.jobs:
        files = "{number} file" if run.files == 1 else "{number} files"
        text = (
            "{files} and {jobs} job checked" if run.jobs == 1 else "{files} and {jobs} jobs checked"
        )
        return said(text, files=said(files, number=run.files), jobs=run.jobs)
    return said(text, number=run.files)


def _accepted_counts(run: Run) -> list[str]:
    """How many findings are suppressed, and how many are in the baseline."""
    in_baseline = run.comparison.matched if run.comparison is not None else 0
    counts = [said("{number} suppressed", number=run.suppressed)] if run.suppressed else []
    counts += [said("{number} in the baseline", number=in_baseline)] if in_baseline else []
    counts += [said("{number} below --severity", number=len(run.hidden))] if run.hidden else []
    if run.unknown:
        text = "{number} value unknown" if run.unknown == 1 else "{number} values unknown"
        counts.append(said(text, number=run.unknown))
    return counts


def _files_with_findings(run: Run) -> set[str]:
    """The files with findings among the files counted: some paths could not be read."""
    findings = (*run.findings, *run.hidden)
    paths = {finding.source.path for finding in findings if finding.source is not None}
    return paths.intersection(run.kinds) - run.only_suppressing


def would_fix(run: Run) -> str:
    """The last line of `--diff`, e.g. `3 would be fixed in 2 files`."""
    if not run.fixed_files:
        return translated("nothing would be fixed")
    files = len(run.fixed_files)
    return said(
        "{fixed} would be fixed in {files} file"
        if files == 1
        else "{fixed} would be fixed in {files} files",
        fixed=run.fixed,
        files=files,
    )


def number_of(severity: str, number: int) -> str:
    """`1 error`, `3 warnings`, `2 infos`."""
    one, many = _COUNTS[severity]
    return said(one if number == 1 else many, number=number)
