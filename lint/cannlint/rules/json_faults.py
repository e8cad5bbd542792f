"""What several rules say about JSON: where it is broken, and how to write it instead."""

from __future__ import annotations

import json

from cannlint.syntax.json_nodes import Slip
from cannlint.text.edits import delete, insert, replace
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from cannlint.diagnostics import Diagnostic
    from cannlint.rules.rule import Rule
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


WORDINGS: dict[Slip, tuple[str, str, str]] = {
    Slip.COMMENT: (
        "a comment makes this file invalid JSON",
        "JSON has no comments",
        "remove the comment, and keep the remark outside the file",
    ),
    Slip.TRAILING_COMMA: (
        "a comma before the closing bracket makes this file invalid JSON",
        "no entry follows",
        "remove the comma",
    ),
    Slip.MISSING_COMMA: ("a comma is missing between entries", "expected `,`", "write a comma"),
    Slip.MISSING_COLON: (
        "a colon is missing after the key `{about}`",
        "expected `:`",
        "write `:` between the key and its value",
    ),
    Slip.MISSING_VALUE: (
        "the key `{about}` has no value",
        "expected a value",
        "write the value, or remove the key",
    ),
    Slip.UNQUOTED: ("`{bare}` is not in double quotes", "a quote is missing", 'write `"{bare}"`'),
    Slip.WRONG_QUOTES: (
        "`{found}` has quotes that are not valid in JSON",
        'expected the quote `"`',
        'write `"` before and after it',
    ),
    Slip.FULL_WIDTH: ("`{found}` is a full-width character", "full-width", "write `{plain}`"),
    Slip.OPEN_STRING: (
        "the string `{found}` has no closing quote",
        "not closed on this line",
        'write `"` where the string ends',
    ),
    Slip.CONTROL: (
        "a string contains the unescaped control character `{escape}`",
        "must be escaped",
        "remove it, or write `{escape}`",
    ),
    Slip.BAD_ESCAPE: (
        "invalid escape `{found}` in a JSON string",
        "not a valid escape",
        "write `\\\\` for a backslash, `\\uXXXX` for a character",
    ),
    Slip.BAD_NUMBER: ("`{found}` is not a JSON number", "not a number", "write it in quotes"),
    Slip.OPEN_BRACKET: (
        "the file ends before the bracket `{about}` is closed",
        "`{closer}` is missing",
        "write `{closer}` where the list or object ends",
    ),
    Slip.WRONG_BRACKET: (
        "expected `{closer}` to close `{about}`, found `{found}`",
        "expected `{closer}`",
        "write `{closer}`, or close the bracket before this one",
    ),
    Slip.UNEXPECTED: ("unexpected `{found}`", "unexpected", "remove it"),
    Slip.NOTHING: (
        "the file contains no JSON value",
        "no JSON here",
        "write a JSON object, at least `{{}}`",
    ),
}
"""The templates of message, label and help for each kind of syntax error."""

_CLOSES_NOTHING = ("`{found}` closes no bracket", "no bracket is open", "remove it")
_ODD_BLANK = (
    "{code_point} is not valid whitespace in JSON",
    "expected a plain space",
    "write a plain space",
)
_ABOUT = {
    Slip.OPEN_BRACKET: "never closed",
    Slip.WRONG_BRACKET: "opened here",
    Slip.MISSING_COLON: "the key",
    Slip.MISSING_VALUE: "the key",
}


def fault_finding(
    rule: Rule, source: Source, fault: JsonFault, note: str, cann: str | None = None
) -> Diagnostic:
    """Return the finding of a rule about a syntax error in JSON.

    `note` says what CANN does with a file that is not JSON. `cann` is the code that CANN stops
    with, if it is not the rule's own.
    """
    message, label, help = _wording(source, fault)
    values = _values(source, fault)
    finding = rule.at(fault.span, message, label=label, help=help, note=note, cann=cann, **values)
    if fault.about is not None and fault.slip in _ABOUT:
        finding.also(fault.about, _ABOUT[fault.slip])
    return with_fix(finding, source, fault)


def _wording(source: Source, fault: JsonFault) -> tuple[str, str, str]:
    message, label, help = WORDINGS[fault.slip]
    if fault.slip is Slip.WRONG_BRACKET and fault.about is None:
        return _CLOSES_NOTHING
    if fault.slip is Slip.UNEXPECTED and source.slice(fault.span).isspace():
        return _ODD_BLANK
    return message, label, help


def _values(source: Source, fault: JsonFault) -> dict[str, Any]:
    """Return the values for the templates."""
    found = source.slice(fault.span)
    about = source.slice(fault.about) if fault.about is not None else ""
    return {
        "found": found,
        "bare": found.strip('"'),
        "about": about,
        "closer": CLOSERS.get(about, ""),
        "plain": PLAIN.get(found, ""),
        "escape": json.dumps(found)[1:-1] if fault.slip is Slip.CONTROL else "",
        "code_point": f"U+{ord(found[0]):04X}" if found else "",
    }
