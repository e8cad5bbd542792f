"""GE's dumps `ge_proto_*.txt`: the text of a protobuf ModelDef (ge_ir.proto)."""

from __future__ import annotations

from typing import IO, Any

from cannlint.graphs.assemble import limited
from cannlint.graphs.ge_ir import Op, OpGraph, graph_of, is_read, tensor_of
from cannlint.graphs.model import Graph, Tensor
from cannlint.graphs.prototext import ProtoMessage, parts

FORM = "ge_proto"


def read(path: str, file: IO[bytes]) -> Graph:
    """The graph of a dump."""
    graphs: list[OpGraph] = []
    ops: list[Op] = []
    attrs: dict[str, Any] = {}
    for place, message in limited(path, parts(path, file, ("graph.op", "graph"))):
        if place == "graph.op":
            ops.append(_op(message))
        elif place == "graph":
            graphs.append(OpGraph(text(message, "name"), ops))
            ops = []
        if place != "graph.op":
            attrs |= _attrs(message)
    graph = graph_of(path, FORM, graphs)
    graph.model_attrs = attrs
    return graph


def text(message: ProtoMessage, field: str) -> str:
    """The last value of a field that is a scalar, else nothing."""
    value = message[field][-1] if message.get(field) else ""
    return value if isinstance(value, str) else ""


def texts(message: ProtoMessage, field: str) -> list[str]:
    """The scalar values of a field."""
    return [value for value in message.get(field, ()) if isinstance(value, str)]


def messages(message: ProtoMessage, field: str) -> list[ProtoMessage]:
    """The message values of a field."""
    return [value for value in message.get(field, ()) if isinstance(value, dict)]


def _op(message: ProtoMessage) -> Op:
    op = Op(text(message, "name"), text(message, "type"))
    op.links = texts(message, "input")
    op.inputs = [_tensor(desc) for desc in messages(message, "input_desc")]
    op.outputs = [_tensor(desc) for desc in messages(message, "output_desc")]
    op.subgraphs = texts(message, "subgraph_name")
    op.attrs = _attrs(message)
    return op


def _tensor(desc: ProtoMessage) -> Tensor | None:
    shapes = messages(desc, "shape")
    sizes = [integer(size) or 0 for shape in shapes for size in texts(shape, "dim")]
    dtype = text(desc, "dtype") or "DT_UNDEFINED"
    return tensor_of(dtype, _attrs(desc), sizes, text(desc, "layout"))


def _attrs(message: ProtoMessage) -> dict[str, Any]:
    attrs: dict[str, Any] = {}
    for entry in messages(message, "attr"):
        name = text(entry, "key")
        for value in messages(entry, "value"):
            found = _value(value, name)
            if found is not None:
                attrs[name] = found
    return attrs


def _value(value: ProtoMessage, name: str) -> Any:
    if "i" in value:
        return integer(text(value, "i"))
    if "b" in value:
        return text(value, "b") == "true"
    if not is_read(name):
        return None
    if "s" in value:
        return text(value, "s")
    items = messages(value, "list")
    numbers = [integer(item) for each in items for item in texts(each, "i")]
    flags = [item == "true" for each in items for item in texts(each, "b")]
    return numbers or flags or [item for each in items for item in texts(each, "s")]


def integer(written: str) -> int | None:
    """An integer as protobuf writes it; None for any other text."""
    try:
        return int(written)
    except ValueError:
        return None
