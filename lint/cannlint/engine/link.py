"""The third stage, link: a file with jobs → the config files that its jobs name.

A config file is then checked together with all jobs of the run that name it: as the kind that
their options say, for the SoCs that they are for.
"""

from __future__ import annotations

import os

from cannlint.cann.option_names import SOC
from cannlint.config.search import lies_outside, repository_of
from cannlint.engine.plan_checks import depends_on_jobs
from cannlint.engine.read import jobs_to_check
from cannlint.engine.units import Link
from cannlint.errors import UnreadablePathError
from cannlint.jobs.linking import Finder, named_files
from cannlint.jobs.model import LinkedFile
from cannlint.jobs.model_files import look_into_model

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.engine.read import Files
    from cannlint.jobs.model import Job
    from cannlint.kinds import Kind
    from cannlint.reading.base import Reading


class ConfigFile:
    """A config file as one kind: its reading, and the jobs that name it.

    `is_outside`: it lies outside of the project, so it is read, and never changed.
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

    def replace_reading(self, reading: Reading) -> None:
        """Give the jobs another reading of the same file."""
        for job in self.jobs:
            for file in job.files.values():
                if file.reading is self.reading:
                    file.reading = reading
        self.reading = reading


class ConfigFiles:
    """The config files that the jobs of one file name, by where they really are.

    `root` is the folder of the configuration that holds for the file with the jobs, `folders` those
    that are checked whole. Fills `files`, `missing`, `searched`, `header` and `mismatches` of the
    jobs. `unreadable` are files that are there and cannot be read.
    """

    def __init__(
        self,
        reading: Reading,
        root: str | None,
        files: Files,
        folders: Sequence[str] = (),
        reads_models: bool = True,
    ) -> None:
        self.unreadable: list[UnreadablePathError] = []
        self._files = files
        self._found: dict[str, dict[Kind, ConfigFile]] = {}
        path = reading.source.path
        folder = os.path.dirname(path)
        project = root or repository_of(folder) or folder
        finder = Finder(path, reading.kind, root, *folders)
        for job, setting, named, kind in named_files(jobs_to_check(reading), finder):
            config = self._config_file(named, kind, project)
            if config is not None:
                job.files[setting.option] = LinkedFile(named, config.reading, setting)
                config.jobs.append(job)
        for job in jobs_to_check(reading):
            job.searched = finder.searched if job.missing else ()
            if reads_models:
                look_into_model(job, finder, project)

    def __iter__(self) -> Iterator[ConfigFile]:
        for kinds in self._found.values():
            yield from kinds.values()

    def of(self, path: str) -> list[ConfigFile]:
        """A file as every kind that a job uses it as."""
        return list(self._found.get(os.path.realpath(path), {}).values())

    def _config_file(self, path: str, kind: Kind, project: str) -> ConfigFile | None:
        """The file at a path; None for a folder, a device and what cannot be read."""
        real_path = os.path.realpath(path)
        known = self._found.get(real_path, {}).get(kind)
        if known is not None or not os.path.isfile(path):
            return known
        try:
            reading = self._files.linked_reading(self._files.source(path), kind)
        except UnreadablePathError as error:
            self.unreadable.append(error)
            return None
        is_outside = reading.source.is_outside = lies_outside(real_path, "", project)
        config = ConfigFile(reading, is_outside)
        self._found.setdefault(real_path, {})[kind] = config
        return config


def links_of(reading: Reading, configs: ConfigFiles, model: str | None) -> tuple[Link, ...]:
    """The links from a file with jobs; `model` is the graph of the whole run."""
    return tuple(
        Link(
            path=config.reading.source.path,
            real_path=os.path.realpath(config.reading.source.path),
            kind=config.reading.kind,
            job_file=(reading.source.path, reading.kind),
            socs=config.socs,
            is_outside=config.is_outside,
            needs_jobs=depends_on_jobs(config.reading.kind, config.jobs, model),
        )
        for config in configs
    )
