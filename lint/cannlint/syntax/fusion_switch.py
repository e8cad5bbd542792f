"""The lines of the text form of a fusion switch file (grammars/fusion_switch.lark)."""

from __future__ import annotations

from cannlint.syntax.grammar import grammar, line_reader
from cannlint.syntax.sides import SidedLine
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.text.source import Source

_GRAMMAR = grammar("fusion_switch")
ON = _GRAMMAR.literal("IS_ON")
OFF = _GRAMMAR.literal("IS_OFF")
_SIDES = ("NAME", "COLON", ("ON", "OFF"))


class SwitchLine(SidedLine):
    """A line of the text form; its sides are those of the first colon."""

    __slots__ = ()

    @property
    def switch(self) -> str:
        """What stands behind the colon."""
        return self.setting

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing but blanks on the line, which CANN refuses."""
        return self.alternative == "blank"

    @property
    def is_comment(self) -> bool:
        """Whether the line is a comment to a person; to CANN it is one like any other."""
        return self.alternative == "remark" or "SIGN" in self.terminals

    @property
    def is_remark(self) -> bool:
        """Whether a person would say that the line has no meaning."""
        return self.is_blank or self.is_comment

    @property
    def wrong_sign(self) -> Span | None:
        """What stands between a name and a switch in place of the colon."""
        return self.span_of("WRONG_SIGN")


def parse(source: Source) -> Iterator[SwitchLine]:
    """The lines of a file."""
    read = line_reader("fusion_switch").read
    for line in source.lines():
        alternative, terminals = read(source.text[line[1] : line[2]])
        yield SwitchLine(source.text, line, alternative, terminals, _SIDES)
