"""JSON with places, as CANN's reader (nlohmann/json) takes it, and on after what it refuses.

grammars/json.lark defines the accepted language; the tests hold the two against each other.
No recursion: a text may nest as deep as it likes.
"""

from __future__ import annotations

import json
import re
from functools import cache

from cannlint.syntax.grammar import terminals
from cannlint.syntax.json_nodes import BLANKS, DEPTH, Document, JsonFault, Member, Node, Slip
from cannlint.text.source import BYTE_ORDER_MARK
from cannlint.text.span import Span

_QUOTES = {"'": "'", "\u2018": "\u2019", "\u2019": "\u2019", "\u201c": "\u201d", "\u201d": "\u201d"}
_FULL_WIDTH = {"\uff0c": ",", "\uff1a": ":"}
_CLOSERS = {"object": "}", "array": "]"}
_BLANK = re.compile(r"[ \t\n\r]+")
_COMMENT = re.compile(r"//[^\n]*|#[^\n]*|/\*(?s:.*?)(?:\*/|\Z)")
_STRING_STOP = re.compile(r'["\\\x00-\x1f\udc80-\udcff]')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})')
_WORD = re.compile(r"[^\s,:{}\[\]\"'\u201c\u201d\uff0c\uff1a]+")


def parse_json(text: str, first_fault_ends: bool = False) -> Document:
    """The first JSON value of a text.

    With `first_fault_ends` the root is what CANN's reader had built when it gave up: a key
    whose value was not read has null.
    """
    return _Scanner(text, first_fault_ends).run()


class _Frame:
    """A container being read: what may come next in it."""

    __slots__ = ("comma", "expects", "key", "node")

    def __init__(self, node: Node) -> None:
        self.node = node
        self.expects = "key or end" if node.sort == "object" else "value or end"
        self.key: Node | None = None
        self.comma: Span | None = None


class _Scanner:
    def __init__(self, text: str, first_fault_ends: bool) -> None:
        self.text = text
        self.position = 1 if text.startswith(BYTE_ORDER_MARK) else 0
        self.frames: list[_Frame] = []
        self.document = Document()
        self.first_fault_ends = first_fault_ends
        self.done = False

    def run(self) -> Document:
        while not self.done:
            self._skip_blanks()
            if self.done:
                break
            char = self.text[self.position : self.position + 1]
            if not char or char == "\0":
                self._end_of_text()
            elif not self.frames or self.frames[-1].expects.startswith("value"):
                self._value(char)
            elif self.frames[-1].expects.startswith("key"):
                self._key(char)
            elif self.frames[-1].expects == "colon":
                self._colon(char)
            else:
                self._comma(char)
        self._leave()
        return self.document

    def _leave(self) -> None:
        """Close what is still open, so that the root shows all that was read."""
        while self.frames:
            frame = self.frames[-1]
            if frame.key is not None:
                self._add(Node("literal", Span(self.position, self.position), None))
            self._close(self.position)

    def _fault(self, slip: Slip, start: int, end: int, about: Span | None = None) -> None:
        self.document.faults.append(JsonFault(slip, Span(start, end), about))
        if self.first_fault_ends:
            self.done = True

    def _give_up(self, slip: Slip, start: int, end: int, about: Span | None = None) -> None:
        self._fault(slip, start, end, about)
        self.done = True

    def _skip_blanks(self) -> None:
        while True:
            blank = _BLANK.match(self.text, self.position)
            if blank:
                self.position = blank.end()
            comment = _COMMENT.match(self.text, self.position)
            if not comment:
                return
            self._fault(Slip.COMMENT, *comment.span())
            self.position = comment.end()

    def _end_of_text(self) -> None:
        if self.frames:
            opened = self.frames[-1].node.span.start
            about = Span(opened, opened + 1)
            self._give_up(Slip.OPEN_BRACKET, self.position, self.position, about)
        else:
            self._give_up(Slip.NOTHING, self.position, self.position)

    def _key(self, char: str) -> None:
        frame = self.frames[-1]
        if char == "}":
            self._end_after_comma(frame)
            return
        node = self._string(char) if char == '"' or char in _QUOTES else self._word()
        if node is None:
            slip = Slip.WRONG_BRACKET if char in "]}" else Slip.UNEXPECTED
            self._give_up(slip, self.position, self.position + 1)
            return
        if not self.done:
            frame.key, frame.expects = node, "colon"

    def _colon(self, char: str) -> None:
        frame = self.frames[-1]
        if char == ":":
            self.position += 1
        elif _FULL_WIDTH.get(char) == ":" or char == "=":
            slip = Slip.FULL_WIDTH if char != "=" else Slip.MISSING_COLON
            self._fault(slip, self.position, self.position + 1)
            self.position += 1
        else:
            assert frame.key is not None
            self._give_up(Slip.MISSING_COLON, self.position, self.position + 1, frame.key.span)
            return
        frame.expects = "value"

    def _comma(self, char: str) -> None:
        frame = self.frames[-1]
        start = self.position
        if char == _CLOSERS[frame.node.sort]:
            self.position += 1
            self._close(self.position)
            return
        if char == "," or _FULL_WIDTH.get(char) == ",":
            if char != ",":
                self._fault(Slip.FULL_WIDTH, start, start + 1)
            self.position += 1
            frame.comma = Span(start, start + 1)
        elif char in "]}":
            opened = Span(frame.node.span.start, frame.node.span.start + 1)
            self._give_up(Slip.WRONG_BRACKET, start, start + 1, opened)
            return
        elif char == '"' or char in _QUOTES or char in "{[" or _WORD.match(char):
            self._fault(Slip.MISSING_COMMA, self._end_of_last(frame), self._end_of_last(frame))
        else:
            self._give_up(Slip.UNEXPECTED, start, start + 1)
            return
        frame.expects = "key" if frame.node.sort == "object" else "value"

    @staticmethod
    def _end_of_last(frame: _Frame) -> int:
        node = frame.node
        return (node.members[-1].value if node.members else node.items[-1]).span.end

    def _value(self, char: str) -> None:
        start = self.position
        frame = self.frames[-1] if self.frames else None
        if char in "{[":
            node = Node("object" if char == "{" else "array", Span(start, start + 1), None)
            self.position += 1
            self.frames.append(_Frame(node))
            if len(self.frames) == 1:
                self.document.root = node
        elif char in "}]":
            self._close_instead_of_value(char, frame)
        else:
            scalar = self._string(char) if char == '"' or char in _QUOTES else self._scalar()
            if scalar is None:
                self._give_up(Slip.UNEXPECTED, start, start + 1)
            elif not self.done:
                self._add(scalar)

    def _close_instead_of_value(self, char: str, frame: _Frame | None) -> None:
        if frame is not None and frame.node.sort == "array" and char == "]":
            self._end_after_comma(frame)
        elif frame is not None and frame.key is not None:
            self._give_up(Slip.MISSING_VALUE, self.position, self.position + 1, frame.key.span)
        else:
            self._give_up(Slip.WRONG_BRACKET, self.position, self.position + 1)

    def _end_after_comma(self, frame: _Frame) -> None:
        if frame.comma is not None:
            self._fault(Slip.TRAILING_COMMA, frame.comma.start, frame.comma.end)
        self.position += 1
        self._close(self.position)

    def _add(self, node: Node) -> None:
        """Put a finished value where it belongs."""
        if not self.frames:
            self.document.root = node
            self._end_of_root(node.span.end)
            return
        frame = self.frames[-1]
        if frame.key is not None:
            frame.node.members.append(Member(frame.key, node))
            frame.key = None
        else:
            frame.node.items.append(node)
        frame.expects = "comma or end"

    def _close(self, end: int) -> None:
        node = self.frames.pop().node
        node.span = Span(node.span.start, end)
        shallow = len(self.frames) < DEPTH
        if node.sort == "object":
            node.plain = {m.name: m.value.plain for m in node.members} if shallow else {}
        else:
            node.plain = [item.plain for item in node.items] if shallow else []
        self._add(node)

    def _end_of_root(self, end: int) -> None:
        if self.done:
            return
        self.done = True
        rest = self.text[end:]
        if rest.strip(BLANKS):
            start = end + len(rest) - len(rest.lstrip(BLANKS))
            self.document.trailing = Span(start, end + len(rest.rstrip(BLANKS)))

    def _string(self, quote: str) -> Node | None:
        start = self.position
        closing = '"' if quote == '"' else _QUOTES[quote]
        if quote != '"':
            return self._wrongly_quoted(start, closing)
        position = start + 1
        while True:
            stop = _STRING_STOP.search(self.text, position)
            found = stop.group() if stop else ""
            position = stop.start() if stop else len(self.text)
            if found == '"':
                break
            if found == "\\":
                position = self._escape(position)
            elif found and found not in "\0\n\r":
                slip = Slip.BAD_BYTE if found >= "\udc80" else Slip.CONTROL
                self._fault(slip, position, position + 1)
                position += 1
            else:
                self._fault(Slip.OPEN_STRING, start, position)
                self.position = position
                return Node("string", Span(start, position), self.text[start + 1 : position])
        self.position = position + 1
        return self._string_node(start)

    def _string_node(self, start: int) -> Node:
        span = Span(start, self.position)
        raw = self.text[start : self.position]
        if "\\" not in raw:
            return Node("string", span, raw[1:-1])
        try:
            value = json.loads(raw, strict=False)
        except ValueError:  # a bad escape, which is a fault already
            return Node("string", span, raw[1:-1])
        lone = any("\ud800" <= char <= "\udfff" for char in value)
        if lone and not any("\udc80" <= char <= "\udcff" for char in raw):
            self._fault(Slip.BAD_ESCAPE, start, self.position)
        return Node("string", span, value)

    def _escape(self, position: int) -> int:
        match = _ESCAPE.match(self.text, position)
        if match:
            return match.end()
        self._fault(Slip.BAD_ESCAPE, position, min(position + 2, len(self.text)))
        return position + 1

    def _wrongly_quoted(self, start: int, closing: str) -> Node:
        line_end = self.text.find("\n", start)
        line_end = len(self.text) if line_end < 0 else line_end
        end = self.text.find(closing, start + 1, line_end)
        if end < 0:
            self._fault(Slip.OPEN_STRING, start, line_end)
            self.position = line_end
            return Node("string", Span(start, line_end), self.text[start + 1 : line_end])
        self._fault(Slip.WRONG_QUOTES, start, end + 1)
        self.position = end + 1
        return Node("string", Span(start, end + 1), self.text[start + 1 : end])

    def _scalar(self) -> Node | None:
        number = _patterns()["NUMBER"].match(self.text, self.position)
        if number:
            return self._number(number.start(), number.end())
        literal = _patterns()["LITERAL"].match(self.text, self.position)
        if literal:
            self.position = literal.end()
            value = {"true": True, "false": False, "null": None}[literal.group()]
            return Node("literal", Span(*literal.span()), value)
        return self._word()

    def _number(self, start: int, end: int) -> Node:
        self.position = end
        value = float(self.text[start:end])
        follows = self.text[end : end + 1]
        if value in (float("inf"), float("-inf")) or (follows and follows in ".eE"):
            self._fault(Slip.BAD_NUMBER, start, end + 1)
            word = _WORD.match(self.text, start)
            self.position = max(end, word.end() if word else end)
        return Node("number", Span(start, self.position), value)

    def _word(self) -> Node | None:
        word = _WORD.match(self.text, self.position)
        if word is None:
            return None
        self._fault(Slip.UNQUOTED, *word.span())
        self.position = word.end()
        return Node("string", Span(*word.span()), word.group())


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {name: re.compile(terminals("json")[name]) for name in ("NUMBER", "LITERAL")}
