"""What a want means for one operator of a plan: the dtype of each tensor, or the mode."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cannlint.cann.dtypes import compiler_name, written
from cannlint.cann.precision import FLOATS
from cannlint.diagnostics import Message
from cannlint.graphs.model import Node
from cannlint.language import Phrase
from cannlint.resolve.dtypes.columns import bind
from cannlint.resolve.dtypes.operator import OR_FAILS
from cannlint.resolve.dtypes.single import columns_of
from cannlint.resolve.outcome import DETERMINED, UNDETERMINED
from cannlint.resolve.plan import Plan
from cannlint.resolve.rows import Row
from cannlint.suggest.wants import KEPT, MODE, Value

Dtypes = Sequence[str | None]

ANSWERS = (
    MET := Phrase("confirmed"),
    OPEN := Phrase("not confirmed"),
    MISSED := Phrase("contradicted"),
)
"""What a plan says about a want: it is so; it may be so; it is not so."""

_MOST_SHOWN = 4
"""Combinations that a reason lists."""


@dataclass(eq=False, slots=True)
class Answer:
    """What a plan says about a goal, and why it does not confirm it."""

    status: str
    reason: Message | None = None


class ModeGoal:
    """An operator is to run in an implementation mode."""

    def __init__(self, mode: str, row: Row, plan: Plan) -> None:
        self.mode = mode
        self.row = row
        self.target = plan.target

    def impossible(self) -> Message | None:
        """Why no option gives the operator this mode; None where one may."""
        library, hardware = self.target.library, self.target.hardware
        if "float_32_execution" in self.mode and hardware is not None and not hardware.hf32:
            return Message.of("{soc} has no HF32", soc=self.target.soc)
        op_type = self.row.model_type or self.row.op_type
        listed = library.modes.get(op_type)
        if listed is None and library.modes:
            template = "CANN {release} lists no implementation modes for {op}"
            return Message.of(template, release=library.cann, op=op_type)
        if listed and self.mode not in listed:
            template = "CANN {release} lists only {modes} for {op}"
            return Message.of(template, release=library.cann, modes=listed, op=op_type)
        return None

    def answer(self, row: Row) -> Answer:
        """What a plan says, by the row of the operator in it."""
        mode = row.mode
        if mode.reason is not None:
            return Answer(OPEN, mode.reason)
        if mode.value == self.mode:
            return Answer(MET)
        if mode.value is None:
            return Answer(MISSED, Message.of("it has no implementation mode"))
        return Answer(MISSED, Message.of("it has {mode}", mode=mode.value))


class DtypeGoal:
    """An operator is to have a dtype, or the dtypes that it has in the model.

    `own` are its dtypes in the model and `expected` those that are wanted, by tensor, inputs
    first, in the compiler's spelling; None where nothing is wanted of a tensor. A want is about the
    first input and the first output that are float (`main`, their places), and about as many others
    as the operator supports together with these. `columns` are the supported combinations of
    dtypes, each as one list like `own`.
    """

    def __init__(self, value: Value, row: Row, plan: Plan) -> None:
        self.row = row
        self.target = plan.target
        node = node_of(plan, row)
        self._read_columns(row, node)
        self.own = self._own(plan, row, node)
        self.expected = [
            self._expected(value, own, at) if own in FLOATS else None
            for at, own in enumerate(self.own)
        ]
        self.main = self._main()
        # the most tensors that have the wanted dtype in a supported combination
        self._best = max(map(self._matches, filter(self._fits, self.columns)), default=0)

    def _read_columns(self, row: Row, node: Node | None) -> None:
        """The columns of the operator, and for each tensor of the node the one in a column."""
        stores = self.target.stores(row.op_type)
        self.raw = columns_of(stores) if stores else []
        self.operator = stores[0].operator if stores else None
        self._places: list[int] = []
        self.columns: list[Dtypes] = []
        tensors = self._tensors(row, node)
        self.input_count = len(tensors[0])
        self._present = {at for at, has in enumerate((*tensors[0], *tensors[1])) if has}
        if self.operator is None:
            return
        first = bind(self.operator.inputs, len(tensors[0]))
        second = bind(self.operator.outputs, len(tensors[1]))
        if first is not None and second is not None:
            self._places = [*first, *(len(self.operator.inputs) + at for at in second)]
        self.columns = [
            [column[place] for place in self._places] for column in self.raw if self._places
        ]

    def _tensors(self, row: Row, node: Node | None) -> tuple[list[bool], list[bool]]:
        """Whether each input and each output is there: without a node those of the operator."""
        if node is not None:
            return [tensor is not None for tensor in node.inputs], [True] * len(node.outputs)
        if self.operator is not None:
            return [True] * len(self.operator.inputs), [True] * len(self.operator.outputs)
        return [True] * len(row.dtypes.inputs), [True] * len(row.dtypes.outputs)

    def _own(self, plan: Plan, row: Row, node: Node | None) -> list[str | None]:
        if node is not None:
            tensors = (*node.inputs, *node.outputs)
            return [compiler_name(t.dtype) if t and t.dtype else None for t in tensors]
        original = compiler_name(plan.original)
        if self.columns:
            return [
                original if any(column[at] in FLOATS for column in self.columns) else None
                for at in range(len(self._places))
            ]
        return [original if name in FLOATS else name for name in _named(row)]

    def _expected(self, value: Value, own: str | None, at: int) -> str | None:
        if self.columns and not any(column[at] in FLOATS for column in self.columns):
            return None
        return own if value.kind == KEPT else value.dtype

    def _main(self) -> list[int]:
        """The first tensor of each side of which something is wanted."""
        wanted = [at for at, dtype in enumerate(self.expected) if dtype is not None]
        first = next((at for at in wanted if at < self.input_count), None)
        last = next((at for at in wanted if at >= self.input_count), None)
        return [at for at in (first, last) if at is not None]

    def _matches(self, dtypes: Dtypes) -> int:
        pairs = zip(dtypes, self.expected, strict=False)
        return sum(want is not None and has == want for has, want in pairs)

    def _fits(self, dtypes: Dtypes) -> bool:
        return all(at < len(dtypes) and dtypes[at] == self.expected[at] for at in self.main)

    def impossible(self) -> Message | None:
        """Why the operator cannot have the dtypes on this SoC; None where it may."""
        if not self.main:
            return Message.of("{op} has no float tensor", op=self.row.op_type)
        if not self.columns or any(map(self._fits, self.columns)):
            return None
        combinations = [tuple(written(str(c[at])) for at in self.main) for c in self.columns]
        shown = [" → ".join(one) for one in dict.fromkeys(combinations)]
        more = "…" if len(shown) > _MOST_SHOWN else ""
        return Message.of(
            "{soc} supports only {columns}",
            soc=self.target.soc,
            columns=(*shown[:_MOST_SHOWN], *filter(None, [more])),
        )

    def is_own(self) -> bool:
        """Whether the dtypes that are wanted are those of the model."""
        return all(want in (None, own) for want, own in zip(self.expected, self.own, strict=True))

    def answer(self, row: Row) -> Answer:
        """What a plan says, by the row of the operator in it."""
        dtypes = row.dtypes
        if not self.main:
            return Answer(MISSED, self.impossible())
        if dtypes.status == DETERMINED:
            if self._is_met(_named(row)):
                return Answer(MET)
            return Answer(MISSED, _gets(row.dtypes.inputs, row.dtypes.outputs))
        if dtypes.status != UNDETERMINED:
            return Answer(MISSED, dtypes.reason)
        if OR_FAILS in dtypes.marks:
            return Answer(OPEN, Message.of("it gets these dtypes, or the compile fails"))
        met = [self._is_met(_names((*i, *o))) for i, o in dtypes.candidates]
        if met and all(met):
            return Answer(MET)
        if met and not any(met):
            return Answer(MISSED, _gets(*dtypes.candidates[0]))
        return Answer(OPEN, dtypes.reason)

    def _is_met(self, dtypes: Dtypes) -> bool:
        if not self._fits(dtypes):
            return False
        wanted = sum(want is not None for want in self.expected)
        return self._matches(dtypes) >= (self._best if self.columns else wanted)

    def entry(self) -> tuple[list[str], list[str]] | None:
        """The dtypes of an entry of customize_dtypes, inputs and outputs, as files write them.

        They are those of the supported combination that is nearest to what the operator has now;
        None where no entry can ask for it. A tensor that is not there is left open.
        """
        if self.operator is None or not self.main:
            return None
        if self.columns:
            now = _named(self.row)
            fitting = [
                (raw, column)
                for raw, column in zip(self.raw, self.columns, strict=True)
                if self._fits(column) and self._matches(column) == self._best
            ]
            if not fitting:
                return None
            raw, _ = max(fitting, key=lambda one: _equal(one[1], now, self.own))
            present = {place for at, place in enumerate(self._places) if at in self._present}
            asked = [written(d) if at in present else "" for at, d in enumerate(raw)]
            count = len(self.operator.inputs)
        else:
            pairs = zip(self.expected, self.own, strict=True)
            asked = [written(want or own or "") for want, own in pairs]
            count = self.input_count
        return asked[:count], asked[count:]


def goal_of(value: Value, row: Row, plan: Plan) -> ModeGoal | DtypeGoal:
    """What a value means for the operator of a row of the plan of the job as it is."""
    if value.kind == MODE:
        return ModeGoal(value.text, row, plan)
    return DtypeGoal(value, row, plan)


def _gets(inputs: Dtypes, outputs: Dtypes) -> Message:
    sides = [tuple(written(d) for d in dict.fromkeys(side) if d) for side in (inputs, outputs)]
    return Message.of("it gets {inputs} → {outputs}", inputs=sides[0], outputs=sides[1])


def _equal(column: Dtypes, now: Dtypes, own: Dtypes) -> tuple[int, int]:
    """How many dtypes of a column the operator has now, and how many the model has."""
    return (
        sum(a == b for a, b in zip(column, own, strict=False)),
        sum(a == b for a, b in zip(column, now, strict=False)),
    )


def _named(row: Row) -> list[str | None]:
    return _names((*row.dtypes.inputs, *row.dtypes.outputs))


def _names(dtypes: Dtypes) -> list[str | None]:
    return [compiler_name(dtype) if dtype else None for dtype in dtypes]


def node_of(plan: Plan, row: Row) -> Node | None:
    """The node of the judged graph that a row is about; None where there is no graph."""
    walks = plan.dtypes.walks if plan.dtypes is not None else None
    return walks[0].nodes.get(row.node or "") if walks else None
