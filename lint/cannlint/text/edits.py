"""Create edits for fixes."""

from __future__ import annotations

from cannlint.text.span import Edit, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.source import Source


def delete(span: Span) -> Edit:
    """Delete a span."""
    return Edit(span, "")


def replace(span: Span, text: str) -> Edit:
    """Replace a span by `text`."""
    return Edit(span, text)


def insert(offset: int, text: str) -> Edit:
    """Insert `text` at an offset."""
    return Edit(Span(offset, offset), text)


def line_end_of(text: str) -> str:
    """What ends a line that is added to a text: CRLF in one that has any, else LF."""
    return "\r\n" if "\r\n" in text else "\n"


def delete_line(source: Source, line: Span) -> Edit:
    """Delete a line with its line end; for the last line, with the line end before it."""
    text = source.text
    if line.end < len(text):
        return Edit(Span(line.start, line.end + 1), "")
    start = line.start
    if start > 0 and text[start - 1] == "\n":
        start -= 2 if text[start - 2 : start] == "\r\n" else 1
    return Edit(Span(start, line.end), "")
