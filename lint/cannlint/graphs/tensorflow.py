"""TensorFlow graphs as CANN's parser reads them: frozen graphs, and those of SavedModels.

Each operator becomes one, and keeps its name; one that no plugin registers becomes FrameworkOp.
"""

from __future__ import annotations

import mmap
from collections.abc import Sequence
from typing import IO, Any

from cannlint.graphs.assemble import Names, assemble_dump, limited, listed_types
from cannlint.graphs.header import MOST_FIELDS, TENSORFLOW, Header, is_extreme
from cannlint.graphs.inference.walk import infer
from cannlint.graphs.model import Graph, Node, Tensor
from cannlint.graphs.onnx_tensor import Value
from cannlint.graphs.tables import operator_of
from cannlint.graphs.tensorflow_proto import TensorflowNode, nodes_of
from cannlint.graphs.wire import Wire, WireError, mapped
from cannlint.language import said

FORM = "tensorflow"
FRAMEWORK_OP = "FrameworkOp"

_NAMES = {
    "BatchMatMulV2": {"adj_x": "adj_x1", "adj_y": "adj_x2"},
    "MatMulV2": {"transpose_a": "transpose_x1", "transpose_b": "transpose_x2"},
    "ArgMaxV2": {"output_type": "dtype"},
    "Cast": {"DstT": "dst_type"},
    "Shape": {"out_type": "dtype"},
    "Size": {"out_type": "dtype"},
}
"""Operator of the IR → attributes of TensorFlow's with another name there."""

_CHANNELS_LAST = {"data_format": "NHWC"}
_DEFAULTS: dict[str, dict[str, Any]] = {
    "ArgMaxV2": {"dtype": "int64"},
    "AvgPool": _CHANNELS_LAST,
    "AvgPool3D": {"data_format": "NDHWC"},
    "BatchNorm": _CHANNELS_LAST,
    "BiasAdd": _CHANNELS_LAST,
    "Conv2D": {"groups": 1, **_CHANNELS_LAST},
    "Conv3D": {"data_format": "NDHWC"},
    "DepthToSpace": _CHANNELS_LAST,
    "DepthwiseConv2D": _CHANNELS_LAST,
    "MaxPool": _CHANNELS_LAST,
    "MaxPool3D": {"data_format": "NDHWC"},
    "ResizeBilinearV2": _CHANNELS_LAST,
    "ResizeNearestNeighborV2": _CHANNELS_LAST,
    "Shape": {"dtype": "int32"},
    "Size": {"dtype": "int32"},
    "SoftmaxV2": {"axes": [-1], "half_to_float": False},
    "SpaceToDepth": _CHANNELS_LAST,
}
"""TensorFlow's own defaults: a model may be saved without what has its default."""

_COUNTS = {"BatchNorm": 5, "TopK": 2, "TopKV2": 2}
"""Operator → its outputs, where not all need be used."""

_NO_OUTPUT = frozenset({"Const", "Data", "NoOp", "Assert"})
"""Operators that give nothing out where nothing uses them."""


def read(path: str, file: IO[bytes]) -> Graph | None:
    """The graph in a file, None where it is something else."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        try:
            nodes = list(limited(path, nodes_of(Wire(data))))
        except (WireError, UnicodeError):
            return None
    return _graph(path, nodes) if nodes else None


def _graph(path: str, found: list[TensorflowNode]) -> Graph:
    names = Names()
    counts = _outputs_used(found)
    unmapped: dict[str, int] = {}
    nodes = [_node(one, names, counts.get(one.name, 0), unmapped) for one in found]
    graph = assemble_dump(path, FORM, nodes)
    used = {t.producer[0] for node in nodes for t in node.inputs if t is not None and t.producer}
    graph.outputs = [
        (node.name, 0)
        for node in graph.nodes
        if node.name not in used and node.op_type not in _NO_OUTPUT
    ]
    graph.hints = {
        (node.name, number): (tensor.dtype, None)
        for node in graph.nodes
        for number, tensor in enumerate(node.outputs)
    }
    infer(graph)
    graph.notes += [*_unmapped_note(unmapped), *names.notes()]
    return graph


def _outputs_used(found: list[TensorflowNode]) -> dict[str, int]:
    """How many outputs of each node others use."""
    counts: dict[str, int] = {}
    for node in found:
        for text in node.inputs:
            name, number = _source(text)
            counts[name] = max(counts.get(name, 0), number + 1)
    return counts


_MOST_OUTPUTS = 1 << 10


def _source(text: str) -> tuple[str, int]:
    """`name:1` as the name and the number of the output, at most a limit."""
    name, colon, number = text.removeprefix("^").rpartition(":")
    if not colon or not number.isdecimal():
        return text.removeprefix("^"), 0
    return name, min(int(number[:9]), _MOST_OUTPUTS)


def _node(one: TensorflowNode, names: Names, used: int, unmapped: dict[str, int]) -> Node:
    op_type = operator_of("tf", one.op_type)
    if op_type == "Constant":
        op_type = "Const"
    node = Node(names.take(one.name, ""), op_type or one.op_type, [], [])
    if op_type is None:
        node.op_type, node.origin_type = FRAMEWORK_OP, one.op_type
    elif not op_type:
        node.mapped = False
    if not op_type:
        unmapped[one.op_type] = unmapped.get(one.op_type, 0) + 1
    node.attrs = _attributes(one, node.op_type)
    data = [text for text in one.inputs if not text.startswith("^")]
    node.inputs = [Tensor(None, _source(text)) for text in data]
    count = max(used, _COUNTS.get(node.op_type, 1), _listed(one, "num_split"))
    node.outputs = [Tensor(_dtype(one, node)) for _ in range(count)]
    described = one.attributes.get("value" if node.op_type == "Const" else "shape")
    if node.op_type in ("Const", "Data") and isinstance(described, Value):
        node.inputs = []
        node.outputs[0].shape, node.value = described.shape, described.numbers
    return node


def _listed(one: TensorflowNode, name: str) -> int:
    value = one.attributes.get(name)
    return min(value, _MOST_OUTPUTS) if isinstance(value, int) else 0


def _dtype(one: TensorflowNode, node: Node) -> str | None:
    """The dtype that the node itself says it gives out."""
    for name in ("dtype", "DstT", "T"):
        value = one.attributes.get(name)
        if isinstance(value, str):
            return value
    return None


def _attributes(one: TensorflowNode, op_type: str) -> dict[str, Any]:
    names = _NAMES.get(op_type, {})
    found = dict(_DEFAULTS.get(op_type, {}))
    for name, value in one.attributes.items():
        if value is not None and not isinstance(value, Value):
            found[names.get(name, name)] = value
    return found


def _unmapped_note(unmapped: dict[str, int]) -> list[str]:
    if not unmapped:
        return []
    shown, more = listed_types(unmapped)
    return [
        said(
            "no plugin of CANN makes one operator of {shown}{more}; where none does, they run as "
            "FrameworkOp on AI CPU, or CANN refuses the model",
            shown=shown,
            more=more,
        )
    ]


_UNKNOWN_RANK = (-2,)


def read_header(path: str) -> Header | None:
    """The header of the graph in a file; None where it has none. Raises CannlintError."""
    with mapped(path) as data:
        if data is None:
            return None
        wire = Wire(data, MOST_FIELDS)
        try:
            nodes = list(limited(path, nodes_of(wire)))
        except (WireError, UnicodeError):
            return None
    return _header(nodes, wire.taken) if nodes else None


def _header(nodes: Sequence[TensorflowNode], fields: int) -> Header:
    inputs = {node.name: _dims(node) for node in nodes if operator_of("tf", node.op_type) == "Data"}
    header = Header(TENSORFLOW, inputs)
    header.fields = fields
    # the parser deletes a node that nothing uses
    used = {text.removeprefix("^").partition(":")[0] for node in nodes for text in node.inputs}
    header.open_inputs = frozenset(used & set(inputs))
    header.nodes = frozenset(node.name for node in nodes)
    header.scopes = _scopes(nodes)
    values = [node.attributes.get("value") for node in nodes if node.op_type == "Const"]
    header.has_extremes = any(isinstance(v, Value) and is_extreme(v.numbers) for v in values)
    return header


def _dims(node: TensorflowNode) -> tuple[int, ...]:
    shape = node.attributes.get("shape")
    dims = shape.shape if isinstance(shape, Value) else None
    return () if dims is None or dims == _UNKNOWN_RANK else dims


def _scopes(nodes: Sequence[TensorflowNode]) -> frozenset[str]:
    """What stands before a slash in the names of nodes."""
    found: set[str] = set()
    for node in nodes:
        scope = node.name.rpartition("/")[0]
        while scope and scope not in found:
            found.add(scope)
            scope = scope.rpartition("/")[0]
    return frozenset(found)
