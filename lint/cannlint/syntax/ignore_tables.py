"""Where the [[ignore]] tables of a configuration stand: needed only to report on them."""

from __future__ import annotations

import re

from cannlint.text.code_list import CodeList
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.source import Source

_HEADER = re.compile(r"^[ \t]*\[\[?[^\]\n]+\]\]?[ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)
_IGNORE = re.compile(
    r"[ \t]*\[\[[ \t]*(?:tool[ \t]*\.[ \t]*cannlint[ \t]*\.[ \t]*)?ignore[ \t]*\]\]"
)
_RULES = re.compile(r"^[ \t]*rules[ \t]*=[ \t]*\[", re.MULTILINE)
_SETTING = re.compile(r"^[ \t]*(ignore)[ \t]*=", re.MULTILINE)
_ITEM = re.compile(r"\#[^\n]*|\]|(?P<code>\"[^\"\n]*\"|'[^'\n]*')")


def table_places(source: Source, count: int) -> list[CodeList]:
    """The places of the `count` [[ignore]] tables, in order.

    Of tables that are written inline only the setting is found.
    """
    found = _tables(source)
    if len(found) == count:
        return found
    setting = _SETTING.search(source.text)
    shown = Span(*setting.span(1)) if setting is not None else Span(0, 0)
    return [CodeList(shown, None, []) for _ in range(count)]


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
