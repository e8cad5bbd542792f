"""Lines that are a fixed sequence of terminals, recognised by a pattern or by Lark."""

from __future__ import annotations

import re

from cannlint.syntax.grammar import parser, terminals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Tokens = dict[str, tuple[int, str]]
    """Terminal → its offset in the line and its text."""


def recogniser(
    grammar: str, alternatives: tuple[tuple[str, ...], ...], fast: bool
) -> Callable[[str], Tokens | None]:
    """A function from a line's text to its tokens, or None where it is not well-formed.

    `alternatives` are the sequences of terminals that the grammar's `line` allows; a terminal
    stands in one of them only. Both ways give the same result.
    """
    return _by_pattern(grammar, alternatives) if fast else _by_lark(grammar)


def _by_pattern(
    grammar: str, alternatives: tuple[tuple[str, ...], ...]
) -> Callable[[str], Tokens | None]:
    regex = terminals(grammar)
    pattern = re.compile(
        "|".join(
            "".join(f"(?P<{name}>{regex[name]})" for name in sequence) for sequence in alternatives
        )
    )

    def recognise(content: str) -> Tokens | None:
        match = pattern.fullmatch(content)
        if match is None:
            return None
        return {
            name: (match.start(name), text)
            for name, text in match.groupdict().items()
            if text is not None
        }

    return recognise


def _by_lark(grammar: str) -> Callable[[str], Tokens | None]:
    from lark import Token
    from lark.exceptions import UnexpectedInput

    line = parser(grammar)

    def recognise(content: str) -> Tokens | None:
        try:
            tree = line.parse(content)
        except UnexpectedInput:
            return None
        return {
            token.type: (token.start_pos or 0, str(token))
            for token in tree.scan_values(lambda value: isinstance(value, Token))
        }

    return recognise
