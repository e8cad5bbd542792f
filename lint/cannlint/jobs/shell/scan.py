"""Prepare a shell text for the parser: hide what it need not see, and cut the text in pieces.

Quotes, escapes, here documents and templates are replaced by letters, one for each character, so
that all offsets stay. The parser recovers from an error in quadratic time and memory, so no piece
is longer than LONGEST; pieces end where a line ends, outside of quotes and brackets if possible.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from operator import attrgetter

LONGEST, SHORTEST = 4_000, 1_000
"""Characters that the parser is given at once, the fewer the more errors it finds."""

_INNER = r"[^\s{}<>\[\]'\"$;&-][^{}<>\[\]'\"$;&\n]{0,200}"
_AT_START = r"(?<![^\s;&|()])"
_BEHIND_WORD = r"(?<=[^\s;&|()<>])"
_TEMPLATE = (
    r"\{\{[^\n]{,200}?\}\}|\{%[^\n]{,200}?%\}|\{#[^\n]{,200}?#\}"
    rf"|{_BEHIND_WORD}<[^\s<>|&;'\"$]{{1,200}}>"
    rf"|(?<==)(?:\{{(?=[^}}]{{0,201}}[\s|]){_INNER}\}}|<(?=[^>]{{0,201}}[\s|]){_INNER}(?<!\s)>"
    rf"|\[(?=[^\]]{{0,201}}[\s|]){_INNER}\])"
    rf"|{_AT_START}\{{(?=[^}}]{{0,201}}[\s|]){_INNER}(?<![\s\\])\}}"
)
"""What stands for something else: `{log level}`, `=<the model>`, `{{ model }}`."""
_SHOWN = (
    rf"{_AT_START}<[^\s<>|&;'\"$]+(?: [^\s<>|&;'\"$-][^\s<>|&;'\"$]*)*(?<! \d)>(?=[ \t\r\n]|\Z)"
)
"""`<the model>` as a word of its own, which would be a redirection."""

_PLAIN = re.compile(r"[^\\'\"$#{<\[\r\n()]+")
_TOKEN = re.compile(
    r"(?P<next>\\\r?\n)|(?P<escape>\\.?|\$(?![\w{(@*#?$!'-]))"
    r"|(?P<process>\$\$)"
    r"|(?P<quoted>\$?'[^'\\]*'|'[^']*'|\$'[^'\\]*(?:\\.[^'\\]*)*'"
    r"|\"[^\"\\$`]*(?:\\.[^\"\\$`]*)*\")"
    r"|(?P<double>\")|(?P<single>')"
    rf"|(?P<comment>{_AT_START}(?<!\\\s)\#[^\n]*)"
    rf"|(?P<template>{_TEMPLATE}|{_SHOWN})"
    r"|(?P<sum>\$?\(\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)\))"
    r"|(?P<string><<<)"
    r"|(?P<document><<-?)[ \t]*(?P<mark>(?:[^\s'\"\\<>|&;()]|\\.|'[^'\n]*'|\"[^\"\n]*\")+)"
    r"|(?P<line>\r?\n)|(?P<open>\(|\$\{)|(?P<close>\))",
    re.DOTALL,
)
_IN_QUOTES = re.compile(
    r"[^\"\\${}\r\n]+|(?P<next>\\\r?\n)|(?P<escape>\\.?|\$(?![\w{(@*#?$!-]))|(?P<quote>\")"
    r"|(?P<open>\$[({])|(?P<process>\$\$)|(?P<close>\})|(?P<line>\n)|.",
    re.DOTALL,
)
"""The same in double quotes, and in the braces of `${...}`."""
_INSIDE = re.compile(r"[\s})]|(?:fi|done|esac|then|do|else|elif)\b|[^\s()]*\)")
"""The beginning of a line that most likely stands in a block."""
_NOT_ASCII = re.compile(r"[^\x01-\x7f]")
_BRACED = re.compile(r"\$\{[^{}\s]+\}")
_LETTER = b"."
"""Part of a word, but of no name and no reserved word."""


class Document:
    """A here document: where its operator and its lines stand, and whether they are expanded."""

    __slots__ = ("body", "end", "is_quoted", "mark", "start")

    def __init__(self, start: int, is_quoted: bool, mark: str) -> None:
        self.start = start
        self.is_quoted = is_quoted
        self.mark = mark
        self.body = self.end = 0


class Prepared:
    """A text as the parser gets it.

    `unknown` are templates, and quoted texts too long to be parsed, by the offsets they start at.
    `quotes` are the double quotes that the parser sees, in the same way.
    `cuts` are the offsets where a piece may end, `lines` those where one may end if it must.
    """

    __slots__ = ("buffer", "cuts", "documents", "lines", "quotes", "text", "unknown")

    def __init__(self, text: str, buffer: bytearray) -> None:
        self.text = text
        self.buffer = buffer
        self.documents: list[Document] = []
        self.unknown: dict[int, int] = {}
        self.quotes: dict[int, int] = {}
        self.cuts = array("I")
        self.lines = array("I")

    def documents_in(self, start: int, end: int) -> list[Document]:
        """The here documents whose operators stand between two offsets."""
        if not self.documents:
            return []
        first = bisect_left(self.documents, start, key=attrgetter("start"))
        return self.documents[first : bisect_left(self.documents, end, key=attrgetter("start"))]


def prepare(text: str) -> Prepared:
    """Hide what the parser need not see."""
    plain = text
    if not text.isascii() or "\0" in text:
        plain = _NOT_ASCII.sub(".", _BRACED.sub(_named, text))
    prepared = Prepared(text, bytearray(plain, "ascii"))
    if text.startswith("\ufeff"):
        prepared.buffer[:1] = b" "
    _Scanner(prepared).scan()
    return prepared


def _named(braced: re.Match[str]) -> str:
    """What is in braces as a name, where people write one in their own language."""
    return braced[0] if braced[0].isascii() else "${" + "x" * (len(braced[0]) - 3) + "}"


class _Scanner:
    """Reads a text once, token by token; `open` are the quotes and brackets around a place."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.text = prepared.text
        self.documents: list[Document] = []
        self.open: list[int] = []
        self.last_double = self.text.rfind('"')
        self.last_single = self.text.rfind("'")

    def scan(self) -> None:
        text, at, end = self.text, 0, len(self.text)
        while at < end:
            if self.open and text[self.open[-1]] in '"{':
                at = self._in_quotes(at)
                continue
            plain = _PLAIN.match(text, at)
            if plain is not None:
                at = plain.end()
                continue
            token = _TOKEN.match(text, at)
            at = self._take(token) if token is not None else at + 1
        quotes = [start for start in self.open if text[start] == '"']
        if quotes:
            self._hide_unknown(quotes[0], end)

    def _in_quotes(self, at: int) -> int:
        token = _IN_QUOTES.match(self.text, at)
        assert token is not None  # a dot fits everything
        kind, end = token.lastgroup, token.end()
        is_brace = self.text[self.open[-1]] == "{"
        if kind == "next":
            self._hide(at, end, b" ")
        elif kind == "escape":
            self._hide(at, end)
        elif kind == "process":
            self._hide_unknown(at, end)
        elif kind == "open" or (kind == "quote" and is_brace):
            self.open.append(end - 1)
        elif kind == "quote":
            self.prepared.quotes[self.open.pop()] = end
        elif kind in ("close", "line") and is_brace:
            self.open.pop()
            return end if kind == "close" else at
        return end

    def _take(self, token: re.Match[str]) -> int:
        """Take a token; where to go on."""
        kind, (start, end) = token.lastgroup, token.span()
        if kind in ("next", "comment"):
            self._hide(start, end, b" ")
        elif kind in ("escape", "quoted"):
            self._hide(start, end)
            if self.text.startswith("$'", start):
                self.prepared.unknown[start] = end
        elif kind in ("double", "single"):
            return self._take_quote(start, is_double=kind == "double")
        elif kind in ("template", "process"):
            self._hide_unknown(start, end)
        elif kind == "mark":
            mark = token["mark"]
            is_quoted = any(char in "'\"\\" for char in mark)
            self.documents.append(Document(start, is_quoted, re.sub(r"['\"\\]", "", mark)))
            self._hide(start, end, b" ")
        elif kind == "open":
            self.open.append(end - 1)
        elif kind == "close" and self.open:
            self.open.pop()
        elif kind == "line":
            return self._take_line(end)
        return end

    def _take_quote(self, start: int, is_double: bool) -> int:
        """Take a quote; one that nothing closes ends with its line."""
        if start != (self.last_double if is_double else self.last_single):
            if is_double:
                self.open.append(start)
            return start + 1
        end = self._line_end(start)
        self._hide(start, end)
        if is_double and re.search("[$`]", self.text[start:end]):
            self.prepared.unknown[start] = end
        return end

    def _line_end(self, at: int) -> int:
        found = self.text.find("\n", at)
        return found if found >= 0 else len(self.text)

    def _take_line(self, end: int) -> int:
        for document in self.documents:
            end = self._skip(document, end)
        self.documents.clear()
        is_inside = self.open or _INSIDE.match(self.text, end) is not None
        (self.prepared.lines if is_inside else self.prepared.cuts).append(end)
        return end

    def _skip(self, document: Document, at: int) -> int:
        """Hide the lines of a here document; the offset behind the line that ends it."""
        start = document.body = document.end = at
        while at < len(self.text):
            stop = self._line_end(at)
            line = self.text[at:stop]
            document.end, at = at, min(stop + 1, len(self.text))
            if line.strip("\t\r ") == document.mark:
                break
            document.end = at
        self._hide(start, at, b" ")
        self.prepared.documents.append(document)
        return at

    def _hide_unknown(self, start: int, end: int) -> None:
        self._hide(start, end)
        self.prepared.unknown[start] = end

    def _hide(self, start: int, end: int, letter: bytes = _LETTER) -> None:
        self.prepared.buffer[start:end] = letter * (end - start)


def piece_end(prepared: Prepared, start: int, longest: int) -> int:
    """Where the piece ends that begins at an offset: behind a line, or within a long one."""
    limit, end = start + longest, len(prepared.buffer)
    if limit >= end:
        return end
    stop = _last(prepared.cuts, start, limit) or _last(prepared.lines, start, limit)
    if not stop:
        stop = prepared.buffer.rfind(b" ", start, limit) + 1
    return stop if stop > start else limit


def _last(offsets: array[int], start: int, limit: int) -> int:
    """The last of some offsets up to a limit; 0 where there is none behind the start."""
    at = bisect_right(offsets, limit)
    return offsets[at - 1] if at and offsets[at - 1] > start else 0
