"""The lines of a customize_dtypes file (grammars/customize_dtypes.lark)."""

from __future__ import annotations

from functools import lru_cache

from cannlint.syntax.grammar import grammar, recogniser
from cannlint.text.source import C_BLANKS
from cannlint.text.span import BITS, Line, Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.syntax.grammar import Recogniser
    from cannlint.text.source import Source

_GRAMMAR = grammar("customize_dtypes")
TYPE_PREFIX = _GRAMMAR.literal("TYPE_PREFIX")
INPUT_KEYWORD = _GRAMMAR.literal("INPUT_KEYWORD")
OUTPUT_KEYWORD = _GRAMMAR.literal("OUTPUT_KEYWORD")

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


def parse(source: Source) -> Iterator[DtypeEntry | OtherLine]:
    """The lines of a file."""
    return parse_lines(source.text, source.lines())


def parse_lines(
    text: str, lines: Iterable[tuple[int, int, int]]
) -> Iterator[DtypeEntry | OtherLine]:
    """Some lines of a text, each (number, start, end)."""
    entry = recogniser("customize_dtypes")
    for line in lines:
        fits = line[2] - line[1] < LINE_BUFFER
        shape = _shape(entry, text[line[1] : line[2]].rstrip(C_BLANKS)) if fits else None
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


def _shape(recogniser: Recogniser, content: str) -> Shape | None:
    """What a line says, None where the grammar does not have it."""
    match = recogniser.match(content)
    if match is None:
        return None
    places, groups = match.regs, recogniser.groups
    op_type, node_name = places[groups["OP_TYPE"][0]], places[groups["NODE_NAME"][0]]
    start, end = op_type if op_type[0] >= 0 else node_name
    return Shape(
        op_type[0] >= 0,
        (start, content[start:end]),
        places[groups["COLONS"][0]][1],
        _list(content, places, groups["INPUT"], groups["inputs"]),
        _list(content, places, groups["OUTPUT"], groups["outputs"]),
    )


def _list(
    content: str,
    places: tuple[tuple[int, int], ...],
    keyword: tuple[int, ...],
    whole: tuple[int, ...],
) -> tuple[int, str | None]:
    """Where a list begins behind its keyword, and its text; None where the line has no such list.

    The grammar has lists in several places: `keyword` and `whole` are their groups there.
    """
    for keyword_group, group in zip(keyword, whole, strict=True):
        start = places[keyword_group][1]
        if start >= 0:
            return start, _same(content[start : places[group][1]])
    return 0, None


@lru_cache(maxsize=4096)
def _same(text: str) -> str:
    """The same object for the same list of dtypes: most entries of a file have one of a few."""
    return text
