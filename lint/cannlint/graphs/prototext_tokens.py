"""The tokens of protobuf's text form, from the terminals of grammars/prototext.lark."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from cannlint.syntax.grammar import grammar

_ESCAPE = re.compile(
    rb"\\(?:(?P<octal>[0-7]{1,3})|[xX](?P<hex>[0-9a-fA-F]{1,2})|u(?P<code>[0-9a-fA-F]{4})|(.))",
    re.DOTALL,
)
_LETTERS = dict(zip(b"abfnrtv", b"\a\b\f\n\r\t\v", strict=True))


_GRAMMAR = grammar("prototext")
SEPARATORS = (",", ";")
"""The separators between fields."""

COLON, COMMA = ":", ","
BRACKETS = {"{": "}", "<": ">"}
"""The opening bracket of a message → its closing bracket."""

LIST_OPENS, LIST_CLOSES = "[", "]"


@cache
def patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """The patterns of a regular line, of one token or the end, and of what is skipped."""
    name, string, number, word, extension, blank, comment = map(
        _GRAMMAR.terminal, ("NAME", "STRING", "NUMBER", "WORD", "EXTENSION", "BLANKS", "COMMENT")
    )
    skipped = f"(?:{blank}|{comment})*"
    # a line as protobuf writes it has blanks only: the name, and what begins its value
    blanks = f"(?:{blank})?"
    colon, opens, closes = re.escape(COLON), _one_of(BRACKETS), _one_of(BRACKETS.values())
    plain = f"(?P<string>{string})|(?P<plain>{number}|{word})"
    marks = {*SEPARATORS, COLON, LIST_OPENS, COMMA, LIST_CLOSES, *BRACKETS, *BRACKETS.values()}
    line = (
        f"{blanks}(?:(?P<name>{name}){blanks}"
        f"(?:{colon}{blanks}(?:{plain})|(?:{colon}{blanks})?(?P<open>{opens}))|(?P<close>{closes}))"
    )
    # in a look-ahead, so that blanks are not tried again in every division of them
    token = (
        f"(?=(?P<skipped>{skipped}))(?P=skipped)(?:{plain}|(?P<extension>{extension})"
        f"|(?P<mark>{_one_of(marks)})|(?P<end>\\Z))"
    )
    return re.compile(line), re.compile(token), re.compile(skipped)


def _one_of(signs: Iterable[str]) -> str:
    return f"[{re.escape(''.join(sorted(signs)))}]"


def is_name(plain: str) -> bool:
    """Whether a number or word can be the name of a field."""
    return plain.isidentifier()  # the pattern has let ASCII through only


def unquoted(literal: str) -> str:
    """The text of a literal; its escapes are bytes of UTF-8."""
    text = literal[1:-1]
    if "\\" not in text:
        return text
    data = _ESCAPE.sub(_unescaped, text.encode("utf-8", "surrogateescape"))
    return data.decode("utf-8", "surrogateescape")


def _unescaped(found: re.Match[bytes]) -> bytes:
    octal, digits, code, letter = found.groups()
    if code:
        return chr(int(code, 16)).encode("utf-8", "surrogatepass")
    if letter:
        return bytes([_LETTERS.get(letter[0], letter[0])])
    return bytes([int(octal, 8) & 255 if octal else int(digits, 16)])
