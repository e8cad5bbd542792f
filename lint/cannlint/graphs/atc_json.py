"""The JSON that `atc --mode=1` (of an .om) and `atc --mode=5` (of a dump) write: a ModelDef."""

from __future__ import annotations

from typing import Any

from cannlint.graphs.assemble import limited
from cannlint.graphs.ge_ir import (
    AFTER_SELECTION,
    COMMAND,
    SOC,
    Op,
    OpGraph,
    graph_of,
    is_read,
    tensor_of,
)
from cannlint.graphs.json_stream import JsonStream
from cannlint.graphs.model import Graph, Tensor
from cannlint.language import translated

FORM = "atc_json"


def read(stream: JsonStream) -> Graph:
    """The graph of a file; what is not as a ModelDef has it is passed over."""
    graphs: list[OpGraph] = []
    attrs: dict[str, Any] = {}
    for key in stream.members():
        if key == "graph" and stream.peek() == "[":
            graphs += [_graph(stream, attrs) for _ in limited(stream.path, stream.items())]
        elif key == "attr":
            attrs |= _attrs({key: stream.value()})
        else:
            stream.value()
    stream.end()
    graph = graph_of(stream.path, FORM, graphs)
    graph.model_attrs = attrs
    if COMMAND in attrs or SOC in attrs:
        graph.notes.append(translated(AFTER_SELECTION))
    return graph


def _graph(stream: JsonStream, attrs: dict[str, Any]) -> OpGraph:
    graph = OpGraph("", [])
    if stream.peek() != "{":
        stream.value()
        return graph
    for key in stream.members():
        if key == "op" and stream.peek() == "[":
            graph.ops += [_op(stream.value()) for _ in limited(stream.path, stream.items())]
        elif key == "name":
            graph.name = _text(stream.value())
        elif key == "attr":
            attrs |= _attrs({key: stream.value()})
        else:
            stream.value()
    return graph


def _op(value: Any) -> Op:
    fields = value if isinstance(value, dict) else {}
    op = Op(_text(fields.get("name")), _text(fields.get("type")))
    op.links = [_text(item) for item in _list(fields.get("input"))]
    op.inputs = [_tensor(item) for item in _list(fields.get("input_desc"))]
    op.outputs = [_tensor(item) for item in _list(fields.get("output_desc"))]
    op.subgraphs = [_text(item) for item in _list(fields.get("subgraph_name"))]
    op.attrs = _attrs(fields)
    return op


def _tensor(value: Any) -> Tensor | None:
    """A tensor from its description; null means that all values are defaults."""
    fields = value if isinstance(value, dict) else {}
    dtype = fields.get("dtype", "DT_UNDEFINED")
    shape = fields.get("shape")
    sizes = _list(shape.get("dim")) if isinstance(shape, dict) else []
    written = str(dtype) if isinstance(dtype, (str, int)) else ""
    return tensor_of(written, _attrs(fields), sizes, _text(fields.get("layout")))


def _attrs(fields: dict[str, Any]) -> dict[str, Any]:
    attrs: dict[str, Any] = {}
    for entry in _list(fields.get("attr")):
        if isinstance(entry, dict) and isinstance(entry.get("value"), dict):
            name = _text(entry.get("key"))
            found = _value(entry["value"], name)
            if found is not None:
                attrs[name] = found
    return attrs


def _value(value: dict[str, Any], name: str) -> Any:
    for kind in ("i", "b"):
        if isinstance(value.get(kind), int):
            return value[kind]
    if not is_read(name):
        return None
    if "s" in value:
        return _text(value["s"])
    items = value.get("list")
    if not isinstance(items, dict):
        return None
    for kind in ("i", "b"):
        numbers = [item for item in _list(items.get(kind)) if isinstance(item, int)]
        if numbers:
            return numbers
    return [_text(item) for item in _list(items.get("s"))]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
