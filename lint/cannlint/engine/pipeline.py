"""A run: find → read → link → check → accept → fix. Reports are made of its result.

Every front (the command, the editor, Python) comes in by this door.
"""

from __future__ import annotations

import os

from cannlint.config.errors import BrokenConfigError
from cannlint.config.search import CONFIG_NAME, PYPROJECT
from cannlint.engine.check import Checker, checker_for
from cannlint.engine.collect import Collector, failed_run
from cannlint.engine.file_checks import check_reading
from cannlint.engine.find import STANDARD_INPUT, find, stdin_name
from cannlint.engine.read import Files
from cannlint.engine.run import FixMode, Options, Run
from cannlint.engine.units import CheckedFile, FileUnit, LinkedUnits
from cannlint.errors import UnreadablePathError
from cannlint.kinds import JOB_KINDS, LINKED_KINDS
from cannlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from cannlint.engine.plan_checks import PlanChecks
    from cannlint.engine.scope import Scope
    from cannlint.engine.units import Link, LinkedUnit

    Progress = Callable[[Iterable[list[CheckedFile]], int], Iterable[list[CheckedFile]]]
    """Gives on the results of so many units, and may show how far the run is."""


def check_paths(paths: Sequence[str], options: Options, progress: Progress | None = None) -> Run:
    """Check files and the files in folders; `progress` may show how far the run is.

    Where fixes were written, the run reports what the files have when they are checked again: a
    fix may be about a file that another one names. Raises CannlintError for options that cannot be
    used.
    """
    run = _check_paths(paths, options, progress)
    if options.fix is FixMode.WRITE and run.fixed_files:
        again = _check_paths(paths, _after_fixes(options, run), progress)
        again.fixed, again.fixed_files = run.fixed, run.fixed_files
        again.failed = again.failed or run.failed
        again.complaints = list(dict.fromkeys(run.complaints + again.complaints))
        run = again
    if options.baseline is not None:
        from cannlint.engine.baseline import apply_baseline

        apply_baseline(run, options)
    if len(run.findings) > 1:
        from cannlint.engine.fold import fold_advice

        run.findings = fold_advice(run.findings)
    return run


def _after_fixes(options: Options, run: Run) -> Options:
    """The same question about the files as they are now."""
    from copy import copy

    from cannlint.config.file import settings_at

    settings_at.cache_clear()
    after = copy(options)
    after.fix = FixMode.OFF
    for before, after_fixes in run.fixed_files.values():
        if before.data is options.stdin_data:
            after.stdin_data = after_fixes.data
    return after


def _check_paths(paths: Sequence[str], options: Options, progress: Progress | None) -> Run:
    has_stdin = STANDARD_INPUT in paths
    stdin = Source(stdin_name(options), options.stdin_data) if has_stdin else None
    try:
        checker = checker_for(options, Files(stdin))
    except BrokenConfigError as broken:  # nothing is checked under it
        return failed_run(broken)
    collector = Collector(checker)
    found = find(paths, options)
    options.folders = tuple(found.folders)
    first = checker.check_command(options.command) if options.command else []
    checked = check_all(found.units, checker, first, progress=progress)
    collector.report_errors(found.not_searched)
    collector.show_skipped(found.skipped)
    for file in checked:
        collector.take(file)
    collector.check_tables(found.folders)
    return collector.finish()


def check_open(
    paths: Sequence[str], files: Files, scope: Scope, plans: PlanChecks
) -> tuple[Run, list[CheckedFile]]:
    """Check the files that an editor has open together; with what each was checked with.

    `plans` makes the plans of their jobs, or has them from earlier. The files are taken as if they
    had been found in a folder: an excluded one is not checked, nor one whose kind only its name
    tells.
    """
    checker = Checker(Options(), scope, files, plans)
    checker.keeps_context = True
    collector = Collector(checker)
    units = [FileUnit(path, os.path.basename(path) in (CONFIG_NAME, PYPROJECT)) for path in paths]
    checked = check_all(units, checker, among={*map(os.path.realpath, paths)})
    for file in checked:
        collector.take(file)
    collector.check_tables([])
    return collector.finish(), checked


def check_library(path: str, options: Options) -> Run:
    """Check every file of an installed CANN; `path` is what ASCEND_OPP_PATH points to.

    `options.library` is the release that it has to agree with, where version.info names none.
    Raises CannlintError when there is no library.
    """
    from cannlint.config.search import lies_outside
    from cannlint.library.audit import release_of
    from cannlint.library.install import opp_folder
    from cannlint.library.operators import operators
    from cannlint.rules.lb.install import checked_files

    opp = opp_folder(path)
    try:
        collector = Collector(checker_for(options, Files()))
    except BrokenConfigError as broken:
        return failed_run(broken)
    release = release_of(opp, options.library)
    if release is not None:
        collector.run.library = operators((), release)
    for checked in checked_files(opp, release, check_reading):
        if isinstance(checked, UnreadablePathError):
            collector.report_errors([checked])
            continue
        source, kind, findings = checked
        source.is_outside = lies_outside(source.path, opp)
        file = CheckedFile(FileUnit(source.path, is_named=False), source, kind)
        file.findings = findings
        for finding in findings:
            finding.source = source
        collector.take(file)
    return collector.finish()


def check_all(
    units: Sequence[FileUnit],
    checker: Checker,
    first: Sequence[CheckedFile] = (),
    among: Collection[str] | None = None,
    progress: Progress | None = None,
) -> list[CheckedFile]:
    """Check files that may hold jobs, then config files, each with all jobs that name it.

    What was found in a config file by itself is dropped where jobs name it. `first` was found
    before; with `among` only these (real paths) of the files that jobs name are checked.
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
            *(unit for unit in changed if among is None or unit.real_path in among),
        ]
        waiting, rest = rest, []
        links: list[Link] = []
        done = check_units(wave, checker) if wave else ()
        shown = progress(done, len(wave)) if progress and wave else done
        for unit, files in zip(wave, shown, strict=True):
            results[unit.key] = files
            links += (link for file in files for link in file.links)
        changed = linked.add(links)
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
    may_be_named = file.kind not in JOB_KINDS or file.kind in LINKED_KINDS
    return is_by_itself and may_be_named and file.path in linked
