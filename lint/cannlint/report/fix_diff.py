"""The lines that fixes change: below a finding, and as a unified diff for `--diff`."""

from __future__ import annotations

import sys
from difflib import unified_diff

from cannlint.language import said
from cannlint.report.snippet import window
from cannlint.report.styles import has_colour, print_lines
from cannlint.text.printable import printable
from cannlint.text.source import UNSEEN
from cannlint.text.span import Edit, Span, apply_edits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.diagnostics import Fix
    from cannlint.report.styles import Line
    from cannlint.text.source import Source

_NO_NEWLINE = "\\ No newline at end of file"
_STYLES = {"-": "removed", "+": "added", "@": "frame"}

_BLANKS = {" ": "·", "\t": "→", "\r": "␍"}
"""How to show whitespace if a fix changes nothing else."""

_MAX_LINES = 6
"""Number of lines to show below a finding."""


def print_diff(before: Source, after: Source) -> None:
    """Print a unified diff: in colour on a terminal, otherwise with the original bytes.

    In the log of a CI system it is for people as well: a line of a file is no command there.
    """
    lines = list(diff_lines(before, after))
    if has_colour(sys.stdout) or sys.stdout.isatty() or hasattr(sys.stdout, "write_commands"):
        print_lines([(printable(line.removesuffix("\r")), _style(line))] for line in lines)
        return
    text = "".join(f"{line}\n" for line in lines)
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))


def diff_lines(before: Source, after: Source) -> Iterator[str]:
    """The lines of a unified diff that `patch -p0` accepts; carriage returns are kept."""
    old, new = _lines(before.text), _lines(after.text)
    path = printable(before.path)
    for line in unified_diff(old, new, path, path, lineterm="\n"):
        yield line.removesuffix("\n")
        if not line.endswith("\n"):
            yield _NO_NEWLINE


def _lines(text: str) -> list[str]:
    """The lines with their line feeds; no other character ends a line."""
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _style(line: str) -> str:
    return "name" if line.startswith(("---", "+++")) else _STYLES.get(line[:1], "source")


def fix_lines(source: Source, fix: Fix, gutter: int, width: int) -> Iterator[Line]:
    """The lines that a fix changes, before and after."""
    first = source.position(min(edit.span.start for edit in fix.edits))[0]
    last = source.position(max(edit.span.end for edit in fix.edits))[0]
    start, end = source.line_span(first)[0], source.text.find("\n", source.line_span(last)[0])
    text = source.text[start : end if end >= 0 else None]  # all of it would be read by each finding
    edits = [_moved(edit, -start) for edit in fix.edits]
    old, new = text.split("\n"), apply_edits(text, edits).split("\n")
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    while old and new and old[0] == new[0]:
        old, new, first = old[1:], new[1:], first + 1
    if [text.strip(UNSEEN) for text in old] == [text.strip(UNSEEN) for text in new]:
        old, new = list(map(_with_blanks, old)), list(map(_with_blanks, new))
    shown = [("-", text, first + at) for at, text in enumerate(old)]
    shown += [("+", text, first + at) for at, text in enumerate(new)]
    changed_at = _first_difference(old[0], new[0]) if old and new else 0
    for sign, text, number in shown[:_MAX_LINES]:
        style = "removed" if sign == "-" else "added"
        part = window(text.removesuffix("\r"), changed_at, width - gutter - 3)
        yield [(f"{number:>{gutter}} ", "frame"), (f"{sign} {part}".rstrip(), style)]
    if len(shown) > _MAX_LINES:
        more = said("{number} more lines", number=len(shown) - _MAX_LINES)
        yield [(f"{' ' * gutter} … {more}", "frame")]


def _moved(edit: Edit, by: int) -> Edit:
    return Edit(Span(edit.span.start + by, edit.span.end + by), edit.text)


def _with_blanks(text: str) -> str:
    """The line with invisible characters at its ends made visible: `·`, `<U+FEFF>`."""
    body = text.strip(UNSEEN)
    start = text.index(body)
    before, after = text[:start], text[start + len(body) :]
    return "".join([*map(_shown_blank, before), body, *map(_shown_blank, after)])


def _shown_blank(char: str) -> str:
    return _BLANKS.get(char) or f"<U+{ord(char):04X}>"


def _first_difference(before: str, after: str) -> int:
    pairs = enumerate(zip(before, after, strict=False))
    return next((at for at, (old, new) in pairs if old != new), min(len(before), len(after)))
