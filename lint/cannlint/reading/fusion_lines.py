"""What CANN does with the lines of the text form of a fusion switch file (fusion-switch.md 1.2)."""

from __future__ import annotations

from enum import Enum

from cannlint.language import Phrase
from cannlint.syntax.fusion_switch import OFF, ON
from cannlint.text.source import BYTE_ORDER_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.syntax.fusion_switch import SwitchLine

_REMARKS = ("#", ";", "//", "/*")


class Fate(Enum):
    """What CANN does with a line of the text form."""

    KEPT = "counts"
    SKIPPED = "nothing"
    NAMELESS = Phrase("no name before the colon")
    NO_COLON = Phrase("no colon")
    BAD_VALUE = Phrase("neither on nor off")
    DUPLICATE = Phrase("the pass has a line already")


class Record:
    """What became of one line of the text form.

    `first` is the line it repeats. A remark is a comment or nothing but blanks: there is no
    pass on it, whatever CANN makes of it.
    """

    __slots__ = ("fate", "first", "is_blank", "is_comment", "line")

    def __init__(self, line: SwitchLine, fate: Fate) -> None:
        self.line = line
        self.fate = fate
        self.first: Record | None = None
        self.is_blank = self.is_comment = False

    @property
    def is_remark(self) -> bool:
        """Whether a person would say that the line has no meaning."""
        return self.is_blank or self.is_comment


def mark_remark(record: Record, text: str) -> None:
    """Mark the record of a line with this text where it has no meaning to a person."""
    content = text.lstrip(BYTE_ORDER_MARK).strip()
    record.is_blank = not content
    record.is_comment = content.startswith(_REMARKS)


def fate_of(line: SwitchLine) -> Fate:
    """What CANN does with a line that repeats none."""
    if line.is_skipped:
        return Fate.SKIPPED
    if not line.has_sides:
        return Fate.NO_COLON
    if line.switch not in (ON, OFF):
        return Fate.BAD_VALUE
    return Fate.KEPT if line.name else Fate.NAMELESS
