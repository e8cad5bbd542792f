"""Compressed attributes of compiled models (`om_compress_version`, CANN 7 and later).

The model has a table of names and one of texts. A key that begins with a zero byte is an index into
the names: the bytes that follow, each minus one, are its digits to the base 127, the lowest first.
For some names a number stands for a text of the other table.
"""

from __future__ import annotations

from cannlint.errors import CannlintError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAMES, _TEXTS, _USE_TEXTS = "attr_name_enum", "attr_value_enum", "attrs_use_string_value"
TABLES = frozenset((_NAMES, _TEXTS, _USE_TEXTS))
"""The attributes of a model that are the tables."""

_BASE = 127
_LONGEST_KEY = 6
"""Characters of a key: five digits are more than any table has."""

MOST_CHARACTERS = 1 << 28
"""Characters of all texts that the table stands for: a few bytes may stand for a long text."""


class Dictionary:
    """The tables of a model; without them keys and values are as they are written.

    `unnamed` counts the keys that the table of names does not have.
    """

    __slots__ = ("_characters", "_coded", "_names", "_path", "_texts", "unnamed")

    def __init__(self, path: str, attrs: dict[str, Any] | None = None) -> None:
        attrs = attrs or {}
        self._path = path
        self._names: list[Any] = _list(attrs.get(_NAMES))
        self._texts: list[Any] = _list(attrs.get(_TEXTS))
        coded = zip(self._names, _list(attrs.get(_USE_TEXTS)), strict=False)
        self._coded = {name for name, is_coded in coded if is_coded and isinstance(name, str)}
        self._characters = MOST_CHARACTERS
        self.unnamed = 0

    def name_of(self, key: str) -> str | None:
        """The name for a key; None if the table does not have it."""
        if not key.startswith("\0"):
            return key
        index = 0
        for digit in reversed(key[1:_LONGEST_KEY]):
            index = index * _BASE + ord(digit) - 1
        if len(key) > _LONGEST_KEY or len(key) == 1 or not 0 <= index < len(self._names):
            self.unnamed += 1
            return None
        name = self._names[index]
        return self._counted(name) if isinstance(name, str) else None

    def value_of(self, name: str, value: Any) -> Any:
        """The value of an attribute, with texts instead of the numbers that stand for them."""
        if name not in self._coded:
            return value
        if isinstance(value, list):
            return [self._text(item) for item in value]
        return self._text(value)

    def _text(self, value: Any) -> Any:
        is_index = isinstance(value, int) and not isinstance(value, bool)
        if not is_index or not 0 <= value < len(self._texts):
            return value
        text = self._texts[value]
        return self._counted(text) if isinstance(text, str) else value

    def _counted(self, text: str) -> str:
        self._characters -= len(text)
        if self._characters < 0:
            raise CannlintError(
                "{path}: the attributes stand for more than {most:,} characters of text, which is "
                "the limit",
                path=self._path,
                most=MOST_CHARACTERS,
            )
        return text


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
