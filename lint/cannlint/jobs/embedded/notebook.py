"""The code of a notebook: the cells one behind the other, and the commands of its shell lines."""

from __future__ import annotations

import re

from cannlint.formats.scripts import Language
from cannlint.jobs.embedded.part import Builder, Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.syntax.json_nodes import Node

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_MAGIC = re.compile(
    r"^[ \t]*(?:\w+[ \t]*=[ \t]*(?=!))?(?P<sign>%%?|!)(?P<rest>(?:[^\\\n]|\\[\s\S])*)", re.MULTILINE
)
_SETS = re.compile(r"%(?:set_)?env[ \t]+(?=\w+=)", re.ASCII)
_SHELL_CELL = re.compile(
    r"\s*%%(?:(?:bash|sh|script[ \t]+(?:ba)?sh)\b[^\n]*"
    r"|(?:writefile|file)[ \t]+(?:-a[ \t]+)?\S+\.(?:ba)?sh[ \t]*)\n"
)
"""What begins a cell of shell code: that runs, or is written into a file."""


def parts_of(text: str) -> Iterator[Part]:
    """The Python code of all cells, and the shell commands; none where it is no JSON."""
    from cannlint.syntax.json_scanner import parse_json

    root = parse_json(text).root
    cells = root.last("cells") if root is not None and root.sort == "object" else None
    python, shell = Builder(text), Builder(text)
    for cell in cells.items if cells is not None and cells.sort == "array" else ():
        kind, source = (cell.last(key) if cell.sort == "object" else None for key in _KEYS)
        if kind is not None and kind.plain == "code" and source is not None:
            _add_cell(text, source, python, shell)
    if python:
        yield Part(Language.PYTHON, python.word())
    if shell:
        yield Part(Language.SHELL, shell.word())


_KEYS = ("cell_type", "source")


def _add_cell(text: str, source: Node, python: Builder, shell: Builder) -> None:
    """Add the lines of a cell: they are one text, or a list of texts."""
    cell = Builder(text)
    for line in source.items if source.sort == "array" else [source]:
        if line.sort == "string":
            _decode(text, line.span.start + 1, line.span.end - 1, cell)
    word = cell.word()
    starts, ends = word.places()
    at = 0
    whole = _SHELL_CELL.match(word.text)
    if whole is not None:
        _copy(word.text, starts, ends, whole.end(), len(word.text), shell)
        at = len(word.text)
    for match in _MAGIC.finditer(word.text, at):
        _copy(word.text, starts, ends, at, match.start(), python)
        sets = _SETS.match(word.text, match.start("sign"))
        if sets is not None:
            shell.put("export ", starts[match.start("sign")], ends[sets.end() - 1])
        if match["sign"] == "!" or sets is not None:
            begin = match.start("rest") if sets is None else sets.end()
            _copy(word.text, starts, ends, begin, match.end(), shell)
            shell.put("\n", ends[match.end() - 1], ends[match.end() - 1])
        at = match.end()
    _copy(word.text, starts, ends, at, len(word.text), python)
    if word.text:
        python.put("\n", ends[-1], ends[-1])


def _copy(
    letters: str,
    starts: Sequence[int],
    ends: Sequence[int],
    begin: int,
    end: int,
    builder: Builder,
) -> None:
    for at in range(begin, end):
        builder.put(letters[at], starts[at], ends[at])


def _decode(text: str, start: int, end: int, builder: Builder) -> None:
    """Add the text between the quotes of a JSON string."""
    at = start
    for match in _ESCAPE.finditer(text, start, end):
        builder.take(at, match.start())
        letter = chr(int(match[1], 16)) if match[1] else _SIGNS.get(match[2], match[2])
        builder.put(letter, *match.span())
        at = match.end()
    builder.take(at, end)
