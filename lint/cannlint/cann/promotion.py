"""To what two dtypes are promoted where an operator's inputs have to agree.

See manual/dtype-selection.md#exceptions.
"""

from __future__ import annotations

_INTEGERS = ("bool", "uint8", "int8", "int16", "int32", "int64")
_COMPLEX = ("complex32", "complex64", "complex128")
_PROMOTABLE = (*_INTEGERS, "bf16", "float16", "float", "double", *_COMPLEX)

_UNSIGNED = {"uint16": "complex64", "uint32": "complex64", "uint64": "complex128"}
"""The unsigned integers that CANN promotes before a complex64, and only in this order: to what."""


def promoted(first: str, second: str) -> str | None:
    """The dtype that two are promoted to; None where there is none.

    It is as in PyTorch, but that the wider unsigned integers have hardly any partner.
    """
    if first == second:
        return first
    if first in _UNSIGNED:
        return {"complex64": _UNSIGNED[first], "complex128": "complex128"}.get(second)
    if first not in _PROMOTABLE or second not in _PROMOTABLE:
        return None
    pair = {first, second}
    return _of_complex(pair) or _of_floats(pair) or _of_integers(pair)


def _of_complex(pair: set[str]) -> str | None:
    if not pair & set(_COMPLEX):
        return None
    if "complex128" in pair or "double" in pair:
        return "complex128"
    return "complex64" if pair & {"complex64", "float", "bf16"} else "complex32"


def _of_floats(pair: set[str]) -> str | None:
    floats = pair & {"bf16", "float16", "float", "double"}
    if len(floats) == 1:
        return floats.pop()
    return ("double" if "double" in floats else "float") if floats else None


def _of_integers(pair: set[str]) -> str:
    if pair == {"int8", "uint8"}:
        return "int16"
    return max(pair, key=_INTEGERS.index)
