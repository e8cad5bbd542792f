"""What GE does to a model before the fusion engine sees it.

Constants are computed, and operators that change nothing are taken out.
"""

from __future__ import annotations

from cannlint.graphs.inference.call import names
from cannlint.rewriting.editor import CONSTANTS
from cannlint.rewriting.shapes import is_known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.model import Node
    from cannlint.rewriting.editor import Editor

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
