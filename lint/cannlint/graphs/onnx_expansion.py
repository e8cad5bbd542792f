"""What CANN's plugins make of one ONNX operator: one operator of the Ascend IR, or a small graph.

An operand of a part is `#0` (an input of the ONNX operator), `#2?` (one that may be absent), `#*`
(all), the name of another part with the number of its output (`split:1`), or a constant that the
plugin makes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cannlint.cann.dtypes import ONNX_NUMBERED
from cannlint.graphs.onnx_proto import OnnxNode
from cannlint.graphs.onnx_tensor import Value
from cannlint.graphs.tables import OnnxOperator

_NAMES = {
    "Concat": {"axis": "concat_dim"},
    "Conv": {"group": "groups"},
    "ConvTranspose": {"group": "groups"},
    "LayerNormalization": {"axis": "begin_norm_axis"},
    "Squeeze": {"axes": "axis"},
}
"""ONNX operator → its attributes with another name in the IR."""

_DEFAULTS: dict[str, dict[str, Any]] = {
    "BatchMatMulV2": {"adj_x1": False, "adj_x2": False},
    "Conv2D": {"groups": 1},
    "LayerNorm": {"begin_norm_axis": -1},
    "MatMulV2": {"transpose_x1": False, "transpose_x2": False},
    "PadV3": {"mode": "constant"},
    "SoftmaxV2": {"half_to_float": False},
}
"""What the plugins set where the ONNX operator does not say it."""

_LAST_WITH_FLATTENING = 12
"""The newest version in which Softmax is one over a flattened matrix."""


def own_attributes(node: OnnxNode, op_type: str, opset: int = 0) -> dict[str, Any]:
    """The attributes of an operator that an ONNX operator becomes; tensors and graphs left out."""
    names = _NAMES.get(node.op_type, {})
    found = dict(_DEFAULTS.get(op_type, {}))
    for name, value in node.attributes.items():
        if value is not None and not isinstance(value, Value):
            found[names.get(name, name)] = value
    if op_type == "Cast":
        number = node.attributes.get("to")
        found["dst_type"] = ONNX_NUMBERED.get(number) if isinstance(number, int) else None
    elif op_type == "SoftmaxV2":
        old = 0 < opset <= _LAST_WITH_FLATTENING
        found["axes"] = [found.pop("axis", 1 if old else -1)]
        if old:
            found["need_fusion"] = 1
    return found


_LONGEST_KERNEL, _LONGEST_STRIDE = 255, 63
"""A pooling window or stride beyond these is a big one, which plugins build otherwise."""


@dataclass(eq=False, slots=True)
class Constant:
    """A constant that a plugin makes: dtype, shape, and its numbers where they are known."""

    dtype: str | None
    shape: tuple[int, ...] | None
    numbers: tuple[float, ...] | None = None


@dataclass(eq=False, slots=True)
class Part:
    """An operator of an expansion; `operands` are texts as above, constants, or None."""

    suffix: str
    op_type: str
    operands: list[str | Constant | None]
    attrs: dict[str, Any]


@dataclass(eq=False, slots=True)
class Expansion:
    """The operators that one becomes, producers first, and which of their outputs it gives out.

    `keeps_name` says that its one operator has the name of the ONNX node.
    """

    parts: list[Part]
    outputs: list[str]
    keeps_name: bool


def expansion_of(node: OnnxNode, operator: OnnxOperator) -> Expansion | None:
    """What a registered operator becomes; None where the tables do not say."""
    for variant in operator.variants:
        if holds(variant.get("if", {}), node, operator.opset or 0):
            return _expanded(node, variant)
    if operator.plain is None:
        return None
    operands: list[str | Constant | None] = [
        f"#{number}" if name else None for number, name in enumerate(node.inputs)
    ]
    attrs = own_attributes(node, operator.plain, operator.opset or 0)
    outputs = [f"{operator.plain}:{number}" for number in range(len(node.outputs))]
    return Expansion([Part(operator.plain, operator.plain, operands, attrs)], outputs, True)


def holds(condition: Mapping[str, Any], node: OnnxNode, opset: int) -> bool:
    """Whether a condition of the tables holds for a node."""
    inputs, attributes = node.inputs, node.attributes
    first, last = condition.get("opset", (0, opset))
    fewest, most = condition.get("count", (0, len(inputs)))
    return (
        first <= opset <= last
        and fewest <= len(inputs) <= most
        and all(_is_given(node, number) for number in condition.get("given", ()))
        and not any(_is_given(node, number) for number in condition.get("absent", ()))
        and all(name in attributes for name in condition.get("has", ()))
        and not any(name in attributes for name in condition.get("lacks", ()))
        and len([name for name in node.outputs if name]) >= condition.get("outputs", 0)
        and all(attributes.get(name) in values for name, values in condition.get("is", {}).items())
        and all(
            _has_length(node, name, *ends) for name, ends in condition.get("length", {}).items()
        )
        and condition.get("big", _is_big(node)) == _is_big(node)
    )


def _is_given(node: OnnxNode, number: int) -> bool:
    return number < len(node.inputs) and bool(node.inputs[number])


def _has_length(node: OnnxNode, name: str, fewest: int, most: int) -> bool:
    value = node.attributes.get(name)
    return isinstance(value, list) and fewest <= len(value) <= most


def _is_big(node: OnnxNode) -> bool:
    kernel, strides = node.attributes.get("kernel_shape"), node.attributes.get("strides")
    if isinstance(strides, list) and any(stride > _LONGEST_STRIDE for stride in strides):
        return True
    if not isinstance(kernel, list) or len(kernel) != 2:
        return False
    return kernel[0] * kernel[1] > _LONGEST_KERNEL


def _expanded(node: OnnxNode, variant: Mapping[str, Any]) -> Expansion:
    if "chain" in variant:
        return _chain(node, str(variant["n"][0][1]))
    parts = []
    for suffix, op_type, operands, *attrs in variant["n"]:
        made = [found for operand in operands for found in _operands(operand, node)]
        while made and made[-1] is None:
            made.pop()
        written = {key: _attribute(value, node) for key, value in (attrs or [{}])[0].items()}
        own = own_attributes(node, op_type) if suffix == variant["r"][0].partition(":")[0] else {}
        known = {key: value for key, value in written.items() if value is not None}
        parts.append(Part(suffix, op_type, made, {**own, **known}))
    outputs = list(variant["r"])
    if len(outputs) == 1 and ":" not in outputs[0]:  # as many as the ONNX operator has
        outputs = [f"{outputs[0]}:{number}" for number in range(max(len(node.outputs), 1))]
    return Expansion(parts, outputs, "kept" in variant)


def _chain(node: OnnxNode, op_type: str) -> Expansion:
    """`Maximum` of several operands, two at a time."""
    parts: list[Part] = []
    before = "#0"
    for number in range(1, len(node.inputs)):
        suffix = f"{op_type}_{number}"
        parts.append(Part(suffix, op_type, [before, f"#{number}"], {}))
        before = suffix
    return Expansion(parts, [before], False)


def _operands(written: str | list[Any], node: OnnxNode) -> list[str | Constant | None]:
    """The operands that one of the tables stands for."""
    if isinstance(written, list):
        if written[0] == "|":
            return _first_given(written[1:], node)
        return [_constant(written[1:], node)]
    if written == "#*":
        return [f"#{number}" for number in range(len(node.inputs))]
    if written.startswith("#"):
        number = int(written[1:].rstrip("?"))
        return [f"#{number}" if _is_given(node, number) else None]
    return [written]


def _first_given(alternatives: list[Any], node: OnnxNode) -> list[str | Constant | None]:
    for written in alternatives:
        found = _operands(written, node)
        if found != [None]:
            return found
    return [None]


def _constant(written: list[Any], node: OnnxNode) -> Constant | None:
    dtype, *rest = written
    if dtype == "@value":  # ConstantOfShape: a float zero if there is none
        value = node.attributes.get("value")
        if isinstance(value, Value):
            return Constant(value.dtype, (), value.numbers)
        return Constant("float", (), (0.0,))
    if dtype == "@dtype":
        number = node.attributes.get("dtype", 1)
        return Constant(ONNX_NUMBERED.get(number) if isinstance(number, int) else None, ())
    value = rest[0] if rest else None
    if isinstance(value, str):
        value = node.attributes.get(value[1:], rest[1] if len(rest) > 1 else None)
        if value is None and len(rest) > 1 and rest[1] is None:
            return None
    if isinstance(value, list):
        return Constant(dtype, (len(value),), tuple(value))
    if isinstance(value, int | float):
        return Constant(dtype, (), (value,))
    return Constant(dtype, tuple(rest[1]) if value is None and len(rest) > 1 and rest[1] else None)


def _attribute(value: Any, node: OnnxNode) -> Any:
    if not isinstance(value, str) or not value.startswith("@"):
        return value
    if value == "@@outputs":
        return len(node.outputs)
    found = node.attributes.get(value[1:])
    if value == "@dtype" and isinstance(found, int):
        return ONNX_NUMBERED.get(found)
    return None if isinstance(found, Value) else found
