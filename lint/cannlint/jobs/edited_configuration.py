"""A cannlint.toml that is read again after each edit: only the `[job]`s whose text changes."""

from __future__ import annotations

import os

from cannlint.config.search import CONFIG_NAME
from cannlint.jobs.configured_jobs import read, read_job, tables_of
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.moving import Move
from cannlint.kinds import Kind
from cannlint.text.toml_tables import has_many, parts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.text.source import Source


class EditedConfiguration:
    """Reads one configuration again and again; the result is that of `read`.

    The jobs that stay are moved: the reading from before is not to be used any more.
    """

    __slots__ = ("_known", "_source")

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, str, Job]] = {}
        self._source: Source | None = None

    def read(self, source: Source) -> JobsReading:
        """The jobs of the configuration as it is now. Raises BrokenConfigError."""
        if not has_many(source.text) or os.path.basename(source.path) != CONFIG_NAME:
            self._known, self._source = {}, None
            return read(source)
        names = tables_of(source)
        parts = {part.name: part for part in parts_of(source.text) if part.name is not None}
        if names.keys() != parts.keys():  # some are not written as `[job.NAME]`
            self._known, self._source = {}, None
            return read(source)
        known: dict[str, tuple[int, str, Job]] = {}
        for name, part in parts.items():
            text = source.text[part.start : part.end]
            before = self._known.get(name)
            if before is not None and before[1] == text and self._source is not None:
                job = before[2]
                Move(self._source, source, before[0], part.start - before[0]).job(job)
            else:
                job = read_job(source, name, names[name], part.start, part.end)
            known[name] = part.start, text, job
        self._known, self._source = known, source
        return JobsReading(source, Kind.JOB, [job for _, _, job in known.values()])
