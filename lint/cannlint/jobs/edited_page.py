"""A page that is read again after each edit: only the blocks of code whose text changes."""

from __future__ import annotations

from cannlint.jobs.atc.command_jobs import not_too_many
from cannlint.jobs.atc_script import code_of, jobs_of_block, may_have_jobs, read
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.moving import Move
from cannlint.jobs.shell.statements import LongCommandError
from cannlint.kinds import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.atc.job import AtcJob
    from cannlint.text.source import Source

    Known = dict[tuple[str, int, int, str], list[tuple[int, list[AtcJob]]]]
    """Form, depth, length and lines of a block → where it has stood, and its jobs."""


class EditedPage:
    """Reads one page again and again; the result is that of `read`.

    The jobs that stay are moved: the reading from before is not to be used any more.
    """

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: Known = {}

    def read(self, source: Source) -> JobsReading:
        """The jobs of the page as it is now. Raises UnreadablePathError as `read` does."""
        known, self._known = self._known, {}  # nothing is moved twice, come what may
        if not may_have_jobs(source.text):
            return read(source)
        now: Known = {}
        try:
            jobs = not_too_many(source, self._jobs(source, known, now))
        except LongCommandError:
            return read(source)
        self._known = now
        return JobsReading(source, Kind.ATC_SCRIPT, [*jobs])

    def _jobs(self, source: Source, known: Known, now: Known) -> Iterator[AtcJob]:
        for block in code_of(source.text):
            line_end = source.text.find("\n", block.end)
            end = line_end if line_end >= 0 else len(source.text)
            length = block.end - block.start
            key = block.form, block.depth, length, source.text[block.start : end]
            before = known.get(key)
            if before:
                start, jobs = before.pop(0)
                for job in jobs:
                    Move(job.source, source, start, block.start - start).job(job)
            else:
                jobs = list(jobs_of_block(source, block))
            if all(job.get("raw_ge_options") is None for job in jobs):
                now.setdefault(key, []).append((block.start, jobs))
            yield from jobs
