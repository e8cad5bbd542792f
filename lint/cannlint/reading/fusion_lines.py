"""What CANN does with the lines of the text form of a fusion switch file (fusion-switch.md 1.2)."""

from __future__ import annotations

import re
from enum import Enum

from cannlint.facts.fusion import OFF, ON
from cannlint.language import Phrase
from cannlint.text.source import BYTE_ORDER_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.syntax.fusion_switch import SwitchLine

_QUOTED = (
    "(?P<quote>[\"'])(?P<name>[^\"']+)(?P=quote)"
    "|[\u2018\u201c](?P<curly>[^\u2019\u201d]+)[\u2019\u201d]"
)
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


def unquoted(name: str) -> str | None:
    """A name of the text form without the quotes round it, None for one that has none."""
    match = re.fullmatch(_QUOTED, name)
    if match is None:
        return None
    return (match["name"] or match["curly"]).strip() or None


def fate_of(line: SwitchLine) -> Fate:
    """What CANN does with a line that repeats none."""
    if line.is_skipped:
        return Fate.SKIPPED
    if not line.has_sides:
        return Fate.NO_COLON
    if line.switch not in (ON, OFF):
        return Fate.BAD_VALUE
    return Fate.KEPT if line.name else Fate.NAMELESS
