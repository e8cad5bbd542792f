"""Path patterns of cannlint.toml and .gitignore, as regular expressions."""

from __future__ import annotations

import re
from functools import lru_cache


@lru_cache(maxsize=1024)
def pattern_regex(pattern: str) -> re.Pattern[str]:
    """A pattern of gitignore's syntax, without its `!` and final `/`, for a relative path.

    `*` and `?` stop at a slash, `**` does not. A pattern with a slash in it is tied to the
    folder it stands in; one without matches at any depth.
    """
    anchored = "/" in pattern
    body = pattern.lstrip("/")
    prefix = "" if anchored else "(?:.*/)?"
    return re.compile(prefix + _translate(body) + r"\Z", re.DOTALL)


def _translate(body: str) -> str:
    parts, position = [], 0
    while position < len(body):
        token, position = _token(body, position)
        parts.append(token)
    return "".join(parts)


def _token(body: str, at: int) -> tuple[str, int]:
    """The expression for what stands at an offset, and where the next token begins."""
    char = body[at]
    if char == "*":
        return _stars(body, at)
    if char == "?":
        return "[^/]", at + 1
    if char == "[":
        return _char_class(body, at)
    if char == "\\" and at + 1 < len(body):
        return re.escape(body[at + 1]), at + 2
    return re.escape(char), at + 1


def _stars(body: str, at: int) -> tuple[str, int]:
    """Two stars or more between slashes are for folders; any others stop at a slash."""
    end = at
    while body[end : end + 1] == "*":
        end += 1
    follows = body[end : end + 1]
    if end - at == 1 or (at > 0 and body[at - 1] != "/") or follows not in ("", "/"):
        return "[^/]*", end
    if follows == "/":
        return "(?:.*/)?", end + 1
    return (".+" if at else ".*"), end


def _char_class(body: str, at: int) -> tuple[str, int]:
    negated = body[at + 1 : at + 2] in ("!", "^")
    first = at + 1 + negated
    end = body.find("]", first + 1)
    if end < 0:
        return re.escape("["), at + 1
    inner = body[first:end].replace("\\", "\\\\").replace("[", "\\[").replace("^", "\\^")
    inner = inner.replace("]", "\\]")
    try:
        re.compile(f"[{inner}]")
    except re.error:  # a range that runs backwards matches nothing
        return "(?!)", end + 1
    return f"(?!/)[{'^' if negated else ''}{inner}]", end + 1
