"""Comments where CANN has none, put where it has them: on a line of their own, from column 1."""

from __future__ import annotations

from cannlint.text.source import BYTE_ORDER_MARK
from cannlint.text.span import Edit, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.syntax.op_precision import IniLine
    from cannlint.text.source import Source


def comment_above(source: Source, line: IniLine, comment: str) -> Edit:
    """Put `comment`, unless it is empty, as a line before `line`; byte order marks there go."""
    line_end = "\r\n" if "\r\n" in source.text else "\n"
    marks = len(line.content) - len(line.content.lstrip(BYTE_ORDER_MARK))
    above = f"# {comment}{line_end}" if comment else ""
    return Edit(Span(line.start, line.start + marks), above)


def comment_out(line: IniLine) -> Edit:
    """Give a line that looks like a comment the sign that makes it one."""
    sign = Span(line.start, line.visible.start + len(line.comment_mark))
    return Edit(sign, "#")
