"""The rules about jobs, run on the jobs of a file, or for one config file that jobs name."""

from __future__ import annotations

from functools import partial

from cannlint.cann.option_names import SOC
from cannlint.engine.limits import LIMIT, limit_findings
from cannlint.jobs.facts import facts_of
from cannlint.jobs.model import start_of
from cannlint.jobs.settings import FrontEnd
from cannlint.kinds import SCRIPT_KINDS, Kind
from cannlint.rules.loading import (
    file_in_job_rules,
    job_library_rules_about,
    job_rules_about,
    rule_modules,
    rule_named,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cannlint.diagnostics import Diagnostic
    from cannlint.jobs.found_before import FoundBefore
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
    """What the rules find in each job; in one that stays as it was, those that found something."""
    to_check = _JobsToCheck(reading, operators)
    facts = frozenset().union(*map(facts_of, to_check.new))
    for rule in to_check.rules(job_rules_about(facts)):
        yield from to_check.found_by(rule, rule.run)
    if operators is not None:
        for rule in to_check.rules(job_library_rules_about(facts), needs_library=True):
            yield from to_check.found_by(rule, partial(_run_with, operators, rule))
    to_check.keep()


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
    """The jobs of a file to check: `new` ones, and those of which it is known what was found."""

    __slots__ = ("_before", "_codes", "_known", "_operators", "_reading", "new")

    def __init__(self, reading: JobsReading, operators: Operators | None) -> None:
        self._reading = reading
        self._operators = operators
        self._before = reading.found_before
        self._codes: dict[int, set[str]] = {}
        self._known: dict[str, list[Job]] = {}
        self.new: Sequence[Job] = reading.jobs
        if self._before is not None:
            self.new = [job for job in reading.jobs if not self._is_known(job, self._before)]

    def _is_known(self, job: Job, before: FoundBefore) -> bool:
        codes = before.codes(job, self._operators)
        if codes is None:
            return False
        self._codes[id(job)] = set(codes)
        for code in codes:
            self._known.setdefault(code, []).append(job)
        return True

    def rules(self, about: Sequence[Rule], needs_library: bool = False) -> list[Rule]:
        """The rules to run: those about the facts of new jobs, and those of the others."""
        modules = rule_modules() if self._known else {}
        known = (rule_named(modules[code]) for code in self._known)
        own = (rule for rule in known if rule.needs_library is needs_library)
        return list({rule.code: rule for rule in (*about, *own)}.values())

    def found_by(self, rule: Rule, run: Callable[[Job], Iterator[Diagnostic]]) -> list[Diagnostic]:
        """What a rule finds in the jobs of its kinds, in their order."""
        jobs = [job for job in self.new if _kind_of(job, self._reading) in rule.kinds]
        new = jobs
        if rule.code in self._known:
            jobs = sorted([*jobs, *self._known[rule.code]], key=start_of)
        found = limit_findings(self._noted(rule, jobs, run))
        for job in new if len(found) == LIMIT else ():  # there may be more in any of them
            self._note(rule, job)
        return found

    def _noted(
        self, rule: Rule, jobs: Sequence[Job], run: Callable[[Job], Iterator[Diagnostic]]
    ) -> Iterator[Diagnostic]:
        for job in jobs:
            for finding in run(job):
                self._note(rule, job)
                yield finding

    def _note(self, rule: Rule, job: Job) -> None:
        self._codes.setdefault(id(job), set()).add(rule.code)

    def keep(self) -> None:
        """Remember what was found, when every rule was run."""
        if self._before is not None:
            found = ((job, self._codes.get(id(job), ())) for job in self._reading.jobs)
            self._before.keep(((job, frozenset(codes)) for job, codes in found), self._operators)


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
