"""`cannlint/plan/1`, the result of `plan`, and `cannlint/plan-diff/1`."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from cannlint.cann.fusion import GROUPS
from cannlint.formats.inspection import ListName, PassState
from cannlint.jobs.settings import FrontEnd
from cannlint.json_types import ADDED, CannCode, Count, Keywords
from cannlint.resolve.option_status import OPTION_STATUSES
from cannlint.resolve.plan_difference import FIELDS
from cannlint.resolve.provenance import FACTS
from cannlint.results.parts import Combination, Origin, PlanLibrary, Status


class Shadowed(TypedDict):
    """A value that another one overrides."""

    value: str | None
    origin: Origin
    reason: str


class Refusal(TypedDict):
    """Why CANN refuses a job."""

    option: str
    cann_codes: list[CannCode]
    reason: str
    cause: str | None
    """The rule that reports what CANN refuses, with the place; null if that is not known."""
    origin: Origin


class LeftOut(TypedDict):
    """What a plan leaves out because CANN refuses it."""

    option: str
    text: str | None
    """The option or the entry as written; null for all of a file."""
    cause: str | None
    """The rule that reports it, with the place; null if that is not known."""
    origin: Origin


class Option(TypedDict):
    """An option of a job, and whether it has an effect."""

    name: str
    value: str | None
    """Null if the file does not tell it."""
    origin: Origin
    status: Annotated[str, OPTION_STATUSES]
    reason: str | None


class Job(TypedDict):
    """A compile job."""

    name: str | None
    front_end: Annotated[str, FrontEnd]
    accepted: bool
    """Whether CANN starts to compile; a refused job has no operators and no passes."""
    cann_codes: list[CannCode]
    """In CANN's order; it stops at the first."""
    refusals: list[Refusal]
    left_out: Annotated[list[LeftOut], ADDED]
    """With --assume-fixed, what the plan leaves out because CANN refuses it."""
    options: list[Option]
    """The options that decide about operators and passes, then those that the front end sets by
    itself."""
    unplaced_names: list[str]
    """Node names of the job's files that only a graph, or a named node, could place."""


class Graph(TypedDict):
    """The graph that a plan is made for."""

    file: str
    format: str
    nodes: Count
    notes: list[str]


class ImplMode(TypedDict):
    """The implementation mode of an operator."""

    value: str | None
    """Null if nothing sets one, or if `reason` says why it is not known."""
    origin: Origin | None
    shadowed: list[Shadowed]
    """The values that lost, in order."""
    reason: str | None
    notes: list[str]


class Colour(TypedDict):
    """The mixed-precision list that an operator is in."""

    value: ListName
    default: ListName
    origin: Origin
    shadowed: list[Shadowed]
    """The values that lost, in order."""
    used: bool
    """Whether anything reads the list in this precision mode."""


class KeepDtype(TypedDict):
    """An operator keeps its dtypes."""

    value: Literal[True]
    origin: Origin


class Step(TypedDict):
    """A step of the selection of dtypes."""

    step: Annotated[str, Keywords(pattern="^[PCSD][0-9]$")]
    effect: str
    origin: Origin


class Facts(TypedDict):
    """Where the columns of an operator come from."""

    kind: Annotated[str, FACTS]
    """`library`: an operator library lists them. `recorded`: the operator's own selection was run,
    and gave them."""
    cann: str | None
    """The release of the library or of the runs; null for a custom package."""
    soc: str | None
    """The SoC folder; null for a custom package."""
    file: str | None
    """The library file of a custom package."""


class Dtypes(TypedDict):
    """The dtypes of an operator, and whether they are known."""

    status: Status
    """`refused`: no store takes the operator, it leaves the AI Core. `fails`: the compile fails."""
    inputs: list[str | None]
    outputs: list[str | None]
    asked: Annotated[Combination | None, ADDED]
    """What config files and the precision mode ask for; null for a node that is not judged. "" is
    a tensor that follows its producer."""
    column: Count | None
    """The number of the column, from 0; null if the columns depend on what is not known, and the
    result does not."""
    columns: Count
    """How many columns there are; 0 if that is not known."""
    facts: Annotated[Facts | None, ADDED]
    """Null if the columns are not known, or nothing depends on them."""
    reason: str | None
    reason_id: str | None
    candidates: list[Combination]
    marks: list[str]
    steps: list[Step]


class MadeFrom(TypedDict):
    """The nodes of the model that an operator was made from, and the passes that made it."""

    nodes: list[str]
    """Empty if the node of the model has the same name."""
    passes: list[str]
    """The passes that changed it, in order."""


class _Operator(TypedDict):
    type: str
    node: str | None
    """Null for an operator type."""
    impl_mode: ImplMode
    colour: Colour | None
    """Null if no store has the operator."""
    keep_dtype: KeepDtype | None
    dtypes: Dtypes


class Operator(_Operator, total=False):
    """The plan of an operator type or a node."""

    made_from: MadeFrom
    """Only if CANN changes the operator before it selects dtypes."""
    differs_in: list[str]
    """The releases in which its dtypes, list or modes are others; only if there are any and
    no release was chosen."""


class Plan(TypedDict):
    """What `cannlint plan --format json` prints.

    What becomes of each operator in one compile job, and what decides it.
    """

    schema: Literal["cannlint/plan/1"]
    library: PlanLibrary
    job: Job
    graph: Graph | None
    original: str | None
    """The dtype that float tensors are taken to have; null with a graph."""
    ops: list[Operator]
    passes: Annotated[dict[str, dict[str, PassState]], Keywords(propertyNames={"enum": [*GROUPS]})]
    """Group → pass → state."""


class PlannedJob(TypedDict):
    """A job, and the library that its plan is made for."""

    library: PlanLibrary
    job: Job


Planned = ImplMode | Colour | KeepDtype | Dtypes | bool | None
"""What a plan says of an operator in a field; a boolean is whether the plan has the operator."""


class Change(TypedDict):
    """A value of an operator that two plans have differently."""

    type: str
    node: str | None
    field: Annotated[str, FIELDS]
    old: Planned
    new: Planned


class PlanDiff(TypedDict):
    """What `cannlint plan --diff OTHER --format json` prints.

    What changes from one plan to another, operator by operator.
    """

    schema: Literal["cannlint/plan-diff/1"]
    old: PlannedJob
    new: PlannedJob
    compared: Count
    incomparable: Annotated[Count, ADDED]
    """Operators of which a value cannot be compared, because one of the plans does not know it."""
    changes: list[Change]
