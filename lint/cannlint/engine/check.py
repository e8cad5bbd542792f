"""The fourth stage, check: a unit → what the rules find in each of its files.

`Checker` reads what a unit needs and gives values that hold nothing of it: any process can check
any unit.
"""

from __future__ import annotations

import os

from cannlint.config.errors import BrokenConfigError
from cannlint.engine.checks import check_reading
from cannlint.engine.read import is_configuration, jobs_in, kind_in, unknown_kind
from cannlint.engine.units import CheckedFile, Context, FileUnit, LinkedUnit
from cannlint.errors import UnreadablePathError
from cannlint.kinds import CONFIG_KINDS, Kind
from cannlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.config.file import Settings
    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.link import ConfigFile, ConfigFiles
    from cannlint.engine.plan_checks import PlanChecks
    from cannlint.engine.read import Files
    from cannlint.engine.run import Options
    from cannlint.engine.scope import Scope
    from cannlint.errors import CannlintError
    from cannlint.jobs.model import Job, JobsReading
    from cannlint.library.operators import Operators
    from cannlint.reading.base import Reading

_MOST_JOB_FILES = 1_000
"""Files with jobs that stay linked, for the config files that need their jobs once more."""


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
        self._configs: dict[str, ConfigFiles] = {}
        self._configured: dict[str, ConfigFiles] = {}
        self._given: dict[str, JobsReading] = {}

    def check(self, unit: FileUnit | LinkedUnit) -> list[CheckedFile]:
        """What is found in the files of a unit; a file that is named as two kinds comes twice."""
        try:
            if isinstance(unit, LinkedUnit):
                checked = self._check_linked_unit(unit)
            else:
                checked = self._check_file(unit)
        except (UnreadablePathError, BrokenConfigError) as error:
            checked = [_failed(unit, error)]
        for file in checked:
            if not self.keeps_context:
                file.keep_results()
        return checked

    def check_command(self, command: Sequence[str]) -> list[CheckedFile]:
        """What is found in a command line that is to run here: its paths start at this folder."""
        from cannlint.jobs.atc_script import read_command

        reading = read_command(command, os.getcwd())
        unit = FileUnit(reading.source.path, is_named=True)
        unit.is_file = unit.is_fixable = False
        self._given[reading.source.path] = reading
        try:
            settings = self.scope.settings_of(os.path.join(os.getcwd(), ""))
            return [self._of_reading(unit, reading, settings)]
        except BrokenConfigError as broken:
            return [_failed(unit, broken)]

    def _check_file(self, unit: FileUnit) -> list[CheckedFile]:
        source = self.files.source(unit.path)
        path = source.path
        if self.options.kind is None and self._is_configuration(source):
            return self._check_configuration(unit, source)
        settings = self.scope.settings_of(path)
        if not unit.is_named and settings is not None and settings.excludes(path):
            return []
        in_jobs = self._in_configured_jobs(path, settings)
        if in_jobs:
            return [
                self._of_linked(unit, one, settings, can_fix=len(in_jobs) == 1) for one in in_jobs
            ]
        kind = unit.kind or kind_in(source, settings, self.options, self.files, unit.is_named)
        if kind is not None:
            return [self._of_reading(unit, self.files.reading(source, kind), settings)]
        if not unit.is_named:
            return []
        skipped = CheckedFile(unit, source, None)
        skipped.failures = (unknown_kind(source),)
        return [skipped]

    def _is_configuration(self, source: Source) -> bool:
        return self.scope.is_given(source.path) or is_configuration(source)

    def _check_configuration(self, unit: FileUnit, source: Source) -> list[CheckedFile]:
        is_used = self.scope.searches or self.scope.is_given(source.path)
        if not (unit.is_named or is_used):
            return []
        reading = self.files.reading(source, Kind.JOB)
        if not (unit.is_named or jobs_in(reading)):
            return []
        return [self._of_reading(unit, reading, self.scope.settings_of(source.path))]

    def _in_configured_jobs(self, path: str, settings: Settings | None) -> list[ConfigFile]:
        """A file as the jobs of its configuration use it, where they are not checked themselves."""
        if self.options.kind is not None:
            return []
        if settings is None or settings.path is None or not settings.has_jobs:
            return []
        if settings.path not in self._configured:
            from cannlint.engine.link import ConfigFiles

            source = self.files.configuration(settings.path)
            reading: JobsReading = self.files.reading(source, Kind.JOB)  # type: ignore[assignment]
            self._configured[settings.path] = ConfigFiles(reading, settings.root, self.files)
        return self._configured[settings.path].of(path)

    def _of_reading(
        self, unit: FileUnit, reading: Reading, settings: Settings | None
    ) -> CheckedFile:
        """What is found in a file by itself; its jobs are linked to the files that they name."""
        checked = CheckedFile(unit, reading.source, reading.kind)
        jobs = jobs_in(reading)
        if jobs:
            from cannlint.engine.link import links_of

            configs = self._link(reading, settings)  # type: ignore[arg-type]
            checked.links = links_of(reading, configs, self.options.model)  # type: ignore[arg-type]
            checked.errors = tuple(configs.unreadable)
        needs_library = bool(jobs) or reading.kind in CONFIG_KINDS
        operators = self.scope.operators_under(settings) if needs_library else None
        found = check_reading(reading, operators)
        own = [job for job in jobs if job.graph is not None] if reading.kind is Kind.JOB else ()
        self._conclude(checked, found, reading, operators, settings, own)
        checked.context = Context(reading, operators, settings, jobs)
        return checked

    def _check_linked_unit(self, unit: LinkedUnit) -> list[CheckedFile]:
        settings = self.scope.settings_of(unit.path)
        if settings is not None and settings.excludes(unit.path):
            return []
        jobs: list[Job] = []
        reading: Reading | None = None
        for job_file in unit.job_files if unit.needs_jobs or self.keeps_context else ():
            for one in self._configs_of(job_file).of(unit.path):
                if one.reading.kind is unit.kind:
                    reading = reading or one.reading
                    one.replace_reading(reading)  # the same reading for the jobs of all files
                    jobs += one.jobs
        if reading is None:
            reading = self.files.linked_reading(self.files.source(unit.path), unit.kind)
        reading.source.is_outside = unit.is_outside
        operators = self.scope.operators_under(settings, unit.socs)
        checked = CheckedFile(unit, reading.source, unit.kind)
        found = check_reading(reading, operators)
        self._conclude(checked, found, reading, operators, settings, jobs)
        if unit.is_outside or not unit.is_only_kind:
            _take_fixes(checked.findings)
        checked.context = Context(reading, operators, settings, jobs)
        return [checked]

    def _of_linked(
        self, unit: FileUnit, config: ConfigFile, settings: Settings | None, can_fix: bool
    ) -> CheckedFile:
        """What is found in a file that jobs name which are not checked themselves."""
        from cannlint.engine.job_checks import check_in_jobs

        reading = config.reading
        operators = self.scope.operators_under(settings, config.socs)
        checked = CheckedFile(unit, reading.source, reading.kind)
        found = [
            *check_reading(reading, operators),
            *check_in_jobs(reading, config.jobs, operators),
        ]
        self._conclude(checked, found, reading, operators, settings, config.jobs)
        if config.is_outside or not can_fix:
            _take_fixes(checked.findings)
        checked.context = Context(reading, operators, settings, config.jobs)
        return checked

    def _conclude(
        self,
        checked: CheckedFile,
        found: list[Diagnostic],
        reading: Reading,
        operators: Operators | None,
        settings: Settings | None,
        jobs: Sequence[Job],
    ) -> None:
        """Keep what is found in a file, and what plans of its jobs, or of a graph, say of it."""
        if jobs or (self.options.model and reading.kind in CONFIG_KINDS):
            found = self._planned(checked, found, reading, settings, jobs)
        checked.findings = found
        checked.uses_library = operators is not None
        checked.notes = tuple(self.scope.notes()) if operators is not None else ()

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

    def _link(self, reading: JobsReading, settings: Settings | None) -> ConfigFiles:
        """Follow the options of a file's jobs to the files that they name."""
        from cannlint.engine.link import ConfigFiles

        root = settings.root if settings is not None else None
        configs = ConfigFiles(reading, root, self.files)
        self._configs[reading.source.path] = configs
        if len(self._configs) > _MOST_JOB_FILES:
            del self._configs[next(iter(self._configs))]
        return configs

    def _configs_of(self, job_file: tuple[str, Kind]) -> ConfigFiles:
        """The config files that the jobs of a file name."""
        path, kind = job_file
        known = self._configs.get(path)
        if known is not None:
            return known
        reading = self._given.get(path) or self.files.reading(self.files.source(path), kind)
        return self._link(reading, self.scope.settings_of(path))  # type: ignore[arg-type]


def _failed(unit: FileUnit | LinkedUnit, error: CannlintError) -> CheckedFile:
    failed = CheckedFile(unit, Source(unit.path, b""), None)
    failed.errors = (error,)
    return failed


def _take_fixes(findings: Sequence[Diagnostic]) -> None:
    """Offer no fix: the file is somebody else's, or what is right for one kind breaks the other."""
    for finding in findings:
        finding.fix = None
