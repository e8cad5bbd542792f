"""What operators, conversions and methods of texts make of values that are known.

Only plain forms: numbers stay below some size and texts below LONGEST, so that nothing that a
script writes takes long. Everything else is UNKNOWN.
"""

from __future__ import annotations

import ast
import operator
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

UNKNOWN = object()
"""Stands for an unknown value."""

LONGEST = 1 << 16
"""Characters of a text, and the greatest exponent and factor, that are worked out."""

_NUMBERS: dict[type[ast.operator], Callable[[int, int], object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_METHODS: dict[str, Callable[[str], object]] = {
    "lower": str.lower,
    "strip": str.strip,
    "upper": str.upper,
}
_PERCENT = re.compile(r"%(.?)", re.DOTALL)
_FIELD = re.compile(r"\{\{|\}\}|\{(\w*)\}|[{}]", re.ASCII)


def as_text(value: object) -> str | None:
    """A value as a Setting has it; None for one that is unknown or no single value."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, bool | float) or value is None:
        return str(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else None
    return value if isinstance(value, str) else None


def is_plain(value: object) -> bool:
    """Whether a value is known whole: of a dict, a list or a set only the type may be."""
    return value is None or isinstance(value, str | bytes | int | float)


def unary(op: ast.unaryop, value: object) -> object:
    """`-x`, `+x`, `not x`."""
    if isinstance(op, ast.Not) and isinstance(value, bool):
        return not value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return {ast.USub: -value, ast.UAdd: +value}.get(type(op), UNKNOWN)
    return UNKNOWN


def binary(op: ast.operator, left: object, right: object) -> object:
    """`x + y` and the like, and `"O%d" % 2`."""
    if isinstance(left, int) and isinstance(right, int):
        return _number(op, left, right)
    if isinstance(op, ast.Add) and isinstance(left, str | bytes) and type(left) is type(right):
        short = len(left) + len(right) <= LONGEST
        return left + right if short else UNKNOWN  # type: ignore[operator]
    if isinstance(op, ast.Mod) and isinstance(left, str):
        return _percent(left, right if isinstance(right, tuple) else (right,))
    return UNKNOWN


def _number(op: ast.operator, left: int, right: int) -> object:
    if abs(left) > 1 << 256 or abs(right) > 1 << 256:
        return UNKNOWN
    if isinstance(op, (ast.Pow, ast.LShift)):
        if not 0 <= right <= 256:
            return UNKNOWN
        return left**right if isinstance(op, ast.Pow) else left << right
    if isinstance(op, (ast.FloorDiv, ast.Mod)) and right == 0:
        return UNKNOWN
    work = _NUMBERS.get(type(op))
    return work(left, right) if work is not None else UNKNOWN


def _percent(text: str, values: Sequence[object]) -> object:
    """A text with `%s` and `%d` filled in."""
    fields = [match[1] for match in _PERCENT.finditer(text)]
    if fields.count("s") + fields.count("d") != len(values) or set(fields) - {"s", "d", "%"}:
        return UNKNOWN
    given = iter(values)
    return _filled(_PERCENT, text, lambda field: "%" if field[1] == "%" else next(given))


def formatted(text: str, values: Sequence[object], named: Mapping[str, object]) -> object:
    """A text with `{}`, `{0}` and `{name}` filled in, as `.format()` does it."""
    numbers = iter(range(len(values)))

    def value(field: re.Match[str]) -> object:
        if field[1] is None:
            return field[0][0] if len(field[0]) == 2 else UNKNOWN
        at = number_of(field[1]) if field[1] else next(numbers, -1)
        return values[at] if 0 <= at < len(values) else named.get(field[1], UNKNOWN)

    return _filled(_FIELD, text, value)


def number_of(name: str) -> int:
    """The number of an argument that a field names; -1 for another name."""
    return int(name) if name.isascii() and name.isdigit() and len(name) < 10 else -1


def _filled(
    pattern: re.Pattern[str], text: str, value: Callable[[re.Match[str]], object]
) -> object:
    """A text with a value in each of its fields; UNKNOWN where one is no plain text or number."""
    parts, last, length = [], 0, 0
    for field in pattern.finditer(text):
        given = value(field)
        shown = as_text(given) if isinstance(given, str | int) else None
        if shown is None or length > LONGEST:
            return UNKNOWN
        parts += [text[last : field.start()], shown]
        last, length = field.end(), length + len(shown)
    return "".join([*parts, text[last:]])


def text_method(text: object, name: str, values: Sequence[object]) -> object:
    """What a method of a text gives: `"o2".upper()`, `"x".encode("utf-8")`, `",".join(["a"])`."""
    if name == "encode":
        return to_bytes(text)
    if isinstance(text, str) and name in _METHODS and not values:
        return _METHODS[name](text)
    if name == "join" and isinstance(text, str) and len(values) == 1:
        parts = values[0]
        if isinstance(parts, list | tuple) and all(isinstance(part, str) for part in parts):
            length = sum(len(part) + len(text) for part in parts)
            return text.join(parts) if length <= LONGEST else UNKNOWN
    return UNKNOWN


def to_bytes(value: object) -> object:
    """A text as the bytes that it is in UTF-8."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace")
    return value if isinstance(value, bytes) else UNKNOWN


def converted(name: str, value: object) -> object:
    """`str(26)`, `int("3")`, `bool(1)` of a known value."""
    if name == "str" and isinstance(value, str | int):
        text = as_text(value)
        return text if text is not None else UNKNOWN
    if name == "int" and isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value) if len(value) < 30 else UNKNOWN
    if name == "int" and isinstance(value, int):
        return int(value)
    if name == "bool" and isinstance(value, bool | int):
        return bool(value)
    return UNKNOWN
