"""A file that `cannlint library index` has written, as anybody may have changed it.

The checksum tells damage, and nothing about who wrote the file: a configuration may name any file.
So all of it is looked at before it is used.
"""

from __future__ import annotations

import json
import re

from cannlint.errors import CannlintError
from cannlint.library.compact import Compact, library_of
from cannlint.reading.operator import FLAGS, PARAM_TYPES
from cannlint.text.source import read_source
from cannlint.validation import violations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.model import Library

_MOST_FOLDERS = 256
"""Folders of one library; the largest release has 17."""

_TEXT = rb'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-f]{4}))*"'
_TENSOR = rb"\[%b,\"(?:%b)\",%b,%b,%b\]" % (
    _TEXT,
    b"|".join(name[:3].encode() for name in PARAM_TYPES),
    _TEXT,
    _TEXT,
    _TEXT,
)
_TENSORS = rb"\[(?:%b(?:,%b)*)?\]" % (_TENSOR, _TENSOR)
_LINE = re.compile(
    rb"[^\t\n]*\t[0-9a-f]{1,%d}\t(\[\"[bgw]\",\"[01]{%d}\",%b,%b,%b,%b,%b\])\n"
    % (_MOST_FOLDERS // 4, len(FLAGS), _TEXT, _TEXT, _TEXT, _TENSORS, _TENSORS)
)
"""An operator: its name, its folders as bits, and its entry; see `compact`."""


def indexed(path: str) -> Library:
    """The library in a file.

    Raises CannlintError (and UnreadablePathError) if it is no such file.
    """
    compact = _compact(read_source(path).data)
    if compact is None:
        raise CannlintError(
            "{path}: not a library that `cannlint library index` has written", path=path
        )
    return library_of(compact, "indexed", path)


def _compact(data: bytes) -> Compact | None:
    try:
        compact = Compact(data)
        is_whole = compact.is_whole()
    except (ValueError, RecursionError):
        return None
    if not is_whole or violations("library-index", compact.header):
        return None
    if len(compact.header["folders"]) > _MOST_FOLDERS or not _has_operators(data):
        return None
    return compact


def _has_operators(data: bytes) -> bool:
    """Whether each line behind the first one is an operator."""
    at = data.index(b"\n") + 1
    while at < len(data):
        line = _LINE.match(data, at)
        if line is None or not _has_columns(line[1]):
            return False
        at = line.end()
    return True


def _has_columns(entry: bytes) -> bool:
    """Whether all tensors of an operator list as many dtypes and formats, or none."""
    *_, inputs, outputs = json.loads(entry.decode("utf-8", "surrogateescape"))
    lists = (text for _, _, *texts in (*inputs, *outputs) for text in texts[:2])
    return len({text.count(",") for text in lists if text}) <= 1
