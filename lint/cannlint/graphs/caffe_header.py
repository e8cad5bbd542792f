"""The header of a Caffe model as CANN's parser reads it: the layers of its prototxt file."""

from __future__ import annotations

import os

from cannlint.graphs import caffe
from cannlint.graphs.header import CAFFE, LARGEST_TEXT, Header
from cannlint.text.source import open_regular


def read(path: str) -> Header | None:
    """The header of the net in a file; None where it has none. Raises CannlintError."""
    descriptor, size = open_regular(path, path, LARGEST_TEXT)
    with os.fdopen(descriptor, "rb") as file:
        graph = caffe.read(path, file) if size else None
    if graph is None:
        return None
    data = [node for node in graph.nodes if node.op_type == "Data"]
    header = Header(
        CAFFE, {node.name: _dims(node.outputs[0].shape if node.outputs else None) for node in data}
    )
    header.nodes = frozenset(node.name for node in graph.nodes)
    header.faults = graph.faults
    return header


def _dims(shape: tuple[int, ...] | None) -> tuple[int, ...]:
    return shape or ()
