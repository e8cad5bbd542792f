"""Whether a large text is JSON, and where not: no nodes, so memory stays small.

For texts that are too large to be located piece by piece. It stops at the first fault.
"""

from __future__ import annotations

import re

from cannlint.text.source import BYTE_ORDER_MARK
from cannlint.text.span import Span

_TOKEN = re.compile(
    r"[ \t\n\r]*(?:"
    r"(?P<open>[{\[])|(?P<close>[}\]])|(?P<comma>,)|(?P<colon>:)"
    r'|(?P<string>"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*")'
    r"|(?P<literal>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null))"
)
_BLANKS = re.compile(r"[ \t\n\r]+")
_CLOSERS = {"}": "{", "]": "["}
_NEXT: dict[str, tuple[str, ...]] = {
    "value": ("open", "string", "literal"),
    "item": ("open", "string", "literal", "close"),
    "key": ("string",),
    "first key": ("string", "close"),
    "colon": ("colon",),
    "comma": ("comma", "close"),
}
"""What is due → the tokens that may stand there."""

_VALUES = ("value", "item")


class Outline:
    """What a text turned out to be: `fault` is the first thing that is no JSON.

    `too_deep` is the first bracket below a depth of `depth`; `values` is how many there are.
    """

    __slots__ = ("fault", "too_deep", "values")

    def __init__(self) -> None:
        self.fault: Span | None = None
        self.too_deep: Span | None = None
        self.values = 0


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
