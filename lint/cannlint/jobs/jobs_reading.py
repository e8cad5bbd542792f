"""What is read of a file in which options are written."""

from __future__ import annotations

from cannlint.reading.base import Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.kinds import Kind
    from cannlint.text.source import Source


class JobsReading(Reading):
    """A file that options are written in: a script, or cannlint.toml; with the jobs in it."""

    __slots__ = ("jobs",)

    def __init__(self, source: Source, kind: Kind, jobs: list[Job]) -> None:
        super().__init__(source, kind)
        self.jobs = jobs
