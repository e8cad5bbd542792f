"""Text that fits a width: broken between words, at wide characters, or within a long word."""

from __future__ import annotations

import re
from functools import cache

from cannlint.text.printable import char_width, display_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    Line = list[tuple[str, str]]

_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_OPENING = "（【《“"
_CLOSING = "，。、；：！？）】》”…"
_JOINTS = "/,;:…"
"""Where a word that is longer than a line is broken: behind the parts of a path or of a list."""

_WORTH_A_START = 16
"""Cells; a word that is longer than a line does not begin in fewer than these."""


@cache
def pieces() -> re.Pattern[str]:
    """The unbreakable parts of a line: a wide character or a word, with its punctuation.

    Compiled for a terminal only: it takes 2 ms.
    """
    return re.compile(
        rf"\s*[{_OPENING}…]*(?:(?![{_OPENING}{_CLOSING}])[{_WIDE}]"
        rf"|[^\s{_WIDE}{_OPENING}{_CLOSING}]+|\S)[{_CLOSING}]*\s*"
    )


def wrapped_line(line: Line, room: int, indent: int) -> list[Line]:
    """A styled line as lines of at most `room` cells; all but the first are indented."""
    text = "".join(piece for piece, _ in line)
    if display_width(text) <= room:
        return [line]
    indent = min(indent, room // 2)
    first, *others = spans(text, room, max(room - indent, 1))
    return [_part(line, *first), *([(" " * indent, ""), *_part(line, *span)] for span in others)]


def _part(line: Line, start: int, end: int) -> Line:
    """The characters from `start` to `end` of a styled line."""
    found: Line = []
    at = 0
    for text, style in line:
        part = text[max(start - at, 0) : max(end - at, 0)]
        if part:
            found.append((part, style))
        at += len(text)
    return found


def folded(text: str, room: int) -> list[str]:
    """A text as lines of at most `room` cells; its own indent is that of all lines."""
    if display_width(text) <= room:
        return [text]
    indent = " " * min(len(text) - len(text.lstrip(" ")), room // 2)
    first, *others = spans(text, room, max(room - len(indent), 1))
    return [text[slice(*first)], *(indent + text[slice(*span)] for span in others)]


def spans(text: str, first: int, others: int) -> list[tuple[int, int]]:
    """Where each line of a text starts and ends; `first` and `others` are cells of the lines.

    Lines are as long as can be, and blanks at a break belong to no line. A word that is longer than
    a line begins on the line before.
    """
    found: list[tuple[int, int]] = []
    start = end = cells = 0
    room = first
    for piece in pieces().finditer(text):
        word = piece.group().rstrip()
        width, blanks = display_width(word), len(piece.group()) - len(word)
        at = piece.start()
        if (
            start < at
            and cells + width > room
            and (width <= others or room - cells < _WORTH_A_START)
        ):
            found.append((start, end))
            start, cells, room = at, 0, others
        while cells + width > room and len(word) > 1:
            cut = _cut(word, room - cells)
            found.append((start, at + cut))
            start = at = at + cut
            cells, word, room = 0, word[cut:], others
            width = display_width(word)
        cells += width + blanks
        end = at + len(word)
    found.append((start, end))
    return found


def _cut(word: str, room: int) -> int:
    """How many characters of a word that is too long stand on the first line: at least one."""
    fitting = cells = 0
    for char in word:
        cells += char_width(char)
        if cells > room:
            break
        fitting += 1
    joint = max(word.rfind(sign, 0, fitting) for sign in _JOINTS) + 1
    return max(1, joint or fitting)


_SHORT = 14
"""Cells of a text that is not broken at all, such as a heading or `white → black`."""


def longest_word(text: str) -> int:
    """The cells of the longest part of a text that should not be broken."""
    if (width := display_width(text)) <= _SHORT:
        return width
    return max((display_width(piece.strip()) for piece in pieces().findall(text)), default=0)
