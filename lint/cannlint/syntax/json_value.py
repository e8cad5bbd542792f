"""JSON without positions, by the standard library: enough for a file without errors."""

from __future__ import annotations

import json
from functools import lru_cache

from cannlint.text.source import MOST_ENTRIES

BLANKS = " \t\n\r"
"""The characters that are allowed between tokens."""

EMPTY_OBJECT: dict[str, object] = {}
"""The value of every empty object: a text may have many. It is never changed."""


class _IrregularError(Exception):
    """The text is not JSON, or there may be findings about it."""


IRREGULAR = object()
"""The result of `plain_json` for a text whose positions are needed."""


def plain_json(text: str, most_values: int = MOST_ENTRIES) -> object:
    """The value of a regular JSON text, or IRREGULAR.

    Irregular is all that CANN's reader refuses, and what it takes otherwise than it looks:
    duplicate keys, text after the value. Also what this reader and CANN's might see
    differently: escapes beyond ASCII, numbers out of range, a byte order mark. Also a text that
    may have more than `most_values`: none that is not decoded takes little room.
    """
    start = len(text) - len(text.lstrip(BLANKS))
    if "\\u" in text or (len(text) > most_values and _most(text) > most_values):
        return IRREGULAR
    try:
        if not text.isascii():
            text.encode("utf-8")  # fails on bytes that are not UTF-8
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError, _IrregularError):
        return IRREGULAR
    return value if not text[end:].strip(BLANKS) else IRREGULAR


def _most(text: str) -> int:
    """The maximum number of values: each but the first follows one of these characters."""
    return sum(map(text.count, ",[{"))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if not pairs:
        return EMPTY_OBJECT
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _IrregularError
    return members


def _no_constant(_: str) -> object:
    raise _IrregularError


def _number(text: str) -> float:
    value = as_number(text)
    if value in (float("inf"), float("-inf")):
        raise _IrregularError
    return value


@lru_cache(maxsize=1024)
def as_number(text: str) -> float:
    """A number, the same object for the same text: a file may have millions of them."""
    return float(text)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_constant=_no_constant,
    parse_float=_number,
    parse_int=_number,
)
