"""Passes around convolutions and normalisations: what a convolution takes in, and what stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cannlint.graphs.model import Node, Tensor
from cannlint.rewriting.conditions import (
    Conditions,
    has_one_element,
    is_dynamic,
    is_static,
    shape_of,
)
from cannlint.rewriting.editor import Editor, described, mark

_CONVOLUTIONS = ("Conv2D", "Conv3D", "DepthwiseConv2D")
_TRANSPOSED = ("Conv2DTranspose", "Conv2DTransposeD")
_NORMALISATIONS = ("BatchNorm", "BNInference", "BNInfer")


def _take_in(
    editor: Editor,
    convolution: Node,
    node: Node,
    by: str,
    bias: Tensor | None = None,
) -> None:
    """Let a convolution give out what a node behind it does, which goes; with a bias, if any."""
    inputs = list(convolution.inputs)
    at = 3 if convolution.op_type == "Conv2DTranspose" else 2
    if bias is not None and len(inputs) <= at:
        editor.feed(convolution, [*inputs, *[None] * (at - len(inputs)), described(bias)])
    convolution.outputs[0].shape = node.outputs[0].shape
    convolution.origin_names = (
        *(convolution.origin_names or (convolution.name,)),
        *(node.origin_names or (node.name,)),
    )
    editor.redirect((node.name, 0), (convolution.name, 0))
    editor.remove(node)
    mark(convolution, by)


def _batch_norm_behind(op_types: Sequence[str]) -> Callable[[Editor, Conditions, str], None]:
    def fold(editor: Editor, conditions: Conditions, by: str) -> None:
        for convolution in editor.of_types(*op_types):
            node = editor.only_user(convolution)
            if node is None or node.op_type not in _NORMALISATIONS or editor.users(node, 1):
                continue
            weights = 2 if convolution.op_type == "Conv2DTranspose" else 1
            parameters = range(1, len(node.inputs))
            if (
                node.attrs.get("training_mode") != 1
                and node.attrs.get("is_training") is not True
                and editor.source(node, 0) is convolution
                and editor.is_constant(convolution, weights)
                and all(editor.is_constant(node, at) for at in parameters)
            ):
                bias = node.inputs[min(2, len(node.inputs) - 1)]
                _take_in(editor, convolution, node, by, bias)

    return fold


def _batch_norm_inference(editor: Editor, conditions: Conditions, by: str) -> None:
    """BatchNormBnInferFusionPass: BatchNorm of a model that is not trained."""
    for node in editor.of_types("BatchNorm"):
        training = node.attrs.get("training_mode") == 1 or node.attrs.get("is_training") is True
        used = any(editor.users(node, number) for number in range(1, len(node.outputs)))
        if training or used or len(node.inputs) != 5:
            continue
        is_constant = all(editor.is_constant(node, at) for at in range(1, 5))
        x, scale, offset, mean, variance = node.inputs
        node.outputs = node.outputs[:1]
        if is_constant:
            editor.feed(node, [x, mean, variance, scale, offset])
        editor.retype(node, "BNInference" if is_constant else "BNInfer", by)


def _host_batch_norm(editor: Editor, conditions: Conditions, by: str) -> None:
    """HostBNFusionPass: what does not depend on the input is computed while compiling.

    The operator that stays takes the input, and a factor and an offset that BnHost made.
    """
    for node in editor.of_types("BNInference"):
        editor.feed(node, node.inputs[:5])
        editor.retype(node, "BNInferenceD", by)
        editor.rename(node, f"{node.name}_BNInferenceD")


def _constant_behind(op_type: str) -> Callable[[Editor, Conditions, str], None]:
    """A constant that is added to each channel, or multiplied, goes into the convolution."""

    def fold(editor: Editor, conditions: Conditions, by: str) -> None:
        for convolution in editor.of_types("Conv2D", "Conv3D"):
            node = editor.only_user(convolution)
            if node is None or node.op_type != op_type or len(node.inputs) != 2:
                continue
            other = 1 if editor.source(node, 0) is convolution else 0
            shape, channels = shape_of(node, other), convolution.outputs[0].shape
            if not editor.is_constant(node, other) or shape is None or channels is None:
                continue
            if _is_per_channel(shape, channels, op_type):
                bias = node.inputs[other] if op_type != "Mul" else None
                _take_in(editor, convolution, node, by, bias)

    return fold


def _is_per_channel(shape: tuple[int, ...], output: tuple[int, ...], op_type: str) -> bool:
    """Whether a constant has one number for each channel, or for the whole tensor."""
    if op_type == "Mul" and has_one_element(shape):
        return True
    spatial = len(output) - 2
    return shape[-1 - spatial :] == (output[1], *(1,) * spatial) and len(shape) in (
        1 + spatial,
        2 + spatial,
    )


def _bias_add(editor: Editor, conditions: Conditions, by: str) -> None:
    """AABiasaddConvFusion: a BiasAdd behind a convolution is its bias."""
    for convolution in editor.of_types(*_CONVOLUTIONS):
        node = editor.only_user(convolution)
        if node is None or node.op_type != "BiasAdd" or len(convolution.inputs) > 2:
            continue
        if editor.source(node, 0) is convolution and editor.is_constant(node, 1):
            _take_in(editor, convolution, node, by, node.inputs[1])


def _padding_before(editor: Editor, conditions: Conditions, by: str) -> None:
    """PadConv2dFusionPass: constant padding of height and width goes into the convolution."""
    for node in editor.of_types("Pad", "PadV3"):
        convolution = editor.only_user(node)
        if convolution is None or convolution.op_type != "Conv2D" or is_dynamic(node):
            continue
        pads, rank = editor.numbers(node, 1), len(node.outputs[0].shape or ())
        if pads is None or rank != 4 or len(pads) != 8 or node.attrs.get("mode") != "constant":
            continue
        value = editor.numbers(node, 2) if len(node.inputs) > 2 and node.inputs[2] else (0,)
        outer = (pads[0], pads[1], pads[4], pads[5])
        if value == (0,) and not any(outer) and all(0 <= pad <= 255 for pad in pads):
            editor.bypass(node)
            mark(convolution, by)


def _fully_connected(editor: Editor, conditions: Conditions, by: str) -> None:
    """ConvToFullyConnectionFusionPass: a convolution over the whole map is a matrix product."""
    for node in editor.of_types("Conv2D"):
        x, weight = shape_of(node, 0), shape_of(node, 1)
        pads = node.attrs.get("pads") or []
        user = editor.only_user(node)
        if (
            x is not None
            and weight is not None
            and is_static(node)
            and len(x) == len(weight) == 4
            and x[1:] == weight[1:]
            and node.attrs.get("groups") == 1
            and node.attrs.get("data_format") is None
            and not any(pads)
            and (user is not None or editor.is_given_out(node))
            and (user is None or user.op_type not in ("AscendQuant", "AscendRequant"))
            and conditions.takes("FullyConnection", [])
        ):
            editor.retype(node, "FullyConnection", by)


def _instance_norm(editor: Editor, conditions: Conditions, by: str) -> None:
    """SingleInstanceNormFusion: InstanceNorm is computed in two steps."""
    targets = "INTrainingReduceV2", "INTrainingUpdateV2"
    if any(conditions.operator(target) is None for target in targets):
        return
    for node in editor.of_types("InstanceNorm"):
        shape = shape_of(node, 0)
        if shape is None or len(shape) not in (4, 5) or len(node.inputs) != 3:
            continue
        if is_dynamic(node) and conditions.folder == "ascend310":
            continue
        x, gamma, beta = node.inputs
        if x is None:
            continue
        sums = Node(f"{node.name}_{targets[0]}", targets[0], [described(x)], [])
        sums.outputs = [_of_float(shape), _of_float(shape)]
        editor.add(sums, node, by)
        made = [Tensor("float", (sums.name, number)) for number in range(2)]
        for tensor in made:
            tensor.shape = sums.outputs[0].shape
        editor.feed(node, [x, *made, gamma, beta])
        node.outputs += [_of_float(shape), _of_float(shape)]
        editor.retype(node, targets[1], by)


def _of_float(shape: tuple[int, ...]) -> Tensor:
    found = Tensor("float")
    found.shape = (*shape[:2], *(1 for _ in shape[2:]))
    return found


def _average_3d(editor: Editor, conditions: Conditions, by: str) -> None:
    """AvgPool3DFusionPass: its windows are a filter."""
    for node in editor.of_types("AvgPool3D"):
        if is_static(node) and conditions.operator("AvgPool3DD") is not None:
            editor.retype(node, "AvgPool3DD", by)


PASSES: dict[str, Callable[[Editor, Conditions, str], None]] = {
    "AABiasaddConvFusion": _bias_add,
    "AConv2dMulFusion": _constant_behind("Mul"),
    "AvgPool3DFusionPass": _average_3d,
    "BatchNormBnInferFusionPass": _batch_norm_inference,
    "Conv2DTransposeBatchnormFusionPass": _batch_norm_behind(_TRANSPOSED),
    "ConvBatchnormFusionPass": _batch_norm_behind(_CONVOLUTIONS),
    "ConvToFullyConnectionFusionPass": _fully_connected,
    "HostBNFusionPass": _host_batch_norm,
    "PadConv2dFusionPass": _padding_before,
    "SingleInstanceNormFusion": _instance_norm,
    "TBEConvAddFusion": _constant_behind("Add"),
}
"""Pass → what it does to a graph."""
