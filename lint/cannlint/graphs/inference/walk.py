"""Walk through a graph and describe what each node gives out, as GE's shape inference does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cannlint.graphs.inference import arrangement, layers, parts
from cannlint.graphs.inference.call import Call, Shape, broadcast, names
from cannlint.graphs.inference.dtypes import dtypes_of, has_own_rule
from cannlint.graphs.inference.numbers import Numbers
from cannlint.graphs.inference.values import value_of
from cannlint.graphs.model import Graph, Node, Tensor
from cannlint.language import said

_LIKE_FIRST = names(
    "Abs Acos Acosh Adds Asin Asinh Atan Atanh BNInfer BNInference BNInferenceD BatchNorm Cast "
    "CastLike Ceil Celu ClipByValue Cos Cosh CumprodD CumsumD Cumprod Cumsum Dropout Elu Erf Exp "
    "FastGelu Floor Gelu GeluV2 HardMax HardSigmoid HardSwish Identity InstanceNorm IsInf IsNan "
    "LRN LayerNorm LeakyRelu Log LogSoftmaxV2 LogicalNot MVNV2 MirrorPadGrad Mish Muls Neg PRelu "
    "Power Reciprocal Relu Relu6 ReverseSequence ReverseV2 ReverseV2D Round Rsqrt ScatterElements "
    "ScatterNdAdd ScatterNdMax ScatterNdMin ScatterNdUpdate Selu Shrink Sigmoid Sign Sin Sinh "
    "SoftmaxV2 Softplus Softsign Sqrt Square Tan Tanh TensorMove TensorScatterUpdate Threshold "
    "Trilu ZerosLike BiasAdd"
)
_BROADCAST = names(
    "Add AddV2 AccumulateNV2 AddN BitwiseAnd BitwiseOr BitwiseXor Div Equal FloorDiv FloorMod "
    "Greater GreaterEqual LeftShift Less LessEqual LogicalAnd LogicalOr Maximum Minimum Mod Mul "
    "NotEqual Pow RealDiv RightShift Select SelectV2 SquaredDifference Sub"
)
_FUNCTIONS: dict[str, Callable[[Call], Sequence[Shape | None]]] = {
    **arrangement.FUNCTIONS,
    **layers.FUNCTIONS,
    **parts.FUNCTIONS,
}


def shapes_of(node: Node, values: list[tuple[float, ...] | None]) -> list[Shape | None]:
    """The shape of each output; `values` are the numbers of the inputs that are known."""
    call = Call(node, values)
    op_type = node.op_type
    if op_type in _LIKE_FIRST:
        found: Sequence[Shape | None] = [call.shape(0)]
    elif op_type in _BROADCAST:
        found = [broadcast([tensor.shape for tensor in node.inputs if tensor is not None])]
    elif op_type in _FUNCTIONS:
        if any(shape == (-2,) for shape in call.shapes):
            return [(-2,)] * len(node.outputs)
        try:
            found = _FUNCTIONS[op_type](call)
        except (ArithmeticError, IndexError, TypeError, ValueError):  # a model that does not fit
            found = []
    else:
        found = []
    return [shape if shape is None or _is_possible(shape) else None for shape in found]


_MOST_DIMS = 32
"""Dimensions of a tensor; CANN itself has at most eight for most operators."""
_LARGEST_DIM = (1 << 63) - 1
"""A dimension is an int64."""


def _is_possible(shape: Shape) -> bool:
    return len(shape) <= _MOST_DIMS and all(abs(dim) <= _LARGEST_DIM for dim in shape)


_SPATIAL = names(
    "AvgPool AvgPool3D AvgPool3DD AvgPoolV2 BNInfer BNInference BNInferenceD BatchNorm Conv2D "
    "Conv2DTranspose Conv2DTransposeD Conv3D Conv3DTranspose Conv3DTransposeD DepthToSpace "
    "DepthwiseConv2D Deconvolution FullyConnection GlobalAveragePool GroupNorm InstanceNorm LRN "
    "MaxPool MaxPool3D MaxPoolV3 Pooling Resize ResizeBilinearV2 ResizeBilinearV2D "
    "ResizeNearestNeighborV2 ResizeNearestNeighborV2D SpaceToDepth"
)
_FORMATS = {4: "NCHW", 5: "NCDHW"}
_LAST_CHANNELS = {"NCHW": "NHWC", "NCDHW": "NDHWC"}
_FILTERS = {"NHWC": "HWCN", "NDHWC": "DHWCN"}
_FILTERED = frozenset({"Conv2D", "Conv3D", "DepthwiseConv2D"})


def describe_formats(graph: Graph) -> None:
    """Give the tensors of spatial operators their formats; those of the others are not known."""
    for node in graph.nodes:
        if node.op_type not in _SPATIAL:
            continue
        last = str(node.attrs.get("data_format", "")).endswith("C")
        for number, tensor in enumerate((*node.inputs, *node.outputs)):
            if tensor is None or tensor.shape is None or tensor.format is not None:
                continue
            found = _FORMATS.get(len(tensor.shape), "ND")
            if last:
                found = _LAST_CHANNELS.get(found, found)
                if number == 1 and node.op_type in _FILTERED:
                    found = _FILTERS.get(found, found)
            tensor.format = found


UNKNOWN_RANK = (-2,)
_SOURCES = frozenset({"Data", "Const", "Constant", "Variable"})


def infer(graph: Graph, trusts_shapes: bool = True) -> None:
    """Describe the tensors of a graph whose sources are described, producers first.

    What is not known stays as the file says it (nodes of TensorFlow say their dtypes); its shapes
    only with `trusts_shapes`: they are those of the inputs that the file declares. Takes time in
    proportion to the graph: of the numbers of constants, so many are computed, and then no more.
    """
    by_name = {node.name: node for node in graph.nodes}
    left = MOST_NUMBERS
    for node in graph.nodes:
        if node.op_type in _SOURCES and not node.inputs:
            continue
        for tensor in node.inputs:
            _follow(tensor, by_name)
        values = [_value(tensor, by_name) for tensor in node.inputs] if left > 0 else []
        left -= sum(map(len, filter(None, values)))
        _describe(node, values or [None] * len(node.inputs), graph, trusts_shapes)
    if left <= 0:
        graph.notes.append(
            said(
                "shapes are computed from the first {limit:,} numbers of constants; "
                "those of nodes behind them may be unknown",
                limit=MOST_NUMBERS,
            )
        )
    describe_formats(graph)


MOST_NUMBERS = 1 << 20
"""Numbers that the operators of a graph take from constants, to compute shapes."""


def _follow(tensor: Tensor | None, by_name: dict[str, Node]) -> None:
    """Describe an input as the output that it comes from."""
    if tensor is None or tensor.producer is None:
        return
    name, index = tensor.producer
    source = by_name.get(name)
    if source is not None and 0 <= index < len(source.outputs):
        tensor.dtype = source.outputs[index].dtype
        tensor.shape = source.outputs[index].shape


def _describe(node: Node, values: list[Numbers | None], graph: Graph, trusts_shapes: bool) -> None:
    dtypes = dtypes_of(node) if node.mapped else []
    shapes = shapes_of(node, values) if node.mapped else []
    for number, output in enumerate(node.outputs):
        dtype, shape = graph.hints.get((node.name, number), (None, None))
        inferred = dtypes[number] if number < len(dtypes) else None
        says_dtypes = graph.format == "tensorflow" and not has_own_rule(node.op_type)
        output.dtype = (dtype or inferred) if says_dtypes else (inferred or dtype)
        output.shape = shapes[number] if number < len(shapes) else None
        if output.shape is None and trusts_shapes:
            output.shape = shape
    if node.mapped and len(node.outputs) == 1:
        node.value = value_of(node, values)


def _value(tensor: Tensor | None, by_name: dict[str, Node]) -> tuple[float, ...] | None:
    """The numbers of an input, where they are known."""
    if tensor is None or tensor.producer is None:
        return None
    source = by_name.get(tensor.producer[0])
    return source.value if source is not None and len(source.outputs) == 1 else None
