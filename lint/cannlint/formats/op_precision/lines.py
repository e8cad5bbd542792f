"""The lines of an op_precision_mode ini file (grammars/op_precision.lark)."""

from __future__ import annotations

from cannlint.syntax.grammar import grammar, line_reader
from cannlint.syntax.sides import SidedLine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.syntax.grammar import Parts
    from cannlint.text.source import Source

    Named = tuple[str, str]

_GRAMMAR = grammar("op_precision")
BY_TYPE, BY_NAME = _GRAMMAR.literal("BY_TYPE"), _GRAMMAR.literal("BY_NAME")
SECTIONS = (BY_TYPE, BY_NAME)
"""The two section headers, exactly so."""

_SIDES = ("KEY", "EQUALS", ("MODE",))
_SIGNS = ("SIGN", "HALF_SIGN")
_HEADERS = ("HEADER_KEY", "HEADER_HALF", "TITLE")


class IniLine(SidedLine):
    """A line of the file: an entry has two sides, any other line has none."""

    __slots__ = ("source",)

    def __init__(
        self, source: Source, line: tuple[int, int, int], alternative: str, terminals: Parts
    ) -> None:
        super().__init__(source.text, line, alternative, terminals, _SIDES)
        self.source = source

    @property
    def mode(self) -> str:
        """What an entry sets."""
        return self.setting

    @property
    def content(self) -> str:
        """The text without the blanks around it."""
        return self.source.slice(self.stripped)

    @property
    def bare(self) -> str:
        """The line without the blanks around it and without byte order marks before it."""
        return self.source.slice(self.visible)

    @property
    def comment_mark(self) -> str:
        """The sign that makes an entry a comment to a person, though not to CANN, or ""."""
        return next((self.terminals[sign][1] for sign in _SIGNS if sign in self.terminals), "")

    @property
    def has_only_marks(self) -> bool:
        """Whether nothing but byte order marks is before the `=`."""
        return "ONLY_MARKS" in self.terminals

    @property
    def is_header_like(self) -> bool:
        """Whether a line that is no section is the header of one to a person."""
        is_header = self.alternative in ("header", "marked_section")
        return is_header or any(terminal in self.terminals for terminal in _HEADERS)

    @property
    def stray_entry(self) -> Named | None:
        """The name and mode of a line that has all of an entry but the `=`."""
        if self.alternative != "stray_entry":
            return None
        return self.terminals["STRAY_NAME"][1], self.terminals["STRAY_MODE"][1]


def parse(source: Source) -> Iterator[IniLine]:
    """The lines of a file."""
    read = line_reader("op_precision").read
    for line in source.lines():
        yield IniLine(source, line, *read(source.text[line[1] : line[2]]))
