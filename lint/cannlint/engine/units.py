"""What goes between the stages: units to check, and what was found in each file.

Units and checked files go to other processes and back, so they hold plain values.
"""

from __future__ import annotations

import os

from cannlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cannlint.config.file import Settings
    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.run import JobPlace
    from cannlint.errors import CannlintError
    from cannlint.jobs.model import Job
    from cannlint.kinds import Kind
    from cannlint.language import Phrase
    from cannlint.library.operators import Operators
    from cannlint.reading.base import Reading

SUPPRESSES = b"cannlint:"
"""What a file with a suppression in it contains; most files have none."""


class FileUnit:
    """A file by itself. `is_named`: the user named it, and did not only name a folder above.

    `kind` is what to read it as, None where that is to be found out. `is_file` is False for
    standard input and for a command line, which cannot be fixed either (`is_fixable`).
    `is_outside`: it is a link to a file outside of the project.
    """

    __slots__ = ("is_file", "is_fixable", "is_named", "is_outside", "kind", "path")

    def __init__(self, path: str, is_named: bool) -> None:
        self.path = path
        self.is_named = is_named
        self.kind: Kind | None = None
        self.is_file = True
        self.is_fixable = True
        self.is_outside = False

    @property
    def key(self) -> object:
        """What it has in common with another unit about the same file."""
        return self.path

    def with_kind(self, kind: Kind) -> FileUnit:
        """The same file, to be read as a kind."""
        unit = FileUnit(self.path, self.is_named)
        unit.kind, unit.is_file, unit.is_outside = kind, self.is_file, self.is_outside
        return unit


class LinkedUnit:
    """A config file as one kind, with all files whose jobs name it as that.

    `socs` are those of the jobs. `needs_jobs`: what is found depends on the jobs as a whole, not
    only on their SoCs. `is_outside`: the file lies outside of the project. `is_only_kind`: no job
    names it as another kind.
    """

    __slots__ = (
        "is_only_kind", "is_outside", "job_files", "kind", "needs_jobs", "path", "real_path", "socs"
    )  # fmt: skip

    def __init__(self, link: Link) -> None:
        self.path = link.path
        self.real_path = link.real_path
        self.kind = link.kind
        self.is_outside = link.is_outside
        self.socs = link.socs
        self.needs_jobs = link.needs_jobs
        self.job_files = [link.job_file]
        self.is_only_kind = True

    @property
    def key(self) -> object:
        """What it has in common with another unit about the same file."""
        return self.real_path, self.kind

    def add(self, link: Link) -> None:
        """Add the jobs of one more file."""
        self.socs = tuple(dict.fromkeys((*self.socs, *link.socs)))
        self.needs_jobs = self.needs_jobs or link.needs_jobs
        self.job_files.append(link.job_file)

    def with_kind(self, kind: Kind) -> LinkedUnit:
        """The same file, which its jobs read as its kind."""
        return self


class Link:
    """The jobs of one file (`job_file`: its path and kind) name a config file as a kind."""

    __slots__ = ("is_outside", "job_file", "kind", "needs_jobs", "path", "real_path", "socs")

    def __init__(
        self,
        path: str,
        real_path: str,
        kind: Kind,
        job_file: tuple[str, Kind],
        socs: tuple[str, ...],
        is_outside: bool,
        needs_jobs: bool,
    ) -> None:
        self.path = path
        self.real_path = real_path
        self.kind = kind
        self.job_file = job_file
        self.socs = socs
        self.is_outside = is_outside
        self.needs_jobs = needs_jobs


class LinkedUnits:
    """The config files that jobs name, with all their jobs so far, by where they really are."""

    __slots__ = ("_units",)

    def __init__(self) -> None:
        self._units: dict[str, dict[Kind, LinkedUnit]] = {}

    def __contains__(self, path: str) -> bool:
        return bool(self._units) and os.path.realpath(path) in self._units

    def add(self, links: Iterable[Link]) -> list[LinkedUnit]:
        """Add links; gives the units that are new, or have other jobs than before."""
        changed: dict[int, LinkedUnit] = {}
        for link in links:
            kinds = self._units.setdefault(link.real_path, {})
            unit = kinds.get(link.kind)
            if unit is None:
                unit = kinds[link.kind] = LinkedUnit(link)
            else:
                unit.add(link)
            for one in kinds.values():
                one.is_only_kind = len(kinds) == 1
                changed[id(one)] = one
        return list(changed.values())


class CheckedFile:
    """What was found in one file of a unit.

    `kind` is None where the file was not checked, and `skipped` says why. `jobs` are the places of
    those that are in it. `links` are the config files that its jobs name,
    `errors` say what could not be read or used. `uses_library`: rules asked for operators.
    `failures` are sentences about what could not be done, `notes` about what the operator
    libraries lack. `context` is there where the checker keeps it.
    """

    __slots__ = (
        "context", "errors", "failures", "findings", "jobs", "kind", "links", "notes",
        "path", "skipped", "source", "unit", "uses_library",
    )  # fmt: skip

    def __init__(self, unit: FileUnit | LinkedUnit, source: Source, kind: Kind | None) -> None:
        self.unit = unit
        self.source = source
        self.path = source.path
        self.kind = kind
        self.skipped: Phrase | None = None
        self.jobs: tuple[JobPlace, ...] = ()
        self.findings: list[Diagnostic] = []
        self.links: tuple[Link, ...] = ()
        self.errors: tuple[CannlintError, ...] = ()
        self.uses_library = False
        self.failures: tuple[str, ...] = ()
        self.notes: tuple[str, ...] = ()
        self.context: Context | None = None

    def keep_results(self) -> None:
        """Keep what later stages need: the text only where something of it is to be shown."""
        self.context = None
        if not self.findings and SUPPRESSES not in self.source.data:
            self.source = Source(self.path, b"")


class Context:
    """With what a file was checked: for an editor, which shows it beside the findings.

    `jobs` are those that name the file, or are in it.
    """

    __slots__ = ("jobs", "operators", "reading", "settings")

    def __init__(
        self,
        reading: Reading,
        operators: Operators | None,
        settings: Settings | None,
        jobs: Sequence[Job],
    ) -> None:
        self.reading = reading
        self.operators = operators
        self.settings = settings
        self.jobs = jobs


class Accepted:
    """The findings of one text that are reported, and the number of those that are suppressed.

    `is_refused`: some finding, reported or not, says that CANN refuses the file.
    """

    __slots__ = ("findings", "is_refused", "suppressed")

    def __init__(self, findings: list[Diagnostic], suppressed: int = 0) -> None:
        self.findings = findings
        self.suppressed = suppressed
        self.is_refused = has_error(findings)


def has_error(findings: Iterable[Diagnostic]) -> bool:
    """Whether any finding says that CANN refuses the file."""
    return any(finding.severity.value == "error" for finding in findings)
