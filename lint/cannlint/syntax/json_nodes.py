"""The nodes of a located JSON document."""

from __future__ import annotations

from enum import Enum

from cannlint.text.span import BITS, Placed, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEPTH = 16
"""Containers below this depth have an empty `plain`: no format of CANN's looks deeper."""


MOST_NODES = 50_000
"""The maximum number of values with nodes; files of users have some thousand."""

MOST_ITEMS = 50_000
"""The maximum number of list items with nodes, even if there are more values."""

MOST_KEYS = 1_000
"""The maximum number of keys of the root, and of the objects in it, that get nodes even then."""

MOST_FAULTS = 5_000
"""The maximum number of syntax errors to find; a rule reports fewer (engine/limits.py)."""

_NOTHING: list[Any] = []  # shared by all that have nothing in them, and never changed


class Node(Placed):
    """A value: `sort` is object, array, string, number or literal.

    `plain` is the value as Python has it; of an object's duplicate keys it has the last, as
    CANN's reader does. `members` and `items` keep everything in the order of the text, as long
    as there are not more than MOST_NODES values; `plain` has all of them.
    """

    __slots__ = ("_inner", "plain", "sort")

    def __init__(self, sort: str, start: int, end: int, plain: object) -> None:
        self.sort = sort
        self._place = start << BITS | end
        self.plain = plain
        self._inner: list[Any] = _NOTHING

    @property
    def members(self) -> list[Member]:
        """The keys of an object with their values."""
        return self._inner if self.sort == "object" else _NOTHING

    @property
    def items(self) -> list[Node]:
        """The values of a list."""
        return self._inner if self.sort == "array" else _NOTHING

    def add(self, inner: Member | Node) -> None:
        """Add a member to an object, or an item to a list."""
        if self._inner is _NOTHING:
            self._inner = [inner]
        else:
            self._inner.append(inner)

    def close(self, end: int, plain: object) -> None:
        """Set the end and the value of a container."""
        self._place = self.start << BITS | end
        self.plain = plain

    def last(self, key: str) -> Node | None:
        """The last value of a key: the one that counts."""
        for member in reversed(self.members):
            if member.name == key:
                return member.value
        return None


class Member:
    """A key of an object and its value."""

    __slots__ = ("_at", "name", "value")

    def __init__(self, key: Node, value: Node) -> None:
        self.name = str(key.plain)
        self._at = key._place
        self.value = value

    @property
    def start(self) -> int:
        """Where the key begins."""
        return self._at >> BITS

    @property
    def key(self) -> Node:
        """The key; created when it is needed, because most keys are not."""
        return Node("string", self._at >> BITS, self._at & ~(-1 << BITS), self.name)

    @property
    def key_span(self) -> Span:
        """The place of the key."""
        return Span(self._at >> BITS, self._at & ~(-1 << BITS))

    @property
    def span(self) -> Span:
        """From the key to the end of the value."""
        return Span(self._at >> BITS, self.value.end)


class Slip(Enum):
    """What is wrong with a JSON text."""

    COMMENT = "a comment"
    TRAILING_COMMA = "a comma before the closing bracket"
    MISSING_COMMA = "no comma between two values"
    MISSING_COLON = "no colon after a key"
    MISSING_VALUE = "no value"
    UNQUOTED = "a word without double quotes"
    WRONG_QUOTES = "quotes that JSON does not know"
    FULL_WIDTH = "a full-width comma or colon"
    OPEN_STRING = "a string without its closing quote"
    CONTROL = "a control character in a string"
    BAD_ESCAPE = "an escape that JSON does not know"
    BAD_BYTE = "a byte that is not UTF-8"
    BAD_NUMBER = "a number that JSON does not know"
    OPEN_BRACKET = "a bracket that is never closed"
    WRONG_BRACKET = "a bracket that closes nothing"
    UNEXPECTED = "a character that has no place here"
    NOTHING = "no value at all"


_CLEAR = frozenset(
    (
        Slip.COMMENT,
        Slip.TRAILING_COMMA,
        Slip.MISSING_COMMA,
        Slip.UNQUOTED,
        Slip.WRONG_QUOTES,
        Slip.FULL_WIDTH,
    )
)


class JsonFault:
    """A syntax error, its position, and the bracket or comma that it is about, if any."""

    __slots__ = ("about", "slip", "span")

    def __init__(self, slip: Slip, span: Span, about: Span | None = None) -> None:
        self.slip = slip
        self.span = span
        self.about = about


class Document:
    """A JSON text: its first value, all that is wrong with it, and what follows it.

    `is_cut` tells that there are more than MOST_ENTRIES, so that `plain` has not all of them.

    `root` is what could be made out, also of a faulty text; `faults` is empty exactly when
    CANN's reader takes the first value. `trailing` is the text after it, which CANN ignores.
    """

    __slots__ = ("faults", "is_cut", "root", "trailing")

    def __init__(self) -> None:
        self.root: Node | None = None
        self.faults: list[JsonFault] = []
        self.trailing: Span | None = None
        self.is_cut = False

    @property
    def clear_root(self) -> Node | None:
        """The value, if nothing is wrong that leaves a doubt about what it is meant to be.

        A text whose first value is a bare word is hardly meant to be JSON.
        """
        if self.faults and (self.root is None or self.root.sort not in ("object", "array")):
            return None
        return self.root if all(fault.slip in _CLEAR for fault in self.faults) else None
