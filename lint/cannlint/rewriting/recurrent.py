"""Passes that make the recurrent layers of ONNX those of CANN."""

from __future__ import annotations

from collections.abc import Callable

from cannlint.graphs.model import Node, Tensor
from cannlint.rewriting.conditions import Conditions
from cannlint.rewriting.editor import Editor, described

# inputs of ONNX's LSTM and GRU
_X, _WEIGHT, _RECURRENT, _BIAS, _LENGTHS, _HIDDEN, _CELL = range(7)


def _lstm(editor: Editor, conditions: Conditions, by: str) -> None:
    """CommonLSTMFusionPass: DynamicRNN, with the weights of input and state in one matrix."""
    for node in editor.of_types("CommonLSTM"):
        if _is_forward(node) and conditions.operator("DynamicRNN") is not None:
            weights = _constant(editor, node, "weight", by)
            bias = _constant(editor, node, "bias", by)
            others = [_input(node, at) for at in (_LENGTHS, _HIDDEN, _CELL)]
            editor.feed(node, [node.inputs[_X], weights, bias, *others])
            _complete_outputs(node, 8)
            editor.retype(node, "DynamicRNN", by)


def _gru(editor: Editor, conditions: Conditions, by: str) -> None:
    """CommonGRUFusionPass: DynamicGRUV2."""
    for node in editor.of_types("CommonGRU"):
        if _is_forward(node) and conditions.operator("DynamicGRUV2") is not None:
            names = ("weight_input", "weight_hidden", "bias_input", "bias_hidden")
            made = [_constant(editor, node, name, by) for name in names]
            others = [_input(node, at) for at in (_LENGTHS, _HIDDEN)]
            editor.feed(node, [node.inputs[_X], *made, *others])
            _complete_outputs(node, 6)
            editor.retype(node, "DynamicGRUV2", by)


def _is_forward(node: Node) -> bool:
    return node.attrs.get("direction", "forward") == "forward" and len(node.inputs) > _RECURRENT


def _input(node: Node, number: int) -> Tensor | None:
    return node.inputs[number] if number < len(node.inputs) else None


def _constant(editor: Editor, node: Node, name: str, by: str) -> Tensor:
    """A constant that the pass makes of weights; its shape is not known here."""
    dtype = node.inputs[_WEIGHT].dtype if node.inputs[_WEIGHT] is not None else None  # type: ignore[union-attr]
    made = Node(f"{node.name}_{name}", "Const", [], [Tensor(dtype)])
    editor.add(made, node, by)
    return described(made.outputs[0], (made.name, 0))


def _complete_outputs(node: Node, count: int) -> None:
    dtype = node.outputs[0].dtype
    node.outputs += [Tensor(dtype) for _ in range(count - len(node.outputs))]


PASSES: dict[str, Callable[[Editor, Conditions, str], None]] = {
    "CommonGRUFusionPass": _gru,
    "CommonLSTMFusionPass": _lstm,
}
"""Pass → what it does to a graph."""
