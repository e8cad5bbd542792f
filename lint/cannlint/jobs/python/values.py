"""The value of an expression of a script, if it is known without running the script.

Constants, lists and dicts of them, names that are bound once to a constant, f-strings and other
ways to fill in a text, items of dicts and lists that nothing changes, the conversions that scripts
wrap options in (`tf.compat.as_bytes`, `str`, `.encode()`), and simple arithmetic as in
`str(26 * 1024 ** 3)`.
"""

from __future__ import annotations

import ast

from cannlint.jobs.python.operations import (
    LONGEST,
    UNKNOWN,
    as_text,
    binary,
    converted,
    formatted,
    is_plain,
    text_method,
    to_bytes,
    unary,
)
from cannlint.jobs.python.syntax import dotted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.python.scopes import Scope

_DEEPEST = 50
_MOST_ITEMS = 100

_TYPES = frozenset(
    ("str", "bytes", "int", "float", "bool", "list", "tuple", "dict", "set", "function")
)
_TEXT_METHODS = frozenset(("encode", "format", "join", "lower", "strip", "upper"))
_TO_BYTES = frozenset(("as_bytes", "ensure_binary"))
_TO_TEXT = frozenset(("as_str", "as_text", "as_str_any", "ensure_str", "ensure_text"))


def is_left_out(node: ast.expr) -> bool:
    """Whether an expression is `...`, which a page writes for what a user is to fill in."""
    return isinstance(node, ast.Constant) and node.value is ...


def evaluate(node: ast.expr, scope: Scope, depth: int = 0) -> object:
    """The value of an expression, or UNKNOWN, as that of `...` is, which stands for one."""
    if depth > _DEEPEST or is_left_out(node):
        return UNKNOWN
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        found = scope.look_up(node.id)
        return _bound_value(*found, depth + 1) if found is not None else UNKNOWN
    if isinstance(node, ast.Attribute):
        found = scope.look_up(dotted(node) or "")
        return _bound_value(*found, depth + 1) if found is not None else UNKNOWN
    if isinstance(node, ast.UnaryOp):
        return unary(node.op, evaluate(node.operand, scope, depth + 1))
    if isinstance(node, ast.BinOp):
        sides = (evaluate(side, scope, depth + 1) for side in (node.left, node.right))
        return binary(node.op, *sides)
    if isinstance(node, ast.Call):
        return _call(node, scope, depth + 1)
    return _composed(node, scope, depth + 1)


def _bound_value(node: ast.expr, scope: Scope, depth: int) -> object:
    """The value of what a name is bound to, worked out once however many are made of it."""
    if isinstance(node, ast.Constant):  # what is made here may be gone when its id is used again
        return evaluate(node, scope)
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
    if isinstance(node, ast.IfExp | ast.BoolOp):
        return _chosen(node, scope, depth)
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
        if not plain or not isinstance(value, str | int) or len(text) > LONGEST:
            return UNKNOWN
        text += as_text(value) or ""
    return text


def _item(node: ast.Subscript, scope: Scope, depth: int) -> object:
    """`LEVELS["low"]`, `LEVELS[0]` of what is written out once, and only read."""
    found = _item_of(node.value, evaluate(node.slice, scope, depth), scope, depth)
    return evaluate(*found, depth) if found is not None else UNKNOWN


def _item_of(
    node: ast.expr, key: object, scope: Scope, depth: int
) -> tuple[ast.expr, Scope] | None:
    """The expression of an item of what an expression is, and its scope."""
    found = written_out(node, scope, depth)
    if found is None or not is_plain(key):
        return None
    written, home = found
    if isinstance(written, ast.List | ast.Tuple):
        starred = any(isinstance(item, ast.Starred) for item in written.elts)
        if starred or not isinstance(key, int) or not -len(written.elts) <= key < len(written.elts):
            return None
        return written.elts[key], home
    value: ast.expr | None = None
    for other, given in entries_of(written) or ():
        own = evaluate(other, home, depth) if other is not None else UNKNOWN
        if own is UNKNOWN:
            return None
        value = given if own == key else value
    return (value, home) if value is not None else None


def written_out(node: ast.expr, scope: Scope, depth: int = 0) -> tuple[ast.expr, Scope] | None:
    """Where a dict or a list is written out that a name, or an item of another one, is."""
    if depth > _DEEPEST:
        return None
    if isinstance(node, ast.Name):
        found = scope.look_up(node.id) if scope.only_items_are_read(node.id) else None
        return written_out(*found, depth + 1) if found is not None else None
    if isinstance(node, ast.Subscript):
        key = evaluate(node.slice, scope, depth)
        item = _item_of(node.value, key, scope, depth + 1)
        return written_out(*item, depth + 1) if item is not None else None
    return node, scope


def entries_of(node: ast.expr) -> list[tuple[ast.expr | None, ast.expr]] | None:
    """The entries of a dict that is written out, as `{"a": 1}` or `dict(a=1)`; None for others."""
    if isinstance(node, ast.Dict):
        return list(zip(node.keys, node.values, strict=True))
    if isinstance(node, ast.Call) and dotted(node.func) == "dict" and not node.args:
        given = [(keyword.arg, keyword.value) for keyword in node.keywords]
        return [(ast.Constant(name) if name else None, value) for name, value in given]
    return None


def _chosen(node: ast.IfExp | ast.BoolOp, scope: Scope, depth: int) -> object:
    """`x if True else y`, `None or x`: where what decides is known."""
    if isinstance(node, ast.IfExp):
        test = evaluate(node.test, scope, depth)
        chosen = node.body if test else node.orelse
        return evaluate(chosen, scope, depth) if is_plain(test) else UNKNOWN
    value: object = UNKNOWN
    for part in node.values:
        value = evaluate(part, scope, depth)
        if not is_plain(value) or bool(value) == isinstance(node.op, ast.Or):
            return value if is_plain(value) else UNKNOWN
    return value


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


def key_of(node: ast.expr, scope: Scope) -> str | None:
    """The text of a key, where it is known."""
    value = evaluate(node, scope)
    return value if isinstance(value, str) else None


def type_of(value: object) -> str:
    """The kind of a value, as Setting.type names it."""
    if value is None:
        return "none"
    name = type(value).__name__.lower()
    return name if name in _TYPES else "other"


def known_type(node: ast.expr, scope: Scope) -> str | None:
    """The type of what an expression is, in the same words; None where it is not known."""
    value = evaluate(node, scope)
    return type_of(value) if value is not UNKNOWN else None


def items_type(value: object) -> str | None:
    """The type that every known item of a list has; None where they differ, or none is known."""
    if not isinstance(value, list | tuple):
        return None
    found = {type_of(item) for item in value if item is not UNKNOWN}
    return found.pop() if len(found) == 1 else None


def has_items(value: object, wanted: str) -> bool:
    """Whether every known item of a list is of a type, as isinstance sees it."""
    items = value if isinstance(value, list | tuple) else ()
    types = {type_of(item) for item in items if item is not UNKNOWN}
    return types <= ({wanted, "bool"} if wanted == "int" else {wanted})


def _call(node: ast.Call, scope: Scope, depth: int) -> object:
    """The conversions; any other call can give anything."""
    if isinstance(node.func, ast.Attribute) and _is_plain_call(node):
        found = _method(node, node.func, scope, depth)
        if found is not UNKNOWN:
            return found
    name = (dotted(node.func) or "").rpartition(".")[2]
    if isinstance(node.func, ast.Name) and name in _MADE and scope.home_of(name) is None:
        return _MADE[name]
    if not node.args or isinstance(node.args[0], ast.Starred):
        return UNKNOWN
    value = evaluate(node.args[0], scope, depth)
    given = len(node.args) + len(node.keywords)
    if name in _TO_BYTES or (name == "bytes" and isinstance(value, str) and given == 2):
        return to_bytes(value)
    if name in _TO_TEXT:
        return as_text(value) if isinstance(value, str | bytes) else UNKNOWN
    return converted(name, value) if given == 1 else UNKNOWN


def _is_plain_call(node: ast.Call) -> bool:
    """Whether each argument of a call is seen."""
    starred = any(isinstance(argument, ast.Starred) for argument in node.args)
    return not starred and all(keyword.arg for keyword in node.keywords)


def _method(node: ast.Call, function: ast.Attribute, scope: Scope, depth: int) -> object:
    """`"O{}".format(2)`, `LEVELS.get("low")`, and other methods of a text that is known."""
    owner, name = function.value, function.attr
    if name == "get" and node.args and not node.keywords:
        return _got(node, owner, scope, depth)
    if name not in _TEXT_METHODS:
        return UNKNOWN
    text = evaluate(owner, scope, depth)
    values = [evaluate(argument, scope, depth) for argument in node.args]
    if name == "format" and isinstance(text, str):
        named = {one.arg or "": evaluate(one.value, scope, depth) for one in node.keywords}
        return formatted(text, values, named)
    return text_method(text, name, values) if not isinstance(text, dict) else UNKNOWN


def _got(node: ast.Call, owner: ast.expr, scope: Scope, depth: int) -> object:
    """What `.get()` of a dict that is written out gives."""
    found = _item_of(owner, evaluate(node.args[0], scope, depth), scope, depth)
    return evaluate(*found, depth) if found is not None else UNKNOWN
