"""Of what kind each file of a run is, on its own or because a job names it."""

from __future__ import annotations

import os

from cannlint.config.errors import BrokenConfigError
from cannlint.engine.ahead import answers, answers_together
from cannlint.engine.checks import findings_in, kind_needs_library, read, unknown_kind
from cannlint.engine.examining import Examiner
from cannlint.engine.files import Files
from cannlint.engine.session import Session
from cannlint.errors import UnreadablePathError
from cannlint.kinds import CONFIG_KINDS, JOB_KINDS, Kind
from cannlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from cannlint.config.file import Settings
    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.answers import Answer
    from cannlint.engine.named_files import NamedFiles
    from cannlint.engine.plan_checks import PlanChecks
    from cannlint.engine.run import Options, Run
    from cannlint.engine.scope import Scope
    from cannlint.jobs.linked_files import Linked, LinkedFiles
    from cannlint.jobs.model import Job
    from cannlint.reading.base import Reading

STANDARD_INPUT = "-"


class FileChecks:
    """Finds out of what kind each file of a run is, and has it checked as that."""

    def __init__(
        self,
        options: Options,
        files: Files | None = None,
        scope: Scope | None = None,
        plans: PlanChecks | None = None,
    ) -> None:
        self.options = options
        self.files = files or Files()
        self.session = Session(options, self.files, scope)
        self.scope = self.session.scope
        self.examiner = Examiner(options, self.scope, self.files)
        self.linked: LinkedFiles | None = None
        """The config files named by the jobs that this process has read."""
        self.named: NamedFiles | None = None
        """Those named by jobs that others have read."""
        self.configured: dict[str, LinkedFiles] = {}
        self.job_files: set[str] = set()
        self.plans = plans

    def files_in(self, folder: str) -> list[str]:
        """The files of a folder that could be of interest."""
        from cannlint.discovery.walk import files_in

        self.session.folders.append(os.path.abspath(folder))
        isolated = self.options.isolated or self.options.config is not None
        try:
            return list(files_in(folder, isolated))
        except BrokenConfigError as broken:
            self.session.report_broken(broken)
            return []

    def check_files(
        self,
        paths: Sequence[str],
        is_named: bool,
        progress: Callable[[Sequence[str]], Iterable[str]] = iter,
    ) -> None:
        """Check files, or take what is known of them; `progress` may show how far it is."""
        known = answers(paths, is_named, self.options)
        for path, answer in zip(progress(paths), known, strict=True):
            if answer is None or not self._is_taken(path, answer):
                self.check_file(path, is_named)

    def _is_taken(self, path: str, answer: Answer) -> bool:
        """Take what is known of a file in place of checking it; whether that could be done."""
        try:
            return answer["kind"] is None or self._take(path, answer)
        except (UnreadablePathError, BrokenConfigError):  # it has changed since
            return False

    def _take(self, path: str, answer: Answer) -> bool:
        from cannlint.engine.taking import Taker

        settings = self.scope.settings_of(path)
        if self.options.kind is None and "config" not in answer:
            if self._is_linked(path):
                return True
            if self._in_jobs(path, settings):
                return False
        if "jobs" in answer and (self.options.command or self.session.given is not None):
            return False  # jobs that are in no file can only be seen together with others here
        if "jobs" in answer:
            self._add_named(path, answer)
        taker = Taker(path, answer, self._source_for)
        if not taker.is_current:
            return False
        found = taker.findings()
        if answer["library"]:
            taker.note_refused(self.scope.operators_under(settings).library)
        self.session.count(taker.source, taker.kind)
        self.session.settle(taker.source, settings, lambda _: found)
        return True

    def _is_linked(self, path: str) -> bool:
        """Whether a job names a file, which is then checked with its jobs."""
        return any(known is not None and path in known for known in (self.linked, self.named))

    def _add_named(self, path: str, answer: Answer) -> None:
        if self.named is None:
            from cannlint.engine.named_files import NamedFiles

            self.named = NamedFiles(self.session, self.examiner)
        self.job_files.add(os.path.realpath(path))
        self.named.add(path, answer)

    def _source_for(self, path: str) -> Source:
        """A file that a finding of another process names."""
        for linked in self.linked.of(path) if self.linked is not None else ():
            return linked.reading.source
        return self._source_of_linked(path)

    def check_file(self, path: str, is_named: bool) -> None:
        """Check a file; one that was not named may be of no known kind."""
        try:
            source = self._source(path)
            if self.examiner.is_config(source):
                self._check_config(source, is_named)
            elif self.options.kind or not self._is_linked(path):
                self._check_source(source, self.scope.settings_of(source.path), is_named)
        except UnreadablePathError as error:
            self.session.report_unreadable(error)
        except BrokenConfigError as broken:
            self.session.report_broken(broken)

    def _source(self, path: str) -> Source:
        if path != STANDARD_INPUT:
            return self.files.source(path)
        given = Source(self.options.stdin_filename or "<stdin>", self.options.stdin_data)
        self.session.given = given
        return given

    def check_command(self, command: Sequence[str]) -> None:
        """Check a command line that is to run here: its paths are relative to this folder."""
        from cannlint.jobs.atc_script import read_command

        reading = read_command(command, os.getcwd())
        try:
            settings = self.scope.settings_of(os.path.join(os.getcwd(), ""))
            self._check_reading(reading, settings, mends=False)
        except BrokenConfigError as broken:
            self.session.report_broken(broken)

    def _check_config(self, source: Source, is_named: bool) -> None:
        if not (is_named or self.scope.searches or self.scope.is_given(source.path)):
            return
        reading = self.files.reading(source, Kind.JOB)
        if is_named or not reading.regular:
            self._check_reading(reading, self.scope.settings_of(source.path))

    def _check_source(self, source: Source, settings: Settings | None, is_named: bool) -> None:
        if not is_named and settings is not None and settings.excludes(source.path):
            return
        known = self._in_jobs(source.path, settings) if self.options.kind is None else []
        if known:
            for linked in known:
                self._check_linked(linked, settings, may_mend=len(known) == 1)
            return

        def kind_in(text: Source) -> Kind | None:
            return self.examiner.kind_in(text, settings, is_named)

        kind = kind_in(source)
        if kind is not None:
            self._check_reading(self.files.reading(source, kind), settings, kind_in)
        elif is_named:
            self.session.complain(unknown_kind(source))

    def _check_reading(
        self,
        reading: Reading,
        settings: Settings | None,
        kind_in: Callable[[Source], Kind | None] | None = None,
        mends: bool = True,
    ) -> None:
        """Check a file on its own; `kind_in` tells a text's kind."""
        operators = self.scope.operators_under(settings) if kind_needs_library(reading) else None

        def examine(text: Source) -> list[Diagnostic]:
            if text is reading.source:
                now, found = reading, findings_in(reading, operators)
            else:
                now = read(text, reading.kind)
                self._link(now, settings, None)
                found = findings_in(now, operators)
            return self._planned(found, now, (), settings)

        self.session.count(reading.source, reading.kind)
        self.linked = self._link(reading, settings, self.linked)
        self.session.settle(reading.source, settings, examine, kind_in, mends)
        self.files.keep(reading, operators, settings, getattr(reading, "jobs", ()))

    def _planned(
        self,
        found: list[Diagnostic],
        reading: Reading,
        jobs: Sequence[Job],
        settings: Settings | None,
    ) -> list[Diagnostic]:
        """What is found in a config file where there are jobs, or a graph, to plan."""
        if not (jobs or self.options.model) or reading.kind not in CONFIG_KINDS:
            return found
        if self.plans is None:
            from cannlint.engine.plan_checks import PlanChecks

            self.plans = PlanChecks(self.options.model)
        return self.plans.revised(found, reading, jobs, self.scope.operators_under(settings))

    def finish(self) -> Run:
        """The run, when all its files are checked."""
        own = self.plans.complaints if self.plans is not None else ()
        others = self.named.complaints if self.named is not None else ()
        for sentence in dict.fromkeys((*own, *others)):
            self.session.complain(sentence)
        return self.session.finish()

    def _link(
        self, reading: Reading, settings: Settings | None, linked: LinkedFiles | None
    ) -> LinkedFiles | None:
        """Follow the options of a file's jobs, if it has any, to the files they name."""
        if reading.kind not in JOB_KINDS or reading.regular:
            return linked
        from cannlint.jobs.linked_files import LinkedFiles

        self.job_files.add(os.path.realpath(reading.source.path))
        linked = linked or LinkedFiles(self._source_of_linked, self.files.reading)
        linked.add(reading, settings.root if settings is not None else None)  # type: ignore[arg-type]
        return linked

    def _source_of_linked(self, path: str) -> Source:
        return self.named.source(path) if self.named is not None else self.files.source(path)

    def _in_jobs(self, path: str, settings: Settings | None) -> list[Linked]:
        """A file as the jobs of its configuration use it, where they are not checked themselves."""
        if settings is None or settings.path is None or not settings.has_jobs:
            return []
        if settings.path not in self.configured:
            from cannlint.jobs.linked_files import of_configuration

            self.configured[settings.path] = of_configuration(
                self.files.configuration(settings.path), self.files.source, self.files.reading
            )
        return self.configured[settings.path].of(path)

    def check_linked(self, among: Collection[str] | None = None) -> None:
        """Check the config files that the jobs of the run name, or those of them in `among`."""
        if self.linked is None:
            if self.named is not None:
                self._check_named(self.named)
            return
        for reading in self.named.readings(self.linked) if self.named is not None else ():
            self._link(reading, self.scope.settings_of(reading.source.path), self.linked)
        for linked in self.linked:
            path = linked.reading.source.path
            if among is not None and path not in among:
                continue
            try:
                settings = self.scope.settings_of(path)
            except BrokenConfigError as broken:
                self.session.report_broken(broken)
                continue
            if settings is None or not settings.excludes(path):
                self._check_linked(linked, settings, may_mend=len(self.linked.of(path)) == 1)
        for error in self.linked.unreadable:
            self.session.report_unreadable(error)

    def _check_named(self, named: NamedFiles) -> None:
        """Take what is known of the config files that jobs name; those that changed are read."""
        for linked, may_mend in named.settle(lambda asked: answers_together(asked, self.options)):
            settings = self.scope.settings_of(linked.reading.source.path)
            self._check_linked(linked, settings, may_mend)

    def _check_linked(self, linked: Linked, settings: Settings | None, may_mend: bool) -> None:
        """Check a config file as its jobs use it; not mended where that is in several ways."""
        source, kind = linked.reading.source, linked.reading.kind
        operators = self.scope.operators_under(settings, linked.socs)

        def examine(text: Source) -> list[Diagnostic]:
            if text is not source:
                linked.use(read(text, kind))
            found = findings_in(linked.reading, operators)
            if not self.job_files.intersection(linked.job_files):
                from cannlint.engine.job_checks import check_in_jobs

                found += check_in_jobs(linked.reading, linked.jobs, operators)
            found = self._planned(found, linked.reading, linked.jobs, settings)
            if linked.is_outside or not may_mend:
                for finding in found:
                    finding.fix = None
            return found

        self.session.count(source, kind)
        self.session.settle(source, settings, examine)
        self.files.keep(linked.reading, operators, settings, linked.jobs)
