"""The Lark grammars: their terminals for the fast patterns, their parsers for explanations.

A well-formed line is recognised by a pattern put together from the grammar's own terminals;
Lark itself, which takes 50 ms to import, runs only on a line that the pattern does not match,
to say where it stops being well-formed. Tests prove that both accept the same lines.
"""

from __future__ import annotations

import re
from functools import cache

from cannlint.data import read_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lark import Lark

_TERMINAL = re.compile(r'^([A-Z_]+)(?:\.\d+)?: (?:/(.+)/|"(.+)")$', re.MULTILINE)


@cache
def terminals(grammar: str) -> dict[str, str]:
    """Each terminal of `grammars/<grammar>.lark` as the text of a regular expression."""
    found = _TERMINAL.findall(read_data("grammars", f"{grammar}.lark"))
    return {name: pattern or re.escape(literal) for name, pattern, literal in found}


@cache
def parser(grammar: str, start: str = "line") -> Lark:
    """Lark's own parser of a grammar."""
    from lark import Lark

    return Lark(
        read_data("grammars", f"{grammar}.lark"),
        parser="lalr",
        start=start,
        propagate_positions=True,
    )


def stop_of(grammar: str, text: str, start: str = "line") -> int | None:
    """The offset in `text` where it leaves the grammar, or None when it does not."""
    from lark.exceptions import UnexpectedInput, UnexpectedToken

    try:
        parser(grammar, start).parse(text)
    except UnexpectedInput as error:
        is_short = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        return len(text) if is_short else error.pos_in_stream
    return None
