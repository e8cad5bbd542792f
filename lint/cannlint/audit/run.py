"""Run an audit of folders: find the files, audit their jobs in one or several processes."""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice

from cannlint.audit.file import audit_file
from cannlint.audit.model import Audit, AuditTarget, Part, Spool, Tally, is_part
from cannlint.discovery.walk import files_in
from cannlint.engine.run import Options
from cannlint.engine.schedule import crew_for, most_processes
from cannlint.parallel.workers import working_in

Unit = tuple[str, Sequence[str], Sequence[AuditTarget], Options]

_BATCH = 10
"""Number of files that a process takes at a time."""

_FEW = 40
"""Up to this number of files, use one process."""


def audit(
    roots: Sequence[str],
    targets: list[AuditTarget],
    options: Options,
    progress: Callable[[Iterable[Part]], Iterable[Part]] = iter,
) -> Audit:
    """Audit all jobs below some paths; `progress` may show how far it is.

    Raises CannlintError if the audit cannot run.
    """
    _check_configuration(options)
    options.folders = tuple(os.path.abspath(root) for root in roots if os.path.isdir(root))
    gc.freeze()
    gc.enable()  # jobs and their files form reference cycles, and there may be many
    found = Audit(roots, targets, options, Tally(len(targets)), Spool())
    for part in progress(_parts(_paths(roots, options), targets, options)):
        found.take(part)
    return found


def _check_configuration(options: Options) -> None:
    """Raise CannlintError if --config names a broken file."""
    if options.config is not None and not options.isolated:
        from cannlint.config.file import load

        load(options.config)


def _paths(roots: Sequence[str], options: Options) -> Iterator[str]:
    """The files below the roots, in order; each file once."""
    isolated = options.isolated or options.config is not None
    paths = chain.from_iterable(
        files_in(root, isolated, keeps_on=True) if os.path.isdir(root) else [root] for root in roots
    )
    return paths if len(roots) == 1 else iter(dict.fromkeys(paths))


def _parts(paths: Iterator[str], targets: list[AuditTarget], options: Options) -> Iterable[Part]:
    first = [*islice(paths, _FEW)]
    units = _units(chain(first, paths), targets, options)
    is_small = len(first) < _FEW and options.jobs is None
    if options.executor is None and (is_small or most_processes(options) == 1):
        return map(audit_batch, units)
    from cannlint.parallel.workers import checked_results, in_order

    results = in_order(audit_batch, units, crew_for(options))
    return checked_results(results, partial(is_part, targets=len(targets)), options.executor)


def _units(paths: Iterable[str], targets: list[AuditTarget], options: Options) -> Iterator[Unit]:
    rest = iter(paths)
    while batch := [*islice(rest, _BATCH)]:
        yield os.getcwd(), batch, targets, options


def audit_batch(unit: Unit) -> Part:
    """Audit the jobs of some files; runs in any process."""
    folder, paths, targets, options = unit
    part = Part(len(paths), Tally(len(targets)))
    with working_in(folder):
        for path in paths:
            jobs, unreadable = audit_file(path, targets, options)
            part.unreadable += unreadable
            for job in jobs:
                part.tally.count(job)
                part.lines.append(json.dumps(job))
    return part
