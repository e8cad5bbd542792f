"""An audit of whole folders: the files found, their jobs audited by whoever does the work."""

from __future__ import annotations

import gc
import json
import os
from itertools import chain, islice

from cannlint.audit.file import audit_file
from cannlint.audit.model import Audit, Part
from cannlint.audit.spool import Spool
from cannlint.audit.tally import Tally
from cannlint.discovery.walk import files_in
from cannlint.engine.schedule import crew_for, most_processes
from cannlint.parallel.workers import working_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cannlint.audit.model import Aim
    from cannlint.engine.run import Options

    Unit = tuple[str, Sequence[str], Sequence[Aim], Options]

_BATCH = 10
"""Files that a process is given at a time."""

_FEW = 40
"""Files that are audited at once."""


def audit(roots: Sequence[str], aims: list[Aim], options: Options) -> Audit:
    """Audit every job below some paths. Raises CannlintError when that cannot be done at all."""
    _check_configuration(options)
    gc.freeze()
    gc.enable()  # jobs and their files refer to each other, and there may be any number of them
    found = Audit(aims, options, Tally(len(aims)), Spool())
    for part in _parts(_paths(roots, options), aims, options):
        found.take(part)
    return found


def _check_configuration(options: Options) -> None:
    """Raise CannlintError where --config names a file that cannot be used."""
    if options.config is not None and not options.isolated:
        from cannlint.config.file import load

        load(options.config)


def _paths(roots: Sequence[str], options: Options) -> Iterator[str]:
    """The files of each root, in the order of the walk; those of two roots once."""
    isolated = options.isolated or options.config is not None
    paths = chain.from_iterable(
        files_in(root, isolated, keeps_on=True) if os.path.isdir(root) else [root] for root in roots
    )
    return paths if len(roots) == 1 else iter(dict.fromkeys(paths))


def _parts(paths: Iterator[str], aims: list[Aim], options: Options) -> Iterable[Part]:
    first = [*islice(paths, _FEW)]
    units = _units(chain(first, paths), aims, options)
    is_small = len(first) < _FEW and options.jobs is None
    if options.executor is None and (is_small or most_processes(options) == 1):
        return map(audit_batch, units)
    from cannlint.parallel.workers import in_order

    return in_order(audit_batch, units, crew_for(options))


def _units(paths: Iterable[str], aims: list[Aim], options: Options) -> Iterator[Unit]:
    rest = iter(paths)
    while batch := [*islice(rest, _BATCH)]:
        yield os.getcwd(), batch, aims, options


def audit_batch(unit: Unit) -> Part:
    """Audit the jobs of some files; runs in any process."""
    folder, paths, aims, options = unit
    part = Part(len(paths), Tally(len(aims)))
    with working_in(folder):
        for path in paths:
            jobs, unreadable = audit_file(path, aims, options)
            part.unreadable += unreadable
            for job in jobs:
                part.tally.count(job)
                part.lines.append(json.dumps(job))
    return part
