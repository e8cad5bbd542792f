"""The lines of a keep_dtype file (grammars/keep_dtype.lark)."""

from __future__ import annotations

from functools import lru_cache

from cannlint.syntax.tokens import recogniser
from cannlint.text.source import C_BLANKS
from cannlint.text.span import Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.text.source import Source

TYPE_PREFIX = "OpType::"

_recogniser = lru_cache(maxsize=None)(recogniser)
_ALTERNATIVES = (("TYPE_PREFIX", "OP_TYPE"), ("NODE_NAME",))


class KeptLine:
    """A line of the file: an operator type (`is_type`) or a node name.

    `name` and its span `key` are what CANN compares with, which for a type is the text after
    `OpType::` and may begin with blanks. An empty line has an empty name.
    """

    __slots__ = ("end", "is_type", "key", "name", "number", "start", "well_formed")

    def __init__(
        self, line: tuple[int, int, int], is_type: bool, key: Span, name: str, well_formed: bool
    ) -> None:
        self.number, self.start, self.end = line
        self.is_type = is_type
        self.key = key
        self.name = name
        self.well_formed = well_formed

    @property
    def line(self) -> Span:
        """The whole line, without its line feed."""
        return Span(self.start, self.end)

    @property
    def is_skipped(self) -> bool:
        """Whether CANN passes over the line: only a line with nothing in it, not even blanks."""
        return self.start == self.end

    def parts(self) -> tuple[object, ...]:
        """Everything about the line, for comparison."""
        return tuple(getattr(self, name) for name in self.__slots__)


def parse(source: Source, fast: bool = True) -> Iterator[KeptLine]:
    """The lines of a file; `fast=False` has Lark recognise each, with the same result."""
    recognise = _recogniser("keep_dtype", _ALTERNATIVES, fast)
    for line in source.lines():
        _, start, end = line
        tokens = recognise(source.text[start:end].rstrip(C_BLANKS))
        if tokens is None:
            yield _as_read(source.text, line)
            continue
        is_type = "TYPE_PREFIX" in tokens
        at, name = tokens["OP_TYPE" if is_type else "NODE_NAME"]
        key = Span(start + at, start + at + len(name))
        yield KeptLine(line, is_type, key, name, True)


def _as_read(text: str, line: tuple[int, int, int]) -> KeptLine:
    """A line outside the grammar: trimmed, then taken by its beginning (options.md 3.1)."""
    key = trimmed(text, line[1], line[2], C_BLANKS)
    is_type = text.startswith(TYPE_PREFIX, key.start, key.end)
    if is_type:
        key = Span(key.start + len(TYPE_PREFIX), key.end)
    return KeptLine(line, is_type, key, text[key.start : key.end], line[1] == line[2])
