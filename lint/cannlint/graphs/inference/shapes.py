"""The shapes that operators of the Ascend IR give out.

A shape is a tuple of dimensions: -1 is an unknown one, (-2,) an unknown rank; None is a shape that
is not known here. A function takes a call of an operator and returns the shapes of its outputs.
"""

from __future__ import annotations

from cannlint.graphs.inference import arrangement, layers, parts
from cannlint.graphs.inference.call import Call, broadcast, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cannlint.graphs.inference.call import Shape
    from cannlint.graphs.model import Node

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
    return [shape if shape is None or len(shape) <= _MOST_DIMS else None for shape in found]


_MOST_DIMS = 32
"""Dimensions of a tensor; CANN itself has at most eight for most operators."""
