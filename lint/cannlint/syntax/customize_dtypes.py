"""The lines of a customize_dtypes file (grammars/customize_dtypes.lark)."""

from __future__ import annotations

from functools import cache, lru_cache

from cannlint.syntax.grammar import grammar, recogniser
from cannlint.text.source import C_BLANKS
from cannlint.text.span import BITS, Line, Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterator

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
    text, shape_of = source.text, _shape_reader()
    for line in source.lines():
        fits = line[2] - line[1] < LINE_BUFFER
        shape = shape_of(text[line[1] : line[2]].rstrip(C_BLANKS)) if fits else None
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
def _shape_reader() -> Callable[[str], Shape | None]:
    """A function from a line to what it says; None where the grammar does not have the line."""
    entry = recogniser("customize_dtypes", parts=("OP_TYPE", "NODE_NAME", "COLONS", *_LISTS))
    matched, groups = entry.match, entry.groups
    [op_type], [node_name], [colons] = (groups[name] for name in ("OP_TYPE", "NODE_NAME", "COLONS"))
    inputs, outputs = ((groups[name], len(_GRAMMAR.literal(_LISTS[name]))) for name in _LISTS)

    def shape_of(content: str) -> Shape | None:
        match = matched(content)
        if match is None:
            return None
        is_type = match[op_type] is not None
        key = op_type if is_type else node_name
        return Shape(
            is_type,
            (match.start(key), match[key]),
            match.end(colons),
            _list(match, *inputs),
            _list(match, *outputs),
        )

    return shape_of


_LISTS = {"inputs": "INPUT", "outputs": "OUTPUT"}
"""The rule of each list, and the terminal that it begins with."""


def _list(match: re.Match[str], groups: tuple[int, ...], skipped: int) -> tuple[int, str | None]:
    """Where a list begins behind its keyword, and its text; None where the line has no such list.

    `groups` are for the places where the grammar has the list.
    """
    for group in groups:
        whole = match[group]
        if whole is not None:
            return match.start(group) + skipped, _same(whole[skipped:])
    return 0, None


@lru_cache(maxsize=4096)
def _same(text: str) -> str:
    """The same object for the same list of dtypes: most entries of a file have one of a few."""
    return text
