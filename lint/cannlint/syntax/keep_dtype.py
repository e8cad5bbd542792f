"""The lines of a keep_dtype file (grammars/keep_dtype.lark)."""

from __future__ import annotations

import re

from cannlint.syntax.grammar import grammar, recogniser
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS
from cannlint.text.span import BITS, Line, Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.text.source import Source

_GRAMMAR = grammar("keep_dtype")
TYPE_PREFIX = _GRAMMAR.literal("TYPE_PREFIX")
OP_TYPE = _GRAMMAR.terminal("OP_TYPE")
"""A regular expression: an operator type in PascalCase."""

_COMMENT = re.compile(r"(?:\A\ufeff*|(?<!\s)\s+)(?:#|;|//)")
_PREFIX_SLIP = re.compile(
    r"[\s\u200b\ufeff]*op[ _-]?type[ \t]*[:：](?:[ \t]*[:：])?", re.IGNORECASE
)


class KeptLine(Line):
    """A line of the file: an operator type (`is_type`) or a node name.

    `name` and its span `key` are what CANN compares with, which for a type is the text after
    `OpType::` and may begin with blanks. An empty line has an empty name.
    """

    __slots__ = ("_key_at", "is_type", "name", "well_formed")

    def __init__(
        self, line: tuple[int, int, int], is_type: bool, key: int, name: str, well_formed: bool
    ) -> None:
        self.number, start, end = line
        self._place = start << BITS | end
        self._key_at = key - start
        self.is_type = is_type
        self.name = name
        self.well_formed = well_formed

    @property
    def key(self) -> Span:
        """Where the name stands."""
        start = self.start + self._key_at
        return Span(start, start + len(self.name))

    @property
    def text(self) -> Span:
        """The line without the blanks around it."""
        return Span(self.key.start - self.is_type * len(TYPE_PREFIX), self.key.end)

    @property
    def is_skipped(self) -> bool:
        """Whether CANN passes over the line: only a line with nothing in it, not even blanks."""
        return self.start == self.end

    @property
    def marks(self) -> Span:
        """The byte order marks that the name of a node begins with."""
        count = 0 if self.is_type else len(self.name) - len(self.name.lstrip(BYTE_ORDER_MARK))
        return Span(self.key.start, self.key.start + count)

    @property
    def comment(self) -> Span | None:
        """What is a comment to a person, with the blanks before it."""
        found = _COMMENT.search(self.name)
        return Span(self.key.start + found.start(), self.key.end) if found else None

    @property
    def body(self) -> Span:
        """The name without a comment."""
        return Span(self.key.start, self.comment.start) if self.comment else self.key

    @property
    def prefix_slip(self) -> Span | None:
        """What was meant for `OpType::` and makes the line a node name.

        Byte order marks are another matter.
        """
        found = None if self.is_type else _PREFIX_SLIP.match(self.name)
        if found is None or self.is_type_without_marks:
            return None
        return Span(self.key.start, self.key.start + found.end())

    @property
    def is_type_without_marks(self) -> bool:
        """Whether only a byte order mark keeps the line from being an operator type."""
        return self.marks.start < self.marks.end and self.name.lstrip(
            BYTE_ORDER_MARK + C_BLANKS
        ).startswith(TYPE_PREFIX)


def parse(source: Source) -> Iterator[KeptLine]:
    """The lines of a file."""
    text, parts_of = source.text, recogniser("keep_dtype").parts
    for line in source.lines():
        _, start, end = line
        parts = parts_of(text[start:end].rstrip(C_BLANKS))
        if parts is None:
            yield _as_read(text, line)
            continue
        is_type = "TYPE_PREFIX" in parts
        at, name = parts["OP_TYPE" if is_type else "NODE_NAME"]
        yield KeptLine(line, is_type, start + at, name, True)


def _as_read(text: str, line: tuple[int, int, int]) -> KeptLine:
    """A line outside the grammar: trimmed, then read by its beginning (options.md 3.1)."""
    key = trimmed(text, line[1], line[2], C_BLANKS)
    is_type = text.startswith(TYPE_PREFIX, key.start, key.end)
    if is_type:
        key = Span(key.start + len(TYPE_PREFIX), key.end)
    return KeptLine(line, is_type, key.start, text[key.start : key.end], line[1] == line[2])
