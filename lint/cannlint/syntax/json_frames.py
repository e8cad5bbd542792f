"""The containers of a JSON text while they are read, and how many values are kept of them."""

from __future__ import annotations

from cannlint.syntax.json_nodes import (
    MOST_ITEMS,
    MOST_KEYS,
    Member,
    Node,
)
from cannlint.syntax.json_value import EMPTY_OBJECT
from cannlint.text.source import MOST_ENTRIES
from cannlint.text.span import Span

OPENERS = {"object": "{", "array": "["}
CLOSERS = {"object": "}", "array": "]"}

_EMPTY_LIST: list[object] = []

_OUTER = 2
"""How deep the containers go of which MOST_KEYS are located in any case."""


class Frame:
    """A container being read: what may come next in it, and the values in it so far.

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
        """The value; the empty ones are shared, as there may be many, and never changed."""
        if self.node.sort == "object":
            return self.pairs or EMPTY_OBJECT
        return self.values or _EMPTY_LIST

    @property
    def closer(self) -> str:
        """What ends it."""
        return CLOSERS[self.node.sort]

    @property
    def opener(self) -> Span:
        """Where it begins."""
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
