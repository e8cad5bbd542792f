"""Where the ignore tables of a configuration stand: needed only to report on them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cannlint.text.edits import CodeList
from cannlint.text.source import Source
from cannlint.text.span import Span
from cannlint.text.toml_places import Place, items_of, members_of, places

_HEADER = re.compile(r"^[ \t]*\[\[?[^\]\n]+\]\]?[ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)
_IGNORE = re.compile(
    r"[ \t]*\[\[[ \t]*(?:tool[ \t]*\.[ \t]*cannlint[ \t]*\.[ \t]*)?ignore[ \t]*\]\]"
)
_RULES = re.compile(r"^[ \t]*rules[ \t]*=[ \t]*\[", re.MULTILINE)
_SETTINGS = (("ignore",), ("tool", "cannlint", "ignore"))
"""The setting of tables that are written inline; the second is that of a pyproject.toml."""
_ITEM = re.compile(r"\#[^\n]*|\]|(?P<code>\"[^\"\n]*\"|'[^'\n]*')")


def table_places(source: Source, count: int) -> list[CodeList]:
    """The places of the `count` ignore tables, in order, inline ones as well."""
    found = _tables(source)
    if len(found) == count:
        return found
    found = list(_inline_tables(source.text))
    return found if len(found) == count else [CodeList(Span(0, 0), None, [])] * count


def _inline_tables(text: str) -> Iterator[CodeList]:
    """The tables of `ignore = [{...}, {...}]`: each goes with the comma behind it."""
    for setting in places(text):
        if isinstance(setting, Place) and setting.path in _SETTINGS:
            tables = list(items_of(text, setting.value_span))
            ends = [table.start for table in tables[1:]] + [table.end for table in tables[-1:]]
            for table, end in zip(tables, ends, strict=True):
                yield CodeList(table, Span(table.start, end), _codes_of(text, table))


def _codes_of(text: str, table: Span) -> list[Span]:
    """The places of the codes that an inline table has."""
    for member in members_of(text, table):
        if member.path == ("rules",):
            return list(items_of(text, member.value_span))
    return []


def _tables(source: Source) -> list[CodeList]:
    text = source.text
    headers = list(_HEADER.finditer(text))
    ends = [*(header.start() for header in headers), len(text)][1:]
    return [
        _place(text, header, _end(text, header.end(), end))
        for header, end in zip(headers, ends, strict=False)
        if _IGNORE.match("".join(header[0].split()))
    ]


def _end(text: str, start: int, end: int) -> int:
    """Where a table ends, with blank lines after it but without a comment about the next one."""
    lines = text[start:end].split("\n")
    while len(lines) > 1 and lines[-1].strip()[:1] in ("", "#"):
        lines.pop()
    end = start + len("\n".join(lines))
    while text[end : end + 1] in ("\n", "\r"):
        end += 1
    return end


def _place(text: str, header: re.Match[str], end: int) -> CodeList:
    start = header.start()
    shown = Span(start + len(header[0]) - len(header[0].lstrip()), start + len(header[0].rstrip()))
    rules = _RULES.search(text, header.end(), end)
    codes = []
    for item in _ITEM.finditer(text, rules.end(), end) if rules is not None else ():
        if item[0] == "]":
            break
        if item["code"]:
            codes.append(Span(*item.span()))
    return CodeList(shown, Span(start, end), codes)
