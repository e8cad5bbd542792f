"""The dtypes of an operator without a graph (manual/dtype-selection.md)."""

from __future__ import annotations

from itertools import chain

from cannlint.cann.dtypes import compiler_name
from cannlint.cann.precision import FLOATS, Strategy
from cannlint.language import Phrase
from cannlint.resolve.dtypes.node_view import CAST, UNJUDGED, NodeView
from cannlint.resolve.dtypes.operator import resolve
from cannlint.resolve.dtypes.recorded import possible_cases
from cannlint.resolve.outcome import DETERMINED, REFUSED, Dtypes, undetermined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.formats.ops_info.operator import Tensor
    from cannlint.resolve.dtypes.context import Context, StoreEntry
    from cannlint.resolve.dtypes.node_view import Producers
    from cannlint.resolve.provenance import Origin


_MOST = 64
"""Combinations of dtypes that are tried: real operators have four at most."""

_OPTIONAL = "optional"
NO_OPTIONAL = Phrase("assumes that no optional input is there")
OTHERS = Phrase("tensors that need not be float: the dtypes of one of several columns")


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
    `original`, any other to have the dtypes of some column (`_floats`). What produces the inputs
    is not known: the result has to be the same whichever are constants and, of a gray-list
    operator, whatever dtype they bring, unless `brings` says it of the float inputs. A dtype is one
    of these three, in any spelling of CANN; anything else is a ValueError.
    """
    dtype, brought = _float_named(original), _brought(brings, context)
    stores = context.stores(op_type)
    if not stores:
        return undetermined("library", type=op_type)
    if op_type == CAST or op_type in UNJUDGED:
        return undetermined("given", type=op_type)
    operator = stores[0].operator
    count = len(operator.inputs)
    columns = columns_of(stores)
    floats = _floats(columns, operator.tensors, dtype, stores[0].recorded is not None)
    others = [t.name for t, is_float in zip(operator.tensors, floats, strict=True) if not is_float]
    originals = _originals(columns, floats, dtype, stores[0].recorded is not None)
    if len(originals) > _MOST:
        return undetermined("other-dtypes", tensors=tuple(others))

    def outcome(dtypes: list[str], present: Sequence[bool]) -> Dtypes:
        producers = _producers(dtypes, floats, brought)
        inputs = [own if has else None for own, has in zip(dtypes, present, strict=False)]
        view = NodeView(op_type, inputs, dtypes[count:], producers)
        view.order = [at for at, has in enumerate(present) if has]
        view.is_ordered = False
        view.customized = context.customized(name, op_type)
        view.keeps = keeps
        view.cases = possible_cases(stores, view)
        return resolve(view, context)

    outcomes = [outcome(dtypes, [True] * count) for dtypes in originals]
    if stores[0].recorded is not None and all(one.status == REFUSED for one in outcomes):
        required = [tensor.param_type != _OPTIONAL for tensor in operator.inputs]
        outcomes = _with_fewer(outcomes, [outcome(dtypes, required) for dtypes in originals])
    return _merged(outcomes, floats, others)


def _with_fewer(outcomes: list[Dtypes], others: list[Dtypes]) -> list[Dtypes]:
    """The outcomes without optional inputs, where AI Core refuses the operator only with them."""
    if any(other.status != DETERMINED for other in others):
        return outcomes
    for other in others:
        other.marks.append(NO_OPTIONAL)
    return others


def _float_named(text: str) -> str:
    dtype = compiler_name(text)
    if dtype not in FLOATS:
        raise ValueError(f"no float32, float16 or bfloat16: {text!r}")
    return dtype


def _brought(brings: str | None, context: Context) -> tuple[str, ...]:
    """The dtypes that the producer of a float input may output."""
    if brings is not None:
        return (_float_named(brings),)
    return (*FLOATS, "hifloat8") if context.mode.strategy is Strategy.MIXED_HIF8 else FLOATS


def _producers(dtypes: list[str], floats: list[bool], brought: tuple[str, ...]) -> Producers:
    """What inputs may get: a tensor that is not float has the same dtype at its producer."""
    return lambda at, low: brought if floats[at] else (dtypes[at],)


def columns_of(stores: Sequence[StoreEntry]) -> list[tuple[str, ...]]:
    """Every combination of dtypes that the tensors may have, inputs first; none if not known.

    `stores` are those that have the operator, at least one; dtypes are in the compiler's spelling.
    """
    entry = stores[0]
    if entry.recorded is not None:
        unknown = NodeView(entry.operator.op_type, [], [], lambda at, low: None)
        cases = [entry.recorded.cases[number] for number in possible_cases(stores, unknown)]
        found = [zip(*case.dtypes, strict=True) for case in cases]
        return [*dict.fromkeys(chain.from_iterable(found))]
    listed = [tensor.dtypes for tensor in entry.operator.tensors]
    if entry.operator.is_open or len({*map(len, listed)}) > 1:  # one tensor may list none
        return []
    return [*zip(*listed, strict=True)]


def _floats(
    columns: Sequence[tuple[str, ...]], tensors: Sequence[Tensor], dtype: str, is_recorded: bool
) -> list[bool]:
    """Which tensors are taken to be the original float dtype: those that can be float.

    Of an operator with recorded columns, but for one that may as well be no float where the
    required ones that are always float have this dtype: the mask of MaskedScale is int8 as well as
    float32.
    """
    floats = [any(column[at] in FLOATS for column in columns) for at in range(len(tensors))]
    always = [
        at
        for at, tensor in enumerate(tensors)
        if tensor.param_type != _OPTIONAL and all(column[at] in FLOATS for column in columns)
    ]
    if not (is_recorded and always):
        return floats
    beside = [column for column in columns if all(column[at] == dtype for at in always)]
    return [
        is_float and all(column[at] in FLOATS for column in beside)
        for at, is_float in enumerate(floats)
    ]


def _originals(
    columns: Sequence[tuple[str, ...]], floats: list[bool], dtype: str, only_float: bool
) -> list[list[str]]:
    """What the tensors may be, inputs first: the float ones are settled.

    The others have what some column has; with `only_float` one in which those are float, if
    possible of this dtype.
    """
    if only_float:
        columns = [column for column in columns if _is_floating(column, floats)] or columns
        columns = [column for column in columns if _has(column, floats, dtype)] or columns
    combinations = {
        tuple(
            [dtype if is_float else own for own, is_float in zip(column, floats, strict=True)]
        ): None
        for column in columns
    }
    return [list(dtypes) for dtypes in combinations] or [[dtype] * len(floats)]


def _has(column: tuple[str, ...], floats: list[bool], dtype: str) -> bool:
    return all(own == dtype for own, is_float in zip(column, floats, strict=True) if is_float)


def _is_floating(column: tuple[str, ...], floats: list[bool]) -> bool:
    return all(own in FLOATS for own, is_float in zip(column, floats, strict=True) if is_float)


def _merged(outcomes: Sequence[Dtypes], floats: list[bool], others: list[str]) -> Dtypes:
    """One outcome, where the float tensors do not depend on the others."""
    first = outcomes[0]
    if len(outcomes) == 1:
        return first
    views = {(one.status, one.reason_id, _of_floats(one, floats)) for one in outcomes}
    if len(views) == 1:
        first.marks.append(OTHERS)
        return first
    dtypes = undetermined("other-dtypes", tensors=tuple(others))
    dtypes.columns, dtypes.steps, dtypes.marks = first.columns, first.steps, first.marks
    for one in outcomes:
        pairs = [(one.inputs, one.outputs)] if one.status == DETERMINED else one.candidates
        dtypes.candidates += pairs
    return dtypes


def _of_floats(outcome: Dtypes, floats: list[bool]) -> tuple[str | None, ...]:
    dtypes = (*outcome.inputs, *outcome.outputs)
    return tuple(dtype for dtype, is_float in zip(dtypes, floats, strict=False) if is_float)
