"""The targets and the results of an audit."""

from __future__ import annotations

from itertools import islice

from cannlint.audit.changes import is_certain
from cannlint.language import translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.audit.changes import JobRecord
    from cannlint.audit.spool import Spool
    from cannlint.audit.tally import Tally
    from cannlint.engine.run import Options


class AuditTarget:
    """A target of an audit: a library and a SoC; None means that of the job itself."""

    __slots__ = ("library", "soc")

    def __init__(self, library: str | None, soc: str | None) -> None:
        self.library = library
        self.soc = soc

    def __str__(self) -> str:
        return " ".join(filter(None, (self.library, self.soc))) or translated("as configured")


class Part:
    """The results of some files: their number, their jobs, and the counts.

    `lines` has one line of JSON per job. `unreadable` are (path, reason).
    """

    __slots__ = ("files", "lines", "tally", "unreadable")

    def __init__(self, files: int, tally: Tally) -> None:
        self.files = files
        self.tally = tally
        self.lines: list[str] = []
        self.unreadable: list[tuple[str, str]] = []


class Audit:
    """The results of an audit of `roots`; the jobs are in the order of their files.

    The records of the jobs are on disk, because there may be more than fit in memory. `files` is
    the number of files searched for jobs. `unreadable` are (path, reason), including config files
    that jobs name.
    """

    __slots__ = ("files", "options", "roots", "spool", "tally", "targets", "unreadable")

    def __init__(
        self,
        roots: Sequence[str],
        targets: list[AuditTarget],
        options: Options,
        tally: Tally,
        spool: Spool,
    ) -> None:
        self.roots = roots
        self.targets = targets
        self.options = options
        self.files = 0
        self.tally = tally
        self.spool = spool
        self.unreadable: dict[tuple[str, str], None] = {}

    def take(self, part: Part) -> None:
        """Add the results of the next files."""
        self.files += part.files
        self.tally.add(part.tally)
        self.spool.add(part.lines)
        self.unreadable.update(dict.fromkeys(part.unreadable))

    def first_differing(self, most: int) -> Iterator[JobRecord]:
        """The first jobs that are known to differ between targets."""
        differing = (job for job in self.spool.records() if any(map(is_certain, job["changes"])))
        return islice(differing, min(most, self.tally.differing))

    def first_refused(self, most: int) -> Iterator[JobRecord]:
        """The first jobs with errors."""
        refused = (job for job in self.spool.records() if "error" in _severities(job))
        return islice(refused, min(most, self.tally.refused))

    def first_remarked(self, most: int) -> Iterator[JobRecord]:
        """The first jobs with warnings or infos."""
        remarked = (job for job in self.spool.records() if _severities(job) - {"error"})
        return islice(remarked, min(most, self.tally.remarked))


def _severities(job: JobRecord) -> set[str]:
    return {finding["severity"] for finding in job["findings"]}
