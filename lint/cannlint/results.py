"""Types of the results of `cannlint.check`, `cannlint.inspect` and `cannlint.plan`.

    from cannlint.results import Report

`cannlint schema report`, `inspect` and `plan` describe each key. Within version 1, keys are only
added. At run time the values are plain dicts and lists.
"""

from __future__ import annotations

from typing import TypedDict


class Position(TypedDict):
    """A position in a text: line and column start at 1; columns are code points."""

    line: int
    column: int


class Range(TypedDict):
    """A range in a text; the end is exclusive."""

    start: Position
    end: Position


class Tool(TypedDict):
    """The program that wrote a report."""

    name: str
    version: str


class Library(TypedDict):
    """The operator library and the SoCs that rules used."""

    cann: str
    soc: str | None
    origin: str


class Related(TypedDict):
    """A related place of a finding."""

    file: str
    range: Range
    message: str


class Edit(TypedDict):
    """A replacement of a range by a text."""

    file: str
    range: Range
    text: str


class Fix(TypedDict):
    """The edits that fix a finding; `applicability` is safe or unsafe."""

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
    """The number of checked files, of the jobs in them, and of findings by severity."""

    files: int
    jobs: int
    error: int
    warning: int
    info: int
    fixable: int
    fixed: int
    suppressed: int


class BaselineEntry(TypedDict):
    """Equal findings in a baseline."""

    rule: str
    path: str
    key: list[str]
    values: dict[str, str]
    count: int


class Baseline(TypedDict):
    """The effect of a baseline on a report."""

    file: str
    matched: int
    stale: list[BaselineEntry]


class JobPlace(TypedDict):
    """Where a job begins."""

    line: int
    front_end: str
    name: str | None


class ShownFile(TypedDict):
    """What was done with a file: it was checked as a kind, or skipped for a reason."""

    file: str
    kind: str | None
    jobs: list[JobPlace]
    skipped: str | None


class Report(TypedDict):
    """A `cannlint/report/1`, the result of `check`."""

    schema: str
    tool: Tool
    library: Library | None
    diagnostics: list[Diagnostic]
    summary: Summary
    baseline: Baseline | None
    complaints: list[str]
    complete: bool
    files: list[ShownFile] | None


class TensorDtypes(TypedDict):
    """The dtypes that a customize_dtypes file gives an operator, by position."""

    inputs: list[str]
    outputs: list[str]


class PassState(TypedDict):
    """Whether a fusion pass runs, and what decides it."""

    on: bool
    decided_by: str


class InspectedFile(TypedDict):
    """The keys that every inspected file has."""

    file: str
    kind: str
    accepted: bool
    cann_codes: list[str]


class Inspection(InspectedFile, total=False):
    """One of the `files` of a `cannlint/inspect/1`, the result of `inspect`.

    `crash` is set if CANN crashes. The other keys are the effect of an accepted file, by kind.
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
    """A value that another one overrides."""

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
    cause: str | None
    origin: Origin


class LeftOut(TypedDict):
    """What a plan leaves out because CANN refuses it: `text` is None for all of a file."""

    option: str
    text: str | None
    cause: str | None
    origin: Origin


class Option(TypedDict):
    """An option of a job, and whether it has an effect."""

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
    left_out: list[LeftOut]
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
    """Whether an operator keeps its dtypes."""

    value: bool
    origin: Origin


class Combination(TypedDict):
    """Dtypes by position; None for an absent optional tensor."""

    inputs: list[str | None]
    outputs: list[str | None]


class Step(TypedDict):
    """A step of the selection of dtypes."""

    step: str
    effect: str
    origin: Origin


class Facts(TypedDict):
    """Where the columns of an operator come from: `kind` is `library` or `recorded`."""

    kind: str
    cann: str | None
    soc: str | None
    file: str | None


class Dtypes(TypedDict):
    """The dtypes of an operator; `status` says whether they are known."""

    status: str
    inputs: list[str | None]
    outputs: list[str | None]
    asked: Combination | None
    column: int | None
    columns: int
    facts: Facts | None
    reason: str | None
    reason_id: str | None
    candidates: list[Combination]
    marks: list[str]
    steps: list[Step]


class MadeFrom(TypedDict):
    """The nodes of the model that an operator was made from, and the passes that made it."""

    nodes: list[str]
    passes: list[str]


class _OperatorOfModel(TypedDict, total=False):
    made_from: MadeFrom


class Operator(_OperatorOfModel):
    """The plan of an operator type or a node."""

    type: str
    node: str | None
    impl_mode: ImplMode
    colour: Colour | None
    keep_dtype: KeepDtype | None
    dtypes: Dtypes


class Plan(TypedDict):
    """A `cannlint/plan/1`, the result of `plan`."""

    schema: str
    library: PlanLibrary
    job: Job
    graph: Graph | None
    original: str | None
    ops: list[Operator]
    passes: dict[str, dict[str, PassState]]


class RuleOfCode(TypedDict):
    """A rule that looks for the causes of an error code of CANN."""

    code: str
    name: str
    summary: str


class ErrorCode(TypedDict):
    """An error code of CANN; `meaning` and `component` are None where they are not known."""

    code: str
    meaning: str | None
    component: str | None
    rules: list[RuleOfCode]


class LogArgument(TypedDict):
    """An argument in a message: `name` is value, parameter, file, operator, type or reason."""

    name: str
    value: str


class LogCause(TypedDict):
    """A finding that is the cause of a message; `matched` has the arguments that agree."""

    rule: str
    name: str
    severity: str
    message: str
    help: str | None
    file: str
    range: Range
    matched: list[str]


class LogMessage(TypedDict):
    """A message of CANN in a log: the line where it is first, and how often it occurs."""

    code: str
    line: int
    count: int
    text: str
    arguments: list[LogArgument]
    causes: list[LogCause]


class LogSummary(TypedDict):
    """The number of different errors, and of messages with a cause in the folder."""

    errors: int
    explained: int


class LogReport(TypedDict):
    """A `cannlint/log/1`, the output of `cannlint rule --log`."""

    schema: str
    tool: Tool
    log: str
    messages: list[LogMessage]
    omitted: int
    codes: list[ErrorCode]
    summary: LogSummary
    complaints: list[str]
    complete: bool
