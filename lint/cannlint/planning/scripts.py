"""The jobs of a script, for who names one: `convert.sh`, or `train.py:12` where it has several."""

from __future__ import annotations

import os
import re

from cannlint.discovery.detect import kind_of
from cannlint.engine.entry import read
from cannlint.errors import CannlintError
from cannlint.jobs.model import JobsReading
from cannlint.kinds import SCRIPT_KINDS
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job

_PLACE = re.compile(r"(.+?):(\d+)(?::(\d+))?")


def script_job(name: str) -> Job | None:
    """The job of a script, by the path and where needed the line and the column it begins at.

    None where the name is not that of a file. Raises CannlintError where it is none of one job.
    """
    path, place = _split(name)
    if not os.path.isfile(path):
        return None
    jobs = _jobs_of(path)
    found = [job for job in jobs if _stands_at(job, place)]
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


def _split(name: str) -> tuple[str, tuple[int, ...]]:
    match = None if os.path.isfile(name) else _PLACE.fullmatch(name)
    if match is None:
        return name, ()
    return match[1], tuple(int(number) for number in match.groups()[1:] if number)


def _jobs_of(path: str) -> list[Job]:
    source = read_source(path)
    kind = kind_of(path, source.data)
    if kind not in SCRIPT_KINDS:
        raise CannlintError("{path} is no script with compile jobs", path=path)
    reading = read(source, kind)
    assert isinstance(reading, JobsReading)
    return reading.jobs


def _stands_at(job: Job, place: tuple[int, ...]) -> bool:
    return job.source.position(job.span.start)[: len(place)] == place


def _name_of(job: Job, others: list[Job]) -> str:
    """The shortest name that no other job of the script has, with its front end."""
    line, column = job.source.position(job.span.start)
    alone = sum(_stands_at(other, (line,)) for other in others) == 1
    place = f"{line}" if alone else f"{line}:{column}"
    return f"{job.source.path}:{place} ({job.front_end})"
