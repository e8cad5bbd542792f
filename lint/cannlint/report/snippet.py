"""Source lines with carets under what a finding is about."""

from __future__ import annotations

from cannlint.text.printable import printable, visible
from cannlint.text.width import display_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.text.source import Source
    from cannlint.text.span import Span

    Line = list[tuple[str, str]]

_CUT = "…"
_LEAD = 20
"""Cells that stay visible before a mark when a long line is cut."""


class Marked:
    """A span to underline with `sign`, and the words behind it."""

    __slots__ = ("label", "sign", "span", "style")

    def __init__(self, span: Span, label: str, sign: str, style: str) -> None:
        self.span = span
        self.label = label
        self.sign = sign
        self.style = style


def snippet(source: Source, marks: list[Marked], gutter: int, width: int) -> Iterator[Line]:
    """The place of the first mark, then every marked line in order with its marks below.

    A finding about an empty file, or a path that could not be read, has no lines.
    """
    line, column = source.position(marks[0].span.start)
    place = f"{printable(source.path)}:{line}:{column}" if source.data else printable(source.path)
    yield [(f"{' ' * gutter} ┌─ ", "frame"), (place, "place")]
    by_line: dict[int, list[Marked]] = {}
    for mark in marks:
        by_line.setdefault(source.position(mark.span.start)[0], []).append(mark)
    if not source.data.strip():
        return
    previous = 0
    for number in _with_neighbours(source, sorted(by_line)):
        if previous and number > previous + 1:
            yield [(f"{' ' * gutter} ·", "frame")]
        yield from _source_line(source, number, by_line.get(number, []), gutter, width)
        previous = number


def _with_neighbours(source: Source, numbers: list[int]) -> list[int]:
    """The marked lines, and of a blank one the lines around it, so that it can be found."""
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
    low, high = _window(source.text, start, end, [mark.span for mark in marks], room)
    text = printable(source.text[low:high])
    text = (_CUT if low > start else "") + text + (_CUT if high < end else "")
    yield (
        [(f"{number:>{gutter}} │ ", "frame"), (text, "source")]
        if text
        else [(f"{number:>{gutter}} │", "frame")]
    )
    shift = 1 if low > start else 0
    for mark in sorted(marks, key=lambda mark: mark.span.start):
        offset = shift + display_width(printable(source.text[low : max(mark.span.start, low)]))
        stop = min(mark.span.end, high)
        cells = display_width("".join(map(visible, source.text[mark.span.start : stop])))
        carets = mark.sign * max(cells, 1)
        yield [
            (f"{' ' * gutter} │ {' ' * offset}", "frame"),
            (f"{carets} {mark.label}".rstrip(), mark.style),
        ]


def _window(text: str, start: int, end: int, spans: list[Span], room: int) -> tuple[int, int]:
    """The part of a line that fits the room and holds the beginning of the first mark."""
    if end - start <= room:
        return start, end
    first = min((span.start for span in spans), default=start)
    low = max(start, first - _LEAD) if first - start > room - _LEAD else start
    return low, min(end, low + room - 2)
