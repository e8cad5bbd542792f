"""Writes a comment that accepts a finding, where the format of the file has one."""

from __future__ import annotations

import re

from cannlint.formats.scripts import Language
from cannlint.kinds import FORMATS, LIBRARY_KINDS, Kind
from cannlint.syntax.comment_covers import FENCE, is_continued
from cannlint.syntax.ignore_comments import ignore_comments
from cannlint.text.edits import insert
from cannlint.text.source import Source
from cannlint.text.span import Edit, Span, apply_edits

_FORMS = {Language.MARKDOWN: "<!-- {} -->", Language.RST: ".. {}\n", Language.CPP: "// {}"}
"""How a comment is written, where not behind `#`."""

_INDENT = re.compile(r"[ \t]*")
_FARTHEST = 200
"""Lines above a place that are tried."""


def new_ignore_comment(source: Source, kind: Kind, code: str, offset: int) -> Edit | None:
    """The edit that accepts a rule's findings at an offset, by a comment on a line of its own.

    The comment goes above the entry, the command or the code block that the offset is in. None
    for a format without comments, for a file of a library, and where none would cover the place.
    """
    language = FORMATS[kind].comment_language(source.path)
    if language is None or kind in LIBRARY_KINDS:
        return None
    number = source.position(offset)[0]
    for line in range(number, max(0, number - _FARTHEST), -1):
        if _is_free(source, language, line):
            edit = _comment_above(source, language, code, line)
            if _covers(source, kind, edit, number + edit.text.count("\n")):
                return edit
    return None


def _comment_above(source: Source, language: str, code: str, line: int) -> Edit:
    start, end = source.line_span(line)
    indent = _INDENT.match(source.text, start, end)
    assert indent is not None
    text = f"cannlint: ignore[{code}]"
    # in INI only column 1 begins a comment
    blanks = "" if language == Language.INI else indent[0]
    return insert(start, f"{blanks}{_FORMS.get(language, '# {}').format(text)}\n")


def _is_free(source: Source, language: str, line: int) -> bool:
    """Whether a new line above a line is no part of a command or of a page's code."""
    if language == Language.MARKDOWN:
        above = (source.line_span(at) for at in range(1, line))
        return sum(FENCE.match(source.text, *span) is not None for span in above) % 2 == 0
    if language == Language.RST:  # what is indented may be code
        return _begins_paragraph(source, line)
    return language != Language.SHELL or line == 1 or not is_continued(source, line - 1)


def _begins_paragraph(source: Source, line: int) -> bool:
    """Whether a line is not indented, and the one above it is blank."""
    start, _ = source.line_span(line)
    above = source.slice(Span(*source.line_span(line - 1))) if line > 1 else ""
    return not above.strip() and not source.text[start : start + 1].isspace()


def _covers(source: Source, kind: Kind, edit: Edit, line: int) -> bool:
    """Whether the comment that an edit puts in is one, and accepts findings on a line."""
    text = apply_edits(source.text, [edit])
    commented = Source(source.path, text.encode("utf-8", "surrogateescape"))
    end = edit.span.start + len(edit.text)
    return any(
        edit.span.start <= comment.places.shown.start < end
        and comment.first <= line <= comment.last
        for comment in ignore_comments(commented, kind)
    )
