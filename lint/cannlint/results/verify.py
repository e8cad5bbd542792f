"""`cannlint/verify/1`: a compiled model beside its job and its plan."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from cannlint.jobs.settings import FrontEnd
from cannlint.json_types import CannCode, Count, FromOne, Keywords
from cannlint.results.parts import Origin, PlanLibrary, Status, Tool
from cannlint.verify.job import SOURCES
from cannlint.verify.outcome import COMPARISONS, OUTCOMES


class Model(TypedDict):
    """A compiled model, and what it records of its compile."""

    file: str
    format: str
    command: str | None
    """The ATC command that the model records."""
    soc: str | None
    toolkit: str | None
    """The release of the toolkit, from the path of ATC in the command."""
    atc_version: str | None
    opp_version: str | None
    framework: str | None
    precision_mode: str | None
    """The compiler's name of the recorded mode; null if the release does not record one."""
    notes: list[str]


class LostFile(TypedDict):
    """A config file that the command names and that is not here."""

    option: str
    path: str


class JobOfModel(TypedDict):
    """The job that a model is compared with."""

    name: str | None
    front_end: Annotated[str, FrontEnd]
    source: Annotated[str, SOURCES]
    """`recorded` in the model, `given` on the command line, or `none`: then only the SoC is
    known."""
    accepted: bool
    """Whether the plan says that CANN accepts the job."""
    cann_codes: list[CannCode]
    reasons: list[str]
    """Why the plan says that CANN refuses the job."""
    not_found: list[LostFile]


class Asked(TypedDict):
    """An option of the job, or an entry of one of its files."""

    option: str
    entry: bool
    """Whether it is an entry of the option's file."""
    text: str
    origin: Origin
    status: Annotated[str, OUTCOMES]
    """Whether it took effect on an operator; `unseen` if the compiled model does not show it."""
    lost: bool
    """Whether something asked for was not done."""
    operators: list[str]
    """The operators on which it took effect."""
    not_done: list[str]
    """The operators that were not compiled as asked."""
    reason: str | None


class PlannedOperator(TypedDict):
    """What the plan says of an operator."""

    type: str
    """Of a fused kernel, its first operator: the only one whose inputs are known."""
    status: Status
    inputs: list[str | None]
    outputs: list[str | None]
    impl_mode: str | None
    impl_mode_of: str | None
    """The type that the mode was stamped for, before fusion made another of it."""
    reason: str | None


class CompiledOperator(TypedDict):
    """What was compiled."""

    inputs: list[str | None]
    outputs: list[str | None]
    impl_modes: list[str] | None
    """Null if none is recorded."""


class VerifiedOperator(TypedDict):
    """A kernel of AI Core that CANN did not put in itself."""

    name: str
    type: str
    members: list[str]
    """The operators in the kernel, in order."""
    original_names: list[str]
    engine: str | None
    asked: list[Count]
    """Entries of `asked` that are for it, by index."""
    planned: PlannedOperator | None
    """Null if the plan says that CANN refuses the job."""
    compiled: CompiledOperator
    dtypes: Annotated[str, COMPARISONS]
    """How the planned dtypes compare with the compiled ones."""
    impl_mode: Annotated[str, COMPARISONS]
    """How the planned implementation mode compares with the stamped one."""
    passes: list[str]
    """The fusion passes that the operator names."""


class Elsewhere(TypedDict):
    """An operator that runs on another engine."""

    name: str
    type: str
    engine: str | None


Cast = TypedDict(
    "Cast",
    {
        "name": str,
        "from": str | None,
        "to": str | None,
        "before": str | None,
        "behind": list[str],
        "causes": list[Origin],
    },
)
"""A Cast operator that CANN put in: behind the operator `before`, whose output it takes; the
operators `behind` take its output. `causes` are the entries of config files because of which it is
there."""


class PassTimes(TypedDict):
    """How often a fusion pass matched, and had an effect."""

    matched: Count
    effective: Count


class Numbers(TypedDict):
    """Numbers of operators."""

    operators: Count
    on_ai_core: Count
    by_dtype: dict[str, FromOne]
    """Kernels of AI Core by the dtype of their first output."""
    float32_share: Annotated[float | None, Keywords(minimum=0, maximum=1)]
    """Among those that give out floats."""
    casts: Count
    layouts: Count
    inserted: dict[str, FromOne]
    """Operators that CANN put in, by type."""


class VerifySummary(TypedDict):
    """How many entries are lost, and how plan and compile compare."""

    lost: Count
    different: Count
    equal: Count
    undecided: Count


class Verification(TypedDict):
    """What `cannlint verify --format json` prints.

    A compiled model beside what its job asks for and its plan says.
    """

    schema: Literal["cannlint/verify/1"]
    tool: Tool
    library: PlanLibrary
    model: Model
    job: JobOfModel
    asked: list[Asked]
    """The options of the job, each followed by the entries of its file."""
    operators: list[VerifiedOperator]
    elsewhere: list[Elsewhere]
    casts: list[Cast]
    fusion_passes: dict[str, PassTimes] | None
    """Null if no fusion_result.json is given."""
    numbers: Numbers
    summary: VerifySummary
