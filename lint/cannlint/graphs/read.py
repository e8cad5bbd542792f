"""Reads the graph of a model, whatever form its file has; the content tells the form."""

from __future__ import annotations

import os
import re

from cannlint.errors import CannlintError
from cannlint.text.source import open_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

    from cannlint.graphs.json_stream import JsonStream
    from cannlint.graphs.model import Graph

SIZE_LIMIT = 1 << 31
"""Bytes: what a protobuf message can have at most."""

_HEAD = 1 << 16
"""Bytes by which the form is told."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OFFLINE_MODEL = b"IMOD"
_FIELD = re.compile(rb"(?:\s|#[^\n]*\n)*[A-Za-z_]+[ \t]*[:{<]")
_GRAPH = re.compile(rb"\b(?:graph|node|op)[ \t]*:?[ \t]*[{<]")
_OP_TYPE = re.compile(rb'\bop_type[ \t]*:[ \t]*"(ge:|subgraph")?')


def read_graph(path: str) -> Graph:
    """The graph that a file describes.

    Raises CannlintError, one sentence with the path, for a file that has none.
    """
    descriptor, _ = open_regular(path, path, SIZE_LIMIT)
    with os.fdopen(descriptor, "rb") as file:
        head = file.read(_HEAD).removeprefix(_BYTE_ORDER_MARK)
        file.seek(0)
        graph = _read(path, file, head)
    if graph is None:
        raise CannlintError(f"{path}: {_why_none(head)}")
    return graph


def _read(path: str, file: IO[bytes], head: bytes) -> Graph | None:
    if head.lstrip()[:1] == b"{":
        graph = _read_json(path, file)
    elif b"\0" not in head and _FIELD.match(head):
        graph = _read_text(path, file, head) if _GRAPH.search(head) else None
    else:
        graph = _read_onnx(path, file)
    return graph


def _read_json(path: str, file: IO[bytes]) -> Graph | None:
    from cannlint.graphs import atc_json, neutral
    from cannlint.graphs.json_stream import JsonStream

    form = _json_form(JsonStream(path, file))
    file.seek(0)
    if form == atc_json.FORM:
        return _with_nodes(atc_json.read(JsonStream(path, file)))
    return neutral.read(JsonStream(path, file)) if form else None


def _json_form(stream: JsonStream) -> str:
    """The form of a JSON file; empty of one that is none of them."""
    from cannlint.graphs import atc_json, neutral

    forms = {"schema": neutral.SCHEMA, "nodes": neutral.SCHEMA, "graph": atc_json.FORM}
    for key in stream.members():
        if key in forms:
            return forms[key]
        stream.value()
    return ""


def _read_text(path: str, file: IO[bytes], head: bytes) -> Graph | None:
    from cannlint.graphs import ge_onnx, ge_proto

    op_type = _OP_TYPE.search(head)
    if op_type is None:
        return _with_nodes(ge_proto.read(path, file))
    return _with_nodes(ge_onnx.read(path, file)) if op_type[1] else None


def _with_nodes(graph: Graph) -> Graph | None:
    return graph if graph.nodes else None


def _why_none(head: bytes) -> str:
    if not head:
        return "an empty file"
    if head.startswith(_OFFLINE_MODEL):
        return "an offline model; write it as JSON with `atc --mode=1 --om=MODEL --json=FILE`"
    if _OP_TYPE.search(head):
        return "an ONNX model as text; give the binary .onnx file"
    return (
        "no graph in a form that is known; give a GE dump (ge_proto_*.txt or ge_onnx_*.pbtxt), "
        "the JSON of `atc --mode=1` or `--mode=5`, an .onnx model or a cannlint/graph/1 file"
    )


def _read_onnx(path: str, file: IO[bytes]) -> Graph | None:
    return None
