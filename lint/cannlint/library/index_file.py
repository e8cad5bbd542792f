"""A file that `cannlint library index` has written, as anybody may have changed it.

The checksum tells damage, and nothing about who wrote the file: a configuration may name any file.
So all of it is looked at before it is used.
"""

from __future__ import annotations

import re
from typing import Any

from cannlint.errors import CannlintError
from cannlint.formats.ops_info.operator import FLAGS, PARAM_TYPES
from cannlint.library.compact import Compact, library_of
from cannlint.library.entry_text import EntryText
from cannlint.library.model import Library
from cannlint.schema import allows
from cannlint.text.source import read_source

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
    rb"[^\t\n]*\t[0-9a-f]{1,%d}\t(\[\"[bgw]\",\"[01]{%d}\",%b,%b,%b,%b,%b\]|[^\[\n][^\n]*)\n"
    % (_MOST_FOLDERS // 4, len(FLAGS), _TEXT, _TEXT, _TEXT, _TENSORS, _TENSORS)
)
"""An operator: its name, its folders as bits, and its entry, as JSON or not; see `entry_text`."""


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
    if not is_whole or not allows("library-index", compact.header):
        return None
    if len(compact.header["folders"]) > _MOST_FOLDERS or not _has_operators(data, compact.header):
        return None
    return compact


def _has_operators(data: bytes, header: dict[str, Any]) -> bool:
    """Whether each line behind the first one is an operator."""
    entries = EntryText(header.get("dtypes", ()), header.get("formats", ()))
    at = data.index(b"\n") + 1
    while at < len(data):
        line = _LINE.match(data, at)
        if line is None or not _is_entry(line[1].decode("utf-8", "surrogateescape"), entries):
            return False
        at = line.end()
    return True


def _is_entry(text: str, entries: EntryText) -> bool:
    """Whether it is an entry whose tensors list as many dtypes and formats each, or none."""
    try:
        tensors = entries.operator("", text).tensors
    except (ValueError, LookupError):
        return False
    counts = {len(values) for one in tensors for values in (one.dtypes, one.formats) if values}
    return len(counts) <= 1
