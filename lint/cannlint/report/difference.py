"""What fixes change in a file, as a unified difference."""

from __future__ import annotations

import sys
from difflib import unified_diff

from cannlint.report.styles import has_colour, print_lines
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.text.source import Source

_NO_NEWLINE = "\\ No newline at end of file"
_STYLES = {"-": "removed", "+": "added", "@": "frame"}


def print_difference(before: Source, after: Source) -> None:
    """Print the difference: in colour on a terminal, else with the bytes as they are."""
    lines = list(difference(before, after))
    if has_colour(sys.stdout) or sys.stdout.isatty():
        print_lines([(printable(line.removesuffix("\r")), _style(line))] for line in lines)
        return
    text = "".join(f"{line}\n" for line in lines)
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))


def difference(before: Source, after: Source) -> Iterator[str]:
    """The lines of the difference, which `patch -p0` takes; line ends belong to the lines."""
    old, new = _lines(before.text), _lines(after.text)
    path = printable(before.path)
    for line in unified_diff(old, new, path, path, lineterm="\n"):
        yield line.removesuffix("\n")
        if not line.endswith("\n"):
            yield _NO_NEWLINE


def _lines(text: str) -> list[str]:
    """The lines with their line feeds; nothing else ends a line."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _style(line: str) -> str:
    return "name" if line.startswith(("---", "+++")) else _STYLES.get(line[:1], "")
