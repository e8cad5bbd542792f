"""The dtypes that an operator of a plan ends with, and how certain that is (contracts 5)."""

from __future__ import annotations

from cannlint.language import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Message
    from cannlint.resolve.provenance import Step

DETERMINED = Phrase("determined")
UNDETERMINED = Phrase("undetermined")
REFUSED = Phrase("refused")
FAILS = Phrase("fails")


class Dtypes:
    """What the tensors of one operator run as.

    `status` is one of the four above. `inputs` and `outputs` have one dtype a tensor as graphs
    write it (`float`, `bfloat16`), None for an absent optional input; empty where nothing is
    determined, and the node's own where it is refused.
    `column` of `columns` is the supported combination it is, from 0; `reason` says why it is
    not determined, refused or failing, `reason_id` is its short name for counting
    (`op_select_format`, `format-dependent`, ...), `candidates` all combinations it may be, where
    they are known;
    `marks` are reservations about a determined result (`assumes no pruning`, `support: callback
    unknown`, ...); `steps` how it came about, in order.
    """

    __slots__ = (
        "candidates",
        "column",
        "columns",
        "inputs",
        "marks",
        "outputs",
        "reason",
        "reason_id",
        "status",
        "steps",
    )

    def __init__(self, status: str) -> None:
        self.status = status
        self.inputs: list[str | None] = []
        self.outputs: list[str | None] = []
        self.column: int | None = None
        self.columns = 0
        self.reason: Message | None = None
        self.reason_id: str | None = None
        self.candidates: list[tuple[list[str | None], list[str | None]]] = []
        self.marks: list[str] = []
        self.steps: list[Step] = []
