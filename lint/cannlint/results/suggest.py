"""`cannlint/suggest/1`: for each want the ways to get it."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from cannlint.diagnostics import Severity
from cannlint.jobs.settings import FrontEnd
from cannlint.json_types import ADDED, Count, FromOne, RuleCode
from cannlint.results.parts import PlanLibrary, Status, Tool
from cannlint.suggest.goal import ANSWERS
from cannlint.suggest.search import WANT_STATUSES
from cannlint.suggest.trial import COMPARED, RANK
from cannlint.suggest.wants import VALUES
from cannlint.suggest.ways import BY

_WayStatus = Annotated[str, tuple(RANK)]


class JobOfWants(TypedDict):
    """The job that is to be changed."""

    name: str | None
    front_end: Annotated[str, FrontEnd]


class GraphOfWants(TypedDict):
    """The model of the plan."""

    file: str
    nodes: Count


class WantedValue(TypedDict):
    """What operators are to get."""

    kind: Annotated[str, VALUES]
    text: str


class NamedOperator(TypedDict):
    """An operator of the plan."""

    type: str
    node: str | None


class ImpossibleOperator(NamedOperator):
    """An operator that cannot have on this SoC what is wanted."""

    reason: str


class AnsweredOperator(NamedOperator):
    """An operator that is wanted, and what the plan says about it."""

    status: Annotated[str, ANSWERS]
    reason: str | None


class SetOption(TypedDict):
    """An option to set, under the name of the front end."""

    name: str
    value: str
    before: str | None


class ChangedFile(TypedDict):
    """A config file to change."""

    option: str
    file: str
    new: bool
    used_by: list[str]
    """Other jobs that name the file."""
    lines: list[str]
    """The lines that are new or changed."""
    removed: list[str]
    """The lines that are no more."""


class BriefMode(TypedDict):
    """The implementation mode of an operator."""

    impl_mode: str | None


class BriefDtypes(TypedDict):
    """The dtypes of an operator."""

    status: Status
    inputs: list[str | None]
    outputs: list[str | None]


class OtherChange(NamedOperator):
    """What changes of another operator."""

    field: Annotated[str, COMPARED]
    before: BriefMode | BriefDtypes | None
    """Null for an operator that is not there."""
    after: BriefMode | BriefDtypes | None


class Casts(TypedDict):
    """Casts that CANN has to insert, and those that it need not insert any more."""

    added: Count
    removed: Count


class BriefFinding(TypedDict):
    """What `cannlint check` finds in the changed job, and not in the job as it is."""

    rule: RuleCode
    severity: Annotated[str, Severity]
    message: str


class Tried(TypedDict):
    """What becomes of a job that is changed."""

    status: _WayStatus
    """What the plan of the changed job says."""
    reason: str | None
    """Why it is not confirmed."""
    options: list[SetOption]
    files: list[ChangedFile]
    operators: list[AnsweredOperator]
    changes: list[OtherChange]
    changes_known: bool
    """False for an option of the whole job without a model: others may change, too."""
    casts: Casts
    findings: list[BriefFinding]


class _WayHead(TypedDict):
    number: FromOne | None
    """The number for --way; null for one that does not work."""
    option: str
    """The option that does it, as ATC names it."""
    by: Annotated[str | None, BY]
    """Whether entries are for node names or operator types, or are taken out."""
    value: str | None
    """The value of the option, or the list of modify_mixlist."""


class Way(_WayHead, Tried):
    """A way to meet a want."""


class _TogetherHead(TypedDict):
    ways: list[FromOne]
    """The number of the chosen way of each want that needs one."""


class Together(_TogetherHead, Tried):
    """What the chosen ways do together."""


class Want(TypedDict):
    """A want, its operators, and the ways to meet it."""

    want: str
    value: WantedValue
    status: Annotated[str, WANT_STATUSES]
    operators: list[NamedOperator]
    already: list[NamedOperator]
    """The operators that have it without a change."""
    impossible: list[ImpossibleOperator]
    unknown_names: list[str]
    """Why names have no operator in the plan."""
    left_out: Annotated[list[str], ADDED]
    """The nodes of a comparison of which no measure is beyond a limit, and one is no number."""
    ways: list[Way]
    """The ways to offer, the one that changes least first."""
    tried: list[Way]
    """The ways that do not work, with the reason."""


class Suggestions(TypedDict):
    """What `cannlint suggest --format json` prints.

    For each want the ways to get it, each checked with a plan.
    """

    schema: Literal["cannlint/suggest/1"]
    tool: Tool
    library: PlanLibrary
    job: JobOfWants
    graph: GraphOfWants | None
    """Null without a model."""
    met: bool
    """Whether all wants are met by the chosen ways."""
    wants: list[Want]
    together: Together | None
    """Null if nothing is to be written."""
    written: list[str]
    """The files that --write has written."""
