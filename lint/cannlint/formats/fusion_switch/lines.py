"""The lines of the text form of a fusion switch file (grammars/fusion_switch.lark)."""

from __future__ import annotations

from enum import Enum

from cannlint.language import Phrase
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
_REMARKS = {"REMARK", "REMARK_NAME", "BAD_REMARK"}
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
        return not _REMARKS.isdisjoint(self.terminals)

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


class Fate(Enum):
    """What CANN does with a line of the text form."""

    KEPT = "counts"
    SKIPPED = "nothing"
    NAMELESS = Phrase("no name before the colon")
    NO_COLON = Phrase("no colon")
    BAD_VALUE = Phrase("neither on nor off")
    DUPLICATE = Phrase("the pass has a line already")


class Record:
    """What became of one line of the text form; `first` is the line it repeats."""

    __slots__ = ("fate", "first", "line")

    def __init__(self, line: SwitchLine, fate: Fate) -> None:
        self.line = line
        self.fate = fate
        self.first: Record | None = None


FATES = {
    "empty": Fate.SKIPPED,
    "entry": Fate.KEPT,
    "odd_entry": Fate.KEPT,
    "nameless": Fate.NAMELESS,
    "bad_switch": Fate.BAD_VALUE,
    "blank": Fate.NO_COLON,
    "remark": Fate.NO_COLON,
    "wrong_sign": Fate.NO_COLON,
    "words": Fate.NO_COLON,
}
"""What CANN does with an alternative of the grammar that repeats none."""

REFUSED = (Fate.NO_COLON, Fate.BAD_VALUE, Fate.DUPLICATE)
"""The fates of a line for which CANN refuses the file."""


def is_refused(source: Source) -> bool:
    """Whether CANN refuses a line of a file, whatever the others are."""
    return any(FATES[line.alternative] in REFUSED for line in parse(source))
