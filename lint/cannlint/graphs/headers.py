"""Read the header of a model of any framework, once for each state of the file."""

from __future__ import annotations

from functools import lru_cache

from cannlint.errors import CannlintError
from cannlint.graphs.header import CAFFE, ONNX, TENSORFLOW
from cannlint.text.file_state import state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cannlint.graphs.header import Header
    from cannlint.text.file_state import State

_MOST_KNOWN = 16
"""Headers that are kept: one with the names of 100,000 nodes takes some 10 MB."""


def header_of(path: str, framework: str) -> Header | None:
    """The header of the model in a file; None for a broken one, or one of another framework.

    Takes time in proportion to the number of nodes and constants, not to the weights; nothing for
    a file that was looked into before and has not changed.
    """
    state = state_of(path)
    return _read(path, framework) if state is None else _known(path, framework, state)


@lru_cache(maxsize=_MOST_KNOWN)
def _known(path: str, framework: str, _state: State) -> Header | None:
    return _read(path, framework)


def _read(path: str, framework: str) -> Header | None:
    reader = _reader_of(framework)
    try:
        return reader(path) if reader is not None else None
    except CannlintError:  # CANN may read what cannlint does not
        return None


def _reader_of(framework: str) -> Callable[[str], Header | None] | None:
    if framework == ONNX:
        from cannlint.graphs import onnx_header

        return onnx_header.read
    if framework == TENSORFLOW:
        from cannlint.graphs import tensorflow_header

        return tensorflow_header.read
    if framework == CAFFE:
        from cannlint.graphs import caffe_header

        return caffe_header.read
    return None
