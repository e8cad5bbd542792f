"""What a few words of C++ stand for: a literal, a named key, a braced list, arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cannlint.jobs.cpp.tokens import MARK, NAME, NUMBER, TEXT, Token
from cannlint.text.span import Span

_OPENING = {"(": ")", "{": "}", "[": "]"}
_CLOSING = frozenset(_OPENING.values())
_WRAPPERS = frozenset(("AscendString", "string", "make_pair", "pair", "string_view"))
"""What a text is made into; the last part of the name."""
NULL = ("nullptr", "NULL")
_MOST_WRAPPED = 4


def closings(tokens: Sequence[Token]) -> dict[int, int]:
    """The place of each opening mark → that of the mark that closes it, where there is one."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for at, token in enumerate(tokens):
        if token.kind != MARK:
            continue
        if token.text in _OPENING:
            opened.append(at)
        elif token.text in _CLOSING and opened:
            found[opened.pop()] = at
    return found


def parts_of(tokens: Sequence[Token]) -> list[list[Token]]:
    """The words between the commas that are in no brackets."""
    found: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind == MARK and token.text == "," and not depth:
            found.append([])
            continue
        if token.kind == MARK:
            depth += (token.text in _OPENING) - (token.text in _CLOSING)
        found[-1].append(token)
    return [part for part in found if part]


def pairs_in(tokens: Sequence[Token]) -> list[tuple[list[Token], list[Token]]] | None:
    """The pairs of `{{key, value}, ...}`; None for what is no such list."""
    inner = inside(tokens, "{")
    if inner is None:
        return None
    found = []
    for part in parts_of(inner):
        pair = pair_of(part)
        if pair is None:
            return None
        found.append(pair)
    return found


def pair_of(tokens: Sequence[Token]) -> tuple[list[Token], list[Token]] | None:
    """The two parts of `{key, value}`, or of `make_pair(key, value)`."""
    inner = inside(tokens, "{")
    if inner is None and len(tokens) > 1 and _last(tokens[0]) in _WRAPPERS:
        inner = inside(tokens[1:], "(")
    parts = parts_of(inner) if inner is not None else []
    return (parts[0], parts[1]) if len(parts) == 2 else None


def inside(tokens: Sequence[Token], opening: str) -> Sequence[Token] | None:
    """What a pair of brackets around all of the words holds."""
    if len(tokens) < 2 or tokens[0].text != opening or tokens[0].kind != MARK:
        return None
    return tokens[1:-1] if closings(tokens).get(0) == len(tokens) - 1 else None


def unwrapped(tokens: Sequence[Token]) -> Sequence[Token]:
    """The words without what only makes a text of them: `ge::AscendString("x")`."""
    for _ in range(_MOST_WRAPPED):
        wrapped = len(tokens) > 2 and _last(tokens[0]) in _WRAPPERS
        inner = inside(tokens[1:], tokens[1].text) if wrapped else None
        if inner is None:
            break
        tokens = inner
    return tokens


def literal(tokens: Sequence[Token]) -> str | None:
    """The text that literals beside each other are; None for anything else."""
    if not tokens or any(token.kind != TEXT for token in tokens):
        return None
    return "".join(token.text for token in tokens)


def constant(tokens: Sequence[Token], known: Mapping[str, str]) -> str | None:
    """The key that a constant of GE stands for: `ge::ir_option::PRECISION_MODE`."""
    if len(tokens) != 1 or tokens[0].kind != NAME or "::" not in tokens[0].text:
        return None
    return known.get(_last(tokens[0]) or "")


def number(tokens: Sequence[Token]) -> int | None:
    """The number of `-1`, `(aclCompileOpt)99`, `static_cast<aclCompileOpt>(99)`."""
    digits = [token for token in tokens if token.kind == NUMBER]
    others = [token for token in tokens if token.kind == NAME]
    is_cast = all(_last(one) in ("static_cast", "aclCompileOpt") for one in others)
    if len(digits) != 1 or not is_cast or not digits[0].text[:18].isdigit():
        return None
    signs = sum(token.text == "-" for token in tokens)
    return int(digits[0].text[:18]) * (-1 if signs % 2 else 1)


def span_of(tokens: Sequence[Token]) -> Span:
    """Where words stand; of one literal, what is between its quotes."""
    return Span(tokens[0].start, tokens[-1].end)


def _last(token: Token) -> str | None:
    return token.text.rpartition("::")[2] if token.kind == NAME else None
