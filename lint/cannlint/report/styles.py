"""Colours and line breaks of text output, on a terminal and elsewhere."""

from __future__ import annotations

import os
import sys

from cannlint.language import ENGLISH, language_in_use
from cannlint.report.wrapping import pieces, wrapped_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from rich.text import Text

    Line = list[tuple[str, str]]

STYLES = {
    "error": "bold red",
    "warning": "bold yellow",
    "info": "bold cyan",
    "name": "bold",
    "message": "bold",
    "frame": "blue",
    "place": "",
    "source": "",
    "related": "blue",
    "help": "bold green",
    "note": "bold",
    "removed": "red",
    "added": "green",
    "quiet": "dim",
    "good": "green",
}
"""Style name → style of rich."""

_COPIED = ("source", "removed", "added")
"""Styles of text that users copy."""

PLAIN_WIDTH = 160
"""The width without a terminal: source lines are cut to it, messages are not."""


def has_colour(stream: TextIO) -> bool:
    """Whether to use colour: NO_COLOR and FORCE_COLOR, otherwise only on a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def width_of(stream: TextIO) -> int:
    """The width of the output in cells."""
    if not stream.isatty():
        return PLAIN_WIDTH
    import shutil

    return shutil.get_terminal_size((100, 24)).columns


def print_lines(lines: Iterable[Line]) -> None:
    """Print styled lines; on a terminal, long lines wrap with an indent.

    Text to copy, such as a command or a line of a file, stays on one line.
    """
    out = sys.stdout
    if out.isatty():
        room = width_of(out)
        lines = (part for line in lines for part in _fitted(line, room))
    if has_colour(out):
        _print_styled(lines, out)
    else:
        out.writelines("".join(text for text, _ in line).rstrip() + "\n" for line in lines)


def _fitted(line: Line, room: int) -> list[Line]:
    is_copied = any(style in _COPIED for _, style in line)
    return [line] if is_copied else wrapped_line(line, room, _indent(line))


def _print_styled(lines: Iterable[Line], out: TextIO) -> None:
    from rich.console import Console
    from rich.text import Text

    # no_color, because an old rich takes an empty NO_COLOR for set
    console = Console(
        file=out, width=width_of(out), force_terminal=True, no_color=False, highlight=False
    )
    for line in lines:
        text = Text.assemble(*((piece, _rich(style)) for piece, style in line))
        text.rstrip()
        console.print(text, no_wrap=True, overflow="ignore", crop=False)


_LINK = " link "


def linked(style: str, url: str | None) -> str:
    """A style whose text is a link, on terminals that have links."""
    return style if url is None else f"{style}{_LINK}{url}"


def _rich(style: str) -> str:
    """A style as rich has it."""
    name, link, url = style.partition(_LINK)
    return f"{STYLES[name] if name else ''}{link}{url}"


def _indent(line: Line) -> int:
    """The indent of what does not fit on a line: below the text of a remark, a help or a note."""
    from cannlint.text.printable import display_width

    first = line[0][0] if line else ""
    if first.endswith(("= ", "! ")):
        return sum(display_width(piece) for piece, _ in line[: -1 if first.endswith("= ") else 1])
    text = "".join(piece for piece, _ in line)
    return len(text) - len(text.lstrip(" ")) + 2


def break_lines() -> None:
    """Make rich break lines of Chinese after each character; rich breaks at spaces only."""
    if language_in_use() == ENGLISH:
        return
    from rich import _wrap
    from rich.text import Text

    if hasattr(_wrap, "re_word"):  # private in rich: without it, lines break at spaces
        _wrap.re_word = pieces()
    Text.rstrip_end = _without_blanks_beyond  # type: ignore[method-assign, assignment]


def _without_blanks_beyond(text: Text, width: int) -> None:
    """Remove trailing blanks beyond a width in cells; rich counts characters."""
    blanks = len(text) - len(text.plain.rstrip())
    excess = text.cell_len - width
    if excess > 0 and blanks:
        text.right_crop(min(blanks, excess))
