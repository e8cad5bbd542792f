"""The header of a TensorFlow graph as CANN's parser reads it."""

from __future__ import annotations

from collections.abc import Sequence

from cannlint.graphs.assemble import limited
from cannlint.graphs.header import MOST_FIELDS, TENSORFLOW, Header, is_extreme
from cannlint.graphs.onnx_tensor import Value
from cannlint.graphs.tables import operator_of
from cannlint.graphs.tensorflow_proto import TensorflowNode, nodes_of
from cannlint.graphs.wire import Wire, WireError, mapped

_UNKNOWN_RANK = (-2,)


def read(path: str) -> Header | None:
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
