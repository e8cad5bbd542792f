"""The lines of a customize_dtypes file (grammars/customize_dtypes.lark)."""

from __future__ import annotations

from functools import cache, lru_cache

from cannlint.syntax.grammar import grammar, parsed, recogniser
from cannlint.text.span import BITS, Line, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from cannlint.syntax.grammar import Parts
    from cannlint.text.source import Source

_NAME = "customize_dtypes"
_GRAMMAR = grammar(_NAME)
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


class OddLine(Line):
    """A line with something odd in it: what CANN makes of its key, and of its lists.

    `key_sort` and `lists_sort` are the alternatives of the grammar, `key` and `lists` their
    terminals.
    """

    __slots__ = ("key", "key_sort", "lists", "lists_sort")

    def __init__(self, line: tuple[int, int, int], text: str) -> None:
        super().__init__(line)
        of_key, of_lists = parsed(_NAME, text, "key", "lists")
        self.key_sort, self.key = of_key
        self.lists_sort, self.lists = of_lists

    @property
    def body(self) -> Span:
        """What CANN takes apart: without `OpType::`, blanks around it, and what it does not see."""
        end = self.start + self.key.get("UNREAD", (self.end - self.start, ""))[0]
        starts = (at for name, (at, _) in self.key.items() if name not in ("UNREAD", "TYPE_PREFIX"))
        return Span(min((self.start + at for at in starts), default=end), end)

    @property
    def colon(self) -> int | None:
        """The offset of the first colon behind `OpType::`."""
        places = (self.key[name][0] for name in _COLONS if name in self.key)
        return next((self.start + at for at in places), None)

    @property
    def is_comment(self) -> bool:
        """Whether a person would take the line for a comment."""
        return "SIGN" in self.key and "TYPE_PREFIX" not in self.key

    def key_span(self, terminal: str) -> Span | None:
        """Where a terminal of the key stands."""
        return self._span(self.key, terminal)

    def lists_span(self, terminal: str) -> Span | None:
        """Where a terminal of the lists stands."""
        return self._span(self.lists, terminal)

    def _span(self, parts: Parts, terminal: str) -> Span | None:
        if terminal not in parts:
            return None
        at, text = parts[terminal]
        return Span(self.start + at, self.start + at + len(text))

    def entry(self, text: str) -> DtypeEntry:
        """The key and the lists, in the text of the file; without a colon the name is empty."""
        body, start = self.body, self.start
        colon = self.colon if self.colon is not None else body.start
        gap_end = colon - start
        if "KEYWORD" not in self.key and "TAIL" in self.key:
            gap_end = self.key["TAIL"][0]
        key = (body.start - start, text[body.start : colon])
        shape = Shape("TYPE_PREFIX" in self.key, key, gap_end, *_lists_of(self.lists))
        return DtypeEntry((self.number, self.start, self.end), shape)


def _lists_of(parts: Parts) -> tuple[tuple[int, str | None], tuple[int, str | None]]:
    """Where the inputs and the outputs begin, and their texts."""
    if "SWALLOWED" in parts:  # the inputs run to the end of the line, over the outputs
        at, begun = parts["SWALLOWED"]
        outputs = parts.get("OUT_LIST", (0, ""))[1]
        return (at, begun + outputs), (at + len(begun), outputs)
    if "OUTPUT_FIRST" in parts:
        behind, between = ("LATE_INPUT", "OUT_LIST"), ("OUTPUT_FIRST", "FIRST_LIST")
        return _list_of(parts, *behind), _list_of(parts, *between)
    outputs_by = "OUTPUT" if "OUTPUT" in parts else "ONLY_OUTPUT"
    return _list_of(parts, "INPUT", "IN_LIST"), _list_of(parts, outputs_by, "OUT_LIST")


def _list_of(parts: Parts, keyword: str, items: str) -> tuple[int, str | None]:
    if keyword not in parts:
        return 0, None
    at, text = parts[keyword]
    return at + len(text), parts.get(items, (0, ""))[1]


class CutLine(Line):
    """The line that does not fit CANN's buffer and ends the file for it."""

    __slots__ = ()


def parse(source: Source) -> Iterator[DtypeEntry | OddLine | CutLine]:
    """The lines of a file, up to the first that CANN cuts."""
    text = source.text
    for line in source.lines():
        _, start, end = line
        if _overflows(text, start, end):
            yield CutLine(line)
            return
        shape = _shape_of(text[start:end])
        yield OddLine(line, text[start:end]) if shape is None else DtypeEntry(line, shape)


def _overflows(text: str, start: int, end: int) -> bool:
    if (end - start) * 4 < LINE_BUFFER:
        return False
    return len(text[start:end].encode("utf-8", "surrogateescape")) >= LINE_BUFFER


def items(text: str, span: Span) -> list[Span]:
    """The items of a list, each without its blanks; an empty item has an empty span."""
    places = item_places(text[span.start : span.end])
    return [Span(span.start + start, span.start + end) for start, end in places]


@lru_cache(maxsize=4096)
def item_places(text: str) -> tuple[tuple[int, int], ...]:
    """Where each item of the text of a list begins and ends.

    An empty text has no items, one comma has two.
    """
    if not text:
        return ()
    found, item = [], None
    for token in _item_tokens().finditer(text):
        if token.lastgroup == "DTYPE":
            item = token.span()
        elif token.lastgroup == "COMMA":
            found.append(item or (token.start(), token.start()))
            item = None
    return (*found, item or (len(text), len(text)))


@cache
def _item_tokens() -> re.Pattern[str]:
    return _GRAMMAR.tokens("dtypes")


def _shape_of(content: str) -> Shape | None:
    """What a line says; None where something is odd in it."""
    parts = recogniser(_NAME, "clean").parts(content)
    if parts is None:
        return None
    colons_at, colons = parts["COLONS"]
    return Shape("TYPE_PREFIX" in parts, parts["NAME"], colons_at + len(colons), *_lists_of(parts))


_COLONS = ("COLON", "FIRST_COLON")


@lru_cache(maxsize=4096)
def _same(text: str) -> str:
    """The same object for the same list of dtypes: most entries of a file have one of a few."""
    return text
