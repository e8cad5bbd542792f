"""The lines of a customize_dtypes file (grammars/customize_dtypes.lark)."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from cannlint.syntax.grammar import parser, terminals
from cannlint.text.source import C_BLANKS
from cannlint.text.span import BITS, Line, Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lark import Token, Tree

    from cannlint.text.source import Source

TYPE_PREFIX = "OpType::"
INPUT_KEYWORD = "InputDtype"
OUTPUT_KEYWORD = "OutputDtype"

LINE_BUFFER = 1024
"""Bytes of CANN's line buffer: a line of so many or more, without its line feed, ends the
reading without an error."""


class Shape:
    """What an entry says, with places that count from the start of its line.

    `name` is the operator type (`is_type`) or node name as CANN stores it; `inputs` and
    `outputs` are the texts of the lists, None where the line has no such keyword.
    """

    __slots__ = (
        "gap_end",
        "inputs",
        "inputs_start",
        "is_type",
        "key_start",
        "name",
        "outputs",
        "outputs_start",
    )

    def __init__(
        self,
        is_type: bool,
        key: tuple[int, str],
        gap_end: int,
        inputs: tuple[int, str | None],
        outputs: tuple[int, str | None],
    ) -> None:
        self.is_type = is_type
        self.key_start, self.name = key
        self.gap_end = gap_end
        self.inputs_start, self.inputs = inputs
        self.outputs_start, self.outputs = outputs

    def parts(self) -> tuple[object, ...]:
        """Everything about the shape, for comparison."""
        return tuple(getattr(self, name) for name in self.__slots__)


class DtypeEntry(Line):
    """One entry of a file: a line, and what it says; lines with one text may share a shape.

    The text between key and keyword, normally one or two colons, is `gap`.
    """

    __slots__ = ("shape",)

    def __init__(self, line: tuple[int, int, int], shape: Shape) -> None:
        self.number, start, end = line
        self._place = start << BITS | end
        self.shape = shape

    @property
    def is_type(self) -> bool:
        """Whether it is for an operator type, not for a node."""
        return self.shape.is_type

    @property
    def name(self) -> str:
        """The operator type or node name as CANN stores it."""
        return self.shape.name

    @property
    def inputs(self) -> str | None:
        """The text of the input list."""
        return self.shape.inputs

    @property
    def outputs(self) -> str | None:
        """The text of the output list."""
        return self.shape.outputs

    @property
    def key(self) -> Span:
        """The operator type or node name."""
        start = self.start + self.shape.key_start
        return Span(start, start + len(self.name))

    @property
    def gap(self) -> Span:
        """What stands between the key and the first keyword."""
        return Span(self.key.end, self.start + self.shape.gap_end)

    @property
    def inputs_span(self) -> Span:
        """The input list; empty where there is none."""
        start = self.start + self.shape.inputs_start
        return Span(start, start + len(self.inputs or ""))

    @property
    def outputs_span(self) -> Span:
        """The output list; empty where there is none."""
        start = self.start + self.shape.outputs_start
        return Span(start, start + len(self.outputs or ""))

    def parts(self) -> tuple[object, ...]:
        """Everything about the entry, for comparison."""
        return (self.number, self.start, self.end, *self.shape.parts())


class OtherLine(Line):
    """A line that is not a well-formed entry, or that does not fit CANN's buffer."""

    __slots__ = ()


def parse(source: Source, fast: bool = True) -> Iterator[DtypeEntry | OtherLine]:
    """The lines of a file; `fast=False` has Lark recognise each entry, with the same result."""
    return parse_lines(source.text, source.lines(), fast)


def parse_lines(
    text: str, lines: Iterable[tuple[int, int, int]], fast: bool = True
) -> Iterator[DtypeEntry | OtherLine]:
    """Some lines of a text, each (number, start, end)."""
    recognise: Callable[[str], Shape | None] = _by_pattern if fast else _by_lark
    for line in lines:
        fits = line[2] - line[1] < LINE_BUFFER
        shape = recognise(text[line[1] : line[2]].rstrip(C_BLANKS)) if fits else None
        yield OtherLine(line) if shape is None else DtypeEntry(line, shape)


def items(text: str, span: Span) -> list[Span]:
    """The items of a list, each without its blanks; an empty item has an empty span.

    An empty text has no items, one comma has two (resolution.md 3.1).
    """
    if span.start == span.end:
        return []
    found, start = [], span.start
    while True:
        end = text.find(",", start, span.end)
        stop = end if end >= 0 else span.end
        found.append(trimmed(text, start, stop, C_BLANKS))
        if end < 0:
            return found
        start = end + 1


@cache
def line_pattern() -> re.Pattern[str]:
    """The grammar's `line`, composed of its terminals."""
    t = terminals("customize_dtypes")
    slots = rf"(?:{t['DTYPE']})?(?:{t['COMMA']}(?:{t['DTYPE']})?)*"
    return re.compile(
        rf"(?:{t['TYPE_PREFIX']}({t['OP_TYPE']})|({t['NODE_NAME']}))"
        rf"({t['COLONS']})"
        rf"(?={INPUT_KEYWORD}|{OUTPUT_KEYWORD})"
        rf"({t['INPUT']}{slots})?"
        rf"({t['OUTPUT']}{slots})?"
    )


def _by_pattern(content: str) -> Shape | None:
    match = line_pattern().fullmatch(content)
    if match is None:
        return None
    op_type, name, _, inputs, outputs = match.groups()
    is_type = op_type is not None
    return Shape(
        is_type,
        (match.start(1 if is_type else 2), op_type if is_type else name),
        match.end(3),
        _list(match.start(4), inputs, INPUT_KEYWORD),
        _list(match.start(5), outputs, OUTPUT_KEYWORD),
    )


def _by_lark(content: str) -> Shape | None:
    from lark import Token
    from lark.exceptions import UnexpectedInput

    try:
        tree = parser("customize_dtypes").parse(content)
    except UnexpectedInput:
        return None
    tokens = [child for child in tree.children if isinstance(child, Token)]
    key, colons = tokens[-2:]
    inputs, outputs = (_part(tree, name, content) for name in ("inputs", "outputs"))
    return Shape(
        tokens[0].type == "TYPE_PREFIX",
        (key.start_pos or 0, str(key)),
        colons.end_pos or 0,
        _list(*inputs, INPUT_KEYWORD),
        _list(*outputs, OUTPUT_KEYWORD),
    )


def _part(tree: Tree[Token], name: str, content: str) -> tuple[int, str | None]:
    """A keyword with its list as (start, text); text None where there is none."""
    for found in tree.find_data(name):
        tokens = list(found.scan_values(bool))
        start = tokens[0].start_pos or 0
        return start, content[start : max(token.end_pos or 0 for token in tokens)]
    return 0, None


def _list(start: int, part: str | None, keyword: str) -> tuple[int, str | None]:
    """The list behind a keyword, from the character after the separator, as CANN takes it."""
    if part is None:
        return 0, None
    skipped = len(keyword) + 1
    return start + skipped, _same(part[skipped:])


@lru_cache(maxsize=4096)
def _same(text: str) -> str:
    """The same object for the same list of dtypes: most entries of a file have one of a few."""
    return text
