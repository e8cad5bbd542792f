"""Templates in a shell text that hold blanks: `{log level}`, `<the model>`, `{{ model }}`.

A shell would cut them into words, or redirect; whoever reads the page or fills in the template
does not. One without blanks and pipes is a word like any other to the shell.
"""

from __future__ import annotations

import re

_INNER = r"[^\s{}<>\[\]'\"$;&-][^{}<>\[\]'\"$;&\n]{0,200}"
_ANYWHERE = re.compile(r"\{\{[^\n]{,200}?\}\}|\{%[^\n]{,200}?%\}|\{#[^\n]{,200}?#\}")
_BRACES = re.compile(rf"\{{{_INNER}(?<![\s\\])\}}")
_BEHIND_SIGN = re.compile(rf"\{{{_INNER}\}}|<{_INNER}(?<!\s)>|\[{_INNER}\]")
_NO_BLANK = re.compile(r"<[^\s<>|&;'\"$]{1,200}>")
_SHOWN = re.compile(
    r"<[^\s<>|&;'\"$]+(?: [^\s<>|&;'\"$-][^\s<>|&;'\"$]*)*(?<! \d)>(?=[ \t\r\n]|\Z)"
)
_SPACED = re.compile(r"[\s|]")

OPENING = "{["
"""What a template begins with that is part of a word to the shell; `<` is none."""


def template_end(text: str, at: int, end: int, before: str) -> int:
    """Where the template ends that begins at an offset; 0 where none does.

    `before` is the character of the word in front of it, empty at its start.
    """
    match = _ANYWHERE.match(text, at, end)
    if match is None and before:
        match = _NO_BLANK.match(text, at, end)
    if match is None:
        pattern = _BEHIND_SIGN if before == "=" else _BRACES
        match = None if before not in ("", "=") else pattern.match(text, at, end)
        match = match if match and _SPACED.search(match[0]) else None
    return match.end() if match else 0


def shown_end(text: str, at: int, end: int) -> int:
    """Where `<the name>` ends that stands for a word of its own; 0 where it is a redirection."""
    match = _SHOWN.match(text, at, end)
    return match.end() if match else 0
