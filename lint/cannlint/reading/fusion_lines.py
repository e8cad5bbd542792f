"""What CANN does with the lines of the text form of a fusion switch file.

See manual/fusion-switch.md#text.
"""

from __future__ import annotations

from enum import Enum

from cannlint.language import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.syntax.fusion_switch import SwitchLine


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
