"""Comments that accept findings: `# cannlint: ignore[CD104] reason`.

Only where the format has comments that CANN, or whoever runs the file, does not see.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from cannlint.kinds import Kind
from cannlint.text.code_list import CodeList
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cannlint.text.source import Source

    Comment = tuple[int, int]
    """Where a comment starts and ends, as offsets."""

MARK = b"cannlint:"
"""What a file has to contain to have such a comment."""

MOST_COMMENTS = 1_000
"""Comments of one file that are heeded: each is held against each finding."""

MOST_CODES = 1_000
"""Codes in one comment that are heeded; and no comment is behind so many codes in a file."""

_IGNORE = re.compile(r"cannlint:[ \t]*ignore(?P<file>-file)?\b(?:[ \t]*\[(?P<codes>[^\]\n]*)\])?")
_CODE = re.compile(r"[^\s,]+")
_SHELL = re.compile(
    r"""\\. | '[^']*' | "(?:[^"\\]|\\.)*" | (?:^|(?<=[\s;&|()]))(?P<comment>\#[^\n]*)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_MARKDOWN = re.compile(r"<!--(?P<comment>[^\n]*?)-->")
_INI = re.compile(r"^(?P<comment>#[^\n]*)", re.MULTILINE)
_TOML = re.compile(r"""'[^'\n]*'|"(?:[^"\\\n]|\\.)*"?|(?P<comment>#[^\n]*)""")
_CONTINUED = re.compile(r"\\[ \t\r]*$")
FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_BLANKS = " \t\r"

PAGES = (".md", ".markdown")
"""How the names of pages end: their comments are those of HTML."""


class IgnoreComment:
    """A comment that accepts findings.

    `codes` are the codes as written, `places` where they stand. `first` and `last` are the lines
    whose findings it accepts, all of them for `ignore-file`; lines count from 1.
    """

    __slots__ = ("codes", "first", "last", "places")

    def __init__(self, codes: list[str], places: CodeList) -> None:
        self.codes = codes
        self.places = places
        self.first = self.last = 1


def ignore_comments(source: Source, kind: Kind) -> Iterator[IgnoreComment]:
    """The comments of a file that accept findings, in order, as far as they are heeded."""
    codes = 0
    for comment in islice(_ignore_comments(source, kind), MOST_COMMENTS):
        yield comment
        codes += len(comment.codes)
        if codes >= MOST_CODES:
            return


def _ignore_comments(source: Source, kind: Kind) -> Iterator[IgnoreComment]:
    find = _finder(kind, source.path)
    if find is None or MARK not in source.data:
        return
    covers = _Covers(source, kind)
    for start, end in find(source.text):
        match = _IGNORE.search(source.text, start, end)
        if match is not None:
            yield _comment(covers, Span(start, end), match)


def _finder(kind: Kind, path: str) -> Callable[[str], Iterator[Comment]] | None:
    if path.endswith(PAGES):
        return lambda text: (match.span() for match in _MARKDOWN.finditer(text))
    return _FINDERS.get(kind)


def _comment(covers: _Covers, span: Span, match: re.Match[str]) -> IgnoreComment:
    source = covers.source
    at = match.start("codes")
    codes = list(islice(_CODE.finditer(match["codes"] or ""), MOST_CODES))
    spans = [Span(at + code.start(), at + code.end()) for code in codes]
    places = CodeList(span, _removable(source, span), spans)
    comment = IgnoreComment([code[0] for code in codes], places)
    if match["file"]:
        comment.last = source.line_count
    else:
        comment.first, comment.last = covers.of(span)
    return comment


def _removable(source: Source, span: Span) -> Span:
    """The comment with its line where nothing else is on it, else with the blanks before it."""
    text = source.text
    start, end = _outer(text, span)
    if text[start - 1 : start] in ("", "\n") and text[end : end + 1] in ("", "\n"):
        return Span(start, min(end + 1, len(text)))
    return Span(start, span.end - text[span.start : span.end].endswith("\r"))


def _outer(text: str, span: Span) -> tuple[int, int]:
    """The span with the blanks around it."""
    start, end = span.start, span.end
    while text[start - 1 : start] in (" ", "\t"):
        start -= 1
    while end < len(text) and text[end] in _BLANKS:
        end += 1
    return start, end


class _Covers:
    """Which lines each comment is about.

    They are asked for in order, so the last answers serve for comments one below the other: no
    line is looked at once for each of them.
    """

    def __init__(self, source: Source, kind: Kind) -> None:
        self.source = source
        self.kind = kind
        self._above = (0, (0, 0))  # a line, and the entry below it
        self._command = (0, 0)  # a line, and where the command on it begins

    def of(self, span: Span) -> tuple[int, int]:
        """The first and last line that a comment is about."""
        number = self.source.position(span.start)[0]
        start, _ = _outer(self.source.text, span)
        if self.source.text[start - 1 : start] in ("", "\n"):
            line, entry = self._above
            if not line <= number < entry[0]:
                self._above = number, _next_entry(self.source, self.kind, number)
            return self._above[1]
        return self._first_of_command(number), number

    def _first_of_command(self, number: int) -> int:
        first, (line, begin) = number, self._command
        while self.kind is Kind.ATC_SCRIPT and first > 1 and is_continued(self.source, first - 1):
            first -= 1
            if first == line:
                first = begin
                break
        self._command = number, first
        return first


def _next_entry(source: Source, kind: Kind, number: int) -> tuple[int, int]:
    """The next line with more than a comment on it, and what belongs to that line."""
    first = number + 1
    while first < source.line_count and _says_nothing(_line(source, first)):
        first += 1
    if first > source.line_count:
        return number, number
    last = first
    fence = FENCE.match(_line(source, last))
    if fence is not None and source.path.endswith(PAGES):
        while last < source.line_count and not (
            last > first and _line(source, last).strip(_BLANKS).startswith(fence[1])
        ):
            last += 1
    elif kind is Kind.ATC_SCRIPT:
        while last < source.line_count and is_continued(source, last):
            last += 1
    elif kind in (Kind.TF_SCRIPT, Kind.TORCH_SCRIPT):
        last = _statement_ends(source.text).get(first, first)
    return first, last


@lru_cache(maxsize=1)
def _statement_ends(text: str) -> dict[int, int]:
    """First line of each Python statement → its last; without the body of a block."""
    import ast

    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    found: dict[int, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            end = body[0].lineno - 1 if body else node.end_lineno
            found.setdefault(node.lineno, max(node.lineno, end or 0))
    return found


def _line(source: Source, number: int) -> str:
    start, end = source.line_span(number)
    return source.text[start:end]


def _says_nothing(line: str) -> bool:
    bare = line.strip(_BLANKS)
    return not bare or bare.startswith(("#", "<!--"))


def is_continued(source: Source, number: int) -> bool:
    """Whether a line of a shell script goes on in the next; lines count from 1."""
    return _CONTINUED.search(_line(source, number)) is not None


def _python(text: str) -> Iterator[Comment]:
    """The comments of a Python script, as far as it can be read."""
    import tokenize
    from io import StringIO

    starts = [0]
    for line in StringIO(text):
        starts.append(starts[-1] + len(line))
    # a tokenizer of newer Pythons encodes the text: what is no UTF-8 stands for one character
    clean = re.sub("[\ud800-\udfff\0]", "?", text)
    try:
        for token in tokenize.generate_tokens(StringIO(clean).readline):
            if token.type == tokenize.COMMENT:
                start = starts[token.start[0] - 1] + token.start[1]
                yield start, start + len(token.string)
    except (tokenize.TokenError, SyntaxError):
        return


def _found_by(pattern: re.Pattern[str]) -> Callable[[str], Iterator[Comment]]:
    def find(text: str) -> Iterator[Comment]:
        for match in pattern.finditer(text):
            if match["comment"] is not None:
                yield match.span("comment")

    return find


_FINDERS: dict[Kind, Callable[[str], Iterator[Comment]]] = {
    Kind.OP_PRECISION: _found_by(_INI),
    Kind.IMPL_MODE: _found_by(_INI),
    Kind.ATC_SCRIPT: _found_by(_SHELL),
    Kind.JOB: _found_by(_TOML),
    Kind.TF_SCRIPT: _python,
    Kind.TORCH_SCRIPT: _python,
}
