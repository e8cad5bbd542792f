"""A script, or some of its blocks, as the front ends read it: its tree, and the way to the file."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right

from cannlint.jobs.jobs_reading import PYTHON_2, SYNTAX, TOO_LONG, Unparsed
from cannlint.jobs.python.syntax import MOST_WORDS, expressions, parsed
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.python.blocks import Block
    from cannlint.text.source import Source

    Located = ast.expr | ast.stmt | ast.keyword

_PYTHON_2 = re.compile(
    r"\s*(?:print\s+[^\s(=]|print\s*>>|exec\s+[\"']|raise\s+\w+\s*,|except\s+[\w.]+\s*,\s*\w+\s*:"
    r"|except\s*\([\w., ]+\)\s*,)"
)
"""A statement that Python 3 does not have."""
_LITERAL = re.compile(r"[bBrRuU]{0,2}('''|\"\"\"|'|\")(.*)\1", re.DOTALL)


class Script:
    """Some blocks of a script, or all: `tree`, and the way from its nodes to the file.

    `ast` counts lines at every kind of line end, and columns in bytes of UTF-8; a Source counts
    code points.
    """

    __slots__ = ("_blocks", "_lines", "source", "tree")

    def __init__(self, source: Source, blocks: Sequence[Block]) -> None:
        self.source = source
        self._blocks = blocks
        self._lines = [block.line for block in blocks]
        self.tree = ast.Module([node for block in blocks for node in _nodes(block)], [])

    def has(self, word: str) -> bool:
        """Whether a word stands in it anywhere."""
        return any(word in block.text for block in self._blocks)

    def span(self, node: Located) -> Span:
        """Where a node stands."""
        start = self._offset(node.lineno, node.col_offset)
        end = self._offset(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
        return Span(start, max(start, end))

    def value_span(self, node: ast.expr, value: object) -> Span:
        """Where a value is written: a plain string without its quotes, else the expression.

        So what stands there can be replaced as long as it is the value itself.
        """
        span = self.span(node)
        for literal in _literals(node):
            inner = _without_quotes(self.source.slice(self.span(literal)))
            if inner is not None and inner[1] == _as_text(value):
                start = self.span(literal).start + inner[0]
                return Span(start, start + len(inner[1]))
        return span

    def _offset(self, line: int, column: int) -> int:
        block = self._blocks[bisect_right(self._lines, line) - 1]
        start, text = block.line_at(line)
        if text.isascii():
            return start + min(column, len(text))
        return start + len(text.encode()[:column].decode("utf-8", "ignore"))


def _nodes(block: Block) -> list[ast.stmt]:
    """The statements of a block; their lines are those of the script."""
    if block.nodes is not None:
        return block.nodes
    return parsed(block.text, block.line).body


def unparsed_at(source: Source, line: int) -> Unparsed:
    """Where a script has an error, and whether that is a statement of Python 2."""
    line = min(max(line, 1), source.line_count)
    span = Span(*source.line_span(line))
    is_old = any(_PYTHON_2.match(text) for text in source.text.split("\n")[line - 1 :][:1])
    return Unparsed(span, PYTHON_2 if is_old else SYNTAX)


def too_long(source: Source) -> Unparsed:
    """A script that has more words than are read."""
    return Unparsed.of_all(source, TOO_LONG, MOST_WORDS)


def _literals(node: ast.expr) -> Iterator[ast.expr]:
    return (
        part
        for part in expressions(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str | bytes)
    )


def _without_quotes(text: str) -> tuple[int, str] | None:
    """Offset and text between the quotes of a literal."""
    match = _LITERAL.fullmatch(text)
    return (match.start(2), match[2]) if match else None


def _as_text(value: object) -> object:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
