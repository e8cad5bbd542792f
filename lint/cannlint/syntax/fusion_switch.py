"""The lines of the text form of a fusion switch file (grammars/fusion_switch.lark)."""

from __future__ import annotations

from cannlint.syntax.grammar import grammar, recogniser
from cannlint.syntax.sides import SidedLine
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.text.source import Source

_GRAMMAR = grammar("fusion_switch")
_COLON = _GRAMMAR.literal("COLON")
ON = _GRAMMAR.literal("ON")
OFF = _GRAMMAR.literal("OFF")


class SwitchLine(SidedLine):
    """A line of the text form; its sides are those of the first colon."""

    __slots__ = ()

    @property
    def switch(self) -> str:
        """What stands behind the colon."""
        return self.setting

    @property
    def is_skipped(self) -> bool:
        """Whether CANN passes over the line: a carriage return already makes it count."""
        return self.start == self.end


def parse(source: Source) -> Iterator[SwitchLine]:
    """The lines of a file."""
    parts_of = recogniser("fusion_switch").parts
    for line in source.lines():
        _, start, end = line
        content = source.text[start:end]
        parts = parts_of(content.rstrip(C_BLANKS)) if content else None
        node = SwitchLine(line, parts is not None or start == end)
        if parts is None:
            node.split(content, _COLON)
        else:
            node.set_sides(parts["NAME"], parts["SWITCH"])
        yield node
