"""The fixes for syntax errors in a JSON file."""

from __future__ import annotations

import json

from cannlint.syntax.json_nodes import Slip
from cannlint.text.edits import delete, insert, replace
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cannlint.diagnostics import Diagnostic
    from cannlint.syntax.json_nodes import JsonFault
    from cannlint.text.source import Source
    from cannlint.text.span import Edit

    MakeFix = Callable[[Source, JsonFault], tuple[str, Edit, bool] | None]
    """The title, the edit, and whether it is safe."""

CLOSERS = {"{": "}", "[": "]"}
"""The closing bracket for each opening one."""

PLAIN = {"\uff0c": ",", "\uff1a": ":"}
"""The JSON character for each full-width one."""

_MARKS = set('{}[],:"')
_TITLE = "remove the comment"


def with_fix(finding: Diagnostic, source: Source, fault: JsonFault) -> Diagnostic:
    """Return the finding, with a fix if there is an obvious one."""
    make = _FIXES.get(fault.slip)
    found = make(source, fault) if make is not None else None
    if found is None:
        return finding
    title, edit, safe = found
    return finding.with_fix(title, edit, safe=safe)


def _comment(source: Source, fault: JsonFault) -> tuple[str, Edit, bool] | None:
    """Remove the comment and the blanks before it, or the whole line if it has nothing else."""
    text, start, end = source.text, fault.span.start, fault.span.end
    if source.slice(fault.span).startswith("/*") and not text.endswith("*/", start + 2, end):
        return None
    while text[start - 1 : start] in (" ", "\t"):
        start -= 1
    after = end
    while text[after : after + 1] in (" ", "\t", "\r"):
        after += 1
    first, last = text[start - 1 : start] in ("", "\n"), text[after : after + 1] in ("", "\n")
    if first and last:
        return _TITLE, delete(Span(start, min(after + 1, len(text)))), True
    if first or last:
        return _TITLE, delete(fault.span if first else Span(start, end)), True
    parted = after > end or {text[start - 1], text[end]} & _MARKS
    return _TITLE, replace(Span(start, end), "" if parted else " "), True


def _missing_comma(_: Source, fault: JsonFault) -> tuple[str, Edit, bool]:
    return "write the comma", insert(fault.span.start, ","), True


def _colon(_: Source, fault: JsonFault) -> tuple[str, Edit, bool]:
    return "write `:`", replace(fault.span, ":"), False


def _unquoted(source: Source, fault: JsonFault) -> tuple[str, Edit, bool]:
    return "put it in double quotes", _quote(fault.span, source.slice(fault.span).strip('"')), False


def _wrong_quotes(source: Source, fault: JsonFault) -> tuple[str, Edit, bool]:
    return "put it in double quotes", _quote(fault.span, source.slice(fault.span)[1:-1]), True


def _quote(span: Span, text: str) -> Edit:
    return replace(span, json.dumps(text, ensure_ascii=False))


def _full_width(source: Source, fault: JsonFault) -> tuple[str, Edit, bool]:
    return "write `{plain}`", replace(fault.span, PLAIN[source.slice(fault.span)]), True


def _open_string(source: Source, fault: JsonFault) -> tuple[str, Edit, bool]:
    body = source.slice(fault.span)[1:]
    return "close the string", replace(fault.span, f'"{body}"'), False


def _trailing_comma(_: Source, fault: JsonFault) -> tuple[str, Edit, bool]:
    return "remove the comma", delete(fault.span), True


def _unexpected(source: Source, fault: JsonFault) -> tuple[str, Edit, bool] | None:
    found = source.slice(fault.span)
    if found.isspace():
        return "write a plain space", replace(fault.span, " " * len(found)), True
    return ("remove it", delete(fault.span), True) if found in (",", "\uff0c") else None


_FIXES: dict[Slip, MakeFix] = {
    Slip.COMMENT: _comment,
    Slip.TRAILING_COMMA: _trailing_comma,
    Slip.MISSING_COMMA: _missing_comma,
    Slip.MISSING_COLON: _colon,
    Slip.UNQUOTED: _unquoted,
    Slip.WRONG_QUOTES: _wrong_quotes,
    Slip.FULL_WIDTH: _full_width,
    Slip.OPEN_STRING: _open_string,
    Slip.UNEXPECTED: _unexpected,
}
