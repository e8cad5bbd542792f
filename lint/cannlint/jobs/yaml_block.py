"""Mappings of a YAML file in the block style, each value with its place (grammars/yaml_line.lark).

This is no parser of YAML: it reads what config files of MindFormers consist of, and knows where it
does not know. A value in brackets, with an anchor, or on several lines is opaque.
"""

from __future__ import annotations

import re

from cannlint.syntax.grammar import line_reader
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.syntax.grammar import Parts
    from cannlint.text.source import Source

_TRUE, _FALSE = ("yes", "true", "on"), ("no", "false", "off")
_NULL = ("", "~", "null")
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|0b[01_]+|0[0-7_]+)")
_FLOAT = re.compile(r"[-+]?(?:[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9]+|\.(?:inf|nan))")
_DEEPEST = 50


class Node:
    """A key of a mapping. `type` is that of its value, in the words of Setting.type.

    It is `dict` where keys follow that stand further right, `list` where items do, None where the
    value is opaque. `value` is its text as Python shows it.
    """

    __slots__ = ("children", "indent", "key", "key_span", "type", "value", "value_span")

    def __init__(self, key: str, key_span: Span, indent: int) -> None:
        self.key = key
        self.key_span = key_span
        self.indent = indent
        self.type: str | None = "none"
        self.value: str | None = None
        self.value_span = Span(key_span.end, key_span.end)
        self.children: list[Node] = []


def nodes_of(source: Source) -> list[Node]:
    """The keys of the first column, with all that stand below them."""
    read_line = line_reader("yaml_line").read
    root = Node("", Span(0, 0), -1)
    above = [root]
    skipped: int | None = None
    for _, start, end in source.lines():
        text = source.text[start:end]
        alternative, parts = read_line(text)
        if alternative in ("blank", "comment"):
            continue
        indent = len(text) - len(text.lstrip(" \t"))
        if skipped is not None and indent > skipped:
            continue
        skipped = None
        if alternative == "item":
            skipped = _take_item(above, indent)
        elif alternative in ("entry", "opaque"):
            node = _node(start, indent, parts)
            while above[-1].indent >= indent:
                above.pop()
            above[-1].type = "dict"
            if len(above) < _DEEPEST:
                above[-1].children.append(node)
                above.append(node)
            skipped = indent if alternative == "opaque" else None
        else:
            skipped = indent
    return root.children


def _take_item(above: list[Node], indent: int) -> int:
    """An item of a list, which may stand right below the first letter of its key."""
    while above[-1].indent > indent:
        above.pop()
    if above[-1].type == "none":
        above[-1].type = "list"
    return indent


def _node(start: int, indent: int, parts: Parts) -> Node:
    at, key = parts["KEY"]
    node = Node(key, Span(start + at, start + at + len(key)), indent)
    for name in ("QUOTED", "PLAIN", "OPAQUE"):
        if name in parts:
            at, text = parts[name]
            node.value_span = Span(start + at, start + at + len(text))
            if name == "QUOTED":
                node.type, node.value = "str", _unquoted(text)
                node.value_span = Span(node.value_span.start + 1, node.value_span.end - 1)
            else:
                node.type, node.value = (None, None) if name == "OPAQUE" else _resolved(text)
    return node


def _unquoted(text: str) -> str | None:
    """The text in quotes; None where it has escapes."""
    inner = text[1:-1]
    if text[0] == "'":
        return inner.replace("''", "'")
    return None if "\\" in inner else inner


def _resolved(text: str) -> tuple[str, str]:
    """The type of a text without quotes, as YAML 1.1 has it: `on` is True."""
    small = text.lower()
    if small in _NULL:
        return "none", "None"
    if small in _TRUE or small in _FALSE:
        return "bool", str(small in _TRUE)
    if _INT.fullmatch(text):
        return "int", text
    return ("float", text) if _FLOAT.fullmatch(text) else ("str", text)
