"""Where rich may break a line of Chinese: after each character, not at spaces only."""

from __future__ import annotations

import re

from cannlint.language import ENGLISH, language_in_use

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

    if hasattr(_wrap, "re_word"):  # no promise of rich's: without it lines break at spaces
        _wrap.re_word = _WORD
