"""Checks whether a large text is JSON, and finds the first fault.

For texts that are too large for nodes with places: this keeps the open brackets only. The tokens
come from grammars/json.lark.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cannlint.syntax.grammar import grammar
from cannlint.text.source import BYTE_ORDER_MARK
from cannlint.text.span import Span

_JSON = grammar("json")
_TOKEN = re.compile(
    rf"(?:{_JSON.terminal('WS')})?(?:"
    r"(?P<open>[{\[])|(?P<close>[}\]])|(?P<comma>,)|(?P<colon>:)"
    rf"|(?P<string>{_JSON.terminal('STRING')})"
    rf"|(?P<literal>{_JSON.terminal('NUMBER')}|{_JSON.terminal('LITERAL')}))"
)
_BLANKS = re.compile(_JSON.terminal("WS"))
_CLOSERS = {"}": "{", "]": "["}
_NEXT: dict[str, tuple[str, ...]] = {
    "value": ("open", "string", "literal"),
    "item": ("open", "string", "literal", "close"),
    "key": ("string",),
    "first key": ("string", "close"),
    "colon": ("colon",),
    "comma": ("comma", "close"),
}
"""What is expected → the tokens that are allowed."""

_VALUES = ("value", "item")


@dataclass(eq=False, slots=True)
class Outline:
    """The result: `fault` is the first place that is not JSON, `values` the number of values.

    `too_deep` is the first bracket that is nested deeper than `depth`.
    """

    fault: Span | None = field(init=False, default=None)
    too_deep: Span | None = field(init=False, default=None)
    values: int = field(init=False, default=0)


def outline(text: str, depth: int) -> Outline:
    """Go through the first JSON value of a text."""
    found = Outline()
    stack: list[str] = []
    due, position = "value", int(text.startswith(BYTE_ORDER_MARK))
    while True:
        token = _TOKEN.match(text, position)
        kind = str(token.lastgroup) if token is not None else ""
        if token is None or kind not in _NEXT[due]:
            found.fault = _here(text, position)
            return found
        start, position = token.start(kind), token.end()
        found.values += due in _VALUES and kind != "close"
        if kind == "open":
            stack.append(text[start])
            due = "first key" if text[start] == "{" else "item"
            if len(stack) > depth:
                found.too_deep = Span(start, start + 1)
                return found
        elif kind == "close":
            if stack.pop() != _CLOSERS[text[start]]:
                found.fault = Span(start, start + 1)
                return found
            due = "comma"
        elif due in ("key", "first key"):
            due = "colon"
        elif kind == "colon":
            due = "value"
        elif kind == "comma":
            due = "key" if stack[-1] == "{" else "value"
        else:
            due = "comma"
        if not stack:
            return found


def _here(text: str, position: int) -> Span:
    blanks = _BLANKS.match(text, position)
    position = blanks.end() if blanks is not None else position
    return Span(position, min(position + 1, len(text)))
