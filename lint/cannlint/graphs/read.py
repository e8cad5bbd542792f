"""Reads the graph of a model, whatever form its file has; the content tells the form."""

from __future__ import annotations

import os

from cannlint.graphs import neutral
from cannlint.graphs.json_stream import JsonStream
from cannlint.text.source import open_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.model import Graph

SIZE_LIMIT = 1 << 31
"""Bytes: what a protobuf message can have at most."""


def read_graph(path: str) -> Graph:
    """The graph that a file describes.

    Raises CannlintError, one sentence with the path, for a file that has none.
    """
    descriptor, _ = open_regular(path, path, SIZE_LIMIT)
    with os.fdopen(descriptor, "rb") as file:
        return neutral.read(JsonStream(path, file))
