"""Passes that make constant inputs attributes: Transpose with a constant order is TransposeD."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from cannlint.graphs.model import Node
from cannlint.graphs.tables import table
from cannlint.rewriting.conditions import Conditions, is_dynamic
from cannlint.rewriting.editor import Editor

_WHATEVER_IS_SUPPORTED = frozenset({"Conv3DTransposeD", "StridedSliceAssignD"})
"""Operators that take the place of another whatever the library has."""


@cache
def _pairs() -> dict[str, Any]:
    return table("const_to_attr")


def absorb(editor: Editor, node: Node, op_type: str, inputs: dict[str, int], by: str) -> None:
    """Make a node another operator: the constants among its inputs become attributes."""
    attrs = dict(node.attrs)
    for name, number in inputs.items():
        value = editor.numbers(node, number)
        if value is not None:
            attrs[name] = list(value)
    node.attrs = attrs
    gone = set(inputs.values())
    editor.feed(node, [tensor for at, tensor in enumerate(node.inputs) if at not in gone])
    editor.retype(node, op_type, by)


def takes_without(conditions: Conditions, node: Node, op_type: str, inputs: dict[str, int]) -> bool:
    """Whether the SoC has an operator for a node without some of its inputs."""
    gone = set(inputs.values())
    dtypes = [
        tensor.dtype if tensor is not None else None
        for at, tensor in enumerate(node.inputs)
        if at not in gone
    ]
    return conditions.takes(op_type, dtypes)


def const_to_attr(editor: Editor, conditions: Conditions, by: str) -> None:
    """ConstToAttrPass: what its table lists, where the SoC has the operator with attributes."""
    for op_type, (target, inputs) in _pairs().items():
        for node in editor.of_types(op_type):
            if not all(editor.is_constant(node, at) for at in inputs.values()):
                continue
            if target not in _WHATEVER_IS_SUPPORTED:
                if is_dynamic(node) and conditions.operator(op_type) is not None:
                    continue
                if not takes_without(conditions, node, target, inputs):
                    continue
            absorb(editor, node, target, inputs, by)


def gather(editor: Editor, conditions: Conditions, by: str) -> None:
    """ConstToAttrGatherV2Fusion: GatherV2 stays wherever the library has it."""
    if conditions.operator("GatherV2") is not None or conditions.operator("GatherV2D") is None:
        return
    for node in editor.of_types("GatherV2"):
        if editor.is_constant(node, 2):
            absorb(editor, node, "GatherV2D", {"axis": 2}, by)


def _simple(
    op_type: str, target: str, inputs: dict[str, int], static_only: bool
) -> Callable[[Editor, Conditions, str], None]:
    def change(editor: Editor, conditions: Conditions, by: str) -> None:
        for node in editor.of_types(op_type):
            if static_only and is_dynamic(node):
                continue
            if not all(editor.is_constant(node, at) for at in inputs.values()):
                continue
            if takes_without(conditions, node, target, inputs):
                absorb(editor, node, target, inputs, by)

    return change


def strided_slice_v2(editor: Editor, conditions: Conditions, by: str) -> None:
    """ConstToAttrStridedSliceV2Fusion: with constants StridedSliceD, in reverse ReverseV2."""
    for node in editor.of_types("StridedSliceV2"):
        bounds = range(1, len(node.inputs))
        if not all(node.inputs[at] is None or editor.is_constant(node, at) for at in bounds):
            editor.retype(node, "StridedSliceV3", by)
            continue
        steps = editor.numbers(node, 4) if len(node.inputs) > 4 else None
        target = "StridedSlice" if is_dynamic(node) else "StridedSliceD"
        if steps is not None and len(steps) == 1 and steps[0] == -1:
            target = "ReverseV2" if is_dynamic(node) else "ReverseV2D"
        if target.endswith("D"):
            absorb(editor, node, target, {f"input{at}": at for at in bounds}, by)
        else:
            editor.retype(node, target, by)


def slice_(editor: Editor, conditions: Conditions, by: str) -> None:
    """ConstToAttrSliceFusion: constant sizes, and offsets that are constant or not."""
    for node in editor.of_types("Slice"):
        if is_dynamic(node) or not editor.is_constant(node, 2):
            continue
        inputs = {"size": 2}
        target = "SliceDV2"
        if editor.is_constant(node, 1):
            inputs, target = {"offsets": 1, "size": 2}, "SliceD"
        if takes_without(conditions, node, target, inputs):
            absorb(editor, node, target, inputs, by)


_TIMES = {"multiples": 1}


def tile(editor: Editor, conditions: Conditions, by: str) -> None:
    """TileConstToAttrFusion: a Tile that repeats nothing goes, another becomes TileD."""
    for node in editor.of_types("Tile"):
        times = editor.numbers(node, 1)
        if times is not None and all(one == 1 for one in times):
            editor.bypass(node)
            continue
        can_absorb = editor.is_constant(node, 1) and not is_dynamic(node)
        if can_absorb and takes_without(conditions, node, "TileD", _TIMES):
            absorb(editor, node, "TileD", _TIMES, by)


PASSES: dict[str, Callable[[Editor, Conditions, str], None]] = {
    "ConstToAttrPass": const_to_attr,
    "ConstToAttrGatherV2Fusion": gather,
    "ConstToAttrReduceSumFusion": _simple("ReduceSum", "ReduceSumD", {"axes": 1}, False),
    "ConstToAttrSliceFusion": slice_,
    "ConstToAttrStridedSliceFusion": _simple(
        "StridedSlice", "StridedSliceD", {"begin": 1, "end": 2, "strides": 3}, True
    ),
    "ConstToAttrStridedSliceV2Fusion": strided_slice_v2,
    "OneHotFusionPass": _simple("OneHot", "OneHotD", {"depth": 1}, False),
    "TileConstToAttrFusion": tile,
    "ZConcatExt2FusionPass": _simple("ConcatV2", "ConcatV2D", {}, False),
    "ZSplitFusionPass": _simple("Split", "SplitD", {"split_dim": 0}, True),
    "ZSplitVFusionPass": _simple("SplitV", "SplitVD", {"size_splits": 1, "split_dim": 2}, True),
}
"""Pass → what it does to a graph."""
