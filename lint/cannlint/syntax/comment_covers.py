"""Which lines a comment that accepts findings is about: its own, or what stands below it."""

from __future__ import annotations

import re
from functools import lru_cache

from cannlint.formats.scripts import Language
from cannlint.text.source import BYTE_ORDER_MARK, Source
from cannlint.text.span import Span

_CONTINUED = re.compile(r"\\[ \t\r]*$")
FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_NOT_UTF_8 = re.compile("[\ud800-\udfff]")
_BLANKS = " \t\r"
_SHELLS = (Language.SHELL, Language.MARKDOWN)
"""The languages whose commands go on behind a backslash."""

_COMMENTS = ("#", "<!--", ".. cannlint:")


class Covers:
    """Which lines each comment is about.

    They are asked for in order, so the last answers serve for comments one below the other: no
    line is looked at once for each of them.
    """

    def __init__(self, source: Source, language: str) -> None:
        self.source = source
        self.language = language
        self._above = (0, (0, 0))  # a line, and the entry below it
        self._command = (0, 0)  # a line, and where the command on it begins

    def of(self, span: Span) -> tuple[int, int]:
        """The first and last line that a comment is about."""
        number = self.source.position(span.start)[0]
        start, _ = outer(self.source.text, span)
        if self.source.text[start - 1 : start] in ("", "\n"):
            line, entry = self._above
            if not line <= number < entry[0]:
                self._above = number, _next_entry(self.source, self.language, number)
            return self._above[1]
        return self._first_of_command(number), number

    def _first_of_command(self, number: int) -> int:
        first, (line, begin) = number, self._command
        while self.language in _SHELLS and first > 1 and is_continued(self.source, first - 1):
            first -= 1
            if first == line:
                first = begin
                break
        self._command = number, first
        return first


def _next_entry(source: Source, language: str, number: int) -> tuple[int, int]:
    """The next line with more than a comment on it, and what belongs to that line."""
    first = number + 1
    while first < source.line_count and _says_nothing(_line(source, first)):
        first += 1
    if first > source.line_count:
        return number, number
    return first, _last_of(source, language, first)


def _last_of(source: Source, language: str, first: int) -> int:
    """The last line of what begins on a line."""
    if language == Language.PYTHON:
        return _statement_ends(source.text).get(first, first)
    if language == Language.RST:
        return _paragraph_ends(source.text).get(first, first)
    fence = FENCE.match(_line(source, first)) if language == Language.MARKDOWN else None
    last = first
    if fence is not None:
        while last < source.line_count and not (
            last > first and _line(source, last).strip(_BLANKS).startswith(fence[1])
        ):
            last += 1
    elif language in _SHELLS:
        while last < source.line_count and is_continued(source, last):
            last += 1
    return last


@lru_cache(maxsize=1)
def _statement_ends(text: str) -> dict[int, int]:
    """First line of each Python statement → its last; without the body of a block."""
    import ast
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an unknown escape in the user's string is no news
            tree = ast.parse(_NOT_UTF_8.sub("?", text).removeprefix(BYTE_ORDER_MARK))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    found: dict[int, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body else node.end_lineno
            found.setdefault(node.lineno, max(node.lineno, end or 0))
    return found


@lru_cache(maxsize=1)
def _paragraph_ends(text: str) -> dict[int, int]:
    """First line of each paragraph of reStructuredText → the last line that belongs to it.

    What is indented more belongs to the paragraph above: the code of a directive, or behind `::`.
    """
    found: dict[int, int] = {}
    open_ones: list[tuple[int, int]] = []  # indentation and first line
    is_inside, last = False, 0
    for number, line in enumerate(text.split("\n"), 1):
        if _says_nothing(line):
            is_inside = False
            continue
        if not is_inside:
            indent = len(line) - len(line.lstrip(_BLANKS))
            while open_ones and open_ones[-1][0] >= indent:
                found[open_ones.pop()[1]] = last
            open_ones.append((indent, number))
        is_inside, last = True, number
    found.update((first, last) for _, first in open_ones)
    return found


def _line(source: Source, number: int) -> str:
    start, end = source.line_span(number)
    return source.text[start:end]


def _says_nothing(line: str) -> bool:
    bare = line.strip(_BLANKS)
    return not bare or bare.startswith(_COMMENTS)


def is_continued(source: Source, number: int) -> bool:
    """Whether a line of a shell script goes on in the next; lines count from 1."""
    return _CONTINUED.search(_line(source, number)) is not None


def outer(text: str, span: Span) -> tuple[int, int]:
    """The span with the blanks around it."""
    start, end = span.start, span.end
    while text[start - 1 : start] in (" ", "\t"):
        start -= 1
    while end < len(text) and text[end] in _BLANKS:
        end += 1
    return start, end
