"""How many terminal cells a text takes: Chinese characters take two."""

from __future__ import annotations

import unicodedata


def char_width(char: str) -> int:
    """Cells of one character: 0 for combining and format characters, 2 for wide ones."""
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def display_width(text: str) -> int:
    """Cells that a text without control characters takes."""
    if text.isascii():
        return len(text)
    return sum(map(char_width, text))
