"""The strings, numbers and words of a JSON text, and their syntax errors."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import lru_cache

from cannlint.syntax.grammar import grammar
from cannlint.syntax.json_nodes import Node, Slip
from cannlint.syntax.json_value import as_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Fault = Callable[[Slip, int, int], object]
    """Records a syntax error: its kind, start and end."""

_DOUBLE, _SINGLE = '"\u201c\u201d', "'\u2018\u2019"
QUOTES = _DOUBLE + _SINGLE
"""All characters that people use as quotes; JSON allows only the first."""

_CONTROL = re.compile(r"[\x01-\x09\x0b\x0c\x0e-\x1f]+")
_CLOSING = {char: re.compile(f"[{group}\n]") for group in (_DOUBLE, _SINGLE) for char in group}
_LINE_END = re.compile(r"\r?\n|\0|\Z")
_AFTER_STRING = " \t\r,]}"
_GRAMMAR = grammar("json")
_QUOTE, _CHARACTERS, _ESCAPE, _NUMBER, _LITERAL = (
    re.compile(_GRAMMAR.terminal(name))
    for name in ("QUOTE", "CHARACTERS", "ESCAPE", "NUMBER", "LITERAL")
)
_BAD_ESCAPE = re.compile(r"\\(?:u[0-9A-Fa-f]{0,3}|[^\0\n\r])?")
_PAIR = re.compile(r"\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}")
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_STOPS = rf"\0#,:{{}}\[\]{QUOTES}\uff0c\uff1a"
_WORD = re.compile(rf"(?!//|/\*)[^\s{_STOPS}]+?(?=//|/\*|[\s{_STOPS}]|\Z)")
_KEY_WORD = re.compile(
    rf"(?!//|/\*)[^\s={_STOPS}].*?(?<![ \t])(?=[ \t]*(?://|/\*|[^\S \t]|[={_STOPS}]|\Z))", re.DOTALL
)
"""They stop before a comment. A group for each letter would take hundreds of bytes a letter."""

_SHORT = 5
_STRAY_QUOTE = re.compile(r'"(?=[ \t\r]*(?:[,:\]}\n]|\Z))')
_NUMBER_LIKE = re.compile(r"[-+.]*[0-9][-+.0-9_eE]*|0[xX][0-9a-fA-F]+")
_BAD_BYTE = re.compile("[\udc80-\udcff]+")
_LITERALS = {"true": True, "false": False, "null": None}
_INFINITE = (float("inf"), float("-inf"))


def scan_string(text: str, start: int, fault: Fault, is_key: bool) -> Node:
    """The string that begins at `start` with one of QUOTES."""
    if text[start] != '"':
        return _wrongly_quoted(text, start, fault, is_key)
    position = start + 1
    while True:
        position = _characters(text, position, fault)
        char = text[position : position + 1]
        if char in "\0\n\r":
            return _open_string(text, start, position, fault, is_key)
        if _QUOTE.match(char):
            return string_node(text, start, position + 1)
        if char == "\\":
            position = _escape(text, position, fault)
        else:
            control = _CONTROL.match(text, position)
            end = control.end() if control else position + 1
            fault(Slip.CONTROL, position, end)
            position = end


def _characters(text: str, start: int, fault: Fault) -> int:
    """The end of the characters without escapes."""
    found = _CHARACTERS.match(text, start)
    end = found.end() if found else start
    for bad in _BAD_BYTE.finditer(text, start, end):
        fault(Slip.BAD_BYTE, *bad.span())
    return end


def string_node(text: str, start: int, end: int) -> Node:
    """The string between two double quotes, with its escapes decoded."""
    value = text[start + 1 : end - 1]
    if "\\" in value:
        with suppress(ValueError):  # a bad escape is a fault already
            value = json.loads(f'"{value}"', strict=False)
    return Node("string", start, end, _same(value) if len(value) < _SHORT else value)


@lru_cache(maxsize=1024)
def _same(text: str) -> str:
    """The same object for the same short text: a file may have a hundred thousand switches."""
    return text


def _escape(text: str, start: int, fault: Fault) -> int:
    """The end of an escape; half of a surrogate pair is an error."""
    match = _PAIR.match(text, start) or _ESCAPE.match(text, start)
    if match is None:
        match = _BAD_ESCAPE.match(text, start)
        assert match is not None
        fault(Slip.BAD_ESCAPE, *match.span())
        return start + 1
    if len(match.group()) <= len("\\uXXXX") and _HALF.match(match.group()):
        fault(Slip.BAD_ESCAPE, *match.span())
    return match.end()


def _open_string(text: str, start: int, end: int, fault: Fault, is_key: bool) -> Node:
    """A string without a closing quote: up to the probable end, at most to `end`."""
    body = text[start + 1 : end].rstrip(_AFTER_STRING)
    if is_key:
        body = body.split(":", 1)[0].rstrip(" \t")
    end = start + 1 + len(body)
    fault(Slip.OPEN_STRING, start, end)
    return Node("string", start, end, body)


def _wrongly_quoted(text: str, start: int, fault: Fault, is_key: bool) -> Node:
    closing = _CLOSING[text[start]].search(text, start + 1)
    if closing is None or closing.group() == "\n":
        line_end = _LINE_END.search(text, start)
        assert line_end is not None
        return _open_string(text, start, line_end.start(), fault, is_key)
    fault(Slip.WRONG_QUOTES, start, closing.end())
    return Node("string", start, closing.end(), text[start + 1 : closing.start()])


def scan_key(text: str, start: int, fault: Fault) -> Node | None:
    """A key with or without quotes; None if there is none."""
    if text[start] in QUOTES:
        return scan_string(text, start, fault, is_key=True)
    return _unquoted(text, _KEY_WORD.match(text, start), fault)


def scan_scalar(text: str, start: int, fault: Fault, is_root: bool) -> Node | None:
    """A string, number, literal or word; None if there is none."""
    if text[start] in QUOTES:
        return scan_string(text, start, fault, is_key=False)
    for sort, pattern in (("number", _NUMBER), ("literal", _LITERAL)):
        match = pattern.match(text, start)
        word = _WORD.match(text, start)
        # CANN's reader ignores what stands behind the root: there, `truely` is `true`
        if match and word and (is_root or match.end() == word.end()):
            return _number(text, match, fault) if sort == "number" else _literal(match)
    slip = Slip.NOTHING if is_root else Slip.UNQUOTED
    return _unquoted(text, _WORD.match(text, start), fault, slip)


def is_key(text: str, start: int) -> bool:
    """Whether a key begins at `start`, with or without quotes."""
    return text[start] in QUOTES or _KEY_WORD.match(text, start) is not None


def is_scalar(text: str, start: int) -> bool:
    """Whether a string, number, literal or word begins at `start`."""
    return text[start] in QUOTES or _WORD.match(text, start) is not None


def _literal(match: re.Match[str]) -> Node:
    return Node("literal", *match.span(), _LITERALS[match.group()])


def _number(text: str, match: re.Match[str], fault: Fault) -> Node:
    number, end = match.group(), match.end()
    value = as_number(number)
    follows = text[end : end + 1].lower()
    ends_early = (follows == "e" and "e" not in number.lower()) or (
        follows == "." and not set(number.lower()) & {".", "e"}
    )
    if value in _INFINITE or ends_early:
        fault(Slip.BAD_NUMBER, match.start(), end + ends_early)
    return Node("number", match.start(), end + ends_early, value)


def _unquoted(
    text: str, word: re.Match[str] | None, fault: Fault, slip: Slip = Slip.UNQUOTED
) -> Node | None:
    if word is None:
        return None
    start, end = word.span()
    if _BAD_BYTE.search(word.group()):
        fault(Slip.BAD_BYTE, start, end)
    elif _NUMBER_LIKE.fullmatch(word.group()) and word.re is _WORD:
        fault(Slip.BAD_NUMBER, start, end)
    else:
        stray = _STRAY_QUOTE.match(text, end)
        end = stray.end() if stray else end
        fault(slip, start, end)
    return Node("string", start, end, word.group())
