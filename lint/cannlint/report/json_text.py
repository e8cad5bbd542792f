"""Documents as JSON text: the only writer of JSON in reports.

Characters that are not printable are escaped; a byte that is not UTF-8 is a surrogate (PEP 383).
"""

from __future__ import annotations

import json

from cannlint.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from cannlint.diagnostics import Message
    from cannlint.results.parts import Range, Tool
    from cannlint.text.source import Source
    from cannlint.text.span import Span

TOOL: Tool = {"name": "cannlint", "version": __version__}

_encoded = json.JSONEncoder(ensure_ascii=False).encode


def range_of(source: Source, span: Span) -> Range:
    """A span as lines and columns from 1; columns are code points."""
    start, end = source.position(span.start), source.position(span.end)
    return {
        "start": {"line": start[0], "column": start[1]},
        "end": {"line": end[0], "column": end[1]},
    }


def text_of(message: Message | str | None) -> str | None:
    """A message in the language in use; None without one."""
    return str(message) if message is not None else None


def dump(value: object, indent: int = 2) -> str:
    """Indented JSON."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return "\n".join(map(_printable, text.split("\n")))


def compact(value: object) -> str:
    """JSON on one line: indenting takes ten times longer."""
    return _printable(_encoded(value))


def stream(
    document: Mapping[str, object], items: Mapping[str, Iterable[object]], indent: str = ""
) -> Iterator[str]:
    """A large document in pieces: each key is on its own line, and so is each of `items`.

    `items` are written as they are made, under keys for which the document has an empty list.
    """
    separator = "{"
    for key, value in document.items():
        yield f'{separator}\n{indent}"{key}": '
        yield from _array(items[key], indent) if key in items else (compact(value),)
        separator = ","
    yield "\n}\n"


def _array(items: Iterable[object], indent: str) -> Iterator[str]:
    separator = "["
    for item in items:
        yield f"{separator}\n{indent}{indent}{compact(item)}"
        separator = ","
    yield "[]" if separator == "[" else f"\n{indent}]"


def _printable(line: str) -> str:
    return line if line.isprintable() else "".join(map(_escaped, line))


def _escaped(char: str) -> str:
    return char if char.isprintable() else json.dumps(char)[1:-1]
