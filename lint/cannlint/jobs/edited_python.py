"""A Python script that is read again after each edit: only the blocks around it."""

from __future__ import annotations

from functools import partial

from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.python.parts import Parts
from cannlint.jobs.python.reader import reading_of
from cannlint.jobs.python.ways import Ways, marks_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.kinds import Kind
    from cannlint.text.source import Source


class EditedPython:
    """Reads one script again and again as one kind; the result is that of `read`.

    The jobs that stay are moved: the reading from before is not to be used any more. While a script
    cannot be parsed, what was read of it before is kept.
    """

    __slots__ = ("_kind", "_parts")

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._parts: Parts | None = None

    def read(self, source: Source) -> JobsReading:
        """The jobs of the script as it is now. Raises TooLargeError as `read` does."""
        return reading_of(source, self._kind, partial(self._jobs, source))

    def _jobs(self, source: Source) -> list[Job]:
        known, self._parts = self._parts, None  # nothing is moved twice, come what may
        try:
            window = known.window(source) if known is not None else None
        except SyntaxError:
            if not self._ways(source).any:
                return []  # then it is not parsed at all
            self._parts = known
            raise
        is_applied = known is not None and window is not None and known.apply(window, source)
        self._parts = known if is_applied else self._whole(source)
        return self._parts.jobs if self._parts is not None else []

    def _whole(self, source: Source) -> Parts | None:
        ways = self._ways(source)
        return Parts(source, ways) if ways.any else None

    def _ways(self, source: Source) -> Ways:
        return Ways(marks_in(source.data), self._kind)
