"""Where CANN has to insert a Cast between the operators of a plan."""

from __future__ import annotations

from cannlint.cann.dtypes import compiler_name
from cannlint.cann.precision import FLOATS
from cannlint.resolve.outcome import DETERMINED, REFUSED, Dtypes
from cannlint.resolve.plan import Plan

_CONVERTED = (*FLOATS, "hifloat8")
_CONSTANTS = ("Const", "Constant", "Variable")


def casts_in(plan: Plan) -> set[tuple[str, int, str]]:
    """The casts of a plan: (producer, output, dtype that consumers need).

    One Cast serves all consumers of an output that need the same dtype; a constant is converted
    while compiling. An output or input that is not determined counts as one without a Cast.
    """
    found: set[tuple[str, int, str]] = set()
    walks = plan.dtypes.walks if plan.dtypes is not None else None
    if plan.graph is None or not walks:
        return found
    walk = walks[0]
    for node in plan.graph.nodes:
        needed = _sides(walk.dtypes[node.name])[0]
        for tensor, dtype in zip(node.inputs, needed, strict=False):
            if tensor is None or tensor.producer is None or dtype not in _CONVERTED:
                continue
            name, output = tensor.producer
            producer = walk.nodes.get(name)
            if producer is None or producer.op_type in _CONSTANTS:
                continue
            given = _sides(walk.dtypes[name])[1][output : output + 1]
            if given and given[0] in _CONVERTED and given[0] != dtype:
                found.add((name, output, dtype))
    return found


def _sides(dtypes: Dtypes) -> tuple[list[str | None], list[str | None]]:
    """The dtypes of inputs and outputs in the compiler's spelling; nothing if not determined."""
    if dtypes.status not in (DETERMINED, REFUSED):
        return [], []
    return _named(dtypes.inputs), _named(dtypes.outputs)


def _named(dtypes: list[str | None]) -> list[str | None]:
    return [compiler_name(dtype) if dtype else None for dtype in dtypes]
