"""What an audit is asked, and what it has found."""

from __future__ import annotations

from itertools import islice

from cannlint.audit.changes import is_certain
from cannlint.language import translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.audit.changes import JobRecord
    from cannlint.audit.spool import Spool
    from cannlint.audit.tally import Tally
    from cannlint.engine.run import Options


class Aim:
    """What jobs are audited for: a library and a SoC; None is the one that a job itself has."""

    __slots__ = ("library", "soc")

    def __init__(self, library: str | None, soc: str | None) -> None:
        self.library = library
        self.soc = soc

    def __str__(self) -> str:
        return " ".join(filter(None, (self.library, self.soc))) or translated("as configured")


class Part:
    """What some files have: how many they are, the lines of their jobs, and what is counted.

    A line is a job's JSON. `unreadable` are (path, reason).
    """

    __slots__ = ("files", "lines", "tally", "unreadable")

    def __init__(self, files: int, tally: Tally) -> None:
        self.files = files
        self.tally = tally
        self.lines: list[str] = []
        self.unreadable: list[tuple[str, str]] = []


class Audit:
    """The jobs found below some paths, in the order of their files, and what became of each.

    The jobs themselves are on disk, and come one by one: there may be more than memory holds.
    `files` counts the files that were looked at; `unreadable` are (path, reason) of those that
    could not be, config files that jobs name among them.
    """

    __slots__ = ("aims", "files", "options", "spool", "tally", "unreadable")

    def __init__(self, aims: list[Aim], options: Options, tally: Tally, spool: Spool) -> None:
        self.aims = aims
        self.options = options
        self.files = 0
        self.tally = tally
        self.spool = spool
        self.unreadable: dict[tuple[str, str], None] = {}

    def take(self, part: Part) -> None:
        """Add what is found in the files that come next."""
        self.files += part.files
        self.tally.add(part.tally)
        self.spool.add(part.lines)
        self.unreadable.update(dict.fromkeys(part.unreadable))

    def first_differing(self, most: int) -> Iterator[JobRecord]:
        """The first jobs that are known to be not the same under every aim."""
        differing = (job for job in self.spool.records() if any(map(is_certain, job["changes"])))
        return islice(differing, min(most, self.tally.differing))

    def first_refused(self, most: int) -> Iterator[JobRecord]:
        """The first jobs with errors."""
        refused = (job for job in self.spool.records() if "error" in _severities(job))
        return islice(refused, min(most, self.tally.refused))

    def first_remarked(self, most: int) -> Iterator[JobRecord]:
        """The first jobs with findings other than errors."""
        remarked = (job for job in self.spool.records() if _severities(job) - {"error"})
        return islice(remarked, min(most, self.tally.remarked))


def _severities(job: JobRecord) -> set[str]:
    return {finding["severity"] for finding in job["findings"]}
