"""The rules about jobs, run on the jobs of a file, or for one config file that jobs name."""

from __future__ import annotations

from functools import partial

from cannlint.cann.option_names import SOC
from cannlint.engine.limits import LIMIT, limit_findings
from cannlint.jobs.facts import facts_of
from cannlint.jobs.settings import FrontEnd
from cannlint.kinds import SCRIPT_KINDS, Kind
from cannlint.rules.loading import file_in_job_rules, job_library_rules_about, job_rules_about

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cannlint.diagnostics import Diagnostic
    from cannlint.jobs.model import Job, JobsReading
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
    """What the rules find in each job, but for those in which they found nothing before."""
    to_check = _JobsToCheck(reading, operators)
    facts = frozenset().union(*map(facts_of, to_check.jobs))
    for rule in job_rules_about(facts):
        yield from to_check.found_by(rule, rule.run)
    for rule in job_library_rules_about(facts) if operators is not None else ():
        assert operators is not None
        yield from to_check.found_by(rule, partial(_run_with, operators, rule))
    to_check.keep_clean()


def _run_with(operators: Operators, rule: Rule, job: Job) -> Iterator[Diagnostic]:
    return rule.run(job, operators_for(job, operators))


_KINDS = {
    FrontEnd.ATC: Kind.ATC_SCRIPT,
    FrontEnd.TF1: Kind.TF_SCRIPT,
    FrontEnd.TF2: Kind.TF_SCRIPT,
}
"""Front end → the kind of script that a job of it stands in; the others have one for all."""


def _kind_of(job: Job, reading: JobsReading) -> Kind:
    """The kind of script that a job stands in.

    That of TensorFlow may start `atc`, too, and one that starts `atc` may write other scripts.
    """
    if reading.kind not in SCRIPT_KINDS:
        return reading.kind
    is_of_shell = job.front_end is FrontEnd.ATC or reading.kind is Kind.ATC_SCRIPT
    return _KINDS.get(job.front_end, Kind.TORCH_SCRIPT) if is_of_shell else reading.kind


class _JobsToCheck:
    """The jobs of a file to check, and whether anything was found in them."""

    __slots__ = ("_clean", "_faulty", "_keys", "_kinds", "_operators", "jobs")

    def __init__(self, reading: JobsReading, operators: Operators | None) -> None:
        self._clean = reading.clean
        self._operators = operators
        self._faulty: set[int] = set()
        self._keys: dict[int, tuple[object, Operators | None]] = {}
        self.jobs: Sequence[Job] = reading.jobs
        if self._clean is not None:
            self.jobs = [job for job in reading.jobs if not self._is_clean(job, self._clean)]
        self._kinds = [_kind_of(job, reading) for job in self.jobs]

    def _is_clean(self, job: Job, clean: set[tuple[object, Operators | None]]) -> bool:
        """Whether nothing was found before in a job like this, or in this one."""
        if job.has_others:
            return False
        if job.clean_for is not None and job.clean_for is self._operators:
            return True
        content = job.content
        if content is None:
            return False  # it is clean only as long as it stays as it is
        self._keys[id(job)] = content, self._operators
        is_clean = self._keys[id(job)] in clean
        job.clean_for = self._operators if is_clean else None
        return is_clean

    def found_by(self, rule: Rule, run: Callable[[Job], Iterator[Diagnostic]]) -> list[Diagnostic]:
        """What a rule finds in the jobs of its kinds."""
        jobs = [job for job, kind in zip(self.jobs, self._kinds, strict=True) if kind in rule.kinds]
        found = limit_findings(self._noted(jobs, run))
        if len(found) == LIMIT:  # there may be more in any of them
            self._faulty.update(map(id, jobs))
        return found

    def _noted(
        self, jobs: Sequence[Job], run: Callable[[Job], Iterator[Diagnostic]]
    ) -> Iterator[Diagnostic]:
        for job in jobs:
            for finding in run(job):
                self._faulty.add(id(job))
                yield finding

    def keep_clean(self) -> None:
        """Remember the jobs in which nothing was found, when every rule was run."""
        if self._clean is None:
            return
        for job in self.jobs:
            if job.has_others or id(job) in self._faulty:
                continue
            job.clean_for = self._operators
            if id(job) in self._keys:
                self._clean.add(self._keys[id(job)])


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
