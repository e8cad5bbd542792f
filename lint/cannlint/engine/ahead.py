"""What is found in each of many files: remembered from earlier runs, or found by several processes.

The answers come in the order of the files and say what the run would have found itself, so that
nothing about its output depends on who has looked.
"""

from __future__ import annotations

import os
import time
from itertools import chain, islice, repeat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cannlint.engine.answers import Answer, Named, Wanted
    from cannlint.engine.examining import Examiner
    from cannlint.engine.run import Options
    from cannlint.parallel.workers import Crew

    Question = tuple[str, str, bool, Options]
    """The run, its folder, whether its files are named, and what is asked about them."""

    Unit = tuple[Question, Sequence[str]]

    Group = tuple[Sequence[Named], Sequence[Wanted]]
    """Files with jobs, and config files that these name; see `Examiner.together`."""

FEW = 200
"""Files that are checked at once, without a cache and without other processes."""

_BATCH = 20
"""Files that a process is given at a time."""

_PROBED = 100
"""Files after which it can be told how long the others will take."""

_WORTH_IT = 0.5
"""Seconds that are left to do when other processes are worth their start."""


def answers(paths: Sequence[str], is_named: bool, options: Options) -> Iterable[Answer | None]:
    """For each file what is found in it, or None where the run has to look itself."""
    if not _may_be_asked(options) or (len(paths) < FEW and options.executor is None):
        return repeat(None, len(paths))
    if options.no_cache and options.executor is None and most_processes(options) == 1:
        return repeat(None, len(paths))
    question = (os.urandom(8).hex(), os.getcwd(), is_named, _bare(options))
    found = _answers(question, paths, options)
    return found if options.no_cache else _kept(found, question)


def _may_be_asked(options: Options) -> bool:
    """Whether it does not matter who looks: the files stay as they are, and there is no graph."""
    return options.fix.value == "off" and options.model is None


def most_processes(options: Options) -> int:
    """How many processes there may be: so many as asked for, or one for each core."""
    if options.jobs is not None:
        return options.jobs
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def _bare(options: Options) -> Options:
    """The options without what no file depends on."""
    from copy import copy

    bare = copy(options)
    bare.stdin_data, bare.command = b"", ()
    return bare


def _answers(question: Question, paths: Sequence[str], options: Options) -> Iterator[Answer | None]:
    """The answers of this process until it turns out that others are worth their start."""
    rest = iter(_batches(question, paths))
    may_choose = options.executor is None and options.jobs is None and most_processes(options) > 1
    is_told = options.executor is not None or (options.jobs or 1) > 1
    crew = crew_for(options) if is_told else None
    started, left = 0.0, len(paths)
    while crew is None and (unit := next(rest, None)) is not None:
        yield from repeat(None, len(unit[1])) if options.no_cache else examine_batch(unit)
        left -= len(unit[1])
        done = len(paths) - left
        if done == _BATCH:  # the first files also pay for what is imported
            started = time.perf_counter()
        elif may_choose and done > _PROBED:
            seconds = (time.perf_counter() - started) / (done - _BATCH) * left
            crew = crew_for(options) if seconds > _WORTH_IT else None
    if crew is not None:
        from cannlint.parallel.workers import in_order

        yield from chain.from_iterable(in_order(examine_batch, [*rest], crew))


def _batches(question: Question, paths: Iterable[str]) -> Iterator[Unit]:
    rest = iter(paths)
    while batch := [*islice(rest, _BATCH)]:
        yield question, batch


def answers_together(groups: Sequence[Group], options: Options) -> Iterable[Answer | None]:
    """For each config file of each group what is found in it, or None where the run has to look."""
    question = (os.urandom(8).hex(), os.getcwd(), False, _bare(options))
    units = [(question, group) for group in _in_batches(groups)]
    effort = sum(len(named) + len(wanted) for named, wanted in groups)
    if options.executor is None and (most_processes(options) == 1 or effort < FEW):
        return chain.from_iterable(map(examine_group, units))
    from cannlint.parallel.workers import in_order

    return chain.from_iterable(in_order(examine_group, units, crew_for(options)))


def _in_batches(groups: Iterable[Group]) -> Iterator[Group]:
    """The groups, those without jobs to be read in several parts."""
    for named, wanted in groups:
        size = len(wanted) if named else _BATCH
        for start in range(0, len(wanted), size):
            yield named, wanted[start : start + size]


def crew_for(options: Options) -> Crew:
    """Who else does the work: a cluster where one is named, or processes."""
    if options.executor is not None:
        from cannlint.parallel.cluster import Cluster

        return Cluster(options.executor)
    from cannlint.parallel.workers import Processes

    return Processes(most_processes(options), options.may_fork)


def _kept(found: Iterable[Answer | None], question: Question) -> Iterator[Answer | None]:
    """The answers, kept for later runs when all are there."""
    from cannlint.parallel.cache import Cache, cache_file

    cache = Cache(cache_file(question[1]))
    for answer in found:
        key, clean = answer and answer.pop("key", None), answer and answer.pop("clean", None)
        if key:
            cache.used[key] = answer
        if clean:
            under, path, row = clean
            cache.used_clean.setdefault(under, {})[path] = row
        yield answer
    cache.save()


def examine_batch(unit: Unit) -> list[Answer | None]:
    """What is found in each of some files; runs in any process, and in a thread of it."""
    from cannlint.parallel.folder import working_in

    (run, folder, is_named, options), paths = unit
    with working_in(folder):
        examiner = _examiner(run, folder, options)
        return [examiner.answer(path, is_named) for path in paths]


def examine_group(unit: tuple[Question, Group]) -> list[Answer | None]:
    """What is found in config files that jobs name together; runs in any process."""
    from cannlint.parallel.folder import working_in

    (run, folder, _, options), (named, wanted) = unit
    with working_in(folder):
        return _examiner(run, folder, options).together(named, wanted)


def _examiner(run: str, folder: str, options: Options) -> Examiner:
    """The examiner of a run; that of the one before is not kept."""
    if run not in _examiners:
        from cannlint.engine.examining import Examiner
        from cannlint.engine.files import Files
        from cannlint.engine.scope import Scope

        _examiners.clear()
        scope = Scope(options.config, options.isolated, options.library, options.socs)
        examiner = _examiners[run] = Examiner(options, scope, Files())
        if not options.no_cache:
            from cannlint.parallel.cache import Cache, cache_file

            examiner.cache = Cache(cache_file(folder))
    return _examiners[run]


_examiners: dict[str, Examiner] = {}
