"""What an audit is asked, and what it has found."""

from __future__ import annotations

from cannlint.language import translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.run import Options

    JobRecord = dict[str, Any]
    """One job, as in schemas/audit.schema.json."""


class Aim:
    """What jobs are audited for: a library and a SoC; None is the one that a job itself has."""

    __slots__ = ("library", "soc")

    def __init__(self, library: str | None, soc: str | None) -> None:
        self.library = library
        self.soc = soc

    def __str__(self) -> str:
        return " ".join(filter(None, (self.library, self.soc))) or translated("as configured")


class Audit:
    """The jobs found below some paths, in the order of their files, and what became of each.

    `files` counts the files that were looked at; `unreadable` are (path, reason) of those that
    could not be, config files that jobs name among them.
    """

    __slots__ = ("aims", "files", "jobs", "options", "unreadable")

    def __init__(self, aims: list[Aim], options: Options) -> None:
        self.aims = aims
        self.options = options
        self.files = 0
        self.jobs: list[JobRecord] = []
        self.unreadable: list[tuple[str, str]] = []

    @property
    def changing(self) -> list[JobRecord]:
        """The jobs that are not the same under every aim."""
        return [job for job in self.jobs if job["changes"]]

    def count_of(self, severity: str) -> int:
        """How many findings of a severity there are."""
        return sum(
            finding["severity"] == severity for job in self.jobs for finding in job["findings"]
        )
