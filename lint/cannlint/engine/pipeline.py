"""A run: find → read → link → check → accept → mend. Reports are made of its result.

Every front (the command, the editor, Python) comes in by this door.
"""

from __future__ import annotations

import os
from itertools import groupby

from cannlint.config.broken import BrokenConfigError
from cannlint.config.search import CONFIG_NAME, PYPROJECT
from cannlint.engine.accept import Acceptance
from cannlint.engine.check import Checker
from cannlint.engine.checks import check_reading
from cannlint.engine.find import STANDARD_INPUT, find, stdin_name
from cannlint.engine.link import LinkedUnits
from cannlint.engine.read import Files
from cannlint.engine.run import FixMode, Options, Run
from cannlint.engine.scope import Scope
from cannlint.engine.units import CheckedFile, FileUnit
from cannlint.errors import UnreadablePathError
from cannlint.kinds import JOB_KINDS, Kind
from cannlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from cannlint.config.file import Settings
    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.plan_checks import PlanChecks
    from cannlint.engine.units import Accepted, Link, LinkedUnit
    from cannlint.errors import CannlintError

    Progress = Callable[[Iterable[list[CheckedFile]], int], Iterable[list[CheckedFile]]]
    """Gives on the results of so many units, and may show how far the run is."""


def check_paths(paths: Sequence[str], options: Options, progress: Progress | None = None) -> Run:
    """Check files and the files in folders; `progress` may show how far the run is.

    Where fixes were written, the run reports what the files have when they are checked again: a
    fix may be about a file that another one names. Raises CannlintError for options that cannot be
    used.
    """
    run = _check_paths(paths, options, progress)
    if options.fix is FixMode.WRITE and run.mended:
        again = _check_paths(paths, _after_fixes(options, run), progress)
        again.fixed, again.mended = run.fixed, run.mended
        again.failed = again.failed or run.failed
        again.complaints = list(dict.fromkeys(run.complaints + again.complaints))
        run = again
    if options.baseline is not None:
        from cannlint.engine.baseline import apply_baseline

        apply_baseline(run, options)
    return run


def _after_fixes(options: Options, run: Run) -> Options:
    """The same question about the files as they are now."""
    from copy import copy

    from cannlint.config.file import settings_at

    settings_at.cache_clear()
    after = copy(options)
    after.fix = FixMode.OFF
    for before, mended in run.mended.values():
        if before.data is options.stdin_data:
            after.stdin_data = mended.data
    return after


def _check_paths(paths: Sequence[str], options: Options, progress: Progress | None) -> Run:
    run = Run()
    try:
        scope = Scope(options.config, options.isolated, options.library, options.socs)
    except BrokenConfigError as broken:  # nothing is checked under it
        run.failed = True
        run.findings += errors_as_findings([broken])
        return run
    found = find(paths, options)
    stdin = [Source(stdin_name(options), options.stdin_data)] if STANDARD_INPUT in paths else []
    checker = Checker(options, scope, Files(*stdin))
    first = checker.check_command(options.command) if options.command else []
    checked = check_all(found.units, checker, first, progress=progress)
    last = _LastStages(run, options, scope)
    last.report_errors(found.broken)
    for file in checked:
        last.take(file)
    last.check_tables(found.folders, checker.files)
    return last.finish()


def check_open(
    paths: Sequence[str], files: Files, scope: Scope, plans: PlanChecks
) -> tuple[Run, list[CheckedFile]]:
    """Check the files that an editor has open together; with what each was checked with.

    `plans` makes the plans of their jobs, or has them from earlier. The files are taken as if they
    had been found in a folder: nobody has asked about each, so an excluded one and one whose name
    alone is a hint are left in peace.
    """
    options, run = Options(), Run()
    checker = Checker(options, scope, files, plans)
    checker.keeps_context = True
    units = [FileUnit(path, os.path.basename(path) in (CONFIG_NAME, PYPROJECT)) for path in paths]
    checked = check_all(units, checker, among=paths)
    last = _LastStages(run, options, scope)
    for file in checked:
        last.take(file)
    last.check_tables([], files)
    return last.finish(), checked


def check_library(path: str, options: Options) -> Run:
    """Check every file of an installed CANN; `path` is what ASCEND_OPP_PATH points to.

    `options.library` is the release that it has to agree with, where version.info names none.
    Raises CannlintError when there is no library.
    """
    from cannlint.library.edited import release_of
    from cannlint.library.install import opp_folder
    from cannlint.library.operators import operators
    from cannlint.rules.lb.install import checked_files

    run = Run()
    scope, opp = (
        Scope(options.config, options.isolated, options.library, options.socs),
        opp_folder(path),
    )
    release = release_of(opp, options.library)
    if release is not None:
        run.library = operators((), release)
    last = _LastStages(run, options, scope)
    for checked in checked_files(opp, release, check_reading):
        if isinstance(checked, UnreadablePathError):
            last.report_errors([checked])
            continue
        source, kind, findings = checked
        file = CheckedFile(FileUnit(source.path, is_named=False), source, kind)
        file.findings = findings
        for finding in findings:
            finding.source = source
        last.take(file)
    return last.finish()


def check_all(
    units: Sequence[FileUnit],
    checker: Checker,
    first: Sequence[CheckedFile] = (),
    among: Collection[str] | None = None,
    progress: Progress | None = None,
) -> list[CheckedFile]:
    """Check files that may hold jobs, then config files, each with all jobs that name it.

    What was found in a config file by itself is dropped where jobs name it. `first` was found
    before; with `among` only these of the files that jobs name are checked.
    """
    from cannlint.engine.schedule import check_units

    linked = LinkedUnits()
    results: dict[object, list[CheckedFile]] = {"first": list(first)}
    changed = linked.add(link for file in first for link in file.links)
    waiting, rest = _apart(units)
    by_itself = checker.options.kind is not None
    while waiting or rest or changed:
        wave: list[FileUnit | LinkedUnit] = [
            *(unit for unit in waiting if by_itself or unit.path not in linked),
            *(unit for unit in changed if among is None or unit.path in among),
        ]
        links: list[Link] = []
        done = check_units(wave, checker)
        for unit, files in zip(wave, progress(done, len(wave)) if progress else done, strict=True):
            results[unit.key] = files
            links += (link for file in files for link in file.links)
        changed = linked.add(links)
        waiting, rest = rest, []
    return [
        file
        for files in results.values()
        for file in files
        if by_itself or not _is_replaced(file, linked)
    ]


def _apart(units: Sequence[FileUnit]) -> tuple[list[FileUnit], list[FileUnit]]:
    """The files that may hold jobs, by their names, and the others."""
    if len(units) < 2:
        return [], list(units)
    from cannlint.discovery.walk import CONFIG_SUFFIXES

    with_jobs: list[FileUnit] = []
    others: list[FileUnit] = []
    for unit in units:
        is_config = os.path.splitext(unit.path)[1].lower() in CONFIG_SUFFIXES
        (others if is_config else with_jobs).append(unit)
    return with_jobs, others


def _is_replaced(file: CheckedFile, linked: LinkedUnits) -> bool:
    """Whether a file was checked by itself, and again with the jobs that name it."""
    is_by_itself = isinstance(file.unit, FileUnit) and file.unit.is_file
    return is_by_itself and file.kind not in JOB_KINDS and file.path in linked


class _LastStages:
    """Accepts and mends what was found, and sums it up in a run."""

    def __init__(self, run: Run, options: Options, scope: Scope) -> None:
        self._run = run
        self._options = options
        self._scope = scope
        self._acceptance = Acceptance(options)
        self._reported: set[str] = set()
        self._notes: dict[str, None] = {}
        self._last_path: str | None = None

    def take(self, checked: CheckedFile) -> None:
        """Accept what was found in a file, mend the file, and count it."""
        self._run.complain(checked.failures)
        self._notes.update(dict.fromkeys(checked.notes))
        self.report_errors(checked.errors)
        if checked.kind is None:
            return
        if checked.uses_library:
            self._last_path = checked.path
        self._run.count(checked.path, checked.kind)
        settings = self._scope.settings_of(checked.path)
        accepted = self._acceptance.accept(checked.source, checked.kind, settings, checked.findings)
        if self._options.fix is not FixMode.OFF:
            accepted = self._mended(checked, settings, accepted)
        self._keep(accepted)

    def _mended(
        self, checked: CheckedFile, settings: Settings | None, accepted: Accepted
    ) -> Accepted:
        from cannlint.engine.mend import FixableFile, Mender

        unit = checked.unit
        if isinstance(unit, FileUnit) and not unit.is_fixable:
            return accepted
        fixable = FixableFile(checked, settings, self._options, self._scope, self._acceptance)
        is_file = not isinstance(unit, FileUnit) or unit.is_file
        return Mender(self._options, self._run).mend(checked.source, accepted, fixable, is_file)

    def check_tables(self, folders: Sequence[str], files: Files) -> None:
        """Report the [[ignore]] tables that accept nothing, where all of their folder was checked.

        Under --kind files are not read as what they are: that tells nothing.
        """
        suppressions = self._acceptance.suppressions
        if suppressions is None:
            return
        from cannlint.engine.suppression import IgnoreTables

        knows_all = not self._run.failed and self._options.kind is None
        for settings in list(suppressions.settings.values()):
            assert settings.path is not None
            is_whole = knows_all and any(_is_in(settings.root, folder) for folder in folders)
            source = files.configuration(settings.path)
            tables = IgnoreTables(suppressions, settings, source, is_whole)
            accepted = tables.check(source)
            if self._options.fix is not FixMode.OFF:
                from cannlint.engine.mend import Mender

                accepted = Mender(self._options, self._run).mend(source, accepted, tables)
            if source.path not in self._run.kinds:
                self._run.kinds[source.path] = Kind.JOB
                self._run.only_suppressing.add(source.path)
            self._keep(accepted)

    def _keep(self, accepted: Accepted) -> None:
        self._run.findings += accepted.findings
        self._run.suppressed += accepted.suppressed

    def report_errors(self, errors: Iterable[CannlintError]) -> None:
        """Report what cannot be read or used as findings, each file once."""
        for error in errors:
            key = str(error)
            if key not in self._reported:
                self._reported.add(key)
                self._run.failed = True
                self._run.findings += errors_as_findings([error])

    def finish(self) -> Run:
        """The run, when all its files are taken."""
        run = self._run
        if run.findings:
            run.findings.sort(key=_order)
            run.findings = [*_each_once(run.findings)]
        if run.library is None and self._last_path is not None:
            settings = self._scope.settings_of(self._last_path)
            run.library = self._scope.operators_under(settings)
        run.complaints += self._notes
        return run


def errors_as_findings(errors: Iterable[CannlintError]) -> Iterator[Diagnostic]:
    """The findings about a path that cannot be read, or a configuration that cannot be used."""
    from cannlint.rules.limits import limit_findings
    from cannlint.rules.loading import rule_named

    for error in errors:
        if isinstance(error, BrokenConfigError):
            rule, source = rule_named("cl.cl001_bad_config"), error.source
        else:
            assert isinstance(error, UnreadablePathError)
            rule, source = rule_named("cl.cl005_unreadable_path"), Source(error.path, b"")
        for finding in limit_findings(rule.run(error)):
            finding.source = source
            yield finding


def _is_in(path: str | None, folder: str) -> bool:
    """Whether an absolute path is a folder, or in it."""
    return path is not None and (path + os.sep).startswith(folder.rstrip(os.sep) + os.sep)


def _order(finding: Diagnostic) -> tuple[str, int, str, int]:
    path = finding.source.path if finding.source is not None else ""
    return path, finding.span.start, finding.code, finding.span.end


def _each_once(findings: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Sorted findings without repetitions: many jobs may have the same to say of one file."""
    for _, group in groupby(findings, _order):
        first, *others = group
        yield first
        said = {str(first.message)} if others else set()
        for finding in others:
            if str(finding.message) not in said:
                said.add(str(finding.message))
                yield finding
