"""The values that have a grammar of their own: grammars/<syntax>.lark, and a fast pattern of it.

A grammar's terminals, joined as its `value` rule joins them, make the pattern that decides; Lark
itself is too slow to import for one value. A test proves that both accept the same texts.
"""

from __future__ import annotations

import re
from functools import cache

from cannlint.syntax.grammar import terminals

_PATTERNS = {
    "aicore_num": "{NUMBER}(?:{BAR}{NUMBER})?",
    "optimization_switch": "{SWITCH}(?:{SEMICOLON}{SWITCH})*{SEMICOLON}?",
    "output_type": "{TYPE}|{NODE}(?:{SEMICOLON}{NODE})*{SEMICOLON}?",
}
"""Each syntax as its terminals follow each other."""


@cache
def _pattern(syntax: str) -> re.Pattern[str]:
    parts = {name: f"(?:{text})" for name, text in terminals(syntax).items()}
    return re.compile(_PATTERNS[syntax].format(**parts))


def follows(syntax: str, value: str) -> bool:
    """Whether a value is written as its grammar says."""
    return _pattern(syntax).fullmatch(value) is not None
