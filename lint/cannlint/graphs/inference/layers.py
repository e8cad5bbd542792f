"""Shapes of the operators of layers: convolutions, pooling, matrix products, resizing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cannlint.graphs.inference.call import Call, Shape, broadcast

Shapes = Sequence[Shape | None]


class _Window:
    """How a window moves over the spatial dimensions of a tensor."""

    def __init__(self, call: Call, kernel: Sequence[int]) -> None:
        rank = len(kernel)
        self.kernel = kernel
        self.strides = self._of(call, "strides", rank)
        self.dilations = self._of(call, "dilations", rank)
        self.pads = call.listed("pads") or [0] * 2 * rank
        self.auto = str(call.attribute("auto_pad", call.attribute("padding", "NOTSET")))
        self.rounds_up = bool(call.attribute("ceil_mode", 0))

    @staticmethod
    def _of(call: Call, name: str, rank: int) -> list[int]:
        """A list for the spatial dimensions; TensorFlow's has the two others as well."""
        listed = call.listed(name)
        if listed is None:
            return [1] * rank
        if len(listed) == rank + 2:
            last = str(call.attribute("data_format", "NHWC")).endswith("C")
            return listed[1:-1] if last else listed[2:]
        return listed

    def moved(self, dims: Sequence[int]) -> list[int]:
        """The dimensions that it gives out."""
        return [self._one(number, dim) for number, dim in enumerate(dims)]

    def _one(self, number: int, dim: int) -> int:
        if dim < 0 or self.kernel[number] < 0:
            return -1
        stride = self.strides[number]
        if self.auto.startswith("SAME"):
            return -(-dim // stride)
        pads = 0
        if self.auto != "VALID":
            pads = self.pads[number] + self.pads[number + len(self.kernel)]
        reach = self.dilations[number] * (self.kernel[number] - 1) + 1
        room = dim + pads - reach
        return (-(-room // stride) if self.rounds_up else room // stride) + 1


def _is_last(call: Call) -> bool:
    return str(call.attribute("data_format", "")).endswith("C")


def _convolution(call: Call) -> Shapes:
    shape, weight = call.shape(0), call.shape(1)
    if shape is None or weight is None:
        return [None]
    if _is_last(call):  # TensorFlow: the filter is HWCN, of a depthwise one HWCM
        spatial, kernel = shape[1:-1], weight[:-2]
        depthwise = call.node.op_type == "DepthwiseConv2D"
        channels = weight[-1] * weight[-2] if depthwise else weight[-1]
        return [(shape[0], *_Window(call, kernel).moved(spatial), channels)]
    return [(shape[0], weight[0], *_Window(call, weight[2:]).moved(shape[2:]))]


def _transposed(call: Call) -> Shapes:
    shape, weight = call.shape(1), call.shape(2)
    if shape is None or weight is None or str(call.attribute("auto_pad", "NOTSET")) != "NOTSET":
        return [None]
    window = _Window(call, weight[2:])
    wanted = call.listed("output_shape")
    if wanted:
        return [(shape[0], weight[1] * call.attribute("groups", 1), *wanted[-len(shape[2:]) :])]
    more = call.listed("output_padding") or [0] * len(shape)
    rank = len(weight) - 2
    dims = [
        -1
        if dim < 0
        else window.strides[at] * (dim - 1)
        + more[at]
        + window.dilations[at] * (weight[2 + at] - 1)
        + 1
        - window.pads[at]
        - window.pads[at + rank]
        for at, dim in enumerate(shape[2:])
    ]
    return [(shape[0], weight[1] * call.attribute("groups", 1), *dims)]


def _pooling(call: Call) -> Shapes:
    shape = call.shape(0)
    kernel = call.listed("kernel_shape") or call.listed("ksize")
    if shape is None or kernel is None:
        return [None]
    if _is_last(call):
        window = _Window(call, kernel[1:-1] if len(kernel) == len(shape) else kernel)
        return [(shape[0], *window.moved(shape[1:-1]), shape[-1])]
    return [(*shape[:2], *_Window(call, kernel).moved(shape[2:]))]


def _global_pooling(call: Call) -> Shapes:
    shape = call.shape(0)
    return [None if shape is None else (*shape[:2], *(1 for _ in shape[2:]))]


def _product(call: Call) -> Shapes:
    first, second = call.shape(0), call.shape(1)
    if not first or not second:
        return [None]
    names = ("transpose_x1", "adj_x1", "adj_x"), ("transpose_x2", "adj_x2", "adj_y")
    turned = [any(call.attribute(name) for name in group) for group in names]
    left = (1, *first) if len(first) == 1 else first
    right = (*second, 1) if len(second) == 1 else second
    rows = left[-1] if turned[0] else left[-2]
    columns = right[-2] if turned[1] else right[-1]
    batch = broadcast([left[:-2], right[:-2]])
    if batch is None:
        return [None]
    tail = ([rows] if len(first) > 1 else []) + ([columns] if len(second) > 1 else [])
    return [(*batch, *tail)]


def _resize(call: Call) -> Shapes:
    """Resize with sizes as its fourth input, and those with two sizes as their second."""
    shape = call.shape(0)
    if shape is None:
        return [None]
    is_whole = call.node.op_type == "Resize"
    sizes = call.integers(3 if is_whole else 1)
    scales = call.values[2] if is_whole and len(call.values) > 2 else None
    if sizes is None and scales is not None and len(scales) == len(shape):
        pairs = zip(shape, scales, strict=True)
        return [tuple(-1 if dim < 0 else int(dim * scale) for dim, scale in pairs)]
    if sizes is None and is_whole:
        return [(-1,) * len(shape)]
    if sizes is None:
        sizes = [-1] * (len(shape) - 2)
    if len(sizes) == len(shape):
        return [tuple(sizes)]
    if _is_last(call):
        return [(shape[0], *sizes, shape[-1])]
    return [(*shape[:2], *sizes)]


def _depth_to_space(call: Call) -> Shapes:
    shape, block = call.shape(0), call.attribute("blocksize", call.attribute("block_size", 1))
    if shape is None or len(shape) != 4:
        return [None]
    if -1 in shape[1:]:
        return [(shape[0], -1, -1, -1)]
    n, c, h, w = shape
    if _is_last(call):
        h, w, c = c, h, w
    if call.node.op_type == "DepthToSpace":
        c, h, w = c // block**2, h * block, w * block
    else:
        c, h, w = c * block**2, h // block, w // block
    return [(n, h, w, c) if _is_last(call) else (n, c, h, w)]


def _recurrent(call: Call) -> Shapes:
    """ONNX's LSTM and GRU: steps, batch and features in, directions and hidden units out."""
    shape, weight = call.shape(0), call.shape(1)
    hidden = call.attribute("hidden_size")
    if shape is None or weight is None or hidden is None or len(shape) != 3:
        return [None]
    state = (weight[0], shape[1], hidden)
    return [(shape[0], weight[0], shape[1], hidden), state, state]


FUNCTIONS: dict[str, Callable[[Call], Shapes]] = {
    **dict.fromkeys(("Conv2D", "Conv3D", "DepthwiseConv2D"), _convolution),
    **dict.fromkeys(("Conv2DTranspose", "Conv3DTranspose"), _transposed),
    **dict.fromkeys(
        ("AvgPool", "AvgPoolV2", "AvgPool3D", "MaxPool", "MaxPool3D", "MaxPoolV3"), _pooling
    ),
    "GlobalAveragePool": _global_pooling,
    **dict.fromkeys(("BatchMatMul", "BatchMatMulV2", "MatMul", "MatMulV2"), _product),
    **dict.fromkeys(("Resize", "ResizeNearestNeighborV2", "ResizeBilinearV2"), _resize),
    **dict.fromkeys(("DepthToSpace", "SpaceToDepth"), _depth_to_space),
    **dict.fromkeys(("CommonLSTM", "CommonGRU"), _recurrent),
}
