"""Lines with two sides, as `name = mode` and `name : switch`."""

from __future__ import annotations

from functools import lru_cache

from cannlint.text.source import C_BLANKS
from cannlint.text.span import BITS, Line, Span, trimmed


class SidedLine(Line):
    """A line of the form `name`, a sign, `setting`.

    `key` and `value` are the spans of its sides without blanks, `name` and `setting` their texts;
    of a line without the sign the spans are None and the texts empty. `well_formed` is whether
    the grammar has the line.
    """

    __slots__ = ("_key_at", "_value_at", "name", "setting", "well_formed")

    def __init__(self, line: tuple[int, int, int], well_formed: bool) -> None:
        self.number, start, end = line
        self._place = start << BITS | end
        self.well_formed = well_formed
        self._key_at = self._value_at = -1
        self.name = self.setting = ""

    def set_sides(self, key: tuple[int, str], value: tuple[int, str]) -> None:
        """Give the line its sides: for each the offset in the line, and the text."""
        self._key_at, self.name = key
        self._value_at, setting = value
        self.setting = _same(setting)

    def split(self, text: str, sign: str) -> None:
        """Take apart a line with this text at the first sign, if there is one."""
        at = text.find(sign)
        if at >= 0:
            key = trimmed(text, 0, at, C_BLANKS)
            value = trimmed(text, at + 1, len(text), C_BLANKS)
            self.set_sides(
                (key.start, text[key.start : key.end]),
                (value.start, text[value.start : value.end]),
            )

    @property
    def has_sides(self) -> bool:
        """Whether there is a sign."""
        return self._key_at >= 0

    @property
    def key(self) -> Span | None:
        """Where the name stands."""
        return self._side(self._key_at, self.name)

    @property
    def value(self) -> Span | None:
        """Where the setting stands."""
        return self._side(self._value_at, self.setting)

    def _side(self, at: int, text: str) -> Span | None:
        start = self.start + at
        return Span(start, start + len(text)) if at >= 0 else None

    def parts(self) -> tuple[object, ...]:
        """Everything about the line, for comparison."""
        said = (getattr(self, name) for name in SidedLine.__slots__)
        return self.number, self.start, self.end, *said


@lru_cache(maxsize=256)
def _same(text: str) -> str:
    """The same object for the same setting: there are few, and many lines."""
    return text
