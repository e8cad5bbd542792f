"""What a run is asked, and what it found."""

from __future__ import annotations

from enum import Enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.baseline import Comparison
    from cannlint.kinds import Kind
    from cannlint.library.operators import Operators
    from cannlint.text.source import Source


class FixMode(Enum):
    """What becomes of the fixes: nothing, the files are mended, or only the difference shown."""

    OFF = "off"
    WRITE = "write"
    DIFF = "diff"


class Options:
    """What the user asked for besides the paths; see the options of `cannlint check`.

    `command` is a command line to check, which begins with the name of ATC; empty where there is
    none.

    `select` and `ignore` are rule codes or their beginnings; `stdin_filename` and
    `stdin_data` stand for the path `-`. With `skip_unknown` named files are treated as if
    they had been found in a folder: that is what a commit hook wants. `no_ignores` turns all
    suppressions off; `no_cache` neither uses nor keeps results. `jobs` is how many processes check
    files, None for as many as there are cores where that is worth it; without `may_fork` they are
    started anew, as is right where there may be threads. `executor` is the address of a cluster
    that checks the files instead. `model` is the path of the graph that jobs are planned
    for. `baseline` is the path of a baseline file, `update_baseline` writes it.
    """

    __slots__ = (
        "baseline",
        "command",
        "config",
        "executor",
        "fix",
        "ignore",
        "isolated",
        "jobs",
        "kind",
        "library",
        "may_fork",
        "model",
        "no_cache",
        "no_ignores",
        "select",
        "skip_unknown",
        "socs",
        "stdin_data",
        "stdin_filename",
        "unsafe_fixes",
        "update_baseline",
    )

    def __init__(self) -> None:
        self.command: tuple[str, ...] = ()
        self.kind: Kind | None = None
        self.socs: tuple[str, ...] = ()
        self.library: str | None = None
        self.model: str | None = None
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
        self.no_cache = False
        self.jobs: int | None = None
        self.may_fork = True
        self.executor: str | None = None
        self.baseline: str | None = None
        self.update_baseline = False

    def wants(self, code: str) -> bool:
        """Whether findings of a rule are to be reported."""
        return (not self.select or code.startswith(self.select)) and not (
            self.ignore and code.startswith(self.ignore)
        )


class Seen:
    """What is found in one text: the findings that stay, and how many are suppressed.

    `is_refused` is whether any finding, of those that do not stay too, says that CANN refuses it.
    """

    __slots__ = ("findings", "is_refused", "suppressed")

    def __init__(self, findings: list[Diagnostic], suppressed: int = 0) -> None:
        self.findings = findings
        self.suppressed = suppressed
        self.is_refused = has_error(findings)


def has_error(findings: Iterable[Diagnostic]) -> bool:
    """Whether any finding says that CANN refuses the file."""
    return any(finding.severity.value == "error" for finding in findings)


class Run:
    """What a run found.

    `files` counts the files checked, `suppressed` the findings that the configuration or a
    comment accepts, `fixed` those that were mended, or would be. `failed` is that something
    could not be done (status 2), `complaints` are the sentences about it where no finding tells
    it. `library` is the operators that rules have asked for, None where none did, `kinds` has
    path → kind of every file checked and of the configurations whose suppressions were, which
    are not among the `files` where they are in `only_suppressing`. `mended` has path → the file
    before and after its fixes, and `comparison` is what the baseline took away, None without one.
    """

    __slots__ = (
        "comparison",
        "complaints",
        "failed",
        "files",
        "findings",
        "fixed",
        "kinds",
        "library",
        "mended",
        "only_suppressing",
        "suppressed",
    )

    def __init__(self) -> None:
        self.files = 0
        self.suppressed = 0
        self.fixed = 0
        self.findings: list[Diagnostic] = []
        self.complaints: list[str] = []
        self.failed = False
        self.kinds: dict[str, Kind] = {}
        self.only_suppressing: set[str] = set()
        self.library: Operators | None = None
        self.mended: dict[str, tuple[Source, Source]] = {}
        self.comparison: Comparison | None = None
