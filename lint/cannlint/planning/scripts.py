"""Find the job of a script by its path, and by its line if it has several: `train.py:12`."""

from __future__ import annotations

import os
import re
from copy import copy

from cannlint.discovery.detect import kind_of
from cannlint.engine.read import read
from cannlint.errors import CannlintError
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import Job
from cannlint.kinds import SCRIPT_KINDS
from cannlint.text.source import read_source
from cannlint.text.span import Span

_PLACE = re.compile(r"(.+?):(\d{1,9})(?::(\d{1,9}))?")


def script_job(name: str) -> Job | None:
    """The job named by the path of a script, and if needed by its line and column.

    None if the name is not that of a file. Raises CannlintError if it does not name one job.
    """
    path, place = _split(name)
    if not os.path.isfile(path):
        return None
    jobs = _by_place(_jobs_of(path))
    found = [job for job in jobs if _starts_at(job, place)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(_name_of(job, jobs) for job in jobs)
    if not jobs:
        raise CannlintError("{path} has no compile job", path=path)
    if place and not found:
        raise CannlintError(
            "{path} has no job on line {line}; it has {names}",
            path=path,
            line=place[0],
            names=names,
        )
    raise CannlintError("which job? {path} has {names}", path=path, names=names)


def named_jobs(path: str) -> list[tuple[str, Job]]:
    """The jobs of a script, each with the shortest name that `script_job` takes for it."""
    jobs = _by_place(_jobs_of(path))
    if len(jobs) == 1:
        return [(path, jobs[0])]
    return [(_place_of(job, jobs), job) for job in jobs]


def _split(name: str) -> tuple[str, tuple[int, ...]]:
    match = None if os.path.isfile(name) else _PLACE.fullmatch(name)
    if match is None:
        return name, ()
    return match[1], tuple(int(number) for number in match.groups()[1:] if number)


def _jobs_of(path: str) -> list[Job]:
    source = read_source(path)
    kind = kind_of(path, source.data)
    if kind not in SCRIPT_KINDS:
        raise CannlintError("{path} is not a script with compile jobs", path=path)
    reading = read(source, kind)
    assert isinstance(reading, JobsReading)
    return reading.jobs


def _by_place(jobs: list[Job]) -> list[Job]:
    """One job per place: a command in a loop or a function may run with several values."""
    places: dict[Span, list[Job]] = {}
    for job in jobs:
        places.setdefault(job.span, []).append(job)
    return [_common(same) if len(same) > 1 else same[0] for same in places.values()]


def _common(jobs: list[Job]) -> Job:
    """The common job of several: values that differ are unknown."""
    common = copy(jobs[0])
    common.complete = all(job.complete for job in jobs)
    common.settings = []
    for setting in jobs[0].settings:
        others = [[one.value for one in job.settings if one.key == setting.key] for job in jobs]
        if not all(others):
            common.complete = False
            continue
        merged = copy(setting)
        merged.value = setting.value if all(other == others[0] for other in others) else None
        common.settings.append(merged)
    names = {setting.key for job in jobs for setting in job.settings}
    common.complete = common.complete and len({s.key for s in common.settings}) == len(names)
    return common


def _starts_at(job: Job, place: tuple[int, ...]) -> bool:
    return job.source.position(job.span.start)[: len(place)] == place


def _name_of(job: Job, others: list[Job]) -> str:
    """The shortest unique name of the job in the script, with its front end."""
    return f"{_place_of(job, others)} ({job.front_end})"


def _place_of(job: Job, others: list[Job]) -> str:
    line, column = job.source.position(job.span.start)
    alone = sum(_starts_at(other, (line,)) for other in others) == 1
    place = f"{line}" if alone else f"{line}:{column}"
    return f"{job.source.path}:{place}"
