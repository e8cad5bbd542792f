"""Discover, read, check, sort: what the command line and every other front do with files."""

from __future__ import annotations

import os

from cannlint.config_search import CONFIG_NAME, PYPROJECT, has_our_table
from cannlint.detect import kind_of
from cannlint.errors import BrokenConfigError, UnreadablePathError
from cannlint.kinds import CONFIG_KINDS, JOB_KINDS, Kind
from cannlint.rules.settled import is_settled
from cannlint.scope import Scope
from cannlint.text.source import Source, read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import ModuleType

    from cannlint.config import Settings
    from cannlint.diagnostics import Diagnostic
    from cannlint.jobs.linked_files import Linked, LinkedFiles
    from cannlint.jobs.model import JobsReading
    from cannlint.library.operators import Operators
    from cannlint.reading.base import Reading

STANDARD_INPUT = "-"


class Options:
    """What the user asked for besides the paths; see the options of `cannlint check`.

    `select` and `ignore` are rule codes or their beginnings; `stdin_filename` and
    `stdin_data` stand for the path `-`. With `skip_unknown` named files are treated as if
    they had been found in a folder: that is what a commit hook wants. `command` is a command line
    to check, which begins with the name of ATC; empty where there is none.
    """

    __slots__ = (
        "command",
        "config",
        "ignore",
        "isolated",
        "kind",
        "library",
        "select",
        "skip_unknown",
        "socs",
        "stdin_data",
        "stdin_filename",
    )

    def __init__(self) -> None:
        self.command: tuple[str, ...] = ()
        self.kind: Kind | None = None
        self.socs: tuple[str, ...] = ()
        self.library: str | None = None
        self.config: str | None = None
        self.isolated = False
        self.skip_unknown = False
        self.select: tuple[str, ...] = ()
        self.ignore: tuple[str, ...] = ()
        self.stdin_filename: str | None = None
        self.stdin_data = b""

    def wants(self, code: str) -> bool:
        """Whether findings of a rule are to be reported."""
        return (not self.select or code.startswith(self.select)) and not (
            self.ignore and code.startswith(self.ignore)
        )


class Run:
    """What a run found.

    `files` counts the files checked, `suppressed` the findings that the configuration
    accepts, `failed` is that something could not be done (status 2), `complaints` are the
    sentences about it where no finding tells it, `library` the operators that rules have asked
    for, None where none did, and `kinds` has path → kind of every file checked.
    """

    __slots__ = ("complaints", "failed", "files", "findings", "kinds", "library", "suppressed")

    def __init__(self) -> None:
        self.files = 0
        self.suppressed = 0
        self.findings: list[Diagnostic] = []
        self.complaints: list[str] = []
        self.failed = False
        self.kinds: dict[str, Kind] = {}
        self.library: Operators | None = None


def read(source: Source, kind: Kind) -> Reading:
    """CANN's reading of a file of this kind."""
    reading: Reading = reading_module(kind).read(source)
    return reading


def reading_module(kind: Kind) -> ModuleType:
    """The module that reads a kind; imported when it is needed, as most runs need one."""
    package = "jobs" if kind in JOB_KINDS else "reading"
    return __import__(f"cannlint.{package}.{kind.value}", fromlist=["read"])


def check_paths(
    paths: Sequence[str],
    options: Options,
    progress: Callable[[Sequence[str]], Iterable[str]] = iter,
) -> Run:
    """Check files and the files in folders; `progress` may show how far it is."""
    engine = _Engine(options)
    if engine.run.failed:  # nothing is checked under a configuration that cannot be used
        return engine.finish()
    named = dict.fromkeys(path for path in paths if not os.path.isdir(path))
    found = dict.fromkeys(
        file for path in paths if os.path.isdir(path) for file in engine.files_in(path)
    )
    if options.command:
        engine.check_command(options.command)
    for path in jobs_first(named):
        engine.check_file(path, is_named=not options.skip_unknown)
    for path in progress(jobs_first(path for path in found if path not in named)):
        engine.check_file(path, is_named=False)
    engine.check_linked()
    return engine.finish()


def jobs_first(paths: Iterable[str]) -> list[str]:
    """Files that may hold jobs before config files: a job says what kind a config file is."""
    from cannlint.discovery import CONFIG_SUFFIXES

    return sorted(paths, key=lambda path: os.path.splitext(path)[1].lower() in CONFIG_SUFFIXES)


def check_library(path: str, options: Options) -> Run:
    """Check every file of an installed CANN; `path` is what ASCEND_OPP_PATH points to.

    `options.library` is the release that it has to agree with, where version.info names none.
    Raises CannlintError when there is no library.
    """
    from cannlint.library.edited import release_of
    from cannlint.library.install import opp_folder
    from cannlint.library.operators import operators
    from cannlint.rules.lb.install import checked_files

    engine, opp = _Engine(options), opp_folder(path)
    if engine.run.failed:
        return engine.finish()
    release = release_of(opp, options.library)
    if release is not None:
        engine.run.library = operators((), release)
    for checked in checked_files(opp, release, check_reading):
        if isinstance(checked, UnreadablePathError):
            engine.report_unreadable(checked)
        else:
            engine.add(*checked)
    return engine.finish()


def check_reading(reading: Reading, operators: Operators | None = None) -> list[Diagnostic]:
    """What the rules find in one file, in order of place and code.

    Without `operators` the rules that need the library do not run.
    """
    from cannlint.rules.registry import library_rules_for, rules_for

    rules = () if is_spotless(reading) else rules_for(reading.kind)
    found = [finding for rule in rules for finding in rule.run(reading)]
    if operators is not None:
        for rule in library_rules_for(reading.kind):
            found += rule.run(reading, operators)
    if reading.kind in JOB_KINDS:
        from cannlint.job_checks import check_jobs

        found += check_jobs(reading, operators)  # type: ignore[arg-type]
    for finding in found:
        finding.source = finding.source or reading.source
    return sorted(found, key=lambda finding: (finding.span.start, finding.code, finding.span.end))


def is_spotless(reading: Reading) -> bool:
    """Whether the file alone gives no rule anything to find."""
    return reading.regular and (reading.source.text.isascii() or reading.source.bad_byte is None)


def kind_needs_library(reading: Reading) -> bool:
    """Whether a rule that needs the operator library could find something in the file."""
    return reading.kind in CONFIG_KINDS or (reading.kind in JOB_KINDS and not reading.regular)


class _Engine:
    def __init__(self, options: Options) -> None:
        self.options = options
        self.run = Run()
        self.broken: set[str] = set()
        self.scope = self._scope()
        self.linked: LinkedFiles | None = None
        self.configured: dict[str, LinkedFiles] = {}
        self.job_files: set[str] = set()

    def _scope(self) -> Scope:
        options = self.options
        try:
            return Scope(options.config, options.isolated, options.library, options.socs)
        except BrokenConfigError as broken:
            self._report_broken(broken)
            return Scope(None, True, options.library, options.socs)

    def files_in(self, folder: str) -> list[str]:
        from cannlint.discovery import files_in

        isolated = self.options.isolated or self.options.config is not None
        try:
            return list(files_in(folder, isolated))
        except BrokenConfigError as broken:
            self._report_broken(broken)
            return []

    def check_file(self, path: str, is_named: bool) -> None:
        try:
            if path == STANDARD_INPUT:
                source = Source(self.options.stdin_filename or "<stdin>", self.options.stdin_data)
            else:
                source = read_source(path)
            if self._is_config(source):
                self._check_config(source, is_named)
            elif self.linked is None or self.options.kind or path not in self.linked:
                self._check_source(source, self.scope.settings_of(source.path), is_named)
        except UnreadablePathError as error:
            self.report_unreadable(error)
        except BrokenConfigError as broken:
            self._report_broken(broken)

    def check_command(self, command: Sequence[str]) -> None:
        """Check a command line that is to run here: its paths are relative to this folder."""
        from cannlint.jobs.atc_script import read_command

        reading = read_command(command, os.getcwd())
        try:
            self._check_reading(reading, self.scope.settings_of(os.path.join(os.getcwd(), "")))
        except BrokenConfigError as broken:
            self._report_broken(broken)

    def _is_config(self, source: Source) -> bool:
        if self.options.kind is not None:
            return False
        name = os.path.basename(source.path)
        return name == CONFIG_NAME or (name == PYPROJECT and has_our_table(source.data))

    def _check_config(self, source: Source, is_named: bool) -> None:
        if not is_named and not self.scope.searches:
            return
        reading = read(source, Kind.JOB)
        if is_named or not reading.regular:
            self._check_reading(reading, self.scope.settings_of(source.path))

    def _check_source(self, source: Source, settings: Settings | None, is_named: bool) -> None:
        if not is_named and settings is not None and settings.excludes(source.path):
            return
        known = self._in_jobs(source.path, settings) if self.options.kind is None else []
        if known:
            for linked in known:
                self._check_linked(linked, settings)
            return
        kind = (
            self.options.kind
            or (settings.kind_of(source.path) if settings is not None else None)
            or kind_of(source.path, source.data, loosely=is_named)
        )
        if kind is not None:
            self._check_reading(read(source, kind), settings)
        elif is_named:
            self.run.failed = True
            self.run.complaints.append(unknown_kind(source))

    def _check_reading(self, reading: Reading, settings: Settings | None) -> None:
        self._count(reading)
        operators = self.scope.operators_under(settings) if kind_needs_library(reading) else None
        if reading.kind in JOB_KINDS and not reading.regular:
            self._link(reading, settings)  # type: ignore[arg-type]
        if not (is_spotless(reading) and (operators is None or is_settled(reading, operators))):
            self._keep(check_reading(reading, operators), settings)

    def _count(self, reading: Reading) -> None:
        path = reading.source.path
        self.run.files += path not in self.run.kinds
        self.run.kinds[path] = reading.kind

    def _link(self, reading: JobsReading, settings: Settings | None) -> None:
        from cannlint.jobs.linked_files import LinkedFiles

        self.job_files.add(os.path.realpath(reading.source.path))
        self.linked = self.linked or LinkedFiles()
        self.linked.add(reading, settings.root if settings is not None else None)

    def _in_jobs(self, path: str, settings: Settings | None) -> list[Linked]:
        """A file as the jobs of its configuration use it, where they are not checked themselves."""
        if settings is None or settings.path is None or not settings.has_jobs:
            return []
        if settings.path not in self.configured:
            from cannlint.jobs.linked_files import of_configuration

            self.configured[settings.path] = of_configuration(settings.path)
        return self.configured[settings.path].of(path)

    def check_linked(self) -> None:
        """Check the config files that the jobs of the run name."""
        for linked in self.linked or ():
            try:
                settings = self.scope.settings_of(linked.reading.source.path)
            except BrokenConfigError as broken:
                self._report_broken(broken)
                continue
            if settings is None or not settings.excludes(linked.reading.source.path):
                self._check_linked(linked, settings)
        for error in self.linked.unreadable if self.linked is not None else ():
            self.report_unreadable(error)

    def _check_linked(self, linked: Linked, settings: Settings | None) -> None:
        reading = linked.reading
        self._count(reading)
        operators = self.scope.operators_under(settings, linked.socs)
        found = check_reading(reading, operators)
        if not self.job_files.intersection(linked.job_files):
            from cannlint.job_checks import check_in_jobs

            found += check_in_jobs(reading, linked.jobs, operators)
        if linked.is_outside:
            for finding in found:
                finding.fix = None
        self._keep(found, settings)

    def _keep(self, findings: list[Diagnostic], settings: Settings | None) -> None:
        for finding in findings:
            if not self.options.wants(finding.code):
                continue
            path = finding.source.path if finding.source is not None else ""
            if settings is not None and settings.ignores_rule(finding.code, path):
                self.run.suppressed += 1
            else:
                self.run.findings.append(finding)

    def add(self, source: Source, kind: Kind, findings: list[Diagnostic]) -> None:
        """Count a file and keep what was found in it."""
        self.run.files += source.path not in self.run.kinds
        self.run.kinds[source.path] = kind
        for finding in findings:
            finding.source = source
        try:
            self._keep(findings, self.scope.settings_of(source.path) if findings else None)
        except BrokenConfigError as broken:
            self._report_broken(broken)

    def report_unreadable(self, error: UnreadablePathError) -> None:
        self._report_own("cl.cl005_unreadable_path", error, Source(error.path, b""))

    def _report_broken(self, broken: BrokenConfigError) -> None:
        if broken.source.path not in self.broken:
            self.broken.add(broken.source.path)
            self._report_own("cl.cl001_bad_config", broken, broken.source)

    def _report_own(self, rule: str, subject: object, source: Source) -> None:
        from cannlint.rules.registry import rule_named

        self.run.failed = True
        for finding in rule_named(rule).run(subject):
            finding.source = source
            self.run.findings.append(finding)

    def finish(self) -> Run:
        if self.run.findings:
            self.run.findings.sort(key=_order)
        self.run.library = self.run.library or self.scope.last
        self.run.complaints += self.scope.complaints()
        return self.run


def _order(finding: Diagnostic) -> tuple[str, int, str, int]:
    path = finding.source.path if finding.source is not None else ""
    return path, finding.span.start, finding.code, finding.span.end


def unknown_kind(source: Source) -> str:
    """The sentence about a named file whose kind cannot be told."""
    kinds = ", ".join(kind.value for kind in CONFIG_KINDS)
    return f"{source.path}: cannot tell what kind of file this is; name it with --kind ({kinds})"
