"""The lines of an op_precision_mode ini file (grammars/op_precision.lark)."""

from __future__ import annotations

import re
from functools import lru_cache

from cannlint.syntax.tokens import recogniser
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS
from cannlint.text.span import Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.text.source import Source

_recogniser = lru_cache(maxsize=None)(recogniser)
_ALTERNATIVES = (("COMMENT",), ("SECTION",), ("KEY", "EQUALS", "MODE"))
_COMMENT_MARKS = ("#", ";", "//")
_HEADER = re.compile(
    r"\[[^\]=]*(?:\]|$)|\W*by[ _]?(?:op[ _]?type|node[ _]?name|op[ _]?name)\W*$", re.IGNORECASE
)


class IniLine:
    """A line of the file.

    For an entry `key` and `value` are the spans of its two sides without blanks, and the
    texts `name` and `mode`; for any other line they are None and `content` is its text
    without blanks. `well_formed` is whether the grammar has the line.
    """

    __slots__ = ("content", "end", "key", "mode", "name", "number", "start", "value", "well_formed")

    def __init__(self, line: tuple[int, int, int], content: str, well_formed: bool) -> None:
        self.number, self.start, self.end = line
        self.content = content
        self.well_formed = well_formed
        self.key: Span | None = None
        self.value: Span | None = None
        self.name = self.mode = ""

    @property
    def line(self) -> Span:
        """The whole line, without its line feed."""
        return Span(self.start, self.end)

    @property
    def text(self) -> Span:
        """The line without the blanks at its end."""
        return Span(self.start, self.start + len(self.content))

    @property
    def bare(self) -> str:
        """The line without the blanks around it and without a byte order mark before it."""
        return self.content.lstrip(C_BLANKS + BYTE_ORDER_MARK)

    @property
    def visible(self) -> Span:
        """Where `bare` stands."""
        end = self.start + len(self.content)
        return Span(end - len(self.bare), end)

    @property
    def comment_mark(self) -> str:
        """The sign that makes the line a comment to a person, though maybe not to CANN, or ""."""
        return next((mark for mark in _COMMENT_MARKS if self.bare.startswith(mark)), "")

    @property
    def is_header_like(self) -> bool:
        """Whether the line is the header of a section to a person, though maybe not to CANN."""
        return not self.comment_mark and _HEADER.match(self.bare) is not None

    def parts(self) -> tuple[object, ...]:
        """Everything about the line, for comparison."""
        return tuple(getattr(self, name) for name in self.__slots__)


def parse(source: Source, fast: bool = True) -> Iterator[IniLine]:
    """The lines of a file; `fast=False` has Lark recognise each, with the same result."""
    return parse_lines(source.text, source.lines(), fast)


def parse_lines(
    text: str, lines: Iterable[tuple[int, int, int]], fast: bool = True
) -> Iterator[IniLine]:
    """Some lines of a text, each (number, start, end)."""
    recognise = _recogniser("op_precision", _ALTERNATIVES, fast)
    for line in lines:
        content = text[line[1] : line[2]].rstrip(C_BLANKS)
        tokens = recognise(content)
        node = IniLine(line, content, tokens is not None or not content)
        if tokens is None:
            _split(text, node)
        elif "KEY" in tokens:
            (at, node.name), (mode_at, node.mode) = tokens["KEY"], tokens["MODE"]
            node.key = Span(line[1] + at, line[1] + at + len(node.name))
            node.value = Span(line[1] + mode_at, line[1] + mode_at + len(node.mode))
        yield node


def _split(text: str, node: IniLine) -> None:
    """The two sides of a line that is no well-formed entry but has a `=`."""
    if node.content.startswith("#"):
        return
    equals = text.find("=", node.start, node.end)
    if equals >= 0:
        node.key = trimmed(text, node.start, equals, C_BLANKS)
        node.value = trimmed(text, equals + 1, node.end, C_BLANKS)
        node.name = text[node.key.start : node.key.end]
        node.mode = text[node.value.start : node.value.end]
