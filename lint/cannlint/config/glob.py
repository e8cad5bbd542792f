"""Path patterns of cannlint.toml and .gitignore, matched in linear time.

Between two stars, the first match is as good as any later one. So the regular expressions and the
loop over folders never go back behind a star: patterns with many stars stay fast.
"""

from __future__ import annotations

import re
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    Part = str | None
    """The expression for one path component; None for any number of folders."""

_STAR = "*"
_FOLDERS = "**"
_SLASH = "/"


class PathPattern:
    """A gitignore pattern, split at its slashes."""

    __slots__ = ("_ends_open", "_parts")

    def __init__(self, parts: Sequence[Part], ends_open: bool) -> None:
        self._parts = parts
        self._ends_open = ends_open

    @property
    def name(self) -> Part:
        """The expression that the last component of a path has to match; None for any."""
        return self._parts[-1] if self._parts else None

    def match(self, path: str) -> bool:
        """Whether the pattern matches a whole relative path with slashes."""
        last = self.name
        if last is not None and not _pattern(last).fullmatch(path[path.rfind(_SLASH) + 1 :]):
            return False  # as nearly always; a path may have two thousand folders
        return self._matches(path, may_end_early=False)

    def covers(self, path: str) -> bool:
        """Whether the pattern matches a whole relative path, or one of the folders it is in."""
        return self._matches(path, may_end_early=True)

    def _matches(self, path: str, may_end_early: bool) -> bool:
        steps, parts = path.split(_SLASH), self._parts
        at = part = 0
        retry: tuple[int, int] | None = None
        while at < len(steps) or part < len(parts):
            if may_end_early and at and part == len(parts):
                return True
            wanted = parts[part] if part < len(parts) else None
            if part < len(parts) and wanted is None:
                retry, part = (at, part + 1), part + 1
                if part == len(parts) and self._ends_open:
                    return part == 1 or any(steps[at:])
            elif wanted is not None and at < len(steps) and _pattern(wanted).fullmatch(steps[at]):
                at, part = at + 1, part + 1
            elif retry is not None and retry[0] < len(steps):
                at, part = retry[0] + 1, retry[1]
                retry = at, part
            else:
                return False
        return True


def has_own_group(part: str) -> bool:
    """Whether an expression has a group with a name, so that it cannot stand beside another."""
    return "(?P<" in part


def any_of(parts: Iterable[str]) -> Callable[[str], object]:
    """What tells whether the last component of a path matches any of some expressions.

    Most names match none, and one pattern is much faster than each: folders have many files.
    """
    return re.compile("|".join(dict.fromkeys(parts)) or _NOTHING, re.DOTALL).fullmatch


@lru_cache(maxsize=16384)  # more than one .gitignore may have
def _pattern(part: str) -> re.Pattern[str]:
    """An expression is compiled when a name is compared with it: those of most rules never are."""
    return re.compile(part, re.DOTALL)


@lru_cache(maxsize=4096)  # more than one configuration may have
def path_pattern(pattern: str) -> PathPattern:
    """Compile a gitignore pattern without its `!` and final `/`.

    `*` and `?` do not match a slash, `**` does. A pattern with a slash matches from its own folder
    only; a pattern without one matches at any depth.
    """
    tokens = _tokens(pattern.lstrip(_SLASH))
    steps: list[list[str]] = [[]]
    for token in tokens:
        if token == _SLASH:
            steps.append([])
        else:
            steps[-1].append(token)
    parts: list[Part] = [None if step == [_FOLDERS] else _step(step) for step in steps]
    if _SLASH not in pattern:
        parts.insert(0, None)
    return PathPattern(parts, ends_open=bool(tokens) and tokens[-1] == _FOLDERS)


def _tokens(body: str) -> list[str]:
    """Split a pattern into stars, slashes, and expressions for other characters."""
    tokens, at = [], 0
    while at < len(body):
        token, at = _token(body, at)
        tokens.append(token)
    return tokens


def _step(tokens: list[str]) -> str:
    """The expression for one path component; the text after a star matches at its first place."""
    runs: list[list[str]] = [[]]
    for token in tokens:
        if token in (_STAR, _FOLDERS):
            runs.append([])
        else:
            runs[-1].append(token)
    first, *others = ("".join(run) for run in runs)
    if not others:
        return first
    # atomic groups need Python 3.11: use a look-ahead and a back reference instead
    middle = "".join(
        f"(?=(?P<s{number}>.*?{run}))(?P=s{number})" for number, run in enumerate(others[:-1])
    )
    return f"{first}{middle}.*{others[-1]}"


def _token(body: str, at: int) -> tuple[str, int]:
    """The token at an offset, and the offset of the next one."""
    char = body[at]
    if char == "*":
        return _stars(body, at)
    if char == "?":
        return "[^/]", at + 1
    if char == "[":
        return _char_class(body, at)
    if char == "\\":  # at the end, it makes the pattern one that git does not match
        escaped = body[at + 1 : at + 2]
        return (_literal(escaped) if escaped else _NOTHING), at + 2
    return _literal(char), at + 1


def _literal(char: str) -> str:
    return char if char == _SLASH else re.escape(char)


def _stars(body: str, at: int) -> tuple[str, int]:
    """Two or more stars between slashes match folders; other stars do not match a slash."""
    end = at
    while body[end : end + 1] == "*":
        end += 1
    is_whole = end - at > 1 and body[max(0, at - 1) : at] in ("", _SLASH)
    return (_FOLDERS if is_whole and body[end : end + 1] in ("", _SLASH) else _STAR), end


def _char_class(body: str, at: int) -> tuple[str, int]:
    """A bracket expression as git reads it; what git cannot read matches nothing."""
    negated = body[at + 1 : at + 2] in ("!", "^")
    place = first = at + 1 + negated
    items: list[str] = []
    while body[place : place + 1] != "]" or place == first:
        item, place = _class_item(body, place)
        if item is None:
            return _NOTHING, len(body)
        items.append(item)
    sign = "^" if negated else ""
    return f"(?!/)[{sign}{''.join(items)}]", place + 1


def _class_item(body: str, at: int) -> tuple[str | None, int]:
    """A character, a range or a POSIX class in a bracket expression; None where it does not end."""
    named = _POSIX_CLASS.match(body, at)
    if named is not None:
        return _POSIX_CLASSES.get(named[1]), named.end()
    low, at = _class_char(body, at)
    if not low:
        return None, at
    if body[at : at + 1] != "-" or body[at + 1 : at + 2] in ("", "]"):
        return re.escape(low), at
    high, at = _class_char(body, at + 1)
    if not high:
        return None, at
    # a range that runs backwards has its first character only
    return re.escape(low) + (f"-{re.escape(high)}" if low <= high else ""), at


def _class_char(body: str, at: int) -> tuple[str, int]:
    """A character in brackets, which a backslash may be before; empty at the end."""
    at += body[at : at + 1] == "\\"
    return body[at : at + 1], at + 1


_NOTHING = "(?!)"

_POSIX_CLASS = re.compile(r"\[:([^]]*):\]")
_POSIX_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r" \t-\r",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
"""The classes of ASCII, as git has them."""
