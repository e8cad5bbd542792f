"""What `cannlint check` says about the options and files that CANN refuses."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Message, Severity
from cannlint.engine.file_checks import check_reading
from cannlint.engine.job_checks import check_jobs
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import Job
from cannlint.kinds import Kind
from cannlint.library.operators import operators
from cannlint.reading.base import Reading
from cannlint.resolve.plan import Plan
from cannlint.resolve.provenance import Origin
from cannlint.resolve.refusal import Refusal
from cannlint.resolve.target import Target
from cannlint.text.source import Source


def explain_refusals(plan: Plan) -> None:
    """Give each refusal of a plan the rule and the place of its error.

    Nothing is told about files outside of the project, whose text is not to be shown.
    """
    for refusal in plan.refusals:
        refusal.cause = cause_of(plan.job, refusal, plan.target)


def cause_of(job: Job, refusal: Refusal, target: Target) -> Message | None:
    """The rule that reports what CANN refuses: of several one with the same code of CANN."""
    origin = refusal.origin
    source = origin.source
    if source is None or source.is_outside:
        return None
    linked = job.files.get(refusal.option)
    if origin.kind != "file":
        found = [*_errors_at(job, origin, target)]
        found.sort(key=lambda finding: _distance(finding, refusal))
    else:
        found = [*errors_of(linked.reading)] if linked is not None else []
    return told(found[0], source) if found else None


def _distance(finding: Diagnostic, refusal: Refusal) -> tuple[bool, bool]:
    """How far a finding is from being about a refusal: another text, another code of CANN."""
    is_same = str(finding.message) == str(refusal.message)
    return not is_same, finding.cann_code not in refusal.codes


def errors_of(reading: Reading) -> Iterator[Diagnostic]:
    """The errors in a config file, in order of place."""
    return (finding for finding in check_reading(reading) if finding.severity is Severity.ERROR)


def _errors_at(job: Job, origin: Origin, target: Target) -> Iterator[Diagnostic]:
    """The errors about an option of a job, at the place where it is set."""
    source, span = origin.source, origin.span
    if source is None or span is None:
        return
    kind = Kind.JOB if job.name is not None else Kind.ATC_COMMANDS
    of_soc = operators((target.soc,), target.library)
    for finding in check_jobs(JobsReading(job.source, kind, [job]), of_soc):
        is_there = finding.span.start < span.end and finding.span.end > span.start
        is_here = (finding.source or job.source) is source
        if finding.severity is Severity.ERROR and is_there and is_here:
            yield finding


def told(finding: Diagnostic, source: Source) -> Message:
    """A finding as rule, place and message."""
    line, column = source.position(finding.span.start)
    return Message.of(
        "{rule} at {place}: {message}",
        rule=finding.code,
        place=f"{source.path}:{line}:{column}",
        message=finding.message,
    )
