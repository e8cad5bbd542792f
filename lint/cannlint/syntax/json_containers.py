"""The containers of a JSON text while they are read, and how many of their values are stored.

Of those deeper than any format's only the beginning is stored, and plain strings are read many at
once: a large text is mostly such.
"""

from __future__ import annotations

import re
from array import array

from cannlint.syntax.json_nodes import MOST_ITEMS, MOST_KEYS, Member, Node
from cannlint.syntax.json_scalars import string_node
from cannlint.syntax.json_value import EMPTY_OBJECT
from cannlint.text.source import MOST_ENTRIES
from cannlint.text.span import Span

OPENERS = {"object": "{", "array": "["}
CLOSERS = {"object": "}", "array": "]"}

_EMPTY_LIST: list[object] = []

_OUTER = 2
"""Containers up to this depth get MOST_KEYS nodes in any case."""


class Frame:
    """An open container: what may come next, and its values so far.

    `pairs` and `values` are None where a container is so deep that nobody asks for its value.
    """

    __slots__ = ("comma", "expects", "key", "last", "node", "pairs", "values")

    def __init__(self, node: Node, is_shallow: bool) -> None:
        self.node = node
        self.last = node
        self.pairs: dict[str, object] | None = {} if is_shallow else None
        self.values: list[object] | None = [] if is_shallow else None
        self.expects = "key" if node.sort == "object" else "value"
        self.key: Node | None = None
        self.comma: Span | None = None

    @property
    def plain(self) -> object:
        """The value; empty ones are shared, because there may be many, and are never changed."""
        if self.node.sort == "object":
            return self.pairs or EMPTY_OBJECT
        return self.values or _EMPTY_LIST

    @property
    def closer(self) -> str:
        """The closing bracket."""
        return CLOSERS[self.node.sort]

    @property
    def opener(self) -> Span:
        """The position of the opening bracket."""
        return Span(self.node.start, self.node.start + 1)


class Room:
    """Room for as many located values as are left, and for MOST_ENTRIES without their places."""

    __slots__ = ("items_left", "keys_left", "left", "values_left")

    def __init__(self, most_nodes: int) -> None:
        self.left = most_nodes
        self.values_left = MOST_ENTRIES
        self.items_left = MOST_ITEMS
        self.keys_left = MOST_KEYS

    def add_item(self, frame: Frame, node: Node) -> None:
        """Add an item; an object that was parked does not know its key, and locates none."""
        self.items_left -= 1
        if self.left > 0 and self.items_left >= 0 and frame.node.sort == "array":
            frame.node.add(node)
        if frame.values is not None and self.values_left >= 0:
            frame.values.append(node.plain)

    def add_member(self, frame: Frame, key: Node, node: Node, depth: int) -> None:
        """Add a member of an object that is the `depth`th container from outside."""
        is_outer = depth <= _OUTER
        self.keys_left -= self.left <= 0 and is_outer
        if self.left > 0 or (is_outer and self.keys_left >= 0):
            frame.node.add(Member(key, node))
        if frame.pairs is not None and self.values_left >= 0:
            frame.pairs[str(key.plain)] = node.plain


_BLANKS = r"[ \t\n\r]*"
_KEY = r'"[^"\\\x00-\x1f\udc80-\udcff\[\]{}]*"'
_RUN = re.compile(rf"(?:(?:\[|\{{{_BLANKS}{_KEY}{_BLANKS}:){_BLANKS}(?=[\[{{])){{1,1000}}")
_BRACKET = re.compile(r"[\[{]")


class Parked:
    """The containers between the outer ones and the one being read, from outside."""

    __slots__ = ("_starts",)

    def __init__(self) -> None:
        self._starts = array("I")

    def __bool__(self) -> bool:
        return bool(self._starts)

    def add(self, start: int) -> None:
        """Add one that begins at an offset."""
        self._starts.append(start)

    def pop(self) -> int:
        """Remove the innermost; the offset where it begins."""
        return self._starts.pop()

    def keep_outermost(self) -> None:
        """Drop all but the outermost."""
        del self._starts[1:]

    def add_run(self, text: str, start: int) -> int:
        """Add those that begin at `start` with nothing wrong, each the first in the one before.

        The result is where the next begins, which is not added.
        """
        run = _RUN.match(text, start)
        if run is None:
            return start
        end = run.end()
        if text.count("[", start, end) == end - start:
            self._starts.extend(range(start, end))
        else:
            self._starts.extend(found.start() for found in _BRACKET.finditer(text, start, end))
        return end


_PLAIN = r'[ \t\n\r]*("[\w./-]*")[ \t\n\r]*'
_PLAIN_ITEM = re.compile(f"{_PLAIN},", re.ASCII)
_PLAIN_MEMBER = re.compile(f"{_PLAIN}:{_PLAIN},", re.ASCII)


def take_plain(text: str, position: int, frame: Frame, room: Room, depth: int) -> int:
    """Take plain strings and pairs of strings with their commas; the position behind them.

    `frame` is the container that they are in, `depth` how many containers are open. The scanner
    would do the same with each, step by step.
    """
    is_object = frame.expects == "key"
    if not is_object and (frame.expects != "value" or frame.key is not None):
        return position
    start = position
    find = (_PLAIN_MEMBER if is_object else _PLAIN_ITEM).match
    while match := find(text, position):
        frame.last = string_node(text, *match.span(1))
        room.left -= 1
        room.values_left -= 1
        if is_object:
            key = frame.last
            frame.last = string_node(text, *match.span(2))
            room.add_member(frame, key, frame.last, depth)
        else:
            room.add_item(frame, frame.last)
        position = match.end()
    if position > start:
        frame.comma = Span(position - 1, position)
    return position
