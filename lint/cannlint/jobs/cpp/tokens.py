"""The words of a C++ source: names, texts, numbers and marks, without comments and directives.

Every character is looked at a bounded number of times, whatever is not closed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

NAME, TEXT, NUMBER, MARK = "name", "text", "number", "mark"

_WORD = re.compile(
    r"""(?P<blank>[ \t\r\n\f\v\\]+)
    |(?P<line>//)
    |(?P<block>/\*)
    |(?P<raw>(?:u8|[uUL])?R"(?P<fence>[^()\\\s"]{0,16})\()
    |(?P<text>(?:u8|[uUL])?")
    |(?P<letter>')
    |(?P<name>[A-Za-z_]\w*(?:[ \t]*::[ \t]*[A-Za-z_]\w*){0,99})
    |(?P<number>[0-9])
    |(?P<directive>\#)
    |(?P<mark>::|.)""",
    re.VERBOSE | re.ASCII,
)
_LINE = re.compile(r"[^\n\\]*(?:\\[\s\S][^\n\\]*){0,99}")
_REST = {
    "line": _LINE,
    "directive": _LINE,
    "text": re.compile(r'[^"\\\n]*(?:\\[\s\S][^"\\\n]*){0,99}'),
    "letter": re.compile(r"[^'\\\n]*(?:\\.[^'\\\n]*){0,99}"),
    "number": re.compile(r"[\w.]*(?:'(?=\w)[\w.]*){0,99}", re.ASCII),
}
"""What follows the beginning of a word, as often as it does: a pattern that repeats a group without
an end takes memory for each time."""
_ESCAPE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,6})|(\n|.))")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\n": ""}
_OFF = re.compile(r"#[ \t]*if[ \t]+(?:0|false)\b")
_NESTED, _END = re.compile(r"#[ \t]*if"), re.compile(r"#[ \t]*(?:endif|else|elif)")


class Token:
    """A word: its kind, its text (of a literal, what it stands for), and its place.

    The place of a literal is that of what stands between its quotes.
    """

    __slots__ = ("end", "kind", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int) -> None:
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end


def tokens_of(text: str) -> Iterator[Token]:
    """The words of a source in their order; what `#if 0` leaves out is left out."""
    at, depth = 0, 0
    while at < len(text):
        match = _WORD.match(text, at)
        if match is None:  # a line break in a place where there is none
            at += 1
            continue
        at, kind = match.end(), match.lastgroup
        begin, at = at, _end_of_rest(_REST[kind], text, at) if kind in _REST else at
        if kind == "block":
            end = text.find("*/", at)
            at = len(text) if end < 0 else end + 2
        elif kind == "raw":
            closing = f'){match["fence"]}"'
            end = text.find(closing, at)
            end = len(text) if end < 0 else end
            if not depth:
                yield Token(TEXT, text[at:end], at, end)
            at = end + len(closing)
        elif kind == "directive":
            depth = _depth(text[match.start() : at], depth)
        elif kind in ("text", "letter"):
            if kind == "text" and not depth:
                yield Token(TEXT, _unescaped(text[begin:at]), begin, at)
            at += text[at : at + 1] in ('"', "'")
        elif depth or kind is None or kind in ("blank", "line"):
            continue
        elif kind == "name":
            yield Token(NAME, re.sub(r"[ \t]+", "", match["name"]), *match.span("name"))
        else:
            yield Token(kind, text[match.start() : at], match.start(), at)


def _end_of_rest(rest: re.Pattern[str], text: str, at: int) -> int:
    """Where a word ends that goes on with `rest`."""
    while (match := rest.match(text, at)) and match.end() > at:
        at = match.end()
    return at


def _depth(directive: str, depth: int) -> int:
    """How deep in what `#if 0` leaves out the text behind a directive is."""
    if not depth:
        return 1 if _OFF.match(directive) else 0
    if _NESTED.match(directive):
        return depth + 1
    ends = _END.match(directive)
    is_nested = depth > 1 and "endif" not in directive
    return depth - 1 if ends and not is_nested else depth


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text

    def one(match: re.Match[str]) -> str:
        if match[1]:
            return chr(int(match[1], 8))
        if match[2]:
            return chr(min(int(match[2], 16), 0x10FFFF))
        return _ESCAPED.get(match[3], match[3])

    return _ESCAPE.sub(one, text)
