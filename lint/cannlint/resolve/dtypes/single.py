"""The dtypes of an operator of which there is no graph (resolution.md 7)."""

from __future__ import annotations

from cannlint.facts.dtypes import compiler_name
from cannlint.facts.precision import FLOATS, Strategy
from cannlint.resolve.dtypes.operator import resolve
from cannlint.resolve.dtypes.reasons import undetermined
from cannlint.resolve.dtypes.sight import Sight
from cannlint.resolve.outcome import DETERMINED, Dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.reading.operator import Operator
    from cannlint.reading.operator import Tensor as Parameter
    from cannlint.resolve.dtypes.context import Context
    from cannlint.resolve.provenance import Origin


OTHERS = "tensors that are not float: the dtypes of one of several columns"


def resolve_operator(
    op_type: str,
    original: str,
    context: Context,
    name: str | None = None,
    brings: str | None = None,
    keeps: Origin | None = None,
) -> Dtypes:
    """The dtypes of an operator without a graph; `name` is its node's, for customize_dtypes.

    `keeps` is what makes it keep its dtypes, None where nothing does.

    Every tensor is there; one that can be float32, float16 or bfloat16 is taken to be
    `original`, any other to have the dtypes of some column. What produces the inputs is not
    known: of a gray-list operator the result has to be the same whatever it is, unless
    `brings` says which dtype the producers of float inputs give out. A dtype is one of these
    three, in any spelling of CANN; anything else is a ValueError.
    """
    dtype = _float_named(original)
    stores = context.stores(op_type)
    if not stores:
        return undetermined("library", type=op_type)
    operator = stores[0].operator
    bringing: tuple[str, ...] = (_float_named(brings),) if brings is not None else FLOATS
    if brings is None and context.mode.strategy is Strategy.MIXED_HIF8:
        bringing = (*FLOATS, "hifloat8")
    outcomes = []
    for dtypes in _originals(operator, dtype):
        sight = _sight(op_type, name, dtypes, operator, context, bringing)
        sight.keeps = keeps
        outcomes.append(resolve(sight, context))
    return _merged(outcomes, operator)


def _float_named(text: str) -> str:
    dtype = compiler_name(text)
    if dtype not in FLOATS:
        raise ValueError(f"no float32, float16 or bfloat16: {text!r}")
    return dtype


def _can_be_float(parameter: Parameter) -> bool:
    return any(dtype in FLOATS for dtype in parameter.dtypes)


def _originals(operator: Operator, dtype: str) -> list[list[str]]:
    """What the tensors may be, inputs first: the float ones are settled."""
    if operator.is_open:
        return [[dtype] * len(operator.tensors)]
    combinations = {
        tuple(
            dtype if _can_be_float(parameter) else parameter.dtypes[column]
            for parameter in operator.tensors
        ): None
        for column in range(operator.column_count)
    }
    return [list(dtypes) for dtypes in combinations] or [[]]


def _sight(
    op_type: str,
    name: str | None,
    dtypes: list[str],
    operator: Operator,
    context: Context,
    bringing: tuple[str, ...],
) -> Sight:
    count = len(operator.inputs)

    def producers(position: int, low: str | None) -> tuple[str | None, ...]:
        return bringing if _can_be_float(operator.inputs[position]) else (dtypes[position],)

    sight = Sight(op_type, [*dtypes[:count]], dtypes[count:], producers)
    sight.customized = context.customized(name, op_type)
    return sight


def _merged(outcomes: Sequence[Dtypes], operator: Operator) -> Dtypes:
    """One outcome, where the float tensors do not depend on the others."""
    first = outcomes[0]
    if len(outcomes) == 1:
        return first
    floats = [_can_be_float(parameter) for parameter in operator.tensors]
    views = {
        (outcome.status, outcome.reason_id, _of_floats(outcome, floats)) for outcome in outcomes
    }
    others = tuple(p.name for p in operator.tensors if not _can_be_float(p))
    if len(views) == 1:
        first.marks.append(OTHERS)
        return first
    dtypes = undetermined("other-dtypes", tensors=others)
    dtypes.columns, dtypes.steps = first.columns, first.steps
    dtypes.candidates = [
        pair
        for outcome in outcomes
        for pair in (outcome.candidates or [(outcome.inputs, outcome.outputs)])
        if outcome.status == DETERMINED or outcome.candidates
    ]
    return dtypes


def _of_floats(outcome: Dtypes, floats: list[bool]) -> tuple[str | None, ...]:
    dtypes = (*outcome.inputs, *outcome.outputs)
    return tuple(dtype for dtype, is_float in zip(dtypes, floats, strict=False) if is_float)
