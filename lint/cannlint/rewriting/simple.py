"""Passes that change one operator at a time."""

from __future__ import annotations

import re
from collections.abc import Callable

from cannlint.graphs.model import Node, Tensor
from cannlint.rewriting.conditions import (
    Conditions,
    has_one_element,
    is_dynamic,
    is_static,
    shape_of,
)
from cannlint.rewriting.editor import Editor, described, mark

_FIRST_WITHOUT_D = 7
"""The first release whose ResizeFusionPass writes types without D: the operators of CANN 8.0 are
version 7.6."""


def _same_dtype(editor: Editor, conditions: Conditions, by: str) -> None:
    """CastRemoveFusionPass: a Cast to the dtype that its input has goes."""
    for node in editor.of_types("Cast"):
        tensor = node.inputs[0] if node.inputs else None
        dtype = node.outputs[0].dtype
        if tensor is not None and dtype is not None and tensor.dtype == dtype:
            editor.bypass(node)


def _square(editor: Editor, conditions: Conditions, by: str) -> None:
    """Pow2SquareFusionPass: a power of two is Square."""
    for node in editor.of_types("Pow"):
        power = shape_of(node, 1)
        exponent = node.inputs[1] if len(node.inputs) > 1 else None
        is_float = exponent is not None and exponent.dtype in ("float", "float16", "bfloat16")
        if is_float and has_one_element(power) and editor.numbers(node, 1) == (2.0,):
            editor.feed(node, node.inputs[:1])
            editor.retype(node, "Square", by)
            editor.rename(node, f"{node.name}/Square")


def _own_square(editor: Editor, conditions: Conditions, by: str) -> None:
    """MulSquareFusionPass: a product with itself is Square."""
    for node in editor.of_types("Mul"):
        first, second = (*node.inputs, None, None)[:2]
        if first is None or second is None or first.producer is None:
            continue
        if first.producer == second.producer:
            editor.feed(node, node.inputs[:1])
            editor.retype(node, "Square", by)
            editor.rename(node, f"{node.name}/Square")


def _factor(editor: Editor, conditions: Conditions, by: str) -> None:
    """RealDiv2MulsFusionPass: a division by a constant number is Muls."""
    for node in editor.of_types("RealDiv"):
        divisor = node.inputs[1] if len(node.inputs) > 1 else None
        if divisor is None or divisor.dtype not in ("float", "float16") or not is_static(node):
            continue
        is_number = has_one_element(divisor.shape) and editor.is_constant(node, 1)
        if is_number and conditions.operator("Muls") is not None:
            editor.feed(node, node.inputs[:1])
            editor.retype(node, "Muls", by)
            editor.rename(node, f"{node.name}/Muls")


def _global_average(editor: Editor, conditions: Conditions, by: str) -> None:
    """Globalavgpoolpass: the mean over all spatial dimensions."""
    for node in editor.of_types("GlobalAveragePool"):
        shape = shape_of(node, 0)
        if shape is not None and len(shape) in (3, 4, 5):
            node.attrs = {**node.attrs, "axes": list(range(2, len(shape))), "keep_dims": True}
            editor.retype(node, "ReduceMeanD", by)


def _no_mean(editor: Editor, conditions: Conditions, by: str) -> None:
    """AReduceMeanFusionPass: a mean over dimensions of size 1 that stay goes."""
    for node in editor.of_types("ReduceMean"):
        shape, axes = shape_of(node, 0), editor.numbers(node, 1)
        if shape is None or not axes or shape != node.outputs[0].shape:
            continue
        if all(-len(shape) <= axis < len(shape) and shape[int(axis)] == 1 for axis in axes):
            editor.bypass(node)


def _one_split(editor: Editor, conditions: Conditions, by: str) -> None:
    """ASplitNodeRemoveFusionPass: a Split into one part goes."""
    for node in editor.of_types("Split"):
        if len(node.outputs) == 1 and len(node.inputs) == 2 and node.inputs[1] is not None:
            editor.feed(node, node.inputs[1:])
            editor.bypass(node)


def _resize(editor: Editor, conditions: Conditions, by: str) -> None:
    """ResizeFusionPass: Resize with known sizes, by its mode."""
    number = re.match(r"[0-9]{1,4}", conditions.release)
    suffix = "D" if number is not None and int(number[0]) < _FIRST_WITHOUT_D else ""
    targets = {"linear": "ResizeBilinearV2", "nearest": "ResizeNearestNeighborV2"}
    for node in editor.of_types("Resize"):
        target = targets.get(str(node.attrs.get("mode", "nearest")))
        tensor = node.inputs[0] if node.inputs else None
        shape = node.outputs[0].shape
        if target is None or tensor is None or shape is None or min(shape, default=0) < 0:
            continue
        if len(shape) != 4:
            continue
        inputs: list[Tensor | None] = [tensor]
        if not suffix:
            size = Node(f"{node.name}_size", "Const", [], [Tensor("int32")])
            size.outputs[0].shape, size.value = (2,), tuple(shape[2:])
            editor.add(size, node, by)
            inputs.append(described(size.outputs[0], (size.name, 0)))
        editor.feed(node, inputs)
        editor.retype(node, target + suffix, by)
        editor.rename(node, f"{node.name}{target}{suffix}")


def _top_k(editor: Editor, conditions: Conditions, by: str) -> None:
    """TopKFusionPass: with a constant number, TopKD with a table of indices."""
    for node in editor.of_types("TopK", "TopKV2"):
        dtype = node.inputs[0].dtype if node.inputs and node.inputs[0] is not None else None
        if not editor.is_constant(node, 1) or is_dynamic(node):
            continue
        if conditions.takes("TopKD", [dtype]):
            table = Node(f"{node.name}_assist", "Const", [], [Tensor("float16")])
            table.outputs[0].shape = (4096,)
            editor.add(table, node, by)
            editor.feed(node, [node.inputs[0], described(table.outputs[0], (table.name, 0))])
            editor.retype(node, "TopKD", by)


def _scatter_update(editor: Editor, conditions: Conditions, by: str) -> None:
    """TensorScatterUpdateFusionPass: a copy, and an update of the copy."""
    for node in editor.of_types("TensorScatterUpdate"):
        if node.inputs and node.inputs[0] is not None:
            move = Node(f"{node.name}_TensorMove", "TensorMove", [node.inputs[0]], [])
            move.outputs = [described(node.outputs[0])]
            editor.add(move, node, by)
            editor.feed(node, [described(move.outputs[0], (move.name, 0)), *node.inputs[1:]])
            editor.retype(node, "ScatterNdUpdate", by)


def _boxes(editor: Editor, conditions: Conditions, by: str) -> None:
    """NonMaxSuppressionV6Fusion: a table of indices is added."""
    for node in editor.of_types("NonMaxSuppressionV6"):
        table = Node(f"{node.name}_index_id", "Const", [], [Tensor("float16")])
        boxes = shape_of(node, 0)
        table.outputs[0].shape = None if boxes is None else (*boxes[:2], 4)
        editor.add(table, node, by)
        absent = [None] * (5 - len(node.inputs))
        made = described(table.outputs[0], (table.name, 0))
        editor.feed(node, [*node.inputs, *absent, made])
        editor.retype(node, "NonMaxSuppressionV7", by)


def _renamed(op_type: str, target: str) -> Callable[[Editor, Conditions, str], None]:
    def change(editor: Editor, conditions: Conditions, by: str) -> None:
        for node in editor.of_types(op_type):
            if conditions.operator(target) is not None:
                editor.retype(node, target, by)

    return change


def _padding(editor: Editor, conditions: Conditions, by: str) -> None:
    """PadFusionPass: constant padding is an attribute."""
    for node in editor.of_types("Pad") if conditions.operator("PadD") is not None else ():
        if editor.is_constant(node, 1) and not is_dynamic(node):
            editor.feed(node, node.inputs[:1])
            editor.retype(node, "PadD", by)


def _flat_softmax(editor: Editor, conditions: Conditions, by: str) -> None:
    """ASoftmaxFusionPass: old versions of ONNX flatten to a matrix around the axis."""
    for node in editor.of_types("SoftmaxV2"):
        axes, shape = node.attrs.get("axes"), shape_of(node, 0)
        if not node.attrs.get("need_fusion") or shape is None or not isinstance(axes, list):
            continue
        if len(shape) >= 3 and axes[0] not in (-1, len(shape) - 1):
            mark(node, by)


PASSES: dict[str, Callable[[Editor, Conditions, str], None]] = {
    "AReduceMeanFusionPass": _no_mean,
    "ASoftmaxFusionPass": _flat_softmax,
    "ASplitNodeRemoveFusionPass": _one_split,
    "CastRemoveFusionPass": _same_dtype,
    "Globalavgpoolpass": _global_average,
    "MulSquareFusionPass": _own_square,
    "NonMaxSuppressionV6Fusion": _boxes,
    "PadFusionPass": _padding,
    "PermuteFusionPass": _renamed("Permute", "TransposeD"),
    "Pow2SquareFusionPass": _square,
    "RealDiv2MulsFusionPass": _factor,
    "ResizeFusionPass": _resize,
    "TensorScatterUpdateFusionPass": _scatter_update,
    "TopKFusionPass": _top_k,
}
"""Pass → what it does to a graph."""
