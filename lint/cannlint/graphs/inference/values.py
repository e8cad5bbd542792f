"""The numbers of shape arithmetic: what an operator gives out when its inputs are constants.

Only tensors of few numbers are computed: shapes, axes, sizes and factors.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence

from cannlint.graphs.inference.call import Call, product
from cannlint.graphs.inference.numbers import Numbers, held, truncated
from cannlint.graphs.inference.parts import slice_at
from cannlint.graphs.model import Node

_MOST = 1 << 10
"""Numbers of a constant that are computed."""


def value_of(node: Node, values: list[Numbers | None]) -> Numbers | None:
    """The numbers that a node gives out, None where they are not known."""
    function = _FUNCTIONS.get(node.op_type)
    if function is None:
        return None
    shape = node.outputs[0].shape
    try:
        found = function(Call(node, values))
        if found is None or shape is None or product(shape) != len(found) or len(found) > _MOST:
            return None
        return held(found, node.outputs[0].dtype)
    except (ArithmeticError, IndexError, TypeError, ValueError):  # a model that does not fit
        return None


def _shape(call: Call) -> Sequence[float] | None:
    shape = call.shape(0)
    return None if shape is None or -1 in shape or shape == (-2,) else shape


def _size(call: Call) -> Sequence[float] | None:
    shape = _shape(call)
    return None if shape is None else (math.prod(shape),)


def _same(call: Call) -> Sequence[float] | None:
    return call.values[0]


def _cast(call: Call) -> Sequence[float] | None:
    value = call.values[0]
    target = str(call.node.outputs[0].dtype)
    if value is None or "float" in target or target == "double":
        return value
    return [bool(one) if target == "bool" else truncated(one, target) for one in value]


def _gather(call: Call) -> Sequence[float] | None:
    value, shape = call.values[0], call.shape(0)
    indices = call.integers(1)
    if value is None or indices is None or shape is None or len(shape) != 1:
        return None
    return [value[index] for index in indices]


def _concat(call: Call) -> Sequence[float] | None:
    if any(shape is None or len(shape) != 1 for shape in call.shapes):
        return None
    found: list[float] = []
    for value in call.values:
        if value is None or len(found) + len(value) > _MOST:
            return None
        found += value
    return found


def _slice(call: Call) -> Sequence[float] | None:
    value, shape = call.values[0], call.shape(0)
    begins, ends = call.integers(1), call.integers(2)
    if value is None or not begins or not ends or shape is None or len(shape) != 1:
        return None
    steps = call.integers(4) or [1]
    return value[slice(begins[0], ends[0], steps[0])]


def _strided_slice(call: Call) -> Sequence[float] | None:
    value, shape = call.values[0], call.shape(0)
    begins, ends = call.integers(1), call.integers(2)
    if value is None or not begins or not ends or shape is None or len(shape) != 1:
        return None
    if call.attribute("shrink_axis_mask", 0):
        return [value[begins[0]]]
    steps = call.integers(3) or [1]
    return value[slice_at(call, 0, (begins[0], ends[0], steps[0]))]


def _pack(call: Call) -> Sequence[float] | None:
    values = [value for value in call.values if value is not None and len(value) == 1]
    return [value[0] for value in values] if len(values) == len(call.values) else None


def _size_slice(call: Call) -> Sequence[float] | None:
    value, shape = call.values[0], call.shape(0)
    offsets, sizes = call.integers(1), call.integers(2)
    if value is None or not offsets or not sizes or shape is None or len(shape) != 1:
        return None
    return value[offsets[0] : None if sizes[0] < 0 else offsets[0] + sizes[0]]


def _fill(call: Call) -> Sequence[float] | None:
    shape, value = call.node.outputs[0].shape, call.values[1]
    count = product(shape) if shape is not None else -1
    return None if value is None or not 0 <= count <= _MOST else list(value[:1]) * count


def _range(call: Call) -> Sequence[float] | None:
    start, limit, step = (call.integers(number) for number in range(3))
    if not (start and limit and step):
        return None
    found = range(start[0], limit[0], step[0])
    return found if len(found) <= _MOST else None


def _product(call: Call) -> Sequence[float] | None:
    value, shape = call.values[0], call.shape(0)
    return None if value is None or shape is None or len(shape) != 1 else [math.prod(value)]


def _select(call: Call) -> Sequence[float] | None:
    count = _count(call)
    stretched = [_stretched(value, count) for value in call.values]
    if None in stretched:
        return None
    columns = zip(*stretched, strict=True)
    return [left if chosen else right for chosen, left, right in columns]


def _count(call: Call) -> int:
    shape = call.node.outputs[0].shape
    return product(shape) if shape is not None else -1


def _stretched(value: Numbers | None, count: int) -> Numbers | None:
    """A value for each element of the result; None where it is stretched in another way."""
    if value is None or len(value) not in (1, count) or not 0 <= count <= _MOST:
        return None
    return value if len(value) == count else value * count


def _binary(function: Callable[[float, float], float]) -> Callable[[Call], Sequence[float] | None]:
    def compute(call: Call) -> Sequence[float] | None:
        count = _count(call)
        if len(call.values) != 2:
            return None
        left, right = (_stretched(value, count) for value in call.values)
        if left is None or right is None:
            return None
        return [function(first, second) for first, second in zip(left, right, strict=True)]

    return compute


def _unary(function: Callable[[float], float]) -> Callable[[Call], Sequence[float] | None]:
    def compute(call: Call) -> Sequence[float] | None:
        value = call.values[0]
        return None if value is None else [function(one) for one in value]

    return compute


def _quotient(first: float, second: float) -> float:
    """Division as C has it: of integers towards zero."""
    if isinstance(first, int) and isinstance(second, int):
        found = abs(first) // abs(second)
        return found if (first < 0) == (second < 0) else -found
    return first / second


_FUNCTIONS: dict[str, Callable[[Call], Sequence[float] | None]] = {
    **dict.fromkeys(
        (
            "Constant",
            "ExpandDims",
            "Identity",
            "Reshape",
            "Squeeze",
            "SqueezeV3",
            "Unsqueeze",
            "UnsqueezeV3",
        ),
        _same,
    ),
    "Add": _binary(operator.add),
    "Cast": _cast,
    "Ceil": _unary(math.ceil),
    "ConcatD": _concat,
    "Equal": _binary(operator.eq),
    "Expand": lambda call: _stretched(call.values[0], _count(call)),
    "Fill": _fill,
    "Floor": _unary(math.floor),
    "FloorDiv": _binary(operator.floordiv),
    "GatherV2": _gather,
    "Greater": _binary(operator.gt),
    "Less": _binary(operator.lt),
    "Maximum": _binary(max),
    "Minimum": _binary(min),
    "Mod": _binary(operator.mod),
    "Mul": _binary(operator.mul),
    "Neg": _unary(operator.neg),
    "Pack": _pack,
    "Range": _range,
    "RealDiv": _binary(_quotient),
    "ReduceProd": _product,
    "SelectV2": _select,
    "Shape": _shape,
    "Size": _size,
    "Slice": _size_slice,
    "Sqrt": _unary(math.sqrt),
    "StridedSlice": _strided_slice,
    "StridedSliceV2": _slice,
    "Sub": _binary(operator.sub),
}
