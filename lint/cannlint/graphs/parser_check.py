"""Whether CANN's parser reads a model at all: its operators and versions, and nothing else."""

from __future__ import annotations

import mmap
import os
from functools import lru_cache

from cannlint.errors import CannlintError
from cannlint.graphs.onnx_faults import Faults
from cannlint.graphs.onnx_proto import graph_at, model_of
from cannlint.graphs.tables import OnnxOperator
from cannlint.graphs.wire import Wire, WireError
from cannlint.text.file_state import state_of
from cannlint.text.source import open_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.model import ParserFault
    from cannlint.text.file_state import State

_LARGEST = 1 << 31
"""Bytes of a model: a protobuf message has no more."""

_MOST_GRAPHS = 10_000


def parser_faults(path: str) -> list[ParserFault]:
    """The faults at which the parser stops; none for a file that is no ONNX model, or is broken.

    Takes time in proportion to the number of nodes and constants, not to the weights; nothing for
    a file that was looked into before and has not changed.
    """
    state = state_of(path)
    return _read(path) if state is None else _known(path, state)


@lru_cache(maxsize=64)
def _known(path: str, state: State) -> list[ParserFault]:
    """The faults of a file in a state: an editor asks for them after each keystroke."""
    return _read(path)


def _read(path: str) -> list[ParserFault]:
    try:
        descriptor, size = open_regular(path, path, _LARGEST)
    except CannlintError:
        return []
    with os.fdopen(descriptor, "rb") as file:
        if not size:
            return []
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            try:
                return _faults(Wire(data))
            except WireError:
                return []


def _faults(wire: Wire) -> list[ParserFault]:
    model = model_of(wire)
    if model.graph is None or not model.imports:
        return []
    faults = Faults(model.imports)
    waiting = [model.graph]
    count = 0
    while waiting and count < _MOST_GRAPHS:
        count += 1
        for node in graph_at(wire, waiting.pop()).nodes:
            operator = OnnxOperator(node.op_type, node.domain, faults.opsets.get(node.domain))
            faults.check(node, operator)
            waiting += node.graphs
    return faults.found()
