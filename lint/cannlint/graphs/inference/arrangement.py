"""Shapes of operators that arrange, reduce or make elements."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cannlint.graphs.inference.call import Call, Shape, axis_in, broadcast, product

Shapes = Sequence[Shape | None]


def _reshape(call: Call) -> Shapes:
    shape, wanted = call.shape(0), call.integers(1)
    if wanted is None:
        target = call.shape(1)
        rank = target[0] if target and len(target) == 1 else -1
        return [(-1,) * rank if 0 <= rank <= 32 else None]
    keeps_zero = not call.attribute("allowzero", 0)
    dims = [
        (shape[number] if shape is not None and number < len(shape) else -1)
        if dim == 0 and keeps_zero
        else dim
        for number, dim in enumerate(wanted)
    ]
    if wanted.count(-1) == 1 and shape is not None:
        hole = wanted.index(-1)
        others = product([dim for number, dim in enumerate(dims) if number != hole])
        dims[hole] = product(shape) // others if others > 0 and product(shape) >= 0 else -1
    return [tuple(dims)]


def _transpose(call: Call) -> Shapes:
    shape = call.shape(0)
    order = call.listed("perm") or call.listed("order") or call.integers(1)
    if shape is None:
        return [None]
    if order is None:
        return [(-1,) * len(shape)]
    return [tuple(shape[axis_in(axis, len(shape))] for axis in order)]


def _concat(call: Call) -> Shapes:
    shapes = call.shapes
    axis = call.attribute("concat_dim")
    if axis is None:  # TensorFlow's have the axis as an input
        number = 0 if call.node.op_type == "Concat" else len(shapes) - 1
        axes = call.integers(number)
        shapes = shapes[:number] + shapes[number + 1 :]
        axis = axes[0] if axes else None
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes) or not known:
        return [None]
    result = list(known[0])
    if axis is None:
        return [(-1,) * len(result)]
    axis = axis_in(axis, len(result))
    dims = [shape[axis] for shape in known]
    for number in range(len(result)):
        result[number] = max(shape[number] for shape in known)
    result[axis] = -1 if min(dims) < 0 else sum(dims)
    return [tuple(result)]


def _squeeze(call: Call) -> Shapes:
    shape = call.shape(0)
    if shape is None:
        return [None]
    axes = call.listed("axis") or call.listed("squeeze_dims") or call.integers(1)
    if not axes:
        return [None if -1 in shape else tuple(dim for dim in shape if dim != 1)]
    gone = {axis_in(axis, len(shape)) for axis in axes}
    return [tuple(dim for number, dim in enumerate(shape) if number not in gone)]


def _unsqueeze(call: Call) -> Shapes:
    shape = call.shape(0)
    axes = call.listed("axes") or call.listed("axis") or call.integers(1)
    if shape is None or axes is None:
        return [None]
    rank = len(shape) + len(axes)
    new = {axis_in(axis, rank) for axis in axes}
    if len(new) < len(axes):
        raise IndexError(axes)
    dims = iter(shape)
    return [tuple(1 if number in new else next(dims) for number in range(rank))]


def _flatten(call: Call) -> Shapes:
    shape = call.shape(0)
    if shape is None:
        return [None]
    axis = call.attribute("axis", 1)
    axis = axis + len(shape) if axis < 0 else axis
    return [(product(shape[:axis]), product(shape[axis:]))]


def _expand(call: Call) -> Shapes:
    wanted = call.integers(1)
    target = call.shape(1)
    if wanted is None:
        shape = call.shape(0)
        if shape is None or target is None or len(target) != 1 or not 0 <= target[0] <= 32:
            return [None]
        return [(-1,) * max(len(shape), target[0])]
    return [broadcast([call.shape(0), tuple(wanted)])]


def _tile(call: Call) -> Shapes:
    shape, times = call.shape(0), call.integers(1)
    if shape is None:
        return [None]
    if times is None or len(times) != len(shape):
        return [(-1,) * len(shape)]
    return [tuple(-1 if dim < 0 else dim * n for dim, n in zip(shape, times, strict=True))]


def _gather(call: Call) -> Shapes:
    shape, indices = call.shape(0), call.shape(1)
    axes = call.integers(2) or [0]
    if shape is None or indices is None:
        return [None]
    axis = axis_in(axes[0], len(shape))
    return [(*shape[:axis], *indices, *shape[axis + 1 :])]


def _gather_nd(call: Call) -> Shapes:
    shape, indices = call.shape(0), call.shape(1)
    if shape is None or not indices or indices[-1] < 0:
        return [None]
    return [(*indices[:-1], *shape[indices[-1] :])]


def _reduce(call: Call) -> Shapes:
    shape = call.shape(0)
    if shape is None:
        return [None]
    keeps = call.attribute("keep_dims", call.attribute("keepdims", call.attribute("keepdim", 1)))
    if call.node.op_type in _TENSORFLOW_REDUCED and "keep_dims" not in call.node.attrs:
        keeps = call.attribute("keepdims", 1)
    axes = call.listed("axes") or call.listed("axis") or call.integers(1)
    has_input = len(call.shapes) > 1 and call.shapes[1] is not None
    if axes is None and has_input:
        return [(-1,) * len(shape) if keeps else None]
    if not axes and call.attribute("noop_with_empty_axes", 0):
        return [shape]
    gone = {axis_in(axis, len(shape)) for axis in axes or range(len(shape))}
    if keeps:
        return [tuple(1 if number in gone else dim for number, dim in enumerate(shape))]
    return [tuple(dim for number, dim in enumerate(shape) if number not in gone)]


_TENSORFLOW_REDUCED = frozenset({"ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin"})


def _arg_max(call: Call) -> Shapes:
    shape = call.shape(0)
    axes = call.integers(1)
    if shape is None or not axes:
        return [None]
    axis = axis_in(axes[0], len(shape))
    return [(*shape[:axis], *shape[axis + 1 :])]


def _top_k(call: Call) -> Shapes:
    shape, count = call.shape(0), call.integers(1)
    if shape is None:
        return [None, None]
    axis = axis_in(call.attribute("dim", call.attribute("axis", -1)), len(shape))
    found = (*shape[:axis], count[0] if count else -1, *shape[axis + 1 :])
    return [found, found]


def _shape(call: Call) -> Shapes:
    shape = call.shape(0)
    return [None if shape is None else (len(shape),)]


def _fill(call: Call) -> Shapes:
    dims = call.integers(0)
    rank = call.shape(0)
    if dims is not None:
        return [tuple(dims)]
    return [(-1,) * rank[0] if rank and len(rank) == 1 and 0 <= rank[0] <= 32 else None]


def _range(call: Call) -> Shapes:
    start, limit, step = (call.integers(number) for number in range(3))
    if not (start and limit and step):
        return [(-1,)]
    return [(max(0, -(-(limit[0] - start[0]) // step[0])),)]


def _one_hot(call: Call) -> Shapes:
    shape, depth = call.shape(0), call.integers(1)
    if shape is None:
        return [None]
    axis = axis_in(call.attribute("axis", -1), len(shape) + 1)
    return [(*shape[:axis], depth[0] if depth else -1, *shape[axis:])]


def _non_zero(call: Call) -> Shapes:
    shape = call.shape(0)
    if shape is None:
        return [None]
    transposed = call.attribute("transpose", False)
    return [(len(shape), -1) if transposed else (-1, len(shape))]


def _pack(call: Call) -> Shapes:
    shape = call.shape(0)
    if shape is None:
        return [None]
    axis = axis_in(call.attribute("axis", 0), len(shape) + 1)
    return [(*shape[:axis], len(call.shapes), *shape[axis:])]


_REDUCED = (
    "EuclideanNorm LpNorm LpNormV2 ReduceAll ReduceAny ReduceLogSumExp ReduceMax ReduceMaxD "
    "ReduceMean ReduceMeanD ReduceMin ReduceMinD ReduceProd ReduceProdD ReduceSum ReduceSumD "
    "SquareSumV1"
)

FUNCTIONS: dict[str, Callable[[Call], Shapes]] = {
    **dict.fromkeys(_REDUCED.split(), _reduce),
    **dict.fromkeys(("Concat", "ConcatD", "ConcatV2"), _concat),
    **dict.fromkeys(("Expand", "BroadcastTo"), _expand),
    **dict.fromkeys(("ArgMaxV2", "ArgMin"), _arg_max),
    **dict.fromkeys(("Squeeze", "SqueezeV3"), _squeeze),
    **dict.fromkeys(("Unsqueeze", "UnsqueezeV3", "ExpandDims"), _unsqueeze),
    **dict.fromkeys(("TopK", "TopKV2"), _top_k),
    **dict.fromkeys(("Transpose", "TransposeD", "Permute"), _transpose),
    "Fill": _fill,
    "Flatten": _flatten,
    "GatherElements": lambda call: [call.shape(1)],
    "GatherNd": _gather_nd,
    "GatherV2": _gather,
    "NonMaxSuppressionV6": lambda call: [(-1, 3)],
    "NonZero": _non_zero,
    "OneHot": _one_hot,
    "Pack": _pack,
    "Range": _range,
    "Reshape": _reshape,
    "Shape": _shape,
    "Size": lambda call: [()],
    "Tile": _tile,
    "Where": lambda call: [(-1, len(shape)) if (shape := call.shape(0)) is not None else None],
}
