"""Findings about syntax errors in JSON files, for the rules of all JSON kinds."""

from __future__ import annotations

import json

from cannlint.rules.json_fixes import CLOSERS, PLAIN, with_fix
from cannlint.syntax.json_nodes import Slip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.diagnostics import Diagnostic
    from cannlint.rules.rule import Rule
    from cannlint.syntax.json_nodes import JsonFault
    from cannlint.text.source import Source

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
