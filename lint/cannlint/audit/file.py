"""Audit the jobs of one file for every target: the unit of work of an audit.

A job is audited with the files that it names, so the units are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from cannlint.audit.changes import changes_between
from cannlint.audit.model import AuditTarget
from cannlint.audit.record import FindingRecord, JobRecord, PlanRecord
from cannlint.cann.option_names import SOC
from cannlint.config.errors import BrokenConfigError
from cannlint.config.file import Settings
from cannlint.diagnostics import Diagnostic, Message
from cannlint.engine.accept import Acceptance
from cannlint.engine.file_checks import check_reading
from cannlint.engine.link import ConfigFiles
from cannlint.engine.own_plugins import with_own_plugins
from cannlint.engine.read import Files, is_configuration, kind_in, read
from cannlint.engine.run import Options
from cannlint.engine.scope import scope_of
from cannlint.errors import CannlintError, UnreadablePathError
from cannlint.jobs.chosen_release import choose_releases
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import Job
from cannlint.kinds import JOB_KINDS, Kind
from cannlint.language import said, translated
from cannlint.library.choose import choose
from cannlint.library.model import Library
from cannlint.library.operators import Operators, operators
from cannlint.reading.base import Reading
from cannlint.resolve.plan import Plan, plan_of_graph
from cannlint.resolve.target import target_of
from cannlint.text.source import Source, read_source

Audited = tuple[list[JobRecord], list[tuple[str, str]]]
"""The records of the jobs in a file, and the unreadable paths: (path, reason)."""


def audit_file(path: str, targets: Sequence[AuditTarget], options: Options) -> Audited:
    """Audit all jobs in a file."""
    try:
        return _Auditor(targets, options).audit(path)
    except UnreadablePathError as error:
        return [], [(error.path, error.reason)]
    except BrokenConfigError as broken:
        return [], [(broken.source.path, _why_broken(broken))]
    except CannlintError as error:  # the library in a configuration cannot be used
        return [], [(path, str(error))]


def _why_broken(broken: BrokenConfigError) -> str:
    span, message, values = broken.problems[0]
    line, _ = broken.source.position(span.start)
    return said(
        "cannot be used as configuration: nothing in its folder is audited; line {line}: {problem}",
        line=line,
        problem=str(Message(message, values)),
    )


class _Auditor:
    def __init__(self, targets: Sequence[AuditTarget], options: Options) -> None:
        self.targets = targets
        self.options = options
        self.files = Files()
        self.scope = scope_of(options)
        self.acceptance = Acceptance(options)

    def audit(self, path: str) -> Audited:
        source = read_source(path)
        settings = self.scope.settings_of(path)
        kind = self._kind_of(source, settings)
        if kind not in JOB_KINDS or (settings is not None and settings.excludes(path)):
            return [], []
        if any(target.soc is None for target in self.targets):
            self.scope.operators_under(settings)  # reports an unknown SoC of the configuration
        reading = read(source, kind)
        assert isinstance(reading, JobsReading)
        choose_releases(reading.jobs, *self.scope.releases_under(settings))
        root = settings.root if settings is not None else None
        configs = ConfigFiles(reading, root, self.files, self.options.folders)
        jobs = [self._job(job, reading, settings) for job in reading.jobs]
        return jobs, [(error.path, error.reason) for error in configs.unreadable]

    def _kind_of(self, source: Source, settings: Settings | None) -> Kind | None:
        if self.options.kind is None and is_configuration(source, self.scope):
            return Kind.JOB
        return kind_in(source, settings, self.options, self.files, is_named=False)

    def _job(self, job: Job, reading: JobsReading, settings: Settings | None) -> JobRecord:
        found: dict[tuple[object, ...], FindingRecord] = {}
        plans: list[Plan | str] = []
        known: list[tuple[Library, str | None]] = []
        for number, target in enumerate(self.targets):
            job_for_soc = _for_soc(job, target.soc)
            choose_releases([job_for_soc], *self.scope.releases_under(settings, target.library))
            soc = job_for_soc.value(SOC) or target.soc or _first(settings)
            library = _library(target, settings)
            for finding in self._findings(job_for_soc, reading, settings, library, soc):
                _note(found, finding, number)
            plans.append(_plan(with_own_plugins(job_for_soc, settings), library, soc))
            known.append((library, soc))
        line, column = job.source.position(job.span.start)
        findings = [*found.values()]
        return {
            "file": job.source.path,
            "line": line,
            "column": column,
            "name": job.name,
            "front_end": job.front_end.value,
            "files": sorted({file.path for file in job.files.values()}),
            "findings": findings,
            "plans": [_plan_record(plan) for plan in plans],
            "changes": changes_between(plans, findings, known),
        }

    def _findings(
        self,
        job: Job,
        reading: JobsReading,
        settings: Settings | None,
        library: Library,
        soc: str | None,
    ) -> list[Diagnostic]:
        """The findings in a job and in the files it names, without suppressed ones."""
        extra = settings.extra_ops if settings is not None else frozenset()
        known = operators((soc,) if soc else (), library, extra)
        found = self._accepted(JobsReading(reading.source, reading.kind, [job]), known)
        for linked in {id(file.reading): file.reading for file in job.files.values()}.values():
            found += self._accepted(linked, known)
        return sorted(found, key=_place)

    def _accepted(self, reading: Reading, known: Operators) -> list[Diagnostic]:
        """What is found in a file, and not suppressed."""
        source, found = reading.source, check_reading(reading, known)
        settings = self.scope.settings_of(source.path)
        return self.acceptance.accept(source, reading.kind, settings, found).findings


def _for_soc(job: Job, soc: str | None) -> Job:
    """A copy of the job for another SoC."""
    if soc is None or job.get(SOC) is None:
        return job
    job_for_soc = copy(job)
    job_for_soc.settings = [s.with_value(soc) if s.option == SOC else s for s in job.settings]
    return job_for_soc


def _first(settings: Settings | None) -> str | None:
    return settings.socs[0] if settings is not None and settings.socs else None


def _library(target: AuditTarget, settings: Settings | None) -> Library:
    if settings is None:
        return choose(target.library)
    return choose(target.library, settings.opp, settings.library)


def _plan(job: Job, library: Library, soc: str | None) -> Plan | str:
    """The plan of the operators that the files of the job name, or why there is none."""
    if soc is None:
        return translated("no SoC given")
    try:
        return plan_of_graph(job, target_of(library, soc), None)
    except CannlintError as error:
        return str(error)


def _plan_record(plan: Plan | str) -> PlanRecord:
    if isinstance(plan, str):
        return {"accepted": None, "cann_codes": [], "operators": 0, "reason": plan}
    return {
        "accepted": plan.accepted,
        "cann_codes": plan.codes,
        "operators": len(plan.rows),
        "reason": None,
    }


def _note(found: dict[tuple[object, ...], FindingRecord], finding: Diagnostic, target: int) -> None:
    """Add a target to the record of a finding; equal findings share one record."""
    source = finding.source
    assert source is not None
    message = str(finding.message)
    key = (finding.code, finding.severity, source.path, finding.span, message)
    if key not in found:
        found[key] = _record(finding, source, message)
    if target not in found[key]["targets"]:
        found[key]["targets"].append(target)


def _record(finding: Diagnostic, source: Source, message: str) -> FindingRecord:
    line, column = source.position(finding.span.start)
    return {
        "rule": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "cann_code": finding.cann_code,
        "message": message,
        "file": source.path,
        "line": line,
        "column": column,
        "targets": [],
    }


def _place(finding: Diagnostic) -> tuple[str, int, str]:
    assert finding.source is not None
    return finding.source.path, finding.span.start, finding.code
