"""The tokens of protobuf's text form, from the terminals of grammars/prototext.lark."""

from __future__ import annotations

import re
from functools import cache

from cannlint.syntax.grammar import terminals

_ESCAPE = re.compile(
    rb"\\(?:(?P<octal>[0-7]{1,3})|[xX](?P<hex>[0-9a-fA-F]{1,2})|u(?P<code>[0-9a-fA-F]{4})|(.))",
    re.DOTALL,
)
_LETTERS = dict(zip(b"abfnrtv", b"\a\b\f\n\r\t\v", strict=True))


@cache
def patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """The patterns of a regular line, of one token or the end, and of what is skipped."""
    part = terminals("prototext")
    line = (
        r"[ \t\r\n\v\f]*(?:(?P<name>{NAME})[ \t]*(?::[ \t]*(?:(?P<string>{STRING})"
        r"|(?P<plain>{NUMBER}|{WORD}))|:?[ \t]*(?P<open>[{{<]))|(?P<close>[}}>]))"
    )
    one = (
        r"{skipped}(?:(?P<string>{STRING})|(?P<plain>{NUMBER}|{WORD})"
        r"|(?P<extension>{EXTENSION})|(?P<mark>[][{{}}<>:,;])|(?P<end>\Z))"
    )
    skipped = "(?:{BLANKS}|{COMMENT})*".format(**part)
    return (
        re.compile(line.format(**part)),
        re.compile(one.format(skipped=skipped, **part)),
        re.compile(skipped),
    )


def is_name(plain: str) -> bool:
    """Whether a number or word can be the name of a field."""
    return plain.isidentifier()  # the pattern has let ASCII through only


def unquoted(literal: str) -> str:
    """The text that a literal stands for, its escapes being bytes of UTF-8."""
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
