"""The lines of a keep_dtype file (grammars/keep_dtype.lark)."""

from __future__ import annotations

from cannlint.syntax.grammar import grammar, line_reader
from cannlint.text.span import BITS, Line, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.syntax.grammar import Parts
    from cannlint.text.source import Source

_GRAMMAR = grammar("keep_dtype")
TYPE_PREFIX = _GRAMMAR.literal("TYPE_PREFIX")
PASCAL_CASE = _GRAMMAR.terminal("PASCAL_CASE")
"""A regular expression: an operator type in PascalCase."""

_NONE: Parts = {}


class KeptLine(Line):
    """A line of the file: an operator type (`is_type`) or a node name.

    `alternative` is what the line is by its grammar, `terminals` has the terminals of an odd line.
    `name` and its span `key` are what CANN compares with, which for a type is the text after
    `OpType::` and may begin with blanks. An empty line has an empty name.
    """

    __slots__ = ("_key_at", "alternative", "is_type", "name", "terminals")

    def __init__(
        self, text: str, line: tuple[int, int, int], alternative: str, terminals: Parts
    ) -> None:
        self.number, start, end = line
        self._place = start << BITS | end
        self.alternative = alternative
        self.terminals = _NONE
        self.is_type = "TYPE_PREFIX" in terminals
        if alternative == "node":
            self._key_at, self.name = terminals["NODE_NAME"]
        elif alternative == "type":
            self._key_at, self.name = terminals["OP_TYPE"]
        else:
            self.terminals = terminals
            ends = [at + len(token) for at, token in terminals.values()]
            last = max(ends, default=end - start)
            starts = [at for at, _ in terminals.values()]
            if self.is_type:
                at, prefix = terminals["TYPE_PREFIX"]
                starts = [at + len(prefix)]
            self._key_at = min(starts, default=last)
            self.name = text[start + self._key_at : start + last]

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
        return self.alternative == "skipped"

    @property
    def marks(self) -> Span:
        """The byte order marks that the name of a node begins with."""
        return self._span("MARKS") or Span(self.key.start, self.key.start)

    @property
    def comment(self) -> Span | None:
        """What is a comment to a person, with the blanks before it."""
        return self.key if "REMARK" in self.terminals else self._span("COMMENT")

    @property
    def body(self) -> Span:
        """The name without a comment."""
        return Span(self.key.start, self.comment.start) if self.comment else self.key

    @property
    def prefix_slip(self) -> Span | None:
        """What was meant for `OpType::` and makes the line a node name.

        Byte order marks are another matter.
        """
        return self._span("SLIP")

    @property
    def is_type_without_marks(self) -> bool:
        """Whether only a byte order mark keeps the line from being an operator type."""
        return "LATE_PREFIX" in self.terminals

    def _span(self, terminal: str) -> Span | None:
        if terminal not in self.terminals:
            return None
        at, text = self.terminals[terminal]
        return Span(self.start + at, self.start + at + len(text))


def parse(source: Source) -> Iterator[KeptLine]:
    """The lines of a file."""
    text = source.text
    read = line_reader("keep_dtype").read
    for line in source.lines():
        yield KeptLine(text, line, *read(text[line[1] : line[2]]))
