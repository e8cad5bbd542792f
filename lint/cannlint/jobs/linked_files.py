"""The config files that the jobs of a run name: each read once for each kind it is used as."""

from __future__ import annotations

import os

from cannlint.cann.option_names import SOC
from cannlint.config.search import repository_of
from cannlint.errors import UnreadablePathError
from cannlint.jobs.linking import Finder, lies_outside, link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cannlint.jobs.model import Job, JobsReading
    from cannlint.kinds import Kind
    from cannlint.reading.base import Reading
    from cannlint.text.source import Source

    Open = Callable[[str], Source]
    """A path → its file; raises UnreadablePathError."""

    Read = Callable[[Source, Kind], Reading]
    """A file and its kind → CANN's reading of it."""


class Linked:
    """One config file as one kind: its reading, the jobs that name it, the SoCs they are for.

    `is_outside` is a file that lies outside of the project: it is read, never changed.
    """

    __slots__ = ("is_outside", "jobs", "reading")

    def __init__(self, reading: Reading, is_outside: bool) -> None:
        self.reading = reading
        self.is_outside = is_outside
        self.jobs: list[Job] = []

    @property
    def socs(self) -> tuple[str, ...]:
        """The SoC versions of the jobs, each once."""
        socs = (job.value(SOC) for job in self.jobs)
        return tuple(dict.fromkeys(soc for soc in socs if soc))

    def use(self, reading: Reading) -> None:
        """Take another reading of the file: it was mended."""
        for job in self.jobs:
            for file in job.files.values():
                if file.reading is self.reading:
                    file.reading = reading
        self.reading = reading

    @property
    def job_files(self) -> set[str]:
        """Where the jobs are written."""
        return {os.path.realpath(job.source.path) for job in self.jobs}


class LinkedFiles:
    """The config files that jobs name, by where they really are.

    `unreadable` are those that are there and cannot be read.
    """

    def __init__(self, open: Open, read: Read) -> None:
        self._open = open
        self._read = read
        self.unreadable: list[UnreadablePathError] = []
        self._found: dict[str, dict[Kind, Linked]] = {}
        self._project = ""

    def add(self, reading: JobsReading, root: str | None) -> None:
        """Follow the options of a file's jobs; `root` is the folder of its configuration."""
        path = reading.source.path
        folder = os.path.dirname(path)
        self._project = root or repository_of(folder) or folder
        link(reading.jobs, Finder(path, reading.kind, root), self._reading)
        for job in reading.jobs:
            for file in job.files.values():
                self._found[os.path.realpath(file.path)][file.reading.kind].jobs.append(job)

    def __contains__(self, path: str) -> bool:
        return bool(self._found) and os.path.realpath(path) in self._found

    def __iter__(self) -> Iterator[Linked]:
        for kinds in self._found.values():
            yield from kinds.values()

    def of(self, path: str) -> list[Linked]:
        """A file as every kind that a job uses it as."""
        return list(self._found.get(os.path.realpath(path), {}).values())

    def _reading(self, path: str, kind: Kind) -> Reading | None:
        """CANN's reading of a file; None for a folder, a device and what cannot be read."""
        real = os.path.realpath(path)
        known = self._found.get(real, {}).get(kind)
        if known is not None:
            return known.reading
        if not os.path.isfile(path):
            return None
        try:
            source = self._open(path)
            reading = self._read(source, kind)
        except UnreadablePathError as error:
            self.unreadable.append(error)
            return None
        is_outside = reading.source.is_outside = lies_outside(real, self._project)
        self._found.setdefault(real, {})[kind] = Linked(reading, is_outside)
        return reading


def of_configuration(configuration: Source, open: Open, read: Read) -> LinkedFiles:
    """The config files that the jobs of a configuration file name."""
    from cannlint.jobs.configured_jobs import read as read_jobs

    found = LinkedFiles(open, read)
    root = os.path.dirname(os.path.abspath(configuration.path))
    found.add(read_jobs(configuration), root)
    return found
