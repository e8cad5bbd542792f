"""A JSON text that is read again after each edit: only the values around the edit are."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from cannlint.syntax.json_nodes import MOST_NODES, Document, JsonFault, Member, Slip, move
from cannlint.syntax.json_scanner import parse_json
from cannlint.text.changed_lines import ChangedText
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.syntax.json_nodes import Node

    Inner = Member | Node
    """What stands in a container."""

_DEEPEST = 4
"""Containers around an edit; in more of them the text is read whole."""
_BEGINNING = {"object": '{"":""', "array": '[""'}
_END = {"object": '"":""}', "array": '""]'}
"""What stands for the values in front of an edit and behind it: nothing can become a part of it."""

_ELSEWHERE = frozenset((Slip.OPEN_BRACKET, Slip.WRONG_BRACKET, Slip.NOTHING))
"""What is wrong with more of the text than the values beside it."""

_BLANKS = " \t\r\n"


class EditedDocument:
    """Reads one JSON text again and again; the result is that of `parse_json`.

    The values that stay are moved: the document from before is not to be used any more. `_base` is
    the last document in which nothing was wrong, `_moved` are those of its values that stand
    elsewhere in the text as it is now.
    """

    __slots__ = ("_base", "_moved", "_text")

    def __init__(self) -> None:
        self._base: Document | None = None
        self._moved: list[tuple[Sequence[Inner], int]] = []
        self._text = ""

    def parse(self, text: str) -> Document:
        """The text as it is now."""
        for inner, by in self._moved:
            move(inner, -by)
        self._moved = []
        now = self._changed(self._base, text) if self._base is not None else None
        if now is None:
            now = parse_json(text)
        if not now.faults and _has_places(now, text):
            self._base, self._moved, self._text = now, [], text
        return now

    def _changed(self, base: Document, text: str) -> Document | None:
        """The document with other values around an edit; None where all of it has to be read."""
        if text == self._text:  # an edit was undone
            return base
        change = ChangedText(self._text, text)
        outer = _containers_around(base, change)
        if not outer or len(outer) > _DEEPEST:
            return None
        owner, by = outer[-1], len(text) - len(self._text)
        inner = _contents(owner)
        first = max(bisect_left(inner, change.start, key=_end_of) - 1, 0)
        last = min(bisect_right(inner, change.before_end, key=_start_of) + 2, len(inner))
        is_end = last == len(inner)
        start = _end_of(inner[first - 1]) if first else owner.start + 1
        end = owner.end - 1 if is_end else _start_of(inner[last])
        part = _Part(owner.sort, text[start : end + by], start, bool(first), not is_end)
        if not part.is_alone:
            return None
        self._move(inner[last:], by)
        node = owner.with_contents([*inner[:first], *part.values, *inner[last:]], by)
        for above, below in zip(outer[-2::-1], outer[:0:-1], strict=True):
            node = self._with(above, below, node, by)
        now = Document()
        now.root, now.faults = node, part.faults
        return now

    def _move(self, inner: Sequence[Inner], by: int) -> None:
        move(inner, by)
        self._moved.append((inner, by))

    def _with(self, above: Node, below: Node, instead: Node, by: int) -> Node:
        """A container with another value in place of one of its own."""
        inner = _contents(above)
        at = next(at for at, item in enumerate(inner) if _value_of(item) is below)
        item = inner[at]
        value = Member(item.key, instead) if isinstance(item, Member) else instead
        self._move(inner[at + 1 :], by)
        return above.with_contents([*inner[:at], value, *inner[at + 1 :]], by)


def _has_places(document: Document, text: str) -> bool:
    """Whether all values of a document have their places."""
    is_whole = document.root is not None and document.trailing is None and not document.is_cut
    return is_whole and sum(map(text.count, ",[{")) < MOST_NODES


def _containers_around(document: Document, change: ChangedText) -> list[Node]:
    """The containers that an edit lies in, from outside."""
    found: list[Node] = []
    node = document.root
    while node is not None and _holds(node, change.start, change.before_end):
        found.append(node)
        node = _inner_around(node, change.start, change.before_end)
    return found


def _contents(node: Node) -> list[Inner]:
    contents: list[Inner] = node.contents
    return contents


def _holds(node: Node, start: int, end: int) -> bool:
    """Whether a place lies between the brackets of a container that has something in it."""
    return bool(_contents(node)) and node.start < start and end < node.end


def _inner_around(node: Node, start: int, end: int) -> Node | None:
    """The value in a container that a place lies in."""
    inner = _contents(node)
    at = bisect_right(inner, start, key=_start_of) - 1
    if at < 0:
        return None
    value = _value_of(inner[at])
    return value if value.start < start and end < value.end else None


class _Part:
    """The values in a part of a container that begins at `start`, and what is wrong with them.

    `is_alone` tells that the values around them are not concerned.
    """

    __slots__ = ("faults", "is_alone", "values")

    def __init__(self, sort: str, text: str, start: int, has_before: bool, has_after: bool) -> None:
        beginning = _BEGINNING[sort] if has_before else _BEGINNING[sort][0]
        ending = _END[sort] if has_after else _END[sort][-1]
        document = parse_json(beginning + text + ending)
        by = start - len(beginning)
        found = _contents(document.root) if document.root is not None else []
        self.values = found[has_before : len(found) - has_after]
        self.faults = [_moved(fault, by) for fault in document.faults]
        end = len(beginning) + len(text)
        self.is_alone = (
            document.trailing is None
            and document.root is not None
            and document.root.end == end + len(ending)
            and len(found) >= has_before + has_after
            and (not has_after or _start_of(found[-1]) == end)
            and all(
                _is_inside(fault, text[fault.span.end - len(beginning) :])
                for fault in document.faults
            )
            and not any(map(_is_deep, self.values))
        )
        if self.is_alone:
            move(self.values, by)


def _is_inside(fault: JsonFault, rest: str) -> bool:
    """Whether a fault is about the values of a part only; `rest` is what is behind it there."""
    line_end = rest.find("\n")
    is_over = line_end >= 0 and bool(rest[line_end:].strip(_BLANKS))
    return is_over and fault.slip not in _ELSEWHERE


def _moved(fault: JsonFault, by: int) -> JsonFault:
    span, about = fault.span, fault.about
    if about is not None:
        about = Span(about.start + by, about.end + by)
    return JsonFault(fault.slip, Span(span.start + by, span.end + by), about)


def _is_deep(item: Inner) -> bool:
    """Whether there are containers within containers in a value."""
    inner = (_value_of(below) for below in _contents(_value_of(item)))
    return any(_contents(below) for below in inner)


def _value_of(item: Inner) -> Node:
    return item.value if isinstance(item, Member) else item


def _start_of(item: Inner) -> int:
    return item.start


def _end_of(item: Inner) -> int:
    return _value_of(item).end
