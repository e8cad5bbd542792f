"""The graph of the ONNX model whose header was read last, for who reads the whole model next.

A plan compares its job with the header of the model, and then reads the model: most of the time of
both goes into the same messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cannlint.graphs.onnx_proto import OnnxGraph
from cannlint.text.file_state import state_of

if TYPE_CHECKING:
    from cannlint.text.file_state import State

_MOST_NODES = 20_000
"""Nodes of a graph that is kept: some 50 MB."""

_parsed: dict[State, OnnxGraph] = {}
"""One graph at most; threads of the language server put it here and take it."""


def keep(path: str, state: State | None, graph: OnnxGraph) -> None:
    """Keep the outermost graph of the file at a path that had this state before it was read."""
    _parsed.clear()
    if state is not None and len(graph.nodes) <= _MOST_NODES and state_of(path) == state:
        _parsed[state] = graph


def take(path: str) -> OnnxGraph | None:
    """The graph of a file that has not changed since; it is the taker's own."""
    state = state_of(path)
    return _parsed.pop(state, None) if state is not None else None
