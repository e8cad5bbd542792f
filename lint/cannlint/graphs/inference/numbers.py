"""Numbers as a tensor of a dtype holds them: integers wrap around, floats are rounded."""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence

Numbers = tuple[float, ...]

_BITS = {
    "int8": (8, True),
    "int16": (16, True),
    "int32": (32, True),
    "int64": (64, True),
    "uint8": (8, False),
    "uint16": (16, False),
    "uint32": (32, False),
    "uint64": (64, False),
}
"""The bits of an integer, and whether one of them is its sign."""

_FORMS = {"float16": "e", "float": "f", "double": "d"}
"""The letter that `struct` has for a dtype."""

_WIDEST = 1 << 64


def held(found: Sequence[float], dtype: str | None) -> Numbers | None:
    """What becomes of computed numbers in a tensor; None where that is not known.

    So no number has more than 64 bits, however many operators are behind each other.
    """
    if dtype == "bool":
        return tuple(bool(one) for one in found)
    if dtype in _BITS:
        bits, is_signed = _BITS[dtype]
        return tuple(_wrapped(int(one), bits, is_signed) for one in found)
    form = _FORMS.get(dtype or "")
    if form is not None:
        return tuple(_rounded(one, form) for one in found)
    return tuple(found) if all(_is_narrow(one) for one in found) else None


def truncated(number: float, dtype: str) -> int:
    """A float as an integer. Raises OverflowError where what comes out is not defined."""
    found = int(number)
    if isinstance(number, float) and dtype in _BITS and _wrapped(found, *_BITS[dtype]) != found:
        raise OverflowError(number)
    return found


def _is_narrow(number: float) -> bool:
    return isinstance(number, float) or -_WIDEST < number < _WIDEST


def _wrapped(number: int, bits: int, is_signed: bool) -> int:
    number &= (1 << bits) - 1
    return number - (1 << bits) if is_signed and number >> (bits - 1) else number


def _rounded(number: float, form: str) -> float:
    try:
        return float(struct.unpack(form, struct.pack(form, number))[0])
    except OverflowError:
        return math.copysign(math.inf, number)
