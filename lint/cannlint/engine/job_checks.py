"""The rules about jobs, run on the jobs of a file, or for one config file that jobs name."""

from __future__ import annotations

from functools import partial

from cannlint.cann.option_names import SOC
from cannlint.diagnostics import Severity
from cannlint.engine.limits import limit_findings
from cannlint.formats.scripts import Language, language_of
from cannlint.jobs.facts import facts_of
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.kinds import SCRIPT_KINDS, Kind, kind_of_front_end
from cannlint.rules.loading import file_in_job_rules, job_library_rules_about, job_rules_about

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cannlint.diagnostics import Diagnostic
    from cannlint.jobs.jobs_reading import JobsReading
    from cannlint.jobs.model import Job
    from cannlint.library.operators import Operators
    from cannlint.reading.base import Reading
    from cannlint.rules.rule import Rule

_OF_JOBS = "JB"
"""The family of the rules whose place is a job, where the files of its options are related."""


def check_jobs(reading: JobsReading, operators: Operators | None) -> Iterator[Diagnostic]:
    """What the rules find in the jobs of a file, and in the config files they name together.

    A finding in a config file has its `source`. The same one comes once: the branches of a script
    share settings, and jobs share files.
    """
    seen = set()
    for finding in _in_each(reading, operators):
        key = (finding.code, finding.source, finding.span, str(finding.message))
        if key not in seen:
            seen.add(key)
            yield finding


def _in_each(reading: JobsReading, operators: Operators | None) -> Iterator[Diagnostic]:
    """What the rules find in each job, and in what it may be."""
    facts = frozenset().union(*map(facts_of, reading.jobs), *map(facts_of, reading.possible))
    for rule in job_rules_about(facts):
        yield from _found_by(rule, rule.run, reading)
    if operators is not None:
        for rule in job_library_rules_about(facts):
            yield from _found_in_library(rule, reading, operators)


def _found_in_library(rule: Rule, reading: JobsReading, operators: Operators) -> list[Diagnostic]:
    def find(with_: Operators) -> list[Diagnostic]:
        return _found_by(rule, partial(_run_with, with_, rule), reading)

    found = find(operators)
    if found and not operators.library.is_chosen:
        from cannlint.engine.other_releases import compare_releases

        compare_releases(found, operators, find)
    return found


def _found_by(
    rule: Rule, run: Callable[[Job], Iterator[Diagnostic]], reading: JobsReading
) -> list[Diagnostic]:
    """What a rule finds in the jobs of its kinds, in their order."""
    jobs = (
        job for job in (*reading.jobs, *reading.possible) if _kind_of(job, reading) in rule.kinds
    )
    found = limit_findings(
        finding if job.assumed is None else _assuming(job.assumed, finding)
        for job in jobs
        for finding in run(job)
        if _is_about(job, finding)
    )
    language = language_of(reading.source.path)
    if language in _ALTERED:
        for finding in found:
            _ALTERED[language](finding)
    return found


def _is_about(job: Job, finding: Diagnostic) -> bool:
    """Whether a finding is about the option that a branch adds, where the job assumes one.

    Where the branch does not run, the other options are as they were without it.
    """
    assumed = job.assumed
    if assumed is None or assumed not in job.may_add:
        return True
    is_within = assumed.span.start <= finding.span.start and finding.span.end <= assumed.span.end
    return is_within and finding.source in (None, assumed.source)


def _assuming(assumed: Setting, finding: Diagnostic) -> Diagnostic:
    """A finding in what a job may be: a fix changes nothing but the value that may be."""
    place = assumed.value_span
    edits = finding.fix.edits if finding.fix is not None else ()
    if any(edit.span.start < place.start or edit.span.end > place.end for edit in edits):
        finding.fix = None
    return finding


def _advise_only(finding: Diagnostic) -> None:
    """Of a patch: what it adds may be corrected before it is applied, and is changed by hand."""
    finding.severity = Severity.INFO
    finding.fix = None


def _without_quotes(finding: Diagnostic) -> None:
    """Of a notebook, whose code stands in texts of JSON: no fix with what would end such a text."""
    edits = finding.fix.edits if finding.fix is not None else ()
    if any(set(edit.text) & set('"\\\n') for edit in edits):
        finding.fix = None


_ALTERED = {Language.PATCH: _advise_only, Language.NOTEBOOK: _without_quotes}
"""The languages of files where a finding of a job is less than in a script."""


def _run_with(operators: Operators, rule: Rule, job: Job) -> Iterator[Diagnostic]:
    return rule.run(job, operators_for(job, operators))


def _kind_of(job: Job, reading: JobsReading) -> Kind:
    """The kind of script that a job stands in.

    That of TensorFlow may start `atc`, too, and one that starts `atc` may write other scripts.
    """
    if reading.kind not in SCRIPT_KINDS:
        return reading.kind
    is_of_shell = job.front_end is FrontEnd.ATC or reading.kind is Kind.ATC_COMMANDS
    return kind_of_front_end(job.front_end) if is_of_shell else reading.kind


def check_in_jobs(
    reading: Reading, jobs: Sequence[Job], operators: Operators | None
) -> Iterator[Diagnostic]:
    """What is to be said of a config file because of jobs that name it.

    For a file that is checked without the file that the jobs are written in: what the rules
    about jobs would say at an option is then said by the rules of the file's own family.
    """
    for job in jobs:
        facts = facts_of(job)
        for rule in (*file_in_job_rules(), *_of_files(job_rules_about(facts))):
            yield from _within(reading, rule.run(job))
        if operators is not None:
            for rule in _of_files(job_library_rules_about(facts)):
                yield from _within(reading, rule.run(job, operators_for(job, operators)))


def operators_for(job: Job, operators: Operators) -> Operators:
    """The operators of the job's own SoC where it names one, else those of the run.

    Of a SoC that the library does not know there are none, so that nothing is said of it.
    """
    from cannlint.library.operators import operators as of_socs

    soc = job.value(SOC)
    return of_socs((soc,), operators.library, operators.extra) if soc else operators


def _of_files(rules: list[Rule]) -> list[Rule]:
    return [rule for rule in rules if not rule.code.startswith(_OF_JOBS)]


def _within(reading: Reading, findings: Iterator[Diagnostic]) -> list[Diagnostic]:
    return limit_findings(finding for finding in findings if finding.source is reading.source)
