"""GE's dumps `ge_onnx_*.pbtxt`: operators in the text of a protobuf ONNX model (onnx.proto).

The operators are GE's: `ge:` stands before their types, and what describes their tensors are
attributes such as `input_desc_dtype:0`.
"""

from __future__ import annotations

from typing import IO, Any

from cannlint.graphs.assemble import limited
from cannlint.graphs.ge_ir import READ_ATTRS, Op, OpGraph, graph_of, is_read, tensor_of
from cannlint.graphs.ge_proto import integer, messages, text, texts
from cannlint.graphs.model import Graph, Tensor
from cannlint.graphs.prototext import ProtoMessage, parts
from cannlint.language import translated

FORM = "ge_onnx"

_PREFIX = "ge:"
_SUBGRAPH = "subgraph"
_SIDES = ("input_desc", "output_desc")

_NODE, _INNER_NODE = "graph.node", "graph.node.attribute.g.node"


def read(path: str, file: IO[bytes]) -> Graph:
    """The graph of a dump."""
    main: list[Op] = []
    subgraphs: list[OpGraph] = []
    inner: list[Op] = []
    has_texts = has_dtypes = False
    for place, message in limited(path, parts(path, file, (_NODE, _INNER_NODE))):
        if place == _INNER_NODE or (place == _NODE and text(message, "op_type") != _SUBGRAPH):
            op = _op(message)
            (inner if place == _INNER_NODE else main).append(op)
            has_texts = has_texts or not READ_ATTRS.isdisjoint(op.attrs)
            has_dtypes = has_dtypes or bool(op.inputs or op.outputs)
        elif place == _NODE:
            subgraphs.append(OpGraph(text(message, "name"), inner))
            inner = []
    graph = graph_of(path, FORM, [OpGraph("", main), *subgraphs])
    if graph.nodes and not has_dtypes:
        graph.notes.append(translated("the dump has no dtypes; DUMP_GE_GRAPH=1 or 2 writes them"))
    elif graph.nodes and not has_texts:
        graph.notes.append(
            translated(
                "the dump has no text attributes, so original names and engines are not known; "
                "the ge_proto dump beside it has them, and DUMP_GE_GRAPH=1 writes them"
            )
        )
    return graph


def _op(message: ProtoMessage) -> Op:
    op = Op(text(message, "name"), text(message, "op_type").removeprefix(_PREFIX))
    op.links = texts(message, "input")
    found = dict(filter(None, map(_attribute, messages(message, "attribute"))))
    op.inputs, op.outputs = (_tensors(side, found) for side in _SIDES)
    op.attrs = {name: value for name, value in found.items() if not name.startswith(_SIDES)}
    return op


def _attribute(message: ProtoMessage) -> tuple[str, Any] | None:
    """Name and value of an attribute that is read."""
    name = text(message, "name")
    if "i" in message:
        return name, integer(text(message, "i"))
    if "s" in message and (is_read(name) or "_desc_dtype:" in name):
        return name, text(message, "s")
    if not is_read(name):
        return None
    if "ints" in message:
        return name, [integer(item) for item in texts(message, "ints")]
    return (name, texts(message, "strings")) if "strings" in message else None


def _tensors(side: str, found: dict[str, Any]) -> list[Tensor | None]:
    """The tensors of one side; `found` are the attributes of the node."""
    prefix, dtypes = f"{side}_attr_", f"{side}_dtype:"
    attrs: dict[str, dict[str, Any]] = {}
    numbers = [found.get(f"{side}_nums")]
    for name, value in found.items():
        if name.startswith(prefix):
            attr, _, number = name[len(prefix) :].rpartition(":")
            attrs.setdefault(number, {})[attr] = value
        elif name.startswith(dtypes):
            numbers.append((integer(name[len(dtypes) :]) or 0) + 1)
    count = max((number for number in numbers if isinstance(number, int)), default=0)
    count = min(count, len(found))  # each has attributes
    return [
        tensor_of(str(found.get(f"{dtypes}{number}") or "DT_UNDEFINED"), attrs.get(str(number)))
        for number in range(count)
    ]
