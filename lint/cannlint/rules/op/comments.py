"""Comments where CANN has none, put where it has them: on a line of their own, from column 1."""

from __future__ import annotations

from cannlint.text.source import BYTE_ORDER_MARK
from cannlint.text.span import Edit, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.syntax.op_precision import IniLine
    from cannlint.text.source import Source


def comment_above(source: Source, line: IniLine, comment: str) -> Edit:
    """Put `comment` as a line before `line`; a byte order mark there goes."""
    line_end = "\r\n" if "\r\n" in source.text else "\n"
    end = line.start + line.content.startswith(BYTE_ORDER_MARK)
    return Edit(Span(line.start, end), f"# {comment}{line_end}")


def comment_out(line: IniLine) -> Edit:
    """Give a line that looks like a comment the sign that makes it one."""
    sign = Span(line.start, line.visible.start + len(line.comment_mark))
    return Edit(sign, "#")
