"""Reads JSON with positions, as CANN's reader (nlohmann/json) does, and goes on after errors.

The tokens come from grammars/json.lark. What nests no pattern can say, and what is not JSON
has to be passed over as CANN's reader does: that is done here, step by step.
No recursion: a text may nest as deep as it likes. Memory stays within a few times the text: of
containers deeper than any format's only the places are stored, after MOST_NODES values, or
MOST_FAULTS slips, there are no further nodes, and after MOST_ENTRIES no further values.
"""

from __future__ import annotations

import re

from cannlint.syntax.grammar import grammar
from cannlint.syntax.json_containers import OPENERS, Frame, Parked, Room, take_plain
from cannlint.syntax.json_nodes import (
    DEPTH,
    MOST_FAULTS,
    MOST_NODES,
    Document,
    JsonFault,
    Node,
    Slip,
)
from cannlint.syntax.json_scalars import QUOTES, is_key, is_scalar, scan_key, scan_scalar
from cannlint.syntax.json_value import BLANKS
from cannlint.text.source import BYTE_ORDER_MARK
from cannlint.text.span import Span

_COMMAS, _COLONS = ",\uff0c", ":\uff1a"
_BLANK = re.compile(grammar("json").terminal("WS"))
_ODD_BLANK = re.compile(r"[^\S \t\n\r]+")
_COMMENT = re.compile(r"(?://|#)[^\n]*?(?=\r?(?:\n|\Z))|/\*(?s:.*?)(?:\*/|\Z)")


def parse_json(text: str, first_fault_ends: bool = False, most_nodes: int = MOST_NODES) -> Document:
    """The first JSON value of a text, with up to `most_nodes` values in their places.

    With `first_fault_ends` the root is what CANN's reader had built when it gave up: a key
    whose value was not read has null.
    """
    return _Scanner(text, first_fault_ends, most_nodes).run()


class _Scanner:
    """The state of the scanner; each `_on_...` handles what is expected next."""

    def __init__(self, text: str, first_fault_ends: bool, most_nodes: int) -> None:
        self.text = text
        self.position = 1 if text.startswith(BYTE_ORDER_MARK) else 0
        self.frames: list[Frame] = []
        self.parked = Parked()  # the containers between the frames and the last one
        self.room = Room(most_nodes)
        self.open = {"object": 0, "array": 0}
        self.document = Document()
        self.first_fault_ends = first_fault_ends
        self.done = False

    def run(self) -> Document:
        steps = {
            "value": self._on_value,
            "key": self._on_key,
            "colon": self._on_colon,
            "comma": self._on_comma,
        }
        while not self.done:
            if self.frames:
                self.position = take_plain(
                    self.text, self.position, self.frames[-1], self.room, len(self.frames)
                )
            self._skip_blanks()
            if self.done:
                break
            char = self.text[self.position : self.position + 1]
            if not char or char == "\0":
                self._on_end()
            else:
                steps[self.frames[-1].expects if self.frames else "value"](char)
        self._leave()
        self.document.is_cut = self.room.values_left < 0
        return self.document

    def _leave(self) -> None:
        """Close what is still open, so that the root shows all that was read.

        Of the containers that are parked the outermost stands for all: it is as deep already as
        anybody looks.
        """
        if self.parked:
            self.frames.pop()
            self.parked.keep_outermost()
            self._unpark()
        while self.frames:
            self._add_null()
            self._close(self.position)

    def _fault(self, slip: Slip, start: int, end: int, about: Span | None = None) -> bool:
        """Record a syntax error; whether to go on after it."""
        self.document.faults.append(JsonFault(slip, Span(start, end), about))
        self.done = self.done or self.first_fault_ends or len(self.document.faults) >= MOST_FAULTS
        return not self.done

    def _fault_here(self, slip: Slip, about: Span | None = None) -> bool:
        return self._fault(slip, self.position, self.position + 1, about)

    def _skip_blanks(self) -> None:
        while not self.done:
            blank = _BLANK.match(self.text, self.position)
            if blank:
                self.position = blank.end()
            comment = _COMMENT.match(self.text, self.position)
            if not comment:
                return
            self._fault(Slip.COMMENT, *comment.span())
            self.position = comment.end()

    def _skip(self) -> None:
        """Skip unexpected characters; outside of brackets the scanner stops at them."""
        blank = _ODD_BLANK.match(self.text, self.position)
        end = blank.end() if blank else self.position + 1
        self._fault(Slip.UNEXPECTED, self.position, end)
        self.position = end
        self.done = self.done or not (self.frames or blank or self.text[end - 1] in QUOTES)

    def _on_end(self) -> None:
        if self.frames:
            self._fault(Slip.OPEN_BRACKET, self.position, self.position, self.frames[-1].opener)
        else:
            self._fault(Slip.NOTHING, self.position, self.position)
        self.done = True

    def _on_key(self, char: str) -> None:
        frame = self.frames[-1]
        if char == "}":
            self._end_after_comma(frame)
        elif char == "]":
            self._wrong_bracket(frame)
        elif char in "{[" or char in _COLONS:
            if self._fault_here(Slip.UNEXPECTED):
                frame.key = Node("string", self.position, self.position, "")
                frame.expects = "value"
                self.position += char in _COLONS
        else:
            key = scan_key(self.text, self.position, self._fault)
            if key is None:
                self._skip()
            elif not self.done:
                frame.key, frame.expects = key, "colon"
                self.position = key.end

    def _on_colon(self, char: str) -> None:
        frame = self.frames[-1]
        assert frame.key is not None
        if char in _COLONS or char == "=":
            slip = Slip.MISSING_COLON if char == "=" else Slip.FULL_WIDTH
            if char == ":" or self._fault_here(slip, frame.key.span):
                self.position += 1
                frame.expects = "value"
        elif char in _COMMAS or char in "]}":
            self._no_value(char, frame.key)
        elif char in "{[" or is_scalar(self.text, self.position):
            end = frame.key.end
            if self._fault(Slip.MISSING_COLON, end, end, frame.key.span):
                frame.expects = "value"
        else:
            self._skip()

    def _no_value(self, char: str, key: Node) -> None:
        """Add null for a key without a value."""
        if char == "]" or self._fault_here(Slip.MISSING_VALUE, key.span):
            self._add_null()

    def _on_comma(self, char: str) -> None:
        frame = self.frames[-1]
        in_object = frame.node.sort == "object"
        if char == frame.closer:
            self.position += 1
            self._close(self.position)
        elif char in _COMMAS:
            if char == "," or self._fault_here(Slip.FULL_WIDTH):
                frame.comma = Span(self.position, self.position + 1)
                frame.expects = "key" if in_object else "value"
                self.position += 1
        elif char in "]}":
            self._wrong_bracket(frame)
        elif char in _COLONS:
            if self._fault_here(Slip.UNEXPECTED):
                frame.key = (
                    Node("string", frame.last.start, frame.last.end, "") if in_object else None
                )
                frame.expects = "value"
                self.position += 1
        elif char in "{[" and in_object:
            frame.expects = "key"
        elif char in "{[" or (is_key if in_object else is_scalar)(self.text, self.position):
            if self._fault(Slip.MISSING_COMMA, frame.last.end, frame.last.end):
                frame.expects = "key" if in_object else "value"
        else:
            self._skip()

    def _wrong_bracket(self, frame: Frame) -> None:
        """Handle a bracket of the other kind: it closes an outer container, or else this one."""
        char = self.text[self.position]
        if not self._fault_here(Slip.WRONG_BRACKET, frame.opener):
            return
        if self.open["object" if char == "}" else "array"]:
            while self.frames[-1].closer != char:
                self._close(self.position)
        self.position += 1
        self._close(self.position)

    def _on_value(self, char: str) -> None:
        frame = self.frames[-1] if self.frames else None
        key = frame.key if frame is not None else None
        if char in "{[":
            self._open()
        elif frame is None and char in QUOTES and char != '"':
            self._skip()
        elif key is not None and (char in "}]" or char in _COMMAS):
            self._no_value(char, key)
        elif char in "}]":
            if frame is None:
                self._fault_here(Slip.WRONG_BRACKET)
                self.done = True
            elif char == frame.closer:
                self._end_after_comma(frame)
            else:
                self._wrong_bracket(frame)
        else:
            scalar = scan_scalar(self.text, self.position, self._fault, is_root=frame is None)
            if scalar is None:
                self._skip()
            elif not self.done:
                self.position = scalar.end
                self._add(scalar)

    def _open(self) -> None:
        if len(self.frames) > DEPTH:
            self.parked.add(self.frames.pop().node.start)
            start, self.position = self.position, self.parked.add_run(self.text, self.position)
            for sort, opener in OPENERS.items():
                self.open[sort] += self.text.count(opener, start, self.position)
        sort = "object" if self.text[self.position] == "{" else "array"
        node = Node(sort, self.position, self.position + 1, None)
        self.position += 1
        self.open[sort] += 1
        self.frames.append(Frame(node, len(self.frames) < DEPTH))
        if len(self.frames) == 1:
            self.document.root = node

    def _end_after_comma(self, frame: Frame) -> None:
        if frame.comma is not None:
            self._fault(Slip.TRAILING_COMMA, frame.comma.start, frame.comma.end)
        self.position += 1
        self._close(self.position)

    def _add_null(self) -> None:
        if self.frames[-1].key is not None:
            self._add(Node("literal", self.position, self.position, None))

    def _add(self, node: Node) -> None:
        """Add a finished value to its container."""
        if not self.frames:
            self.document.root = node
            self._end_of_root(node.end)
            return
        frame = self.frames[-1]
        self.room.left -= 1
        self.room.values_left -= 1
        if frame.key is not None:
            self.room.add_member(frame, frame.key, node, len(self.frames))
        else:
            self.room.add_item(frame, node)
        frame.expects, frame.key, frame.comma, frame.last = "comma", None, None, node

    def _close(self, end: int) -> None:
        frame = self.frames.pop()
        node = frame.node
        node.close(end, frame.plain)
        self.open[node.sort] -= 1
        if self.parked:
            self._unpark()
        self._add(node)

    def _unpark(self) -> None:
        """Go on in the outer container; its earlier members were not kept."""
        start = self.parked.pop()
        sort = "object" if self.text[start] == "{" else "array"
        self.frames.append(Frame(Node(sort, start, start + 1, None), is_shallow=False))

    def _end_of_root(self, end: int) -> None:
        if self.done:
            return
        self.done = True
        rest = self.text[end:]
        if rest.strip(BLANKS):
            start = end + len(rest) - len(rest.lstrip(BLANKS))
            self.document.trailing = Span(start, end + len(rest.rstrip(BLANKS)))
