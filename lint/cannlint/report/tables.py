"""Tables and aligned columns for people, and CSV."""

from __future__ import annotations

import csv
import io
import sys
from itertools import zip_longest

from cannlint.report.styles import PLAIN_WIDTH, print_lines, width_of
from cannlint.report.wrapping import folded, longest_word
from cannlint.text.escaped import csv_cell
from cannlint.text.printable import display_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from cannlint.report.styles import Line

    Cell = tuple[str, str]


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A heading and one line per row; a byte that is not UTF-8 is escaped, and a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(map(csv_cell, row) for row in rows)
    return out.getvalue().encode("utf-8", "backslashreplace").decode("utf-8")


_GAP = "  "
NO_LIMIT = 1_000_000
"""Cells of a line where there is no terminal."""


def aligned(
    rows: Sequence[Sequence[Cell]], indent: str = "  ", room: int | None = None
) -> list[Line]:
    """Rows of (text, style) cells as lines; the last cell of a row takes the rest of its line.

    Cells are folded so that lines have at most `room` cells of the terminal, by default all.
    """
    widths = _widths(rows, (_room() if room is None else room) - len(indent))
    return [line for row in rows for line in _lines(row, widths, indent)]


def table(
    headings: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    indent: str = "",
    room: int | None = None,
) -> list[Line]:
    """Rows below headings.

    The first cell of each row has a line of its own where words would break otherwise, or where
    the table takes fewer lines so.
    """
    headed = [[(heading, "name") for heading in headings], *rows]
    room = (_room() if room is None else room) - len(indent)
    columns = _columns(headed)
    in_columns = aligned(headed, indent, room + len(indent))
    if len(columns) == 1 or _with_gaps(_most(display_width, columns)) <= room:
        return in_columns
    stacked: list[Line] = []
    lead = _GAP + " " * max(len(name) - len(name.lstrip(" ")) for name in columns[0])
    widths = _widths([row[1:] for row in headed], room - len(lead))
    for name, *cells in headed:
        stacked += _lines([name], [room], indent)
        stacked += _lines(cells, widths, indent + lead)
    breaks_words = _with_gaps(_most(longest_word, columns)) > room
    return stacked if breaks_words or len(stacked) < len(in_columns) else in_columns


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], indent: str = "") -> None:
    """Print a table without styles."""
    print_lines(table(headings, [[(cell, "") for cell in row] for row in rows], indent))


def _room() -> int:
    return width_of(sys.stdout) if sys.stdout.isatty() else NO_LIMIT


def _columns(rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
    """The texts of each column; the last cell of a row that is shorter than others is in none."""
    count = max(map(len, rows), default=0)
    columns: list[list[str]] = [[] for _ in range(count)]
    for row in rows:
        for column, (text, _) in enumerate(row):
            if column < len(row) - 1 or column == count - 1:
                columns[column].append(text)
    return columns


def _widths(rows: Sequence[Sequence[Cell]], room: int) -> list[int]:
    """The width of each column: as wide as its texts, if need be only as wide as its words.

    The widest give way first. The last column has what is left.
    """
    columns = _columns(rows)
    full = _most(display_width, columns)
    full[-1:] = [max(last, 1) for last in full[-1:]]
    if _with_gaps(full) > room:
        words = _most(longest_word, columns)
        least = words if _with_gaps(words) <= room else [1] * len(words)
        cap = next(
            (cap for cap in range(room, 0, -1) if _with_gaps(_capped(full, least, cap)) <= room), 1
        )
        full = _capped(full, least, cap)
    return [*full[:-1], room - _with_gaps([*full[:-1], 0])]


def _most(measure: Callable[[str], int], columns: Iterable[list[str]]) -> list[int]:
    """The largest measure in each column."""
    return [max(map(measure, column), default=0) for column in columns]


def _capped(full: Sequence[int], least: Sequence[int], cap: int) -> list[int]:
    return [min(width, max(word, cap)) for width, word in zip(full, least, strict=True)]


def _with_gaps(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _lines(row: Sequence[Cell], widths: Sequence[int], indent: str) -> Iterator[Line]:
    """The lines of one row."""
    ends = [*widths[: len(row) - 1], _with_gaps(widths[len(row) - 1 :])]
    cells = [folded(text, width) for (text, _), width in zip(row, ends, strict=True)]
    for parts in zip_longest(*cells, fillvalue=""):
        line: Line = [(indent, ""), (parts[0], row[0][1])]
        for left, part, (_, style), width in zip(parts, parts[1:], row[1:], ends, strict=False):
            line += [(" " * (width - display_width(left)) + _GAP, ""), (part, style)]
        yield line


def wrapped(words: Sequence[str], indent: str, separator: str = ", ") -> list[Line]:
    """Words, wrapped to the width of the output."""
    room = (width_of(sys.stdout) if sys.stdout.isatty() else PLAIN_WIDTH) - len(indent)
    lines = [""]
    for index, word in enumerate(words):
        piece = word + (separator if index < len(words) - 1 else "")
        if lines[-1] and display_width(lines[-1] + piece.rstrip()) > room:
            lines.append("")
        lines[-1] += piece
    return [[(indent, ""), (line.rstrip(), "")] for line in lines]
