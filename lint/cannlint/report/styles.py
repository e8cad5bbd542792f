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
"""Style name → style of rich."""

PLAIN_WIDTH = 160
"""The width without a terminal: source lines are cut to it, messages are not."""

_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_OPENING = "（【《“"
_CLOSING = "，。、；：！？）】》”…"
_WORD = re.compile(
    rf"\s*[{_OPENING}]*(?:(?![{_OPENING}{_CLOSING}])[{_WIDE}]"
    rf"|[^\s{_WIDE}{_OPENING}{_CLOSING}]+|\S)[{_CLOSING}]*\s*"
)
"""The unbreakable parts of a line: a wide character or a word, with its punctuation."""


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


def print_lines(lines: Iterable[Line], stream: TextIO | None = None) -> None:
    """Print styled lines; on a terminal, long lines wrap with an indent."""
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
    """The indent of wrapped lines of a message; None for source lines, which do not wrap."""
    from rich.cells import cell_len

    style = line[0][1] if line else ""
    if style in ("error", "warning", "info", "quiet"):
        return 2
    if style == "frame" and line[0][0].endswith("= "):
        return sum(cell_len(piece) for piece, _ in line[:-1])
    return None


def _wrapped(text: Text, indent: int | None, console: Console) -> Iterable[Text]:
    """The text in lines that fit the console; all but the first are indented."""
    if indent is None or text.cell_len <= console.width:
        return [text]
    first, *rest = text.wrap(console, console.width)
    remainder = type(text)(" ").join(rest)
    parts: Iterable[Text] = remainder.wrap(console, max(console.width - indent, 20))
    return [first, *(type(text)(" " * indent) + part for part in parts)]


def break_lines() -> None:
    """Make rich break lines of Chinese after each character; rich breaks at spaces only."""
    if language_in_use() == ENGLISH:
        return
    from rich import _wrap
    from rich.text import Text

    if hasattr(_wrap, "re_word"):  # private in rich: without it, lines break at spaces
        _wrap.re_word = _WORD
    Text.rstrip_end = _without_blanks_beyond  # type: ignore[method-assign, assignment]


def _without_blanks_beyond(text: Text, width: int) -> None:
    """Remove trailing blanks beyond a width in cells; rich counts characters."""
    blanks = len(text) - len(text.plain.rstrip())
    excess = text.cell_len - width
    if excess > 0 and blanks:
        text.right_crop(min(blanks, excess))
