"""Edits that turn text into a comment for CANN: on its own line, with `#` in column 1."""

from __future__ import annotations

from cannlint.text.edits import line_end_of
from cannlint.text.span import Edit, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.op_precision.lines import IniLine
    from cannlint.text.source import Source


def comment_above(source: Source, line: IniLine, comment: str) -> Edit:
    """Insert `comment`, unless it is empty, above `line`, and remove byte order marks there."""
    line_end = line_end_of(source.text)
    above = f"# {comment}{line_end}" if comment else ""
    return Edit(line.marks, above)


def comment_out(line: IniLine) -> Edit:
    """Replace the comment sign of a line by `#` in column 1."""
    sign = Span(line.start, line.visible.start + len(line.comment_mark))
    return Edit(sign, "#")
