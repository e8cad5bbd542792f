"""The lines of the text form of a fusion switch file (grammars/fusion_switch.lark)."""

from __future__ import annotations

from functools import lru_cache

from cannlint.syntax.sides import SidedLine
from cannlint.syntax.tokens import recogniser
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.text.source import Source

_recogniser = lru_cache(maxsize=None)(recogniser)
_ALTERNATIVES = (("NAME", "COLON", "SWITCH"),)


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


def parse(source: Source, fast: bool = True) -> Iterator[SwitchLine]:
    """The lines of a file; `fast=False` has Lark recognise each, with the same result."""
    recognise = _recogniser("fusion_switch", _ALTERNATIVES, fast)
    for line in source.lines():
        _, start, end = line
        content = source.text[start:end]
        tokens = recognise(content.rstrip(C_BLANKS)) if content else None
        node = SwitchLine(line, tokens is not None or start == end)
        if tokens is None:
            node.split(content, ":")
        else:
            node.set_sides(tokens["NAME"], tokens["SWITCH"])
        yield node
