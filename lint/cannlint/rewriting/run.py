"""From the model that CANN's parser reads to the graph whose dtypes are selected.

GE prepares the graph; then the passes of the fusion engine run in the order of their names. Their
conditions are those of the sources of 2022 and of models that CANN has compiled since.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping

from cannlint.graphs.inference.call import names
from cannlint.graphs.model import Graph, Node
from cannlint.rewriting import const_to_attr, convolutions, patterns, recurrent, simple
from cannlint.rewriting.conditions import Conditions, is_known
from cannlint.rewriting.editor import CONSTANTS, Editor, described_anew

_COMPUTED = names(
    "Add BroadcastArgs BroadcastGradientArgs BroadcastTo Cast Ceil ConcatD ConcatOffset ConcatV2 "
    "DynamicStitch Empty Equal Expand ExpandDims Fill FlattenV2 Floor FloorDiv FloorMod "
    "GatherShapes GatherV2 Greater Identity Less Maximum Minimum Mod Mul Neg Pack Permute Pow "
    "Range Rank RealDiv Reshape ReduceProd ReFormat Rsqrt SSDPriorBox SelectV2 Shape ShapeN Size "
    "Slice SliceD Sqrt Squeeze SqueezeV3 StridedSlice StridedSliceV2 Sub Tile TransData Transpose "
    "Unpack Unsqueeze UnsqueezeV3"
)
"""Operators that GE computes itself when all their inputs are constants."""

_WITHOUT_EFFECT = {
    "Dropout": "DropOutPass",
    "Identity": "IdentityPass",
    "GuaranteeConst": "GuaranteeConstPass",
    "PlaceholderWithDefault": "PlaceholderWithDefaultPass",
    "PreventGradient": "PreventGradientPass",
    "ReadVariableOp": "IdentityPass",
    "Snapshot": "SnapshotPass",
    "StopGradient": "StopGradientPass",
}
"""Operator → the pass that takes it out."""


def prepare(editor: Editor) -> None:
    """Do what GE does before fusion."""
    for node in list(editor.nodes.values()):
        if node.op_type not in CONSTANTS and node.op_type != "Data" and node.mapped:
            _compute(editor, node)
    for op_type in _WITHOUT_EFFECT:
        for node in editor.of_types(op_type):
            if not editor.users(node, 1):
                editor.bypass(node)
    for node in editor.of_types("Reshape"):
        if _keeps_shape(node):
            editor.bypass(node)
    for node in editor.of_types("Transpose"):
        if _moves_nothing(editor, node):
            editor.bypass(node)


def _compute(editor: Editor, node: Node) -> None:
    """Make a node a constant where GE computes it."""
    present = [number for number, tensor in enumerate(node.inputs) if tensor is not None]
    is_fed_by_constants = bool(present) and all(editor.is_constant(node, at) for at in present)
    if len(node.outputs) == 1 and (
        node.value is not None or (is_fed_by_constants and node.op_type in _COMPUTED)
    ):
        by = "DimensionComputePass" if not is_fed_by_constants else "ConstantFoldingPass"
        editor.feed(node, [])
        node.attrs = {}
        editor.retype(node, "Const", by)


def _keeps_shape(node: Node) -> bool:
    tensor = node.inputs[0] if node.inputs else None
    return tensor is not None and is_known(tensor.shape) and tensor.shape == node.outputs[0].shape


def _moves_nothing(editor: Editor, node: Node) -> bool:
    """Whether a transposition moves dimensions of size 1 in place only."""
    order, tensor = editor.numbers(node, 1), node.inputs[0]
    shape = tensor.shape if tensor is not None else None
    if order is None or shape is None or len(order) != len(shape):
        return False
    return all(dim == 1 or axis == at for at, (axis, dim) in enumerate(zip(order, shape)))  # noqa: B905


FRAMEWORKS = frozenset({"onnx", "tensorflow", "caffe"})
"""The forms of graphs that no compile has changed."""

PASSES = {
    **const_to_attr.PASSES,
    **convolutions.PASSES,
    **patterns.PASSES,
    **recurrent.PASSES,
    **simple.PASSES,
}


def rewritten(
    graph: Graph, conditions: Conditions, shapes: Mapping[str, tuple[int, ...]] | None = None
) -> Graph:
    """The graph whose dtypes CANN selects; one that is not a framework's is that already.

    `shapes` are those of the model's inputs that the job sets. The graph itself stays as it is.
    Takes time in proportion to the graph.
    """
    if graph.format not in FRAMEWORKS:
        return graph
    collects = gc.isenabled()
    gc.disable()  # a graph has no garbage in it, and each collection would go through all of it
    try:
        return _rewritten(graph, conditions, shapes or {})
    finally:
        if collects:
            gc.enable()


def _rewritten(
    graph: Graph, conditions: Conditions, shapes: Mapping[str, tuple[int, ...]]
) -> Graph:
    editor = Editor(graph)
    trusts_shapes = True
    for node in editor.of_types("Data"):
        shape = shapes.get(node.name)
        if shape is not None and not node.in_subgraph:
            trusts_shapes = trusts_shapes and shape == node.outputs[0].shape
            node.outputs[0].shape = shape
    described_anew(editor, trusts_shapes)
    prepare(editor)
    for name in sorted(PASSES):
        if conditions.runs(name):
            PASSES[name](editor, conditions, name)
    if conditions.knows_all:
        _leave_to_others(editor, conditions)
    return editor.finished()


def renamed(graph: Graph, names: Mapping[str, str]) -> Graph:
    """The graph of the parser with other names for some nodes."""
    editor = Editor(graph)
    for node in list(editor.nodes.values()):
        if node.name in names:
            editor.rename(node, names[node.name])
    for node in editor.nodes.values():
        node.parsed = None
    return editor.finished()


_CHANGED_BY_OTHERS = frozenset(
    {
        "AdaptiveAvgPool2d",
        "AdaptiveMaxPool2d",
        "BatchNorm",
        "CommonGRU",
        "CommonLSTM",
        "Einsum",
        "GlobalAveragePool",
        "InstanceNorm",
        "Tril",
        "Triu",
    }
)
"""Operators that passes change in ways which are not known here, or not for every attribute."""


def _leave_to_others(editor: Editor, conditions: Conditions) -> None:
    """Operators of CANN that the SoC's AI Core library lacks run elsewhere: they are not judged."""
    for node in editor.nodes.values():
        if not node.mapped or conditions.operator(node.op_type) is not None:
            continue
        if node.op_type in _CHANGED_BY_OTHERS:
            node.mapped = False
        else:
            node.judged = False
