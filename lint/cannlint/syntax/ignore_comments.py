"""Comments that accept findings: `# cannlint: ignore[CD104] reason`.

Only where the format has comments that CANN, or whoever runs the file, does not see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from cannlint.formats.scripts import Language
from cannlint.kinds import FORMATS, Kind
from cannlint.syntax.comment_covers import Covers, outer
from cannlint.text.edits import CodeList
from cannlint.text.source import BYTE_ORDER_MARK, Source
from cannlint.text.span import Span

Comment = tuple[int, int]
"""Where a comment starts and ends, as offsets."""

MARK = b"cannlint:"
"""What a file has to contain to have such a comment."""

MOST_COMMENTS = 1_000
"""Comments of one file that are heeded: each is held against each finding."""

MOST_CODES = 1_000
"""Codes in one comment that are heeded; and no comment is behind so many codes in a file."""

_IGNORE = re.compile(
    r"cannlint:[ \t]*(?:ignore(?P<file>-file)?\b(?:[ \t]*\[(?P<codes>[^\]\n]*)\])?"
    r"|(?:allow|disable|noqa|nolint|off|skip)\b)"
)
"""What accepts findings; and the words of other linters, which have no codes and accept nothing."""
_CODE = re.compile(r"[^\s,]+")
_SHELL = re.compile(
    r"""\\. | '[^']*' | "(?:[^"\\]|\\.)*" | (?:^|(?<=[\s;&|()]))(?P<comment>\#[^\n]*)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_MARKDOWN = re.compile(r"(?P<comment><!--[^\n]*?-->)")
_INI = re.compile(r"^(?P<comment>#[^\n]*)", re.MULTILINE)
_TOML = re.compile(r"""'[^'\n]*'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|(?P<comment>#[^\n]*)""")
_CPP = re.compile(r"""'[^'\n]*'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|(?P<comment>//[^\n]*)""")
_RST = re.compile(r"^[ \t]*(?P<comment>\.\.[ \t]+cannlint:[^\n]*)", re.MULTILINE)
_BLANKS = " \t\r"


@dataclass(eq=False, slots=True)
class IgnoreComment:
    """A comment that accepts findings.

    `codes` are the codes as written, `places` where they stand. `first` and `last` are the lines
    whose findings it accepts, all of them for `ignore-file`; lines count from 1.
    """

    codes: list[str]
    places: CodeList
    first: int = field(init=False, default=1)
    last: int = field(init=False, default=1)


def ignore_comments(source: Source, kind: Kind) -> Iterator[IgnoreComment]:
    """The comments of a file that accept findings, in order, as far as they are heeded."""
    codes = 0
    for comment in islice(_ignore_comments(source, kind), MOST_COMMENTS):
        yield comment
        codes += len(comment.codes)
        if codes >= MOST_CODES:
            return


def _ignore_comments(source: Source, kind: Kind) -> Iterator[IgnoreComment]:
    language = FORMATS[kind].comment_language(source.path)
    if language is None or MARK not in source.data:
        return
    covers = Covers(source, language)
    for start, end in _FINDERS[language](source.text):
        match = _IGNORE.search(source.text, start, end)
        if match is not None:
            yield _comment(covers, Span(start, end), match)


def _comment(covers: Covers, span: Span, match: re.Match[str]) -> IgnoreComment:
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
    start, end = outer(text, span)
    if text[start - 1 : start] in ("", "\n") and text[end : end + 1] in ("", "\n"):
        return Span(start, min(end + 1, len(text)))
    return Span(start, span.end - text[span.start : span.end].endswith("\r"))


def _python(text: str) -> Iterator[Comment]:
    """The comments of a Python script, as far as it can be read."""
    import tokenize
    from io import StringIO

    starts = [0]
    for line in StringIO(text):
        starts.append(starts[-1] + len(line))
    # a tokenizer of newer Pythons encodes the text: what is no UTF-8 stands for one character
    clean = re.sub("[\ud800-\udfff\0]", "?", text).replace(BYTE_ORDER_MARK, "_")
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


_FINDERS: dict[str, Callable[[str], Iterator[Comment]]] = {
    Language.INI: _found_by(_INI),
    Language.TOML: _found_by(_TOML),
    Language.SHELL: _found_by(_SHELL),
    Language.MARKDOWN: _found_by(_MARKDOWN),
    Language.RST: _found_by(_RST),
    Language.CPP: _found_by(_CPP),
    Language.PYTHON: _python,
}
