"""`cannlint/report/1`: the result of `check`."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from cannlint.diagnostics import Severity, Stage
from cannlint.engine.baseline import BaselineEntry
from cannlint.jobs.settings import FrontEnd
from cannlint.json_types import ADDED, CannCode, Count, FromOne, Keywords, RuleCode
from cannlint.kinds import Kind
from cannlint.results.parts import LibraryKnownBy, LibraryOrigin, Range, Tool


class Library(TypedDict):
    """The operator library and the SoCs that rules used."""

    cann: str
    soc: str | None
    origin: LibraryOrigin
    known_by: Annotated[LibraryKnownBy, ADDED]


class Related(TypedDict):
    """A related place of a finding; or a node of the model, which has no place."""

    kind: Annotated[Literal["place", "node"], ADDED]
    file: str | None
    range: Range | None
    message: str
    """What is there; the name of a node."""


class Edit(TypedDict):
    """A replacement of a range by a text."""

    file: str
    range: Range
    text: str


class Fix(TypedDict):
    """The edits that fix a finding."""

    applicability: Literal["safe", "unsafe"]
    title: str
    edits: Annotated[list[Edit], Keywords(minItems=1)]


class Diagnostic(TypedDict):
    """A finding."""

    rule: RuleCode
    name: str
    severity: Annotated[str, Severity]
    cann_code: CannCode | None
    """The code that CANN stops with; null if it has none or goes on."""
    stage: Annotated[str | None, Stage, ADDED]
    """Who acts on it: the front end that reads the script, command line or keep_dtype file, or the
    compiler after it; null for advice and for faults of cannlint's own configuration."""
    message: str
    help: str | None
    note: str | None
    url: str
    file: str
    kind: Annotated[str | None, Kind]
    range: Range
    related: list[Related]
    """Also the first three nodes that the finding is about."""
    nodes: Annotated[Count | None, ADDED]
    """The number of nodes that it is about, if it is made from a plan."""
    releases: Annotated[list[str] | None, ADDED]
    """The releases in which it holds, if no release is chosen and it does not hold in all."""
    fix: Fix | None


class Summary(TypedDict):
    """The number of checked files, of the jobs in them, and of all findings by severity."""

    files: Count
    jobs: Annotated[Count, ADDED]
    error: Count
    warning: Count
    info: Count
    fixable: Count
    fixed: Count
    """Findings that were fixed, or would be with --diff."""
    suppressed: Count
    unknown_values: Annotated[Count, ADDED]
    """Values of options that are known only when a script runs."""
    hidden: Annotated[Count, ADDED]
    """Findings below --severity: counted above, and not in `diagnostics`."""


class Baseline(TypedDict):
    """The effect of a baseline on a report."""

    file: str
    matched: Count
    stale: list[BaselineEntry]
    """The entries that no finding matches any more."""


class UnknownValue(TypedDict):
    """An option whose value is known only when the script runs."""

    option: str
    line: FromOne


class JobPlace(TypedDict):
    """Where a job begins."""

    line: FromOne
    front_end: Annotated[str, FrontEnd]
    name: str | None
    unknown: Annotated[list[UnknownValue], ADDED]
    """The options of the job whose values were not checked."""


class ShownFile(TypedDict):
    """What was done with a file: it was checked as a kind, or skipped for a reason."""

    file: str
    kind: Annotated[str | None, Kind]
    """The kind that it was checked as; null if it was skipped."""
    jobs: list[JobPlace]
    skipped: str | None
    """Why it was not checked; null if it was."""


class Report(TypedDict):
    """What `cannlint check --format json` prints."""

    schema: Literal["cannlint/report/1"]
    tool: Tool
    library: Library | None
    """The operator library that rules used; null if none did."""
    diagnostics: list[Diagnostic]
    summary: Summary
    baseline: Baseline | None
    """What the baseline removed; null without one."""
    complaints: Annotated[list[str], ADDED]
    """Sentences about what could not be done, or is not as it should be, if no finding says it."""
    complete: Annotated[bool, ADDED]
    """Whether all that was asked for could be done. If not, the exit status of the command is 2,
    and a complaint or a finding (CL001, CL005) says why."""
    files: Annotated[list[ShownFile] | None, ADDED]
    """What was done with each file; null unless --show-files asks for it."""
