"""What `cannlint.check`, `cannlint.inspect` and `cannlint.plan` give, for type checkers.

    from cannlint.results import Report

The shapes are those of `cannlint schema report`, `inspect` and `plan`, where it says what each
key means. Within version 1 keys are added, none goes. At run time they are plain dicts and lists.
"""

from __future__ import annotations

from typing import TypedDict


class Position(TypedDict):
    """A place in a text: line and column count from 1, columns in code points."""

    line: int
    column: int


class Range(TypedDict):
    """From a place up to another, which is not in it."""

    start: Position
    end: Position


class Tool(TypedDict):
    """Who wrote a report."""

    name: str
    version: str


class Library(TypedDict):
    """The operator library that rules have used, with the SoCs."""

    cann: str
    soc: str | None
    origin: str


class Related(TypedDict):
    """A further place that a finding is about."""

    file: str
    range: Range
    message: str


class Edit(TypedDict):
    """A text to be put in the place of a range."""

    file: str
    range: Range
    text: str


class Fix(TypedDict):
    """The edits that mend a finding; `applicability` is safe or unsafe."""

    applicability: str
    title: str
    edits: list[Edit]


class Diagnostic(TypedDict):
    """A finding; `severity` is error, warning or info, `stage` front_end, compiler or None."""

    rule: str
    name: str
    severity: str
    cann_code: str | None
    stage: str | None
    message: str
    help: str | None
    note: str | None
    url: str
    file: str
    kind: str | None
    range: Range
    related: list[Related]
    fix: Fix | None


class Summary(TypedDict):
    """How many files were checked, and how many findings there are of each sort."""

    files: int
    error: int
    warning: int
    info: int
    fixable: int
    fixed: int
    suppressed: int


class BaselineEntry(TypedDict):
    """Findings that a baseline knows."""

    rule: str
    path: str
    key: list[str]
    values: dict[str, str]
    count: int


class Baseline(TypedDict):
    """What a baseline took away."""

    file: str
    matched: int
    stale: list[BaselineEntry]


class Report(TypedDict):
    """A `cannlint/report/1`, what `check` gives."""

    schema: str
    tool: Tool
    library: Library | None
    diagnostics: list[Diagnostic]
    summary: Summary
    baseline: Baseline | None
    complaints: list[str]
    complete: bool


class TensorDtypes(TypedDict):
    """The dtypes that a customize_dtypes file gives an operator, by position."""

    inputs: list[str]
    outputs: list[str]


class PassState(TypedDict):
    """Whether a fusion pass runs, and what decided it."""

    on: bool
    decided_by: str


class InspectedFile(TypedDict):
    """What every inspected file has."""

    file: str
    kind: str
    accepted: bool
    cann_codes: list[str]


class Inspection(InspectedFile, total=False):
    """One of the `files` of a `cannlint/inspect/1`, what `inspect` gives.

    `crash` is there where CANN crashes. The others are the effect of an accepted file, by kind.
    """

    crash: bool
    by_name: dict[str, str] | dict[str, TensorDtypes]
    by_type: dict[str, str] | dict[str, TensorDtypes]
    names: list[str]
    types: list[str]
    final: dict[str, dict[str, str]]
    passes: dict[str, dict[str, PassState]]


class Origin(TypedDict):
    """Where a value comes from."""

    kind: str
    file: str | None
    range: Range | None
    detail: str | None


class Shadowed(TypedDict):
    """A value that lost."""

    value: str | None
    origin: Origin
    reason: str


class PlanLibrary(TypedDict):
    """The operator library and the SoC that a plan is made for."""

    cann: str
    soc: str
    origin: str


class Refusal(TypedDict):
    """Why CANN refuses a job."""

    option: str
    cann_codes: list[str]
    reason: str
    origin: Origin


class Option(TypedDict):
    """An option of a job, and what it does."""

    name: str
    value: str | None
    origin: Origin
    status: str
    reason: str | None


class Job(TypedDict):
    """A compile job."""

    name: str | None
    front_end: str
    accepted: bool
    cann_codes: list[str]
    refusals: list[Refusal]
    options: list[Option]
    unplaced_names: list[str]


class Graph(TypedDict):
    """The graph that a plan is made for."""

    file: str
    format: str
    nodes: int
    notes: list[str]


class ImplMode(TypedDict):
    """The implementation mode of an operator."""

    value: str | None
    origin: Origin | None
    shadowed: list[Shadowed]
    reason: str | None
    notes: list[str]


class Colour(TypedDict):
    """The mixed-precision list that an operator is in."""

    value: str
    default: str
    origin: Origin
    shadowed: list[Shadowed]
    used: bool


class KeepDtype(TypedDict):
    """That an operator keeps its dtypes."""

    value: bool
    origin: Origin


class Combination(TypedDict):
    """Dtypes by position; None for an absent optional tensor."""

    inputs: list[str | None]
    outputs: list[str | None]


class Step(TypedDict):
    """A step on the way to the dtypes."""

    step: str
    effect: str
    origin: Origin


class Dtypes(TypedDict):
    """The dtypes of an operator; `status` says whether they can be told."""

    status: str
    inputs: list[str | None]
    outputs: list[str | None]
    column: int | None
    columns: int
    reason: str | None
    reason_id: str | None
    candidates: list[Combination]
    marks: list[str]
    steps: list[Step]


class Operator(TypedDict):
    """What becomes of an operator type, or of a node."""

    type: str
    node: str | None
    impl_mode: ImplMode
    colour: Colour | None
    keep_dtype: KeepDtype | None
    dtypes: Dtypes


class Plan(TypedDict):
    """A `cannlint/plan/1`, what `plan` gives."""

    schema: str
    library: PlanLibrary
    job: Job
    graph: Graph | None
    original: str | None
    ops: list[Operator]
    passes: dict[str, dict[str, PassState]]
