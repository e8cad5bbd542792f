"""Colours and line breaks of text output, on a terminal and elsewhere."""

from __future__ import annotations

import os
import re
import sys

from cannlint.language import ENGLISH, language_in_use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TextIO

    from rich.console import Console
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
"""The styles that report pieces name, as rich writes them."""

PLAIN_WIDTH = 160
"""Columns where the output is no terminal: source lines beyond are cut, messages are not."""

_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_OPENING = "（【《“"
_CLOSING = "，。、；：！？）】》”…"
_WORD = re.compile(
    rf"\s*[{_OPENING}]*(?:(?![{_OPENING}{_CLOSING}])[{_WIDE}]"
    rf"|[^\s{_WIDE}{_OPENING}{_CLOSING}]+|\S)[{_CLOSING}]*\s*"
)
"""What stays on one line: a wide character, or a word of others, with the marks beside it."""


def has_colour(stream: TextIO) -> bool:
    """Whether to colour: NO_COLOR and FORCE_COLOR decide, then whether it is a terminal."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def width_of(stream: TextIO) -> int:
    """Columns to fill."""
    if not stream.isatty():
        return PLAIN_WIDTH
    import shutil

    return shutil.get_terminal_size((100, 24)).columns


def print_lines(lines: Iterable[Line], stream: TextIO | None = None) -> None:
    """Print styled lines; on a terminal long ones wrap below their own text."""
    out = stream if stream is not None else sys.stdout
    if not (has_colour(out) or out.isatty()):
        out.writelines("".join(text for text, _ in line).rstrip() + "\n" for line in lines)
        return
    from rich.console import Console
    from rich.text import Text

    break_lines()
    colour = has_colour(out)
    console = Console(
        file=out,
        width=width_of(out),
        force_terminal=colour,
        no_color=not colour,
        highlight=False,
        soft_wrap=False,
    )
    for line in lines:
        text = Text.assemble(*((piece, STYLES[style] if style else "") for piece, style in line))
        for part in _wrapped(text, _indent(line), console):
            part.rstrip()
            console.print(part, no_wrap=True, overflow="ignore", crop=False)


def _indent(line: Line) -> int | None:
    """Where the further lines of a long message begin; None for source lines, which stay whole."""
    from rich.cells import cell_len

    style = line[0][1] if line else ""
    if style in ("error", "warning", "info", "quiet"):
        return 2
    if style == "frame" and line[0][0].endswith("= "):
        return sum(cell_len(piece) for piece, _ in line[:-1])
    return None


def _wrapped(text: Text, indent: int | None, console: Console) -> Iterable[Text]:
    """The text in parts that fit the console, all but the first indented."""
    if indent is None or text.cell_len <= console.width:
        return [text]
    first, *rest = text.wrap(console, console.width)
    remainder = type(text)(" ").join(rest)
    parts: Iterable[Text] = remainder.wrap(console, max(console.width - indent, 20))
    return [first, *(type(text)(" " * indent) + part for part in parts)]


def break_lines() -> None:
    """Let rich break lines as the language in use has it; rich itself knows spaces only."""
    if language_in_use() == ENGLISH:
        return
    from rich import _wrap
    from rich.text import Text

    if hasattr(_wrap, "re_word"):  # no promise of rich's: without it lines break at spaces
        _wrap.re_word = _WORD
    Text.rstrip_end = _without_blanks_beyond  # type: ignore[method-assign, assignment]


def _without_blanks_beyond(text: Text, width: int) -> None:
    """Take the blanks at the end away that are beyond a width; rich counts characters there."""
    blanks = len(text) - len(text.plain.rstrip())
    excess = text.cell_len - width
    if excess > 0 and blanks:
        text.right_crop(min(blanks, excess))
