"""Read the header of a model of any framework, once for each state of the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cannlint.errors import CannlintError
from cannlint.graphs.header import CAFFE, ONNX, TENSORFLOW, Header
from cannlint.text.file_state import state_of

if TYPE_CHECKING:
    from cannlint.text.file_state import State

Key = tuple[str, str]

_MOST_NAMES = 500_000
"""Names of nodes in the headers that are kept: some 50 MB."""


class _Kept:
    """What was read of files, the last one used at the end, and the number of names in all."""

    __slots__ = ("names", "of_files")

    def __init__(self) -> None:
        self.names = 0
        self.of_files: dict[Key, tuple[State, Header | None]] = {}

    def take(self, key: Key) -> tuple[State, Header | None] | None:
        """What is kept of a file, which is kept no more."""
        known = self.of_files.pop(key, None)
        self.names -= _size(known[1]) if known is not None else 0
        return known

    def keep(self, key: Key, state: State, header: Header | None) -> None:
        """Keep what was read of a file, and forget the oldest where that are too many names."""
        self.of_files[key] = state, header
        self.names += _size(header)
        while self.names > _MOST_NAMES and len(self.of_files) > 1:
            self.take(next(iter(self.of_files)))


_kept = _Kept()


def header_of(path: str, framework: str) -> Header | None:
    """The header of the model in a file; None for a broken one, or one of another framework.

    Takes time in proportion to the number of nodes and constants, not to the weights; nothing for
    a file that was looked into before and has not changed: an editor asks after each keystroke.
    """
    key, state = (path, framework), state_of(path)
    before = _kept.take(key)
    is_known = before is not None and before[0] == state
    header = before[1] if before is not None and is_known else _read(path, framework)
    if state is not None:
        _kept.keep(key, state, header)
    return header


def _size(header: Header | None) -> int:
    return 1 if header is None else len(header.nodes) + 1


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
        from cannlint.graphs import tensorflow

        return tensorflow.read_header
    if framework == CAFFE:
        from cannlint.graphs import caffe

        return caffe.read_header
    return None
