"""GE's dumps `ge_proto_*.txt`: the text of a protobuf ModelDef (ge_ir.proto)."""

from __future__ import annotations

from cannlint.graphs.assemble import limited
from cannlint.graphs.ge_ir import Op, OpGraph, graph_of, is_text_read, tensor_of
from cannlint.graphs.prototext import parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

    from cannlint.graphs.model import Graph, Tensor
    from cannlint.graphs.prototext import ProtoMessage

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
    """The values of a field that are scalars."""
    return [value for value in message.get(field, ()) if isinstance(value, str)]


def messages(message: ProtoMessage, field: str) -> list[ProtoMessage]:
    """The values of a field that are messages."""
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
    return tensor_of(text(desc, "dtype") or "DT_UNDEFINED", _attrs(desc))


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
    if not is_text_read(name):
        return None
    if "s" in value:
        return text(value, "s")
    items = messages(value, "list")
    numbers = [integer(item) for each in items for item in texts(each, "i")]
    return numbers or [item for each in items for item in texts(each, "s")]


def integer(written: str) -> int | None:
    """A whole number as protobuf writes it; None of anything else."""
    try:
        return int(written)
    except ValueError:
        return None
