"""The fourth stage, check: a unit → what the rules find in each of its files.

`Checker` reads what a unit needs and gives values that hold nothing of it: any process can check
any unit.
"""

from __future__ import annotations

import os

from cannlint.config.errors import BrokenConfigError
from cannlint.config.search import leads_outside
from cannlint.engine.file_checks import check_reading
from cannlint.engine.job_files import JobFiles
from cannlint.engine.read import is_configuration, jobs_in, kind_in, output_reason, unknown_kind
from cannlint.engine.run import JobPlace
from cannlint.engine.units import CheckedFile, Context, FileUnit, LinkedUnit
from cannlint.errors import UnreadablePathError
from cannlint.kinds import CONFIG_KINDS, Kind
from cannlint.language import Phrase
from cannlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.config.file import Settings
    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.link import ConfigFile
    from cannlint.engine.plan_checks import PlanChecks
    from cannlint.engine.read import Files
    from cannlint.engine.run import Options
    from cannlint.engine.scope import Scope
    from cannlint.errors import CannlintError
    from cannlint.jobs.model import Job
    from cannlint.reading.base import Reading

_NOTHING_OF_CANN = Phrase("neither a config file of CANN nor a script that sets its options")
_OTHER_CONFIGURATION = Phrase("a configuration that --config or --isolated sets aside")
_NO_JOBS = Phrase("a configuration without jobs")


class Checker:
    """Checks units, each by itself, under what the options and the configurations say.

    `plans` makes the plans of jobs, or has them from earlier.
    """

    def __init__(
        self, options: Options, scope: Scope, files: Files, plans: PlanChecks | None = None
    ) -> None:
        self.options = options
        self.scope = scope
        self.files = files
        self.keeps_context = False
        """Whether the checked files tell what they were checked with, their jobs included."""
        self._plans = plans
        self._job_files = JobFiles(options, scope, files)

    def check(
        self, unit: FileUnit | LinkedUnit, instead: Source | None = None
    ) -> list[CheckedFile]:
        """What is found in the files of a unit; a file that is named as two kinds comes twice.

        `instead` is a text to check in place of the one that its file has.
        """
        self.files.instead = instead
        try:
            if isinstance(unit, LinkedUnit):
                checked = self._check_linked_unit(unit)
            else:
                checked = self._check_file(unit)
        except (UnreadablePathError, BrokenConfigError) as error:
            checked = [_failed(unit, error)]
        finally:
            if instead is not None:
                self.files.instead = None
                self._job_files.forget()  # their jobs have the reading of that text
        for file in checked:
            if unit.is_outside:
                _remove_fixes(file.findings)
            if not self.keeps_context:
                file.keep_results()
        return checked

    def check_command(self, command: Sequence[str]) -> list[CheckedFile]:
        """What is found in a command line that is to run here: its paths start at this folder."""
        from cannlint.jobs.atc_commands import read_program

        reading = read_program(command, os.getcwd())
        unit = FileUnit(reading.source.path, is_named=True)
        unit.is_file = unit.is_fixable = False
        self._job_files.given[reading.source.path] = reading
        try:
            settings = self.scope.settings_of(os.path.join(os.getcwd(), ""))
            return [self._with_links(unit, reading, settings)]
        except BrokenConfigError as broken:
            return [_failed(unit, broken)]

    def _check_file(self, unit: FileUnit) -> list[CheckedFile]:
        source = self.files.source(unit.path)
        if unit.is_file and not self.keeps_context:  # it may be another file since it was found
            unit.is_outside = unit.is_outside or leads_outside(unit.path, *self.options.folders)
        source.is_outside = unit.is_outside
        path = source.path
        if self.options.kind is None and is_configuration(source, self.scope):
            return self._check_configuration(unit, source)
        settings = self.scope.settings_of(path)
        if not unit.is_named and settings is not None and settings.excludes(path):
            from cannlint.discovery.walk import EXCLUDED

            return self._skipped(unit, source, EXCLUDED)
        in_jobs = self._job_files.configured(path, settings)
        if in_jobs:
            can_fix = len(in_jobs) == 1
            return [self._of_configured(unit, one, source, settings, can_fix) for one in in_jobs]
        kind = unit.kind or kind_in(source, settings, self.options, self.files, unit.is_named)
        if kind is not None:
            return [self._with_links(unit, self.files.reading(source, kind), settings)]
        if not unit.is_named:
            reason = output_reason(source) if self.options.show_files else None
            return self._skipped(unit, source, reason or _NOTHING_OF_CANN)
        skipped = CheckedFile(unit, source, None)
        skipped.failures = (unknown_kind(source),)
        return [skipped]

    def _skipped(self, unit: FileUnit, source: Source, reason: Phrase) -> list[CheckedFile]:
        """A file that is not checked; it is kept where the files are to be shown."""
        if not self.options.show_files:
            return []
        skipped = CheckedFile(unit, source, None)
        skipped.skipped = reason
        return [skipped]

    def _check_configuration(self, unit: FileUnit, source: Source) -> list[CheckedFile]:
        is_used = self.scope.searches or self.scope.is_given(source.path)
        if not (unit.is_named or is_used):
            return self._skipped(unit, source, _OTHER_CONFIGURATION)
        reading = self.files.reading(source, Kind.JOB)
        if not (unit.is_named or jobs_in(reading)):
            return self._skipped(unit, source, _NO_JOBS)
        settings = self.scope.settings_of(source.path)
        if settings is not None and settings.socs:
            self.scope.operators_under(settings)  # reports an unknown SoC, also without jobs
        return [self._with_links(unit, reading, settings)]

    def _with_links(
        self,
        unit: FileUnit | LinkedUnit,
        reading: Reading,
        settings: Settings | None,
        jobs: Sequence[Job] = (),
        socs: tuple[str, ...] = (),
    ) -> CheckedFile:
        """As `_examine`; the jobs in the file are linked to the files that they name."""
        configs = self._job_files.link(reading, settings) if jobs_in(reading) else None
        checked = self._examine(unit, reading, settings, jobs, socs)
        if configs is not None:
            from cannlint.engine.link import links_of

            checked.links = links_of(reading, configs, self.options.model)
            checked.errors = tuple(configs.unreadable)
        return checked

    def _check_linked_unit(self, unit: LinkedUnit) -> list[CheckedFile]:
        settings = self.scope.settings_of(unit.path)
        if settings is not None and settings.excludes(unit.path):
            return []  # a unit by itself says so
        reading = self.files.linked_reading(self.files.source(unit.path), unit.kind)
        unit.is_outside = unit.is_outside or os.path.realpath(unit.path) != unit.real_path
        reading.source.is_outside = unit.is_outside
        jobs: list[Job] = []
        for job_file in unit.job_files if unit.needs_jobs or self.keeps_context else ():
            for config in self._job_files.linked(job_file).of(unit.path):
                if config.reading.kind is unit.kind:
                    config.replace_reading(reading)  # that of the text which is checked now
                    jobs += config.jobs
        checked = self._with_links(unit, reading, settings, jobs, unit.socs)
        if not unit.is_only_kind:
            _remove_fixes(checked.findings)
        return [checked]

    def _of_configured(
        self,
        unit: FileUnit,
        config: ConfigFile,
        source: Source,
        settings: Settings | None,
        can_fix: bool,
    ) -> CheckedFile:
        """What is found in a file that jobs of a configuration name which is not checked itself."""
        config.replace_reading(self.files.linked_reading(source, config.reading.kind))
        checked = self._examine(unit, config.reading, settings, config.jobs, config.socs)
        if config.is_outside or not can_fix:
            _remove_fixes(checked.findings)
        return checked

    def _examine(
        self,
        unit: FileUnit | LinkedUnit,
        reading: Reading,
        settings: Settings | None,
        jobs: Sequence[Job] = (),
        socs: tuple[str, ...] = (),
    ) -> CheckedFile:
        """What the rules find in a file; `jobs` name it, and `socs` are those that they are for."""
        checked = CheckedFile(unit, reading.source, reading.kind)
        if not self.keeps_context:  # which has the jobs themselves
            checked.jobs = _places_of(jobs_in(reading))
        checked.uses_library = reading.kind in CONFIG_KINDS or bool(jobs_in(reading))
        operators = None
        if checked.uses_library:
            operators = self.scope.operators_under(settings, socs)
        found = check_reading(reading, operators)
        if jobs and isinstance(unit, FileUnit):  # nobody checks the file that the jobs are in
            from cannlint.engine.job_checks import check_in_jobs

            found += check_in_jobs(reading, jobs, operators)
        own = jobs_in(reading)
        model = self.options.model
        planned = [job for job in own if model or job.graph_path is not None] if own else jobs
        if planned or (model and reading.kind in CONFIG_KINDS):
            found = self._planned(checked, found, reading, settings, planned)
        checked.findings = found
        checked.notes = tuple(self.scope.notes()) if checked.uses_library else ()
        checked.context = Context(reading, operators, settings, jobs or jobs_in(reading))
        return checked

    def _planned(
        self,
        checked: CheckedFile,
        found: list[Diagnostic],
        reading: Reading,
        settings: Settings | None,
        jobs: Sequence[Job],
    ) -> list[Diagnostic]:
        if self._plans is None:
            from cannlint.engine.plan_checks import PlanChecks

            self._plans = PlanChecks(self.options.model)
        found = self._plans.revised(found, reading, jobs, self.scope.operators_under(settings))
        checked.failures = tuple(self._plans.complaints)
        return found


def _places_of(jobs: Sequence[Job]) -> tuple[JobPlace, ...]:
    """Where jobs are, in order; those that branches of a script make of one are one."""
    places = {job.span.start: job for job in jobs}
    return tuple(
        JobPlace(
            job.source.position(start)[0],
            job.front_end.value,
            job.name,
            tuple((one.key, one.source.position(one.span.start)[0]) for one in job.unknown()),
        )
        for start, job in sorted(places.items())
    )


def checker_for(options: Options, files: Files) -> Checker:
    """A checker under the options; raises BrokenConfigError where their configuration is broken."""
    from cannlint.engine.scope import scope_of

    return Checker(options, scope_of(options), files)


def _failed(unit: FileUnit | LinkedUnit, error: CannlintError) -> CheckedFile:
    failed = CheckedFile(unit, Source(unit.path, b""), None)
    failed.errors = (error,)
    return failed


def _remove_fixes(findings: Sequence[Diagnostic]) -> None:
    """Offer no fix: the file is outside of the project, or is read as two kinds."""
    for finding in findings:
        finding.fix = None
