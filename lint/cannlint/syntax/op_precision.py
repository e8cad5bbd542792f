"""The lines of an op_precision_mode ini file (grammars/op_precision.lark)."""

from __future__ import annotations

import re

from cannlint.syntax.grammar import grammar, recogniser
from cannlint.syntax.sides import SidedLine
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.text.source import Source

_GRAMMAR = grammar("op_precision")
COMMENT_SIGN = _GRAMMAR.literal("COMMENT_SIGN")
_EQUALS_SIGN = _GRAMMAR.literal("EQUALS_SIGN")
SECTIONS = {
    _GRAMMAR.literal("TYPE_SECTION"): "type",
    _GRAMMAR.literal("NAME_SECTION"): "name",
}
"""The two section headers, exactly so, and what the keys below them are."""

_COMMENT_MARKS = (COMMENT_SIGN, ";", "//")
_HEADER = re.compile(
    r"\[[^\]=]*(?:\]|$)|\W*by[ _]?(?:op[ _]?type|node[ _]?name|op[ _]?name)\W*$", re.IGNORECASE
)


class IniLine(SidedLine):
    """A line of the file: an entry has two sides, any other line has none.

    The grammar has comments and sections as well.
    """

    __slots__ = ("source",)

    def __init__(self, source: Source, line: tuple[int, int, int], well_formed: bool) -> None:
        super().__init__(line, well_formed)
        self.source = source

    @property
    def mode(self) -> str:
        """What an entry sets."""
        return self.setting

    @property
    def content(self) -> str:
        """The text without the blanks at its end."""
        return self.source.text[self.start : self.end].rstrip(C_BLANKS)

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


def parse(source: Source) -> Iterator[IniLine]:
    """The lines of a file."""
    parts_of = recogniser("op_precision").parts
    for line in source.lines():
        content = source.text[line[1] : line[2]].rstrip(C_BLANKS)
        parts = parts_of(content) if content else None
        node = IniLine(source, line, parts is not None or not content)
        if parts is None and not content.startswith(COMMENT_SIGN):
            node.split(source.text[line[1] : line[2]], _EQUALS_SIGN)
        elif parts is not None and "KEY" in parts:
            node.set_sides(parts["KEY"], parts["MODE"])
        yield node
