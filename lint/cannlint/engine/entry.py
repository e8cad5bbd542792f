"""Discover, read, check, mend: what the command line and every other front do with files."""

from __future__ import annotations

import os

from cannlint.config.errors import BrokenConfigError
from cannlint.config.search import CONFIG_NAME, PYPROJECT
from cannlint.engine.checks import (
    check_reading,
    is_spotless,
    kind_needs_library,
    read,
    reading_module,
    unknown_kind,
)
from cannlint.engine.file_checks import STANDARD_INPUT, FileChecks
from cannlint.engine.files import Files
from cannlint.engine.run import FixMode, Options, Run
from cannlint.engine.session import Session
from cannlint.errors import UnreadablePathError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.plan_checks import PlanChecks
    from cannlint.engine.scope import Scope
    from cannlint.kinds import Kind
    from cannlint.text.source import Source

__all__ = [
    "STANDARD_INPUT",
    "Files",
    "Options",
    "Run",
    "check_library",
    "check_open",
    "check_paths",
    "check_reading",
    "is_spotless",
    "kind_needs_library",
    "read",
    "reading_module",
    "unknown_kind",
]


def check_paths(
    paths: Sequence[str],
    options: Options,
    progress: Callable[[Sequence[str]], Iterable[str]] = iter,
) -> Run:
    """Check files and the files in folders; `progress` may show how far it is.

    Where fixes were written, what is reported is what the mended files have when they are
    checked again: a fix may be about a file that another one names.
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


def _check_paths(
    paths: Sequence[str], options: Options, progress: Callable[[Sequence[str]], Iterable[str]]
) -> Run:
    checks = FileChecks(options)
    if checks.session.run.failed:  # nothing is checked under a configuration that cannot be used
        return checks.session.finish()
    named, found = _files_of(paths, checks)
    if options.command:
        checks.check_command(options.command)
    checks.check_files(jobs_first(named), not options.skip_unknown)
    checks.check_files(jobs_first(found), False, progress)
    checks.check_linked()
    return checks.finish()


def _files_of(paths: Sequence[str], checks: FileChecks) -> tuple[list[str], list[str]]:
    """The named files, and those in folders that are not named; each file by one name only."""
    if len(paths) == 1 and not os.path.isdir(paths[0]):
        return list(paths), []
    if len(paths) == 1 and checks.options.config is None:  # one folder has each file once
        return [], list(checks.files_in(paths[0]))
    return _each_once(paths, checks)


def _each_once(paths: Sequence[str], checks: FileChecks) -> tuple[list[str], list[str]]:
    """The same where a file may have several names.

    The configuration of the run is one of those in its folder, whatever it is called.
    """
    named: list[str] = []
    places: set[str] = set()
    folders = {path: os.path.realpath(path) for path in paths if os.path.isdir(path)}
    for path in paths:
        place = path if path == STANDARD_INPUT else os.path.realpath(path)
        if path not in folders and place not in places:
            named.append(path)
            places.update((place, _place(path)))
    found: dict[str, str] = {}
    for folder, root in folders.items():
        start = len(os.path.abspath(folder))  # no file below it is behind a link to a folder
        for file in checks.files_in(folder):
            found.setdefault(root + os.path.abspath(file)[start:], file)
    config = checks.options.config
    if config and checks.options.kind is None and _lies_in(folders.values(), config):
        found.setdefault(_place(config), config)
    return named, [file for place, file in found.items() if place not in places]


def _place(path: str) -> str:
    """Where a file lies, in no folder that is a link; it may be a link itself."""
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name)


def check_open(paths: Sequence[str], files: Files, scope: Scope, plans: PlanChecks) -> Run:
    """Check the files that an editor has open together, those with jobs in them first.

    `plans` makes the plans of their jobs, or has them from earlier.

    They are taken as if they had been found in a folder: nobody has asked about each, so an
    excluded one and one whose name alone is a hint are left in peace.
    """
    checks = FileChecks(Options(), files, scope, plans)
    for path in paths:
        is_own = os.path.basename(path) in (CONFIG_NAME, PYPROJECT)
        checks.check_file(path, is_named=is_own)
    checks.check_linked(among=paths)
    return checks.session.finish()


def _lies_in(folders: Iterable[str], file: str) -> bool:
    """Whether a file is in one of some folders, at any depth; the folders are no links."""
    return _place(file).startswith(tuple(os.path.join(folder, "") for folder in folders))


def jobs_first(paths: Iterable[str]) -> list[str]:
    """Files that may hold jobs before config files: a job says what kind a config file is."""
    found = list(paths)
    if len(found) < 2:
        return found
    from cannlint.discovery.walk import CONFIG_SUFFIXES

    return sorted(found, key=lambda path: os.path.splitext(path)[1].lower() in CONFIG_SUFFIXES)


def check_library(path: str, options: Options) -> Run:
    """Check every file of an installed CANN; `path` is what ASCEND_OPP_PATH points to.

    `options.library` is the release that it has to agree with, where version.info names none.
    Raises CannlintError when there is no library.
    """
    from cannlint.library.edited import release_of
    from cannlint.library.install import opp_folder
    from cannlint.library.operators import operators
    from cannlint.rules.lb.install import checked_files

    session, opp = Session(options, Files()), opp_folder(path)
    if session.run.failed:
        return session.finish()
    release = release_of(opp, options.library)
    if release is not None:
        session.run.library = operators((), release)
    for checked in checked_files(opp, release, check_reading):
        if isinstance(checked, UnreadablePathError):
            session.report_unreadable(checked)
        else:
            _keep(session, *checked)
    return session.finish()


def _keep(session: Session, source: Source, kind: Kind, findings: list[Diagnostic]) -> None:
    """Keep what was found in a file of an install."""
    session.count(source, kind)
    for finding in findings:
        finding.source = source
    try:
        settings = session.scope.settings_of(source.path) if findings else None
        session.settle(source, settings, lambda _: findings)
    except BrokenConfigError as broken:
        session.report_broken(broken)
