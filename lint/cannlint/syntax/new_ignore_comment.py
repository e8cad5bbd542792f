"""Writes a comment that accepts a finding, where the format of the file has one."""

from __future__ import annotations

import re

from cannlint.kinds import SCRIPT_KINDS, Kind
from cannlint.syntax.ignore_comments import FENCE, PAGES, ignore_comments, is_continued
from cannlint.text.edits import insert
from cannlint.text.source import Source
from cannlint.text.span import apply_edits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.span import Edit

_KINDS = (*SCRIPT_KINDS, Kind.JOB, Kind.OP_PRECISION)
_INDENT = re.compile(r"[ \t]*")
_FARTHEST = 200
"""Lines above a place that are tried."""


def new_ignore_comment(source: Source, kind: Kind, code: str, offset: int) -> Edit | None:
    """The edit that accepts a rule's findings at an offset, by a comment on a line of its own.

    The comment goes above the entry, the command or the code block that the offset is in. None
    for a format without comments, and where none would cover the place.
    """
    if kind not in _KINDS:
        return None
    number = source.position(offset)[0]
    for line in range(number, max(0, number - _FARTHEST), -1):
        if _is_free(source, kind, line):
            edit = _comment_above(source, kind, code, line)
            if _covers(source, kind, edit, number + 1):
                return edit
    return None


def _comment_above(source: Source, kind: Kind, code: str, line: int) -> Edit:
    start, end = source.line_span(line)
    indent = _INDENT.match(source.text, start, end)
    assert indent is not None
    text = f"cannlint: ignore[{code}]"
    comment = f"<!-- {text} -->" if source.path.endswith(PAGES) else f"# {text}"
    blanks = "" if kind is Kind.OP_PRECISION else indent[0]  # there only column 1 begins a comment
    return insert(start, f"{blanks}{comment}\n")


def _is_free(source: Source, kind: Kind, line: int) -> bool:
    """Whether a new line above a line is no part of a command or of a page's code."""
    above = range(1, line)
    if source.path.endswith(PAGES):
        return (
            sum(FENCE.match(source.text, *source.line_span(at)) is not None for at in above) % 2
            == 0
        )
    return kind is not Kind.ATC_SCRIPT or line == 1 or not is_continued(source, line - 1)


def _covers(source: Source, kind: Kind, edit: Edit, line: int) -> bool:
    """Whether the comment that an edit puts in is one, and accepts findings on a line."""
    text = apply_edits(source.text, [edit])
    mended = Source(source.path, text.encode("utf-8", "surrogateescape"))
    end = edit.span.start + len(edit.text)
    return any(
        edit.span.start <= comment.places.shown.start < end
        and comment.first <= line <= comment.last
        for comment in ignore_comments(mended, kind)
    )
