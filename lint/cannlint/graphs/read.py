"""Read the graph of a model from a file of any known format; the content decides which."""

from __future__ import annotations

import gc
import os
import re
from typing import IO

from cannlint.errors import CannlintError
from cannlint.graphs.json_stream import JsonStream
from cannlint.graphs.model import Graph
from cannlint.language import translated
from cannlint.text.source import open_regular

SIZE_LIMIT = 1 << 31
"""The maximum size of a protobuf message, in bytes."""

MODEL_LIMIT = 1 << 40
"""Bytes of a compiled model: its weights are not read."""

_HEAD = 1 << 16
"""The number of bytes at the beginning that are used to recognise the format."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OFFLINE_MODEL = b"IMOD"
_FIELD = re.compile(rb"(?:\s|#[^\n]*\n)*[A-Za-z_]+[ \t]*[:{<]")
_GRAPH = re.compile(rb"\b(?:graph|node|op)[ \t]*(?::[ \t]*)?[{<]")
_LAYER = re.compile(rb"^[ \t]*layer[ \t]*(?::[ \t]*)?\{", re.MULTILINE)
_OP_TYPE = re.compile(rb'\bop_type[ \t]*:[ \t]*"(ge:|subgraph")?')


def read_graph(path: str) -> Graph:
    """The graph that a file describes.

    Raises CannlintError, one sentence with the path, for a file that has none.
    """
    descriptor, size = open_regular(path, path, _limit(path))
    collects = gc.isenabled()
    gc.disable()  # a graph has no garbage in it, and each collection would go through all of it
    try:
        with os.fdopen(descriptor, "rb") as file:
            # a file of the system (/proc) has text, but no size: no graph
            head = file.read(_HEAD if size else 0).removeprefix(_BYTE_ORDER_MARK)
            file.seek(0)
            graph = _read(path, file, head)
    finally:
        if collects:
            gc.enable()
    if graph is None:
        raise CannlintError(f"{path}: {_why_none(head)}")
    return graph


def _limit(path: str) -> int:
    """How many bytes a file may have, by how it begins."""
    descriptor, size = open_regular(path, path, MODEL_LIMIT)
    with os.fdopen(descriptor, "rb") as file:
        is_model = size > SIZE_LIMIT and file.read(len(_OFFLINE_MODEL)) == _OFFLINE_MODEL
    return MODEL_LIMIT if is_model else SIZE_LIMIT


def _read(path: str, file: IO[bytes], head: bytes) -> Graph | None:
    if not head:
        return None
    if head.startswith(_OFFLINE_MODEL):
        from cannlint.graphs import om

        graph: Graph | None = om.read(path, file)
        return graph if graph is not None and graph.nodes else None
    if head.lstrip()[:1] == b"{":
        return _read_json(path, file)
    if b"\0" not in head and _FIELD.match(head):
        graph = _read_text(path, file, head)
    else:
        from cannlint.graphs import onnx, tensorflow

        graph = onnx.read(path, file) or tensorflow.read(path, file)
    return graph if graph is not None and graph.nodes else None


def _read_json(path: str, file: IO[bytes]) -> Graph | None:
    from cannlint.graphs import atc_json, neutral
    from cannlint.graphs.json_stream import JsonStream

    key = _format_key(JsonStream(path, file))
    file.seek(0)
    if key != "graph":
        return neutral.read(JsonStream(path, file)) if key else None
    graph = atc_json.read(JsonStream(path, file))
    return graph if graph.nodes else None


def _format_key(stream: JsonStream) -> str:
    """The first key of a JSON object that identifies its format; empty if none does."""
    for key in stream.members():
        if key in ("schema", "nodes", "graph"):
            return key
        stream.value()
    return ""


def _read_text(path: str, file: IO[bytes], head: bytes) -> Graph | None:
    from cannlint.graphs import caffe, ge_onnx, ge_proto

    op_type = _OP_TYPE.search(head)
    if op_type is None and _LAYER.search(head) and not _GRAPH.search(head):
        return caffe.read(path, file)
    if op_type is None:
        return ge_proto.read(path, file) if _GRAPH.search(head) else None
    return ge_onnx.read(path, file) if op_type[1] else None


def _why_none(head: bytes) -> str:
    if not head:
        return translated("an empty file")
    if head.startswith(_OFFLINE_MODEL):
        return translated("a compiled model without operators")
    if _OP_TYPE.search(head):
        return translated("an ONNX model as text; give the binary .onnx file")
    return translated(
        "unknown graph format; give a GE dump (ge_proto_*.txt or ge_onnx_*.pbtxt), a compiled "
        "model (.om), the JSON of `atc --mode=1` or `--mode=5`, an .onnx model or a "
        "cannlint/graph/1 file"
    )
