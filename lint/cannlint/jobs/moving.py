"""Jobs that stay as they are while text in front of them changes: only their places are others."""

from __future__ import annotations

from cannlint.jobs.atc.job import AtcJob
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting
    from cannlint.text.source import Source


class Move:
    """What stands at `start` or behind it in one text stands `by` characters further in another."""

    __slots__ = ("after", "before", "by", "start")

    def __init__(self, before: Source, after: Source, start: int, by: int) -> None:
        self.before = before
        self.after = after
        self.start = start
        self.by = by

    def span(self, span: Span) -> Span:
        """A place in the other text; a new one, as findings may have the old."""
        start, end = span.start, span.end
        if end < self.start or not self.by:
            return span
        return Span(
            start + self.by if start >= self.start else start,
            end + self.by if end >= self.start else end,
        )

    def job(self, job: Job) -> None:
        """Move a job; the files that it names are to be linked again."""
        job.source, job.span = self.after, self.span(job.span)
        for setting in job.settings:
            self._setting(setting)
        for misuse in job.misuses:
            misuse.source, misuse.span = self.after, self.span(misuse.span)
        job.files, job.missing, job.header, job.mismatches = {}, [], None, []
        if isinstance(job, AtcJob) and (job.slips or job.lost):
            self._slips(job)

    def _setting(self, setting: Setting) -> None:
        if setting.source is self.after:
            return  # the jobs of two branches share it
        setting.source = self.after
        if not self.by:
            return
        if setting.span.end >= self.start or setting.value_span.end >= self.start:
            setting.span = self.span(setting.span)
            setting.key_span = self.span(setting.key_span)
            setting.value_span = self.span(setting.value_span)

    def _slips(self, job: AtcJob) -> None:
        for setting in job.lost:
            self._setting(setting)
        for slip in job.slips:
            slip.span = self.span(slip.span)
            slip.blanks = self.span(slip.blanks) if slip.blanks is not None else None
        job.refusals = None  # those of slips have places of their own
