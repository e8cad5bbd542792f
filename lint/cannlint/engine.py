"""Discover, read, check, sort: what the command line and every other front do with files."""

from __future__ import annotations

import os

from cannlint.config_search import CONFIG_NAME, config_path
from cannlint.detect import kind_of
from cannlint.errors import BrokenConfigError, CannlintError, UnreadablePathError
from cannlint.kinds import CONFIG_KINDS, JOB_KINDS, Kind
from cannlint.rules.settled import is_settled
from cannlint.text.source import Source, read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import ModuleType

    from cannlint.config import Settings
    from cannlint.diagnostics import Diagnostic
    from cannlint.jobs.model import Job
    from cannlint.library.model import Library
    from cannlint.library.operators import Operators
    from cannlint.reading.base import Reading

STANDARD_INPUT = "-"
_NOTHING: frozenset[str] = frozenset()


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
    named = dict.fromkeys(path for path in paths if not os.path.isdir(path))
    found = dict.fromkeys(
        file for path in paths if os.path.isdir(path) for file in engine.files_in(path)
    )
    if options.command:
        engine.check_command(options.command)
    for path in named:
        engine.check_file(path, is_named=not options.skip_unknown)
    for path in progress([path for path in found if path not in named]):
        engine.check_file(path, is_named=False)
    return engine.finish()


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
        found += _once(_check_jobs(reading.jobs, operators))  # type: ignore[attr-defined]
    for finding in found:
        finding.source = finding.source or reading.source
    return sorted(found, key=lambda finding: (finding.span.start, finding.code, finding.span.end))


def _check_jobs(jobs: list[Job], operators: Operators | None) -> Iterator[Diagnostic]:
    from cannlint.rules.registry import job_library_rules, job_rules

    for job in jobs:
        for rule in job_rules():
            yield from rule.run(job)
        for rule in job_library_rules() if operators is not None else ():
            yield from rule.run(job, operators)


def _once(findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Findings without those that are the same: the branches of a script share settings."""
    seen = set()
    for finding in findings:
        key = (finding.code, finding.source, finding.span, str(finding.message))
        if key not in seen:
            seen.add(key)
            yield finding


def is_spotless(reading: Reading) -> bool:
    """Whether the file alone gives no rule anything to find."""
    return reading.regular and (reading.source.text.isascii() or reading.source.bad_byte is None)


def kind_needs_library(reading: Reading) -> bool:
    """Whether a rule that needs the operator library could find something in the file."""
    return reading.kind in CONFIG_KINDS


class _Engine:
    def __init__(self, options: Options) -> None:
        self.options = options
        self.run = Run()
        self.broken: set[str] = set()
        self.configs: dict[str, str | None] = {}
        self.libraries: dict[Library, None] = {}
        self.fixed = self._fixed_settings()

    def _fixed_settings(self) -> Settings | None:
        """The settings for every file, where --config names them."""
        if self.options.isolated or self.options.config is None:
            return None
        from cannlint.config import load

        try:
            return load(self.options.config)
        except BrokenConfigError as broken:
            self._report_broken(broken)
            return None

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
            if os.path.basename(path) == CONFIG_NAME and self.options.kind is None:
                self._check_config(path)
            else:
                self._check_source(source, self._settings(source.path), is_named)
        except UnreadablePathError as error:
            self.report_unreadable(error)
        except BrokenConfigError as broken:
            self._report_broken(broken)

    def check_command(self, command: Sequence[str]) -> None:
        """Check a command line that is to run here: its paths are relative to this folder."""
        from cannlint.jobs.atc_script import read_command

        reading = read_command(command, os.getcwd())
        self.run.files += 1
        self.run.kinds[reading.source.path] = reading.kind
        try:
            self._keep(check_reading(reading), self._settings(os.path.join(os.getcwd(), "")))
        except BrokenConfigError as broken:
            self._report_broken(broken)

    def _check_config(self, path: str) -> None:
        from cannlint.config import load

        self.run.files += 1
        self.run.kinds[path] = Kind.JOB
        load(path)

    def _settings(self, path: str) -> Settings | None:
        """The settings of a file; None where nothing is configured."""
        if self.fixed is not None or self.options.isolated or self.options.config is not None:
            return self.fixed
        folder = os.path.dirname(path)
        if folder not in self.configs:
            self.configs[folder] = config_path(os.path.abspath(folder))
        found = self.configs[folder]
        if found is None:
            return None
        from cannlint.config import settings_at

        return settings_at(found)

    def _check_source(self, source: Source, settings: Settings | None, is_named: bool) -> None:
        if not is_named and settings is not None and settings.excludes(source.path):
            return
        kind = (
            self.options.kind
            or (settings.kind_of(source.path) if settings is not None else None)
            or kind_of(source.path, source.data, loosely=is_named)
        )
        if kind is None:
            if is_named:
                self.run.failed = True
                self.run.complaints.append(unknown_kind(source))
            return
        self.run.files += 1
        self.run.kinds[source.path] = kind
        reading = read(source, kind)
        operators = self._operators(settings) if kind_needs_library(reading) else None
        if not (is_spotless(reading) and (operators is None or is_settled(reading, operators))):
            self._keep(check_reading(reading, operators), settings)

    def _operators(self, settings: Settings | None) -> Operators:
        """The operators that hold for a file: the library and SoCs of options and settings."""
        from cannlint.library.choose import choose
        from cannlint.library.operators import operators

        if settings is None:
            library, socs, extra = choose(self.options.library), self.options.socs, _NOTHING
        else:
            library = choose(self.options.library, settings.opp, settings.library)
            socs, extra = self.options.socs or settings.socs, settings.extra_ops
        self.libraries[library] = None
        self.run.library = operators(socs, library, extra)
        return self.run.library

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
            self._keep(findings, self._settings(source.path) if findings else None)
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
        for library in self.libraries:
            self.run.complaints += map(_refused_library, library.refused)
        return self.run


def _order(finding: Diagnostic) -> tuple[str, int, str, int]:
    path = finding.source.path if finding.source is not None else ""
    return path, finding.span.start, finding.code, finding.span.end


def _refused_library(path: str) -> str:
    """The sentence about a library file that CANN does not load."""
    return (
        f"{path}: CANN cannot load this library file, so no operator is called unknown;"
        " see cannlint library check"
    )


def unknown_kind(source: Source) -> str:
    """The sentence about a named file whose kind cannot be told."""
    kinds = ", ".join(kind.value for kind in CONFIG_KINDS)
    return f"{source.path}: cannot tell what kind of file this is; name it with --kind ({kinds})"


def check_codes(codes: Iterable[str]) -> tuple[str, ...]:
    """Rule codes, beginnings of codes, or rule names, as codes.

    Raises CannlintError for one that no rule has.
    """
    from cannlint.nearest import nearest
    from cannlint.rules.registry import rule_modules

    names = {
        module.rsplit(".", 1)[1].split("_", 1)[1].replace("_", "-"): code
        for code, module in rule_modules().items()
    }
    checked = []
    for code in codes:
        known = names.get(code, code.upper())
        if not known or not any(rule.startswith(known) for rule in rule_modules()):
            meant = nearest(code, [*rule_modules(), *names])
            hint = f"; did you mean {meant}?" if meant else ""
            raise CannlintError(f"no rule has the code {code!r}{hint}")
        checked.append(known)
    return tuple(checked)
