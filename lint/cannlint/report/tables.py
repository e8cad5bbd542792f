"""Tables and aligned columns for people, and CSV."""

from __future__ import annotations

import csv
import io
import sys

from cannlint.report.styles import PLAIN_WIDTH, break_lines, has_colour, width_of
from cannlint.text.escaped import csv_cell
from cannlint.text.printable import display_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
_NO_LIMIT = 10_000
_WIDEST_WORD = 32
"""Columns; a longer word, such as a path, may be folded."""


def aligned(rows: Sequence[Sequence[Cell]], indent: str = "  ") -> list[Line]:
    """Rows of (text, style) cells as lines; all columns but the last are padded."""
    widths: list[int] = []
    for row in rows:
        for column, (text, _) in enumerate(row[:-1]):
            widths += [0] * (column + 1 - len(widths))
            widths[column] = max(widths[column], display_width(text))
    return [_line(row, widths, indent) for row in rows]


def _line(row: Sequence[Cell], widths: list[int], indent: str) -> Line:
    line: Line = [(indent, "")]
    for column, (text, style) in enumerate(row):
        is_last = column == len(row) - 1
        padding = "" if is_last else " " * (widths[column] - display_width(text)) + _GAP
        line += [(text, style), (padding, "")]
    return line


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]], indent: int = 2) -> None:
    """Print a table; wide cells are folded, but only on a terminal."""
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    break_lines()
    colour = has_colour(sys.stdout)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold" if colour else "")
    for column, heading in enumerate(headings):
        cells = [row[column] for row in rows if column < len(row)]
        least = 0 if column == 0 else _longest_word((heading, *cells))
        table.add_column(Text(heading), overflow="fold", min_width=least)
    for row in rows:
        table.add_row(*map(Text, row))
    width = width_of(sys.stdout) if sys.stdout.isatty() else _NO_LIMIT
    console = Console(
        file=sys.stdout, width=width, force_terminal=colour, no_color=not colour, highlight=False
    )
    with console.capture() as captured:
        console.print(Padding(table, (0, 0, 0, indent), expand=False))
    sys.stdout.writelines(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def _longest_word(cells: Iterable[str]) -> int:
    """The width of the longest word of a column, which should not be broken."""
    words = (word for cell in cells for word in cell.split())
    return min(_WIDEST_WORD, max(map(display_width, words), default=0))


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
