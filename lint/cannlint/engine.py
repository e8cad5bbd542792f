"""Discover, read, check, sort: what the command line and every other front do with files."""

from __future__ import annotations

import os

from cannlint.config_search import CONFIG_NAME
from cannlint.detect import kind_of
from cannlint.errors import BrokenConfigError, UnreadablePathError
from cannlint.kinds import CONFIG_KINDS, JOB_KINDS, Kind
from cannlint.rules.settled import is_settled
from cannlint.run import FixMode, Options, Run, Seen
from cannlint.scope import Scope
from cannlint.text.source import Source, read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from types import ModuleType

    from cannlint.config import Settings
    from cannlint.diagnostics import Diagnostic
    from cannlint.jobs.model import Job
    from cannlint.library.operators import Operators
    from cannlint.reading.base import Reading
    from cannlint.suppression import Suppressions

__all__ = [
    "STANDARD_INPUT",
    "Options",
    "Run",
    "check_library",
    "check_paths",
    "check_reading",
    "is_spotless",
    "kind_needs_library",
    "read",
    "reading_module",
    "unknown_kind",
]

STANDARD_INPUT = "-"

_SUPPRESSES = b"cannlint:"
"""What a file with a suppression in it contains; most files have none."""


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
        found += _check_jobs(reading.jobs, operators)  # type: ignore[attr-defined]
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
        self.folders: list[str] = []
        self.given: Source | None = None
        self._suppressions: Suppressions | None = None
        self.scope = self._scope()

    def _scope(self) -> Scope:
        options = self.options
        try:
            return Scope(options.config, options.isolated, options.library, options.socs)
        except BrokenConfigError as broken:
            self._report_broken(broken)
            return Scope(None, True, options.library, options.socs)

    @property
    def suppressions(self) -> Suppressions:
        """Made when first needed: most runs have none."""
        if self._suppressions is None:
            from cannlint.suppression import Suppressions

            self._suppressions = Suppressions(self.options.wants)
        return self._suppressions

    def files_in(self, folder: str) -> list[str]:
        from cannlint.discovery import files_in

        self.folders.append(os.path.abspath(folder))
        isolated = self.options.isolated or self.options.config is not None
        try:
            return list(files_in(folder, isolated))
        except BrokenConfigError as broken:
            self._report_broken(broken)
            return []

    def check_file(self, path: str, is_named: bool) -> None:
        try:
            source = self._source(path)
            if os.path.basename(path) == CONFIG_NAME and self.options.kind is None:
                self._check_config(path)
            else:
                self._check_source(source, self.scope.settings_of(source.path), is_named)
        except UnreadablePathError as error:
            self.report_unreadable(error)
        except BrokenConfigError as broken:
            self._report_broken(broken)

    def _source(self, path: str) -> Source:
        if path != STANDARD_INPUT:
            return read_source(path)
        self.given = Source(self.options.stdin_filename or "<stdin>", self.options.stdin_data)
        return self.given

    def _check_config(self, path: str) -> None:
        from cannlint.config import load

        self.run.files += 1
        self.run.kinds[path] = Kind.JOB
        load(path)

    def _check_source(self, source: Source, settings: Settings | None, is_named: bool) -> None:
        if not is_named and settings is not None and settings.excludes(source.path):
            return
        kind = self._kind(source, settings, is_named)
        if kind is None:
            if is_named:
                self.run.failed = True
                self.run.complaints.append(unknown_kind(source))
            return
        self.run.files += 1
        self.run.kinds[source.path] = kind
        seen = self._examine(source, kind, settings)
        if self.options.fix is not FixMode.OFF:
            from cannlint.fixing import Mender

            seen = Mender(self.options, self.run, is_file=source is not self.given).mend(
                source,
                seen,
                examine=lambda text: self._examine(text, kind, settings),
                kind_of=lambda text: self._kind(text, settings, is_named),
            )
        self._keep(seen)

    def _keep(self, seen: Seen) -> None:
        self.run.findings += seen.findings
        self.run.suppressed += seen.suppressed

    def _kind(self, source: Source, settings: Settings | None, is_named: bool) -> Kind | None:
        return (
            self.options.kind
            or (settings.kind_of(source.path) if settings is not None else None)
            or kind_of(source.path, source.data, loosely=is_named)
        )

    def _examine(self, source: Source, kind: Kind, settings: Settings | None) -> Seen:
        """What is found in a text and not suppressed."""
        reading = read(source, kind)
        operators = self.scope.operators_under(settings) if kind_needs_library(reading) else None
        if is_spotless(reading) and (operators is None or is_settled(reading, operators)):
            return self._sift(source, kind, settings, [])
        return self._sift(source, kind, settings, check_reading(reading, operators))

    def _sift(
        self, source: Source, kind: Kind, settings: Settings | None, findings: list[Diagnostic]
    ) -> Seen:
        """Leave out what is not wanted, and what a table or a comment accepts."""
        wanted = [finding for finding in findings if self.options.wants(finding.code)]
        texts = [source, *(finding.source or source for finding in wanted)]
        has_tables = settings is not None and bool(settings.ignores)
        has_comments = any(_SUPPRESSES in text.data for text in texts)
        if self.options.no_ignores or not (has_tables or has_comments):
            return Seen(wanted)
        return self.suppressions.sift(source, kind, settings, wanted)

    def add(self, source: Source, kind: Kind, findings: list[Diagnostic]) -> None:
        """Count a file and keep what was found in it."""
        self.run.files += source.path not in self.run.kinds
        self.run.kinds[source.path] = kind
        for finding in findings:
            finding.source = source
        try:
            settings = self.scope.settings_of(source.path) if findings else None
        except BrokenConfigError as broken:
            self._report_broken(broken)
            return
        self._keep(self._sift(source, kind, settings, findings))

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

    def _check_tables(self, suppressions: Suppressions) -> None:
        """Report the [[ignore]] tables that accept nothing, where all of their folder was checked.

        Under --kind files are not read as what they are: that tells nothing.
        """
        from cannlint.suppression import TableCheck

        knows_all = not self.run.failed and self.options.kind is None
        for settings in list(suppressions.settings.values()):
            is_whole = knows_all and any(_is_in(settings.root, folder) for folder in self.folders)
            check = TableCheck(suppressions, settings, is_whole)
            seen = check.examine(check.source)
            if self.options.fix is not FixMode.OFF:
                from cannlint.fixing import Mender

                seen = Mender(self.options, self.run).mend(check.source, seen, check.examine)
            self.run.kinds.setdefault(check.source.path, Kind.JOB)
            self._keep(seen)

    def finish(self) -> Run:
        if self._suppressions is not None:
            self._check_tables(self._suppressions)
        if self.options.baseline is not None:
            from cannlint.baseline import apply_baseline

            apply_baseline(self.run, self.options)
        if self.run.findings:
            self.run.findings.sort(key=_order)
        self.run.library = self.run.library or self.scope.last
        self.run.complaints += self.scope.complaints()
        return self.run


def _is_in(path: str | None, folder: str) -> bool:
    """Whether an absolute path is a folder, or in it."""
    return path is not None and (path + os.sep).startswith(folder.rstrip(os.sep) + os.sep)


def _order(finding: Diagnostic) -> tuple[str, int, str, int]:
    path = finding.source.path if finding.source is not None else ""
    return path, finding.span.start, finding.code, finding.span.end


def unknown_kind(source: Source) -> str:
    """The sentence about a named file whose kind cannot be told."""
    kinds = ", ".join(kind.value for kind in CONFIG_KINDS)
    return f"{source.path}: cannot tell what kind of file this is; name it with --kind ({kinds})"
