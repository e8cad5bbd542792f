"""Make text safe and visible on a terminal, and measure its width."""

from __future__ import annotations

TAB_STOP = 4
_UNSEEN = frozenset(
    "\u2028\u2029\ufeff\u061c\u00ad\ufffe\uffff\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
    + "".join(map(chr, [*range(0x180B, 0x1810), *range(0x200B, 0x2010), *range(0x202A, 0x202F)]))
    + "".join(map(chr, [*range(0x2060, 0x2070), *range(0xFE00, 0xFE10), *range(0xFFF0, 0xFFFC)]))
    + "".join(map(chr, [*range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)]))
)
"""Characters without a shape: separators, joiners, directions, fillers, the soft hyphen, and all
others that Unicode lets a program leave out. Tags, which are many, are not among them."""


def visible(char: str) -> str:
    """A character as printed: tabs as blanks; controls and invalid bytes as escapes."""
    if char == "\t":
        return " " * TAB_STOP
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x20 or 0x7F <= code < 0xA0:
        return f"\\x{code:02x}"
    if char in _UNSEEN:
        return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    if 0xE0000 <= code <= 0xE0FFF:  # tags and variation selectors
        return f"\\U{code:08x}"
    if 0xD800 <= code <= 0xDFFF:
        return f"\\u{code:04x}"
    return char


def printable(text: str) -> str:
    """A text without control characters and invisible characters, which are escaped."""
    if text.isprintable() and (text.isascii() or _UNSEEN.isdisjoint(text)):
        return text
    return "".join(map(visible, text))


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
