"""Source lines with carets below the marked text."""

from __future__ import annotations

from cannlint.text.printable import display_width, printable, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.text.source import Source
    from cannlint.text.span import Span

    Line = list[tuple[str, str]]

_CUT = "…"
_LEAD = 20
"""Cells that stay visible before a mark if a long line is cut."""


class Marked:
    """A span to underline with `sign`, and the text behind it."""

    __slots__ = ("label", "sign", "span", "style")

    def __init__(self, span: Span, label: str, sign: str, style: str) -> None:
        self.span = span
        self.label = label
        self.sign = sign
        self.style = style


def snippet(source: Source, marks: list[Marked], gutter: int, width: int) -> Iterator[Line]:
    """The place of the first mark, then every marked line with its marks below.

    Empty files and unreadable paths have no lines.
    """
    line, column = source.position(marks[0].span.start)
    place = f"{printable(source.path)}:{line}:{column}" if source.data else printable(source.path)
    yield [(f"{' ' * gutter} ┌─ ", "frame"), (place, "place")]
    if source.is_outside:
        return
    by_line: dict[int, list[Marked]] = {}
    for mark in marks:
        by_line.setdefault(source.position(mark.span.start)[0], []).append(mark)
    if not source.data or source.data.isspace():
        return
    previous = 0
    for number in _with_neighbours(source, sorted(by_line)):
        if previous and number > previous + 1:
            yield [(f"{' ' * gutter} ·", "frame")]
        yield from _source_line(source, number, by_line.get(number, []), gutter, width)
        previous = number


def _with_neighbours(source: Source, numbers: list[int]) -> list[int]:
    """The marked lines; blank lines with their neighbours, so that users can find them."""
    wanted = set(numbers)
    for number in numbers:
        start, end = source.line_span(number)
        if not source.text[start:end].strip():
            wanted |= {number - 1, number + 1}
    return sorted(number for number in wanted if 1 <= number <= _last_line(source))


def _last_line(source: Source) -> int:
    count = source.line_count
    return count - 1 if source.text.endswith("\n") else count


def _source_line(
    source: Source, number: int, marks: list[Marked], gutter: int, width: int
) -> Iterator[Line]:
    start, end = source.line_span(number)
    room = max(width - gutter - 3, 2 * _LEAD)
    first = min((mark.span.start for mark in marks), default=start)
    low, high = (start + at for at in _bounds(source.text[start:end], first - start, room))
    text = printable(source.text[low:high])
    text = (_CUT if low > start else "") + text + (_CUT if high < end else "")
    yield (
        [(f"{number:>{gutter}} │ ", "frame"), (text, "source")]
        if text
        else [(f"{number:>{gutter}} │", "frame")]
    )
    shift = 1 if low > start else 0
    for mark in sorted(marks, key=lambda mark: mark.span.start):
        begin = min(max(mark.span.start, low), high)
        offset = shift + display_width(printable(source.text[low:begin]))
        stop = min(mark.span.end, high)
        cells = display_width("".join(map(visible, source.text[begin:stop])))
        for indent, words in _underlined(offset, mark.sign * max(cells, 1), mark.label, room):
            yield [(f"{' ' * gutter} │ {' ' * indent}", "frame"), (words, mark.style)]


def _underlined(offset: int, carets: str, label: str, room: int) -> Iterator[tuple[int, str]]:
    """The carets with their label, which is on the next line if there is no room."""
    if offset + len(carets) + 1 + display_width(label) <= room or not label:
        yield offset, f"{carets} {label}".rstrip()
        return
    yield offset, carets
    yield max(0, min(offset, room - display_width(label))), label


def window(text: str, at: int, room: int) -> str:
    """A line cut to `room` cells, so that the character at `at` is visible."""
    low, high = _bounds(text, at, room)
    part = printable(text[low:high])
    return (_CUT if low else "") + part + (_CUT if high < len(text) else "")


def _bounds(text: str, at: int, room: int) -> tuple[int, int]:
    """The part of a line that fits in `room` cells, including two for ellipses."""
    if len(text) <= 4 * room and display_width(printable(text)) <= room:
        return 0, len(text)
    before = display_width(printable(text[: min(at, room)]))
    low = max(0, at - _LEAD) if at > room or before > room - _LEAD else 0
    high, cells = low, 0
    while high < len(text):
        width = display_width(visible(text[high]))
        if cells + width > room - 2:
            break
        cells, high = cells + width, high + 1
    while high == len(text) and low:  # the rest is for what stands before, and for a label
        cells += display_width(visible(text[low - 1]))
        if cells > room - _LEAD:
            break
        low -= 1
    return low, high
