"""The attributes of ONNX operators under the names that they have in the Ascend IR."""

from __future__ import annotations

from cannlint.cann.dtypes import ONNX_NUMBERED
from cannlint.graphs.onnx_tensor import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.graphs.onnx_proto import OnnxNode

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
