"""The lines of the text form of a fusion switch file (grammars/fusion_switch.lark)."""

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
_ALTERNATIVES = (("NAME", "COLON", "SWITCH"),)


class SwitchLine:
    """A line of the text form.

    With a colon, `key` and `value` are the spans of its sides without blanks and `name` and
    `switch` their texts; without one `key` and `value` are None.
    """

    __slots__ = ("end", "key", "name", "number", "start", "switch", "value", "well_formed")

    def __init__(self, line: tuple[int, int, int], well_formed: bool) -> None:
        self.number, self.start, self.end = line
        self.well_formed = well_formed
        self.key: Span | None = None
        self.value: Span | None = None
        self.name = self.switch = ""

    @property
    def line(self) -> Span:
        """The whole line, without its line feed."""
        return Span(self.start, self.end)

    @property
    def is_skipped(self) -> bool:
        """Whether CANN passes over the line: a carriage return already makes it count."""
        return self.start == self.end

    def parts(self) -> tuple[object, ...]:
        """Everything about the line, for comparison."""
        return tuple(getattr(self, name) for name in self.__slots__)


def parse(source: Source, fast: bool = True) -> Iterator[SwitchLine]:
    """The lines of a file; `fast=False` has Lark recognise each, with the same result."""
    recognise = _recogniser("fusion_switch", _ALTERNATIVES, fast)
    for line in source.lines():
        _, start, end = line
        tokens = recognise(source.text[start:end].rstrip(C_BLANKS))
        node = SwitchLine(line, tokens is not None or start == end)
        if tokens is None:
            _split(source.text, node)
        else:
            (at, node.name), (switch_at, node.switch) = tokens["NAME"], tokens["SWITCH"]
            node.key = Span(start + at, start + at + len(node.name))
            node.value = Span(start + switch_at, start + switch_at + len(node.switch))
        yield node


def _split(text: str, node: SwitchLine) -> None:
    """Both sides of the first colon of a line that is not well-formed."""
    colon = text.find(":", node.start, node.end)
    if colon >= 0:
        node.key = trimmed(text, node.start, colon, C_BLANKS)
        node.value = trimmed(text, colon + 1, node.end, C_BLANKS)
        node.name = text[node.key.start : node.key.end]
        node.switch = text[node.value.start : node.value.end]
