"""Shapes of operators that take parts of a tensor, or put padding around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cannlint.graphs.inference.call import Call, Shape, axis_in

Shapes = Sequence[Shape | None]


def _split(call: Call) -> Shapes:
    count = len(call.node.outputs)
    is_even = call.node.op_type in ("Split", "SplitD")
    shape = call.shape(1 if call.node.op_type == "Split" else 0)
    axes = {"Split": call.integers(0), "SplitV": call.integers(2)}.get(call.node.op_type)
    axis = axes[0] if axes else call.attribute("split_dim")
    if shape is None:
        return [None] * count
    if axis is None:
        return [(-1,) * len(shape)] * count
    axis = axis_in(axis, len(shape))
    dim = shape[axis]
    sizes = None if is_even else call.integers(1) or call.listed("size_splits")
    if is_even:
        sizes = [dim // count if dim >= 0 else -1] * count
    if sizes is None or len(sizes) != count:
        sizes = [-1] * count
    return [(*shape[:axis], size, *shape[axis + 1 :]) for size in sizes]


def _pad(call: Call) -> Shapes:
    """ONNX's Pad: all begins, then all ends."""
    rank = len(call.shape(0) or ())
    return _padded(call, slice(rank), slice(rank, None))


def _slice(call: Call) -> Shapes:
    """StridedSliceV2 with begins, ends, axes and steps, as ONNX has them."""
    shape, begins, ends = call.shape(0), call.integers(1), call.integers(2)
    if shape is None:
        return [None]
    if begins is None or ends is None:
        return [(-1,) * len(shape)]
    axes = call.integers(3)
    if axes is None:
        if len(call.shapes) > 3 and call.shapes[3] is not None:
            return [(-1,) * len(shape)]
        axes = list(range(len(begins)))
    steps = call.integers(4) or [1] * len(axes)
    result = list(shape)
    for axis, begin, end, step in zip(axes, begins, ends, steps, strict=True):
        at = axis_in(axis, len(shape))
        result[at] = (
            -1 if shape[at] < 0 else len(range(*slice(begin, end, step).indices(shape[at])))
        )
    return [tuple(result)]


def _strided_slice(call: Call) -> Shapes:
    """TensorFlow's StridedSlice: masks leave bounds out and take dimensions out."""
    shape, begins, ends = call.shape(0), call.integers(1), call.integers(2)
    has_more = call.attribute("ellipsis_mask", 0) or call.attribute("new_axis_mask", 0)
    if shape is None or begins is None or ends is None or has_more:
        return [None]
    steps = call.integers(3) or [1] * len(begins)
    result: list[int] = []
    for at, dim in enumerate(shape):
        if at >= len(begins):
            result.append(dim)
        elif not _masked(call, "shrink_axis_mask", at):
            taken = slice_at(call, at, (begins[at], ends[at], steps[at]))
            result.append(-1 if dim < 0 else len(range(*taken.indices(dim))))
    return [tuple(result)]


def _masked(call: Call, name: str, at: int) -> bool:
    return bool(call.attribute(name, 0) >> at & 1)


def slice_at(call: Call, at: int, bounds: tuple[int, int, int]) -> slice:
    """What a StridedSlice takes of a dimension."""
    begin, end, step = bounds
    return slice(
        None if _masked(call, "begin_mask", at) else begin,
        None if _masked(call, "end_mask", at) else end,
        step,
    )


def _pad_pairs(call: Call) -> Shapes:
    """TensorFlow's Pad: the begin and the end of each dimension."""
    return _padded(call, slice(0, None, 2), slice(1, None, 2))


def _padded(call: Call, begins: slice, ends: slice) -> Shapes:
    """A shape with what is added to its dimensions: where the begins and the ends stand."""
    shape, pads = call.shape(0), call.integers(1)
    if shape is None:
        return [None]
    if pads is None or len(pads) != 2 * len(shape):
        return [(-1,) * len(shape)]
    sums = zip(shape, pads[begins], pads[ends], strict=True)
    return [tuple(-1 if dim < 0 else dim + first + last for dim, first, last in sums)]


def _size_slice(call: Call) -> Shapes:
    shape, offsets, sizes = call.shape(0), call.integers(1), call.integers(2)
    if shape is None:
        return [None]
    if sizes is None or offsets is None:
        return [(-1,) * len(shape)]
    if len(sizes) == 1:
        offsets, sizes = offsets * len(shape), sizes * len(shape)
    taken = zip(shape, offsets, sizes, strict=True)
    return [tuple((dim - at if dim >= 0 else -1) if size < 0 else size for dim, at, size in taken)]


FUNCTIONS: dict[str, Callable[[Call], Shapes]] = {
    **dict.fromkeys(("Split", "SplitD", "SplitV", "SplitVD"), _split),
    "Pad": _pad_pairs,
    "PadV3": _pad,
    "Slice": _size_slice,
    "StridedSlice": _strided_slice,
    "StridedSliceV2": _slice,
}
