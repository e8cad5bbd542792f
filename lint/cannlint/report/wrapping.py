"""Where rich may break a line of Chinese: after each character, not at spaces only."""

from __future__ import annotations

import re

from cannlint.language import ENGLISH, language_in_use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rich.text import Text

_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_OPENING = "（【《“"
_CLOSING = "，。、；：！？）】》”…"
_WORD = re.compile(
    rf"\s*[{_OPENING}]*(?:(?![{_OPENING}{_CLOSING}])[{_WIDE}]"
    rf"|[^\s{_WIDE}{_OPENING}{_CLOSING}]+|\S)[{_CLOSING}]*\s*"
)
"""What stays on one line: a wide character, or a word of others, with the marks beside it."""


def break_lines() -> None:
    """Let rich break lines as the language in use has it; rich itself knows spaces only."""
    if language_in_use() == ENGLISH:
        return
    from rich import _wrap
    from rich.text import Text

    if hasattr(_wrap, "re_word"):  # no promise of rich's: without it lines break at spaces
        _wrap.re_word = _WORD
    Text.rstrip_end = _without_blanks_beyond  # type: ignore[method-assign, assignment]


def _without_blanks_beyond(text: Text, width: int) -> None:
    """Take the blanks at the end away that are beyond a width; rich counts characters there."""
    blanks = len(text) - len(text.plain.rstrip())
    excess = text.cell_len - width
    if excess > 0 and blanks:
        text.right_crop(min(blanks, excess))
