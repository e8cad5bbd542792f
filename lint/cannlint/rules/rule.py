"""A rule: its code, name, severity and kinds of files, and one generator function."""

from __future__ import annotations

from enum import Enum
from functools import partial

from cannlint.diagnostics import Diagnostic, Message, Severity, Stage
from cannlint.kinds import CONFIG_KINDS, FORMATS, LIBRARY_KINDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from cannlint.kinds import Kind
    from cannlint.resolve.job_use import JobUse
    from cannlint.text.source import Source
    from cannlint.text.span import Span

    Check = Callable[..., Iterator[Diagnostic]]
    Revision = Callable[[Any, Sequence[JobUse], list[Diagnostic]], Iterator[Diagnostic]]


class FixKind(Enum):
    """Whether the findings of a rule have fixes."""

    NONE = "no fix"
    SAFE = "safe fix"
    UNSAFE = "unsafe fix"


class Subject(Enum):
    """What the generator of a rule takes first, which is when the rule is asked."""

    FILE = "file"
    """The reading of a file."""
    JOB = "job"
    """A compile job, with the files that it names."""
    FILE_OF_JOB = "job-file"
    """A job that is not checked itself, for a config file that it names."""
    PLANS = "plans"
    """Nothing: its second generator takes the uses that jobs make of a file."""
    INSTALL = "install"
    """A part of an installed library, for `cannlint library check`."""
    RUN = "run"
    """A configuration or a path that cannlint cannot use."""
    SUPPRESSION = "suppression"
    """A comment or table that accepts findings."""


READ_BY = {
    kind: Stage.FRONT_END if FORMATS[kind].is_read_by_front_end else Stage.COMPILER
    for kind in (*CONFIG_KINDS, *LIBRARY_KINDS)
}
"""Kind of file → who reads it. ATC marks the operators of keep_dtype itself.

See manual/keep-dtype.md.
"""


class Rule:
    """The metadata of a rule. Its `check` decorates the generator that yields the findings.

    `subject` says what the generator takes: of a FILE the reading, of one of `kinds`. It yields
    findings made by `at`. `about` are the facts, without which the rule finds nothing: it is
    imported for files that have one of them. With `needs_library`, the second argument of the
    generator is the Lookups of the file or the Operators of a job's SoCs, and the facts are those
    of the look-up. `cann` is the code that CANN stops with,
    unless a finding has its own. `stage` is who acts on the mistake, by default who reads files
    of these kinds. Advice (`Severity.INFO`) has no stage.

    A rule that reports more about a config file whose jobs can be planned has a second generator,
    decorated with `revises`; if it has no other, its subject is PLANS. It takes the reading, all
    uses of the file by jobs, and the findings of the rule without the jobs. It yields the findings
    that replace those.
    """

    __slots__ = (
        "about",
        "cann",
        "code",
        "fix",
        "kinds",
        "name",
        "needs_library",
        "revise",
        "run",
        "severity",
        "since",
        "stage",
        "subject",
    )

    def __init__(
        self,
        code: str,
        name: str,
        severity: Severity,
        kinds: tuple[Kind, ...],
        about: tuple[str, ...] = (),
        fix: FixKind = FixKind.NONE,
        cann: str | None = None,
        needs_library: bool = False,
        stage: Stage | None = None,
        since: str = "0.1.0",
        subject: Subject = Subject.FILE,
    ) -> None:
        if not about and subject in (Subject.FILE, Subject.JOB):
            raise ValueError(f"{code} names no fact that it is about, so it would never be asked")
        self.code = code
        self.name = name
        self.severity = severity
        self.kinds = kinds
        self.about = about
        self.fix = fix
        self.cann = cann
        self.needs_library = needs_library
        self.since = since
        self.stage = stage or _stage_of(kinds)
        self.subject = subject
        self.run: Check = _no_check
        self.revise: Revision = _as_found

    @property
    def is_revising(self) -> bool:
        """Whether it has a second generator, for a file whose jobs can be planned."""
        return self.revise is not _as_found

    def check(self, function: Check) -> Check:
        """Decorate the rule's generator."""
        self.run = function
        return function

    def revises(self, function: Revision) -> Revision:
        """Decorate the second generator, for a file whose jobs can be planned."""
        self.revise = function
        return function

    def at(
        self,
        span: Span,
        message: str,
        *,
        label: str | None = None,
        help: str | None = None,
        note: str | None = None,
        cann: str | None = None,
        severity: Severity | None = None,
        stage: Stage | None = None,
        source: Source | None = None,
        **values: object,
    ) -> Diagnostic:
        """Return a finding at `span`; all texts are templates for the same `values`.

        `source` is the file of the place, if it may not be the file that is checked.
        """
        finding = Diagnostic(self.code, self.name, severity or self.severity, span, message, values)
        if finding.severity is Severity.ERROR:
            finding.cann_code = cann or self.cann
        if finding.severity is not Severity.INFO:
            finding.stage = stage or self.stage
        finding.source = source
        finding.label = Message(label, values) if label else None
        finding.help = Message(help, values) if help else None
        finding.note = Message(note, values) if note else None
        return finding


JobRule = partial(Rule, subject=Subject.JOB)
"""A rule about compile jobs: its generator takes a Job, with the files that the job names.

`kinds` are the files in which the options are written. `about` are facts of a job, options that it
sets, and front ends, by their names. A finding in a config file of a job has that file as its
`source`.
"""


def _stage_of(kinds: tuple[Kind, ...]) -> Stage | None:
    """Return who reads the files of these kinds; None if it is not the same for all of them."""
    stages = {READ_BY.get(kind) for kind in kinds}
    return stages.pop() if len(stages) == 1 else None


def _as_found(_: Any, __: Sequence[JobUse], found: list[Diagnostic]) -> Iterator[Diagnostic]:
    return iter(found)


def _no_check(*_: object) -> Iterator[Diagnostic]:
    return iter(())
