"""Make text safe and visible on a terminal, and measure its width."""

from __future__ import annotations

TAB_STOP = 4
_UNSEEN = "\u2028\u2029\ufeff\u200b\u200d\u200e\u200f\u061c\u2060\u00ad\ufffe\uffff"
"""Characters without a shape: separators, joiners, directions and the soft hyphen."""


def visible(char: str) -> str:
    """A character as printed: tabs as blanks; controls and invalid bytes as escapes."""
    if char == "\t":
        return " " * TAB_STOP
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x20 or 0x7F <= code < 0xA0:
        return f"\\x{code:02x}"
    if char in _UNSEEN or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069:
        return f"\\u{code:04x}"
    if 0xE0000 <= code <= 0xE0FFF:  # tags and variation selectors
        return f"\\U{code:08x}"
    if 0xD800 <= code <= 0xDFFF:
        return f"\\u{code:04x}"
    return char


def printable(text: str) -> str:
    """A text without control characters and invisible characters, which are escaped."""
    return "".join(map(visible, text)) if not text.isprintable() else text


def char_width(char: str) -> int:
    """Terminal cells of a character: 0 for combining and format characters, 2 for wide ones."""
    import unicodedata  # a run without findings does not need it

    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def display_width(text: str) -> int:
    """Terminal cells of a text without control characters."""
    if text.isascii():
        return len(text)
    return sum(map(char_width, text))
