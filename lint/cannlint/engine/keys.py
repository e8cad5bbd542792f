"""Which key of a file a place belongs to: what stays the same when lines move."""

from __future__ import annotations

import re
from bisect import bisect_right

from cannlint.kinds import FORMATS, Kind
from cannlint.syntax.json_nodes import Node
from cannlint.text.source import Source
from cannlint.text.span import Span

Path = tuple[str, ...]

_DEPTH = 8
"""Keys of a path: no format goes deeper, and a hostile file may."""

_LONGEST = 200
"""Characters of a key that count."""

_BLANKS = " \t\r\ufeff"
_OP_TYPE = "OpType"
_TYPE_PREFIX = re.compile(rf"[{_BLANKS}]*{_OP_TYPE}::")
_OPTION = re.compile(r"[-\s]*([^\s=]*)")


class Keys:
    """The keys of one file; places may be asked for in any order."""

    __slots__ = ("_ends", "_key", "_parents", "_paths", "_source", "_starts")

    def __init__(self, source: Source, kind: Kind | None) -> None:
        self._source = source
        form = FORMATS[kind] if kind is not None else None
        self._key = form.key if form is not None else None
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._parents: list[int] = []
        self._paths: list[Path] = []
        if form is not None and form.is_json and (not form.has_lines or _looks_like_json(source)):
            self._index()

    def at(self, span: Span) -> Path:
        """The keys from the outermost to the one at a span.

        An entry of a list of names is the name. A line's key is what stands before its
        separator, after `OpType` for an operator type; of a script, the option.
        """
        if self._starts:
            return self._paths[self._innermost(span.start)]
        if self._key is None:
            match = _OPTION.match(self._source.slice(span))
            return _path(match[1]) if match is not None else ()
        return self._line_key(re.compile(self._key), span.start)

    def _line_key(self, key: re.Pattern[str], offset: int) -> Path:
        text = self._source.text
        start = text.rfind("\n", 0, offset) + 1
        prefix = _TYPE_PREFIX.match(text, start)
        match = key.match(text, prefix.end() if prefix is not None else start)
        assert match is not None
        path = _path(match[0].strip(_BLANKS))
        return (_OP_TYPE, *path) if prefix is not None else path

    def _innermost(self, offset: int) -> int:
        at = max(bisect_right(self._starts, offset) - 1, 0)
        while at and self._ends[at] < offset:
            at = self._parents[at]
        return at

    def _index(self) -> None:
        """List every member and item in the order of the text, each with what it stands in."""
        from cannlint.syntax.json_scanner import parse_json

        root = parse_json(self._source.text).root
        todo: list[tuple[int, int, Path, Node]] = [] if root is None else [(0, 0, (), root)]
        while todo:
            start, parent, path, node = todo.pop()
            self._starts.append(start)
            self._ends.append(node.span.end if parent or start else len(self._source.text))
            self._parents.append(parent)
            self._paths.append(path)
            inner = _inner(node, path) if len(path) < _DEPTH else []
            todo += [(at, len(self._starts) - 1, below, value) for at, below, value in inner[::-1]]


def _inner(node: Node, path: Path) -> list[tuple[int, Path, Node]]:
    """What an object or array holds: where it begins, its path, its value."""
    members = [(m.key.span.start, (*path, *_path(m.name)), m.value) for m in node.members]
    return members + [
        (item.span.start, (*path, *_path(item.plain)) if item.sort == "string" else path, item)
        for item in node.items
    ]


def _path(key: object) -> Path:
    return (str(key)[:_LONGEST],) if key != "" else ()


def _looks_like_json(source: Source) -> bool:
    return source.text.lstrip(_BLANKS + "\n").startswith(("{", "["))
