"""Find the positions of keys and values in TOML, because the reader of Python has none.

Only for valid TOML: this module does not detect errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cannlint.text.span import Span, trimmed

Path = tuple[str | int, ...]
"""The keys to a value; a number is an index in a list of tables."""

_BETWEEN = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BLANKS = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\(?s:.)|""?(?!"))*"{3,5}'
    r"|'''(?:[^']|''?(?!'))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
)
_SCALAR = re.compile(r"[^,\]}\n#]*")
_NO_BRACKET = re.compile(r"[^\"'\[\]{}#]+")


@dataclass(eq=False, slots=True)
class Place:
    """One key with its value: `path` from the root, `key_span` is the last key."""

    path: Path
    key_span: Span
    value_span: Span

    @property
    def span(self) -> Span:
        """The key and the value."""
        return Span(self.key_span.start, self.value_span.end)


@dataclass(eq=False, slots=True)
class Header:
    """A `[table]` header with its path; the span includes the brackets."""

    path: Path
    span: Span


def places(text: str, below: tuple[str, ...] = ()) -> Iterator[Place | Header]:
    """The headers and settings of a TOML text, in order.

    The members of an inline table follow the table, but only if the table is a parent of `below`
    or below it. Members of lists are left out.
    """
    return _Scanner(text, below).run()


def items_of(text: str, place: Span) -> Iterator[Span]:
    """The items of the list at a place."""
    return _Scanner(text, (), place.start + 1).items()


def members_of(text: str, place: Span) -> Iterator[Place]:
    """The settings of the inline table at a place."""
    return _Scanner(text, (), place.start).inline_table(())


class _Scanner:
    def __init__(self, text: str, below: tuple[str, ...], at: int | None = None) -> None:
        self.text = text
        self.at = at if at is not None else int(text.startswith("\ufeff"))
        self.below = below
        self.counts: dict[Path, int] = {}

    def run(self) -> Iterator[Place | Header]:
        table: Path = ()
        self._skip(_BETWEEN)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                header = self._header()
                table = header.path
                yield header
            else:
                yield from self._setting(table)
            self._skip(_BETWEEN)

    def _header(self) -> Header:
        start = self.at
        is_list = self.text.startswith("[[", start)
        self.at += 2 if is_list else 1
        path, _ = self._key(())
        self.at += 2 if is_list else 1
        path = self._indexed(path, is_list)
        return Header(path, Span(start, self.at))

    def _indexed(self, path: Path, is_list: bool) -> Path:
        """The path of a header with the current index of each list of tables."""
        whole: Path = ()
        for step in path:
            whole = (*whole, step)
            if is_list and len(whole) - sum(isinstance(s, int) for s in whole) == len(path):
                self.counts[whole] = self.counts.get(whole, -1) + 1
            if whole in self.counts:
                whole = (*whole, self.counts[whole])
        return whole

    def _setting(self, table: Path) -> Iterator[Place]:
        path, key_span = self._key(table)
        self.at += 1  # the equals sign
        self._skip(_BLANKS)
        start = self.at
        if self.text[start] == "{" and self._leads_below(path):
            members = list(self.inline_table(path))
        else:
            members = []
            self._value()
        yield Place(path, key_span, trimmed(self.text, start, self.at, " \t\r"))
        yield from members

    def _leads_below(self, path: Path) -> bool:
        return path[: len(self.below)] == self.below[: len(path)]

    def _key(self, table: Path) -> tuple[Path, Span]:
        """The path of a dotted key, and the span of its last part."""
        path, span = table, Span(self.at, self.at)
        while True:
            self._skip(_BLANKS)
            start = self.at
            if self.text[start] in "\"'":
                self._skip(_STRING)
                path = (*path, _unquoted(self.text[start : self.at]))
            else:
                self._skip(_BARE)
                path = (*path, self.text[start : self.at])
            span = Span(start, self.at)
            self._skip(_BLANKS)
            if self.text[self.at] != ".":
                return path, span
            self.at += 1

    def items(self) -> Iterator[Span]:
        self._skip(_BETWEEN)
        while self.text[self.at] != "]":
            start = self.at
            self._value()
            yield trimmed(self.text, start, self.at, " \t\r")
            self._next()

    def _next(self) -> None:
        """Move to the next item, or to the closing bracket."""
        self._skip(_BETWEEN)
        if self.text[self.at] == ",":
            self.at += 1
            self._skip(_BETWEEN)

    def inline_table(self, path: Path) -> Iterator[Place]:
        self.at += 1
        self._skip(_BETWEEN)
        while self.text[self.at] != "}":
            yield from self._setting(path)
            self._next()
        self.at += 1

    def _value(self) -> None:
        """Move to the end of a value."""
        if self.text[self.at] in "\"'":
            self._skip(_STRING)
        elif self.text[self.at] in "[{":
            self._container()
        else:
            self._skip(_SCALAR)

    def _container(self) -> None:
        """Move behind the matching closing bracket."""
        depth = 0
        while True:
            char = self.text[self.at]
            if char in "[{":
                depth += 1
            elif char in "]}":
                depth -= 1
            if char in "\"'":
                self._skip(_STRING)
            elif char == "#":
                self._skip(_BETWEEN)
            elif char in "[{]}":
                self.at += 1
            else:
                self._skip(_NO_BRACKET)
            if depth == 0:
                return

    def _skip(self, pattern: re.Pattern[str]) -> None:
        match = pattern.match(self.text, self.at)
        assert match is not None, "a text that is not TOML"
        self.at = match.end()


def _unquoted(key: str) -> str:
    """A key without its quotes and escapes."""
    if key.startswith("'") or "\\" not in key:
        return key[1:-1]
    from cannlint.text.toml import read_toml

    return next(iter(read_toml(f"{key} = 0")))
