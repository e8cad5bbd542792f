"""Who checks the units of a run: this process, several processes, or a cluster.

The stage is the same function everywhere, and its results come in the order of the units: nothing
about the output depends on who checked what.
"""

from __future__ import annotations

import os
import time
from itertools import islice

from cannlint.engine.check import checker_for
from cannlint.engine.read import Files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cannlint.engine.check import Checker
    from cannlint.engine.run import Options
    from cannlint.engine.units import CheckedFile, FileUnit, LinkedUnit
    from cannlint.parallel.workers import Crew

    Setup = tuple[str, str, Options]
    """What a process needs to check units: the name of the run, its folder and its options."""

    Batch = tuple[Setup, Sequence[FileUnit | LinkedUnit]]

FEW = 200
"""Units that are checked by this process, whatever it takes."""

_BATCH = 20
"""Units that a process is given at a time."""

_PROBED = 100
"""Units after which we estimate how long the others will take."""

_WORTH_IT = 0.5
"""Seconds of work left at which other processes are worth their start."""


def check_units(
    units: Sequence[FileUnit | LinkedUnit], checker: Checker
) -> Iterator[list[CheckedFile]]:
    """What is found in the files of each unit, in the order of the units."""
    options = checker.options
    if not _may_share(checker) or (options.executor is None and _is_little(units, options)):
        return map(checker.check, units)
    return _shared(units, checker)


def _may_share(checker: Checker) -> bool:
    """Whether other processes can check the same: all is on disk, and no graph is held."""
    options = checker.options
    has_more = options.command or checker.files.stdin is not None or checker.keeps_context
    return not has_more and options.model is None


def _is_little(units: Sequence[FileUnit | LinkedUnit], options: Options) -> bool:
    return len(units) < FEW or most_processes(options) == 1


def most_processes(options: Options) -> int:
    """How many processes there may be: as many as asked for, or one for each core."""
    if options.jobs is not None:
        return options.jobs
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def _shared(
    units: Sequence[FileUnit | LinkedUnit], checker: Checker
) -> Iterator[list[CheckedFile]]:
    """The results of this process until it turns out that others are worth their start."""
    options = checker.options
    setup = (os.urandom(8).hex(), os.getcwd(), _sent(options))
    batches = iter(_batches(setup, units))
    is_asked_for = options.executor is not None or (options.jobs or 1) > 1
    crew = crew_for(options) if is_asked_for else None
    started, done = 0.0, 0
    while crew is None and (batch := next(batches, None)) is not None:
        yield from map(checker.check, batch[1])
        done += len(batch[1])
        if done == _BATCH:  # the first files also pay for what is imported
            started = time.perf_counter()
        elif options.jobs is None and done > _PROBED:
            left = (time.perf_counter() - started) / (done - _BATCH) * (len(units) - done)
            crew = crew_for(options) if left > _WORTH_IT else None
    if crew is not None:
        from cannlint.parallel.workers import checked_results, in_order

        results = in_order(check_batch, [*batches], crew)
        for found in checked_results(results, _are_results, options.executor):
            yield from found


def _are_results(found: object) -> bool:
    """Whether something is what `check_batch` gives."""
    from cannlint.engine.units import CheckedFile

    lists = found if isinstance(found, list) else [None]
    return all(
        isinstance(files, list) and all(isinstance(file, CheckedFile) for file in files)
        for files in lists
    )


def _sent(options: Options) -> Options:
    """The options for other processes, which check neither standard input nor a command line."""
    from copy import copy

    sent = copy(options)
    sent.stdin_data, sent.command = b"", ()
    return sent


def _batches(setup: Setup, units: Iterable[FileUnit | LinkedUnit]) -> Iterator[Batch]:
    rest = iter(units)
    while batch := [*islice(rest, _BATCH)]:
        yield setup, batch


def crew_for(options: Options) -> Crew:
    """Who else does the work: a cluster where one is named, or processes."""
    if options.executor is not None:
        from cannlint.parallel.cluster import Cluster

        return Cluster(options.executor)
    from cannlint.parallel.workers import Processes

    return Processes(most_processes(options), options.may_fork)


def check_batch(batch: Batch) -> list[list[CheckedFile]]:
    """What is found in the files of some units; runs in any process, and in a thread of it."""
    from cannlint.parallel.workers import working_in

    (run, folder, options), units = batch
    with working_in(folder):
        checker = _checker(run, options)
        return [checker.check(unit) for unit in units]


def _checker(run: str, options: Options) -> Checker:
    """The checker of a run in this process; that of the run before is dropped."""
    if run not in _checkers:
        _checkers.clear()
        _checkers[run] = checker_for(options, Files())
    return _checkers[run]


_checkers: dict[str, Checker] = {}
