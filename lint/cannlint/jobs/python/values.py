"""The value of an expression of a script, if it is known without running the script.

Constants, lists and dicts of them, names that are bound once to a constant, f-strings, items of a
dict that nothing changes, the conversions that scripts wrap options in (`tf.compat.as_bytes`,
`str`, `.encode()`), and simple arithmetic as in `str(26 * 1024 ** 3)`.
"""

from __future__ import annotations

import ast
import operator

from cannlint.jobs.python.syntax import dotted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cannlint.jobs.python.scopes import Scope

UNKNOWN = object()
"""Stands for an unknown value."""

_DEEPEST = 50
_MOST_ITEMS = 100
_LONGEST = 1 << 16
"""Characters of a text, and the greatest exponent and factor, that are worked out."""

_TYPES = frozenset(
    ("str", "bytes", "int", "float", "bool", "list", "tuple", "dict", "set", "function")
)
_TO_BYTES = frozenset(("as_bytes", "ensure_binary"))
_TO_TEXT = frozenset(("as_str", "as_text", "as_str_any", "ensure_str", "ensure_text"))
_NUMBERS: dict[type[ast.operator], Callable[[int, int], object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def evaluate(node: ast.expr, scope: Scope, depth: int = 0) -> object:
    """The value of an expression, or UNKNOWN."""
    if depth > _DEEPEST:
        return UNKNOWN
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        found = scope.look_up(node.id)
        return _bound_value(*found, depth + 1) if found is not None else UNKNOWN
    if isinstance(node, ast.UnaryOp):
        return _unary(node.op, evaluate(node.operand, scope, depth + 1))
    if isinstance(node, ast.BinOp):
        sides = (evaluate(side, scope, depth + 1) for side in (node.left, node.right))
        return _binary(node.op, *sides)
    if isinstance(node, ast.Call):
        return _call(node, scope, depth + 1)
    return _composed(node, scope, depth + 1)


def _bound_value(node: ast.expr, scope: Scope, depth: int) -> object:
    """The value of what a name is bound to, worked out once however many are made of it."""
    known = scope.uses.values
    if id(node) not in known:
        known[id(node)] = evaluate(node, scope, depth)
    return known[id(node)]


def _composed(node: ast.expr, scope: Scope, depth: int) -> object:
    """What is put together: f-strings, lists and dicts, items of a dict, `(x := 1)`, lambdas.

    Of a dict or a set only the type counts: what is in it is not looked at here. An item of a list
    may be UNKNOWN.
    """
    if isinstance(node, ast.JoinedStr):
        return _formatted(node, scope, depth)
    if isinstance(node, ast.Subscript):
        return _item(node, scope, depth)
    if isinstance(node, ast.NamedExpr):
        return evaluate(node.value, scope, depth)
    if isinstance(node, ast.List | ast.Tuple) and len(node.elts) <= _MOST_ITEMS:
        items = [evaluate(item, scope, depth) for item in node.elts]
        return items if isinstance(node, ast.List) else tuple(items)
    empty = _CONTAINERS.get(type(node))
    return empty if empty is not None else UNKNOWN


def _formatted(node: ast.JoinedStr, scope: Scope, depth: int) -> object:
    """An f-string of known parts, without format specifications."""
    text = ""
    for part in node.values:
        inner = part.value if isinstance(part, ast.FormattedValue) else part
        value = evaluate(inner, scope, depth)
        plain = not isinstance(part, ast.FormattedValue) or (
            part.conversion == -1 and part.format_spec is None
        )
        if not plain or not isinstance(value, str | int) or len(text) > _LONGEST:
            return UNKNOWN
        text += as_text(value) or ""
    return text


def _item(node: ast.Subscript, scope: Scope, depth: int) -> object:
    """`LEVELS["low"]` of a dict that is written out once, and of which only items are read."""
    name, key = node.value, evaluate(node.slice, scope, depth)
    if not isinstance(name, ast.Name) or not scope.only_items_are_read(name.id):
        return UNKNOWN
    found = scope.look_up(name.id)
    if found is None:
        return UNKNOWN
    written, home = found
    if not isinstance(written, ast.Dict):
        return UNKNOWN
    value: ast.expr | None = None
    for other, given in zip(written.keys, written.values, strict=True):
        own = evaluate(other, home, depth) if other is not None else UNKNOWN
        if own is UNKNOWN:
            return UNKNOWN
        value = given if own == key else value
    return evaluate(value, home, depth) if value is not None else UNKNOWN


class Function:
    """Stands for a lambda."""


_CONTAINERS: dict[type[ast.expr], object] = {
    ast.List: [],
    ast.ListComp: [],
    ast.Tuple: (),
    ast.Dict: {},
    ast.DictComp: {},
    ast.Set: set(),
    ast.SetComp: set(),
    ast.Lambda: Function(),
}
"""Kind of expression → a value of its type."""

_MADE: dict[str, object] = {"list": [], "tuple": (), "dict": {}, "set": set()}
"""The functions that make a value of their own name."""


def as_text(value: object) -> str | None:
    """A value as a Setting has it; None for one that is unknown or no single value."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, bool | float) or value is None:
        return str(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else None
    return value if isinstance(value, str) else None


def type_of(value: object) -> str:
    """The kind of a value, as Setting.type names it."""
    if value is None:
        return "none"
    name = type(value).__name__.lower()
    return name if name in _TYPES else "other"


def items_type(value: object) -> str | None:
    """The type that every known item of a list has; None where they differ, or none is known."""
    if not isinstance(value, list | tuple):
        return None
    found = {type_of(item) for item in value if item is not UNKNOWN}
    return found.pop() if len(found) == 1 else None


def _unary(op: ast.unaryop, value: object) -> object:
    if isinstance(op, ast.Not) and isinstance(value, bool):
        return not value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return {ast.USub: -value, ast.UAdd: +value}.get(type(op), UNKNOWN)
    return UNKNOWN


def _binary(op: ast.operator, left: object, right: object) -> object:
    if isinstance(left, int) and isinstance(right, int):
        return _number(op, left, right)
    if isinstance(op, ast.Add) and isinstance(left, str | bytes) and type(left) is type(right):
        short = len(left) + len(right) <= _LONGEST
        return left + right if short else UNKNOWN  # type: ignore[operator]
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


def _call(node: ast.Call, scope: Scope, depth: int) -> object:
    """The conversions; any other call can give anything."""
    if isinstance(node.func, ast.Attribute) and node.func.attr == "encode":
        return _to_bytes(evaluate(node.func.value, scope, depth))
    name = (dotted(node.func) or "").rpartition(".")[2]
    if isinstance(node.func, ast.Name) and name in _MADE and scope.home_of(name) is None:
        return _MADE[name]
    if not node.args or isinstance(node.args[0], ast.Starred):
        return UNKNOWN
    value = evaluate(node.args[0], scope, depth)
    if name in _TO_BYTES or (name == "bytes" and isinstance(value, str) and len(node.args) == 2):
        return _to_bytes(value)
    if name in _TO_TEXT:
        return as_text(value) if isinstance(value, str | bytes) else UNKNOWN
    return _converted(name, value) if len(node.args) == 1 and not node.keywords else UNKNOWN


def _to_bytes(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-8", "replace")
    return value if isinstance(value, bytes) else UNKNOWN


def _converted(name: str, value: object) -> object:
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
