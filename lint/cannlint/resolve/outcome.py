"""The dtypes that an operator of a plan ends with, and how certain that is (docs/plan.md)."""

from __future__ import annotations

from dataclasses import dataclass, field

from cannlint.diagnostics import Message
from cannlint.language import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.provenance import Facts, Step

STATUSES = (
    DETERMINED := Phrase("determined"),
    UNDETERMINED := Phrase("undetermined"),
    REFUSED := Phrase("refused"),
    FAILS := Phrase("fails"),
)
"""What is known of the dtypes of an operator."""

UNMET = ("support", "customize_dtypes")
"""Why check-support or the judge rejects an operator: the short names of the reasons."""

REASONS = {
    "library": "{type} is not in the operator library",
    "no-columns": "the operator library lists no dtypes for {type}",
    "op_select_format": "columns come from op_select_format",
    "recorded-cases": "the columns of op_select_format depend on {features}",
    "recorded-runs": "runs of op_select_format of {type} do not explain which columns it gives",
    "format-dependent": "the column depends on the formats of the tensors",
    "producer": "the column depends on the output dtypes of the producers",
    "order": "the column depends on which inputs are constants: those are judged last",
    "static-dynamic": "the static and the dynamic implementation differ",
    "dynamic-columns": "its tensors do not list the same number of dtypes",
    "promotion": "the operator's own code says which inputs are promoted",
    "dtype": "the graph does not give the dtype of {tensor}",
    "unknown-dtype": "{tensor} has an unknown dtype: {dtype}",
    "given": "a {type} has the dtypes that the graph gives it",
    "arity": "the graph has {inputs} inputs and {outputs} outputs, which do not fit {type}",
    "no-tensors": "the graph does not have the tensors of the node",
    "missing-producer": "the node {producer} is not in the graph",
    "subgraph": "the {type} of a subgraph has the tensors outside of it",
    "unmapped": "{type} of another framework has no certain counterpart",
    "passes": "passes make other operators of this {type}, and which ones is not known",
    "engine": "the node runs on {engine}, whose operators are not in the library",
    "other-dtypes": "the column depends on the dtypes of {tensors}",
}
"""Why the config files do not tell the dtypes: short name → message.

See manual/dtype-selection.md#what-cannot-be-decided.
"""


@dataclass(eq=False, slots=True)
class Dtypes:
    """What the tensors of one operator run as.

    `status` is one of the four above. `inputs` and `outputs` have one dtype a tensor as graphs
    write it (`float`, `bfloat16`), None for an absent optional input; empty where nothing is
    determined, and the node's own where it is refused.
    `asked` has what config files and the mode ask for, inputs and outputs: "" where a tensor
    follows its producer; None for a node that is not judged.
    `column` of `columns` is the supported combination it is, from 0; None, and 0, where these
    depend on what is not known and does not matter. `facts` say what the columns rest on, None
    without columns. `reason` says why it is
    not determined, refused or failing, `reason_id` is its short name for counting
    (`op_select_format`, `format-dependent`, ...), `candidates` all combinations it may be, where
    they are known;
    `marks` are reservations about a determined result (`assumes no pruning`, `support: callback
    unknown`, ...); `steps` how it came about, in order.
    """

    status: str
    inputs: list[str | None] = field(default_factory=list)
    outputs: list[str | None] = field(default_factory=list)
    asked: tuple[list[str | None], list[str | None]] | None = None
    column: int | None = None
    columns: int = 0
    facts: Facts | None = None
    reason: Message | None = None
    reason_id: str | None = None
    candidates: list[tuple[list[str | None], list[str | None]]] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)


def undetermined(reason_id: str, **values: object) -> Dtypes:
    """Dtypes that are not determined, for one of REASONS."""
    dtypes = Dtypes(UNDETERMINED)
    dtypes.reason_id = reason_id
    dtypes.reason = Message(REASONS[reason_id], values)
    return dtypes
