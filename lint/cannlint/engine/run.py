"""What a run is asked, and what it found."""

from __future__ import annotations

from enum import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.diagnostics import Diagnostic, Severity
    from cannlint.kinds import Kind
    from cannlint.language import Phrase
    from cannlint.library.operators import Operators
    from cannlint.text.source import Source

    UnknownValue = tuple[str, int]
    """An option as it is written, and its line."""
    Values = tuple[tuple[str, str], ...]
    Fingerprint = tuple[str, str, tuple[str, ...], Values]
    """Rule, path relative to the baseline, key path, and the message's values by name."""


class FixMode(Enum):
    """What is done with the fixes: nothing, write them to the files, or show the difference."""

    OFF = "off"
    WRITE = "write"
    DIFF = "diff"


class Options:
    """What the user asks for besides the paths; see the options of `cannlint check`.

    `command` is a command line to check, which begins with the name of ATC; empty where there is
    none. `select` and `ignore` are rule codes or their beginnings. `stdin_filename` and
    `stdin_data` stand for the path `-`. `skip_unknown` treats named files as if they had been found
    in a folder: a commit hook wants that. `no_ignores` turns all suppressions off. `jobs` is the
    number of processes that check files, None for one per core where that is worth it; without
    `may_fork` they are started anew, which is right where there may be threads. `executor` is the
    address of a cluster that checks the files instead. `model` is the path of the graph that jobs
    are planned for; with `no_model`, those that jobs name are not read. `front_end_versions` has
    the releases that jobs are read for, by front end (jobs/chosen_release.py). `show_files` keeps
    what was done with each file. `folders` are those that are checked whole. `baseline` is the path
    of a baseline file, `update_baseline` writes it.
    """

    __slots__ = (
        "baseline", "command", "config", "executor", "fix", "folders", "front_end_versions",
        "ignore", "isolated", "jobs", "kind", "library", "may_fork", "model", "no_ignores",
        "no_model",
        "select", "show_files", "skip_unknown", "socs", "stdin_data", "stdin_filename",
        "unsafe_fixes", "update_baseline",
    )  # fmt: skip

    def __init__(self) -> None:
        self.command: tuple[str, ...] = ()
        self.kind: Kind | None = None
        self.socs: tuple[str, ...] = ()
        self.library: str | None = None
        self.model: str | None = None
        self.front_end_versions: dict[str, str] = {}
        self.folders: tuple[str, ...] = ()
        self.config: str | None = None
        self.isolated = False
        self.skip_unknown = False
        self.select: tuple[str, ...] = ()
        self.ignore: tuple[str, ...] = ()
        self.stdin_filename: str | None = None
        self.stdin_data = b""
        self.fix = FixMode.OFF
        self.unsafe_fixes = False
        self.no_ignores = False
        self.no_model = False
        self.jobs: int | None = None
        self.may_fork = True
        self.executor: str | None = None
        self.baseline: str | None = None
        self.update_baseline = False
        self.show_files = False

    def wants(self, code: str) -> bool:
        """Whether findings of a rule are to be reported."""
        return (not self.select or code.startswith(self.select)) and not (
            self.ignore and code.startswith(self.ignore)
        )


class Comparison:
    """What a baseline removed: the number of findings; and the entries that match no finding.

    An entry is in `stale` with the number of findings that it stands for.
    """

    __slots__ = ("matched", "path", "stale")

    def __init__(self, path: str, matched: int, stale: list[tuple[Fingerprint, int]]) -> None:
        self.path = path
        self.matched = matched
        self.stale = stale


class JobPlace:
    """Where a job begins, from line 1; its front end and its name, where it has one.

    `unknown` are the options whose values only a run tells, each with its line.
    """

    __slots__ = ("front_end", "line", "name", "unknown")

    def __init__(
        self, line: int, front_end: str, name: str | None, unknown: tuple[UnknownValue, ...]
    ) -> None:
        self.line = line
        self.front_end = front_end
        self.name = name
        self.unknown = unknown


class ShownFile:
    """What was done with a file: it was checked as a kind, with these jobs in it, or skipped."""

    __slots__ = ("jobs", "kind", "path", "skipped")

    def __init__(
        self,
        path: str,
        kind: Kind | None,
        jobs: Sequence[JobPlace] = (),
        skipped: Phrase | None = None,
    ) -> None:
        self.path = path
        self.kind = kind
        self.jobs = jobs
        self.skipped = skipped


class Run:
    """What a run found.

    `files` is the number of files checked, `jobs` of the jobs in them, `suppressed` of the findings
    that the configuration or a comment accepts, `fixed` of those that were fixed, or would be.
    `failed`: something could not be done (exit status 2), and `complaints` are the sentences about
    it where no finding says it. `library` has the operators that rules asked for, None where none
    did. `kinds` has path → kind of every file checked, and of the configurations whose suppressions
    were; these are not among the `files` where they are in `only_suppressing`. `fixed_files` has
    path → the file before and after its fixes, and `comparison` is what the baseline removed, None
    without one. `shown` has what was done with each file, None where nobody asked. `unknown` is the
    number of values that could not be checked, and `hidden` has the findings that are not shown.
    """

    __slots__ = (
        "comparison", "complaints", "failed", "files", "findings", "fixed", "fixed_files", "hidden",
        "jobs", "kinds", "library", "only_suppressing", "shown", "suppressed", "unknown",
    )  # fmt: skip

    def __init__(self) -> None:
        self.files = 0
        self.jobs = 0
        self.suppressed = 0
        self.fixed = 0
        self.unknown = 0
        self.findings: list[Diagnostic] = []
        self.hidden: list[Diagnostic] = []
        self.complaints: list[str] = []
        self.failed = False
        self.kinds: dict[str, Kind] = {}
        self.only_suppressing: set[str] = set()
        self.library: Operators | None = None
        self.fixed_files: dict[str, tuple[Source, Source]] = {}
        self.comparison: Comparison | None = None
        self.shown: list[ShownFile] | None = None

    def count(self, path: str, kind: Kind) -> None:
        """Count a file, once."""
        self.files += path not in self.kinds
        self.kinds[path] = kind

    def show_from(self, least: Severity) -> None:
        """Keep the findings that are at least as grave; the others are only counted."""
        found = self.findings
        self.findings = [finding for finding in found if finding.severity.rank <= least.rank]
        self.hidden = [finding for finding in found if finding.severity.rank > least.rank]

    def complain(self, sentences: Sequence[str]) -> None:
        """Add sentences about what could not be done, each once."""
        self.failed = self.failed or bool(sentences)
        self.complaints += [one for one in sentences if one not in self.complaints]
