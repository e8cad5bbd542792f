"""The lines of an op_precision_mode ini file (grammars/op_precision.lark)."""

from __future__ import annotations

from functools import lru_cache

from cannlint.syntax.tokens import recogniser
from cannlint.text.source import C_BLANKS
from cannlint.text.span import Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.text.source import Source

_recogniser = lru_cache(maxsize=None)(recogniser)
_ALTERNATIVES = (("COMMENT",), ("SECTION",), ("KEY", "EQUALS", "MODE"))


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

    def parts(self) -> tuple[object, ...]:
        """Everything about the line, for comparison."""
        return tuple(getattr(self, name) for name in self.__slots__)


def parse(source: Source, fast: bool = True) -> Iterator[IniLine]:
    """The lines of a file; `fast=False` has Lark recognise each, with the same result."""
    recognise = _recogniser("op_precision", _ALTERNATIVES, fast)
    for line in source.lines():
        content = source.text[line[1] : line[2]].rstrip(C_BLANKS)
        tokens = recognise(content)
        node = IniLine(line, content, tokens is not None or not content)
        if tokens is None:
            _split(source.text, node)
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
