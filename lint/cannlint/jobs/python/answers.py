"""Whether a condition holds for a value, and what a condition makes of a value behind it."""

from __future__ import annotations

import ast
from copy import deepcopy

from cannlint.jobs.python.operations import UNKNOWN
from cannlint.jobs.python.syntax import dotted
from cannlint.jobs.python.values import evaluate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.jobs.python.scopes import Scope

    Branching = ast.If | ast.While | ast.Assert

_TYPES: dict[str | None, type] = {
    "str": str, "bool": bool, "int": int, "float": float, "list": list, "dict": dict, "tuple": tuple
}  # fmt: skip
_LEAVING = (ast.Raise, ast.Return, ast.Continue, ast.Break)
_EXITS = frozenset(("exit", "quit", "_exit", "error", "abort"))
"""Functions that end a script: `sys.exit`, `parser.error`."""


def answer(test: ast.expr, scope: Scope) -> bool | None:
    """Whether a condition holds where names are what a scope says; None if that is not known."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        found = answer(test.operand, scope)
        return None if found is None else not found
    if isinstance(test, ast.BoolOp):
        return _of_several(test, scope)
    if isinstance(test, ast.Call) and dotted(test.func) == "isinstance" and len(test.args) == 2:
        return _is_of_type(test.args[0], test.args[1], scope)
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return _compared(test.left, test.ops[0], test.comparators[0], scope)
    value = evaluate(test, scope)
    return None if value is UNKNOWN else bool(value)


def _of_several(test: ast.BoolOp, scope: Scope) -> bool | None:
    """`and` is False with one that is, whatever the others are; `or` is True."""
    answers = [answer(one, scope) for one in test.values]
    decides = isinstance(test.op, ast.Or)
    if decides in answers:
        return decides
    return None if None in answers else not decides


def _is_of_type(given: ast.expr, types: ast.expr, scope: Scope) -> bool | None:
    value = evaluate(given, scope)
    asked = [dotted(one) for one in (types.elts if isinstance(types, ast.Tuple) else [types])]
    if value is UNKNOWN or not all(name in _TYPES for name in asked):
        return None
    return any(isinstance(value, _TYPES[name]) for name in asked)


def _compared(left: ast.expr, by: ast.cmpop, right: ast.expr, scope: Scope) -> bool | None:
    one, other = evaluate(left, scope), evaluate(right, scope)
    if one is UNKNOWN or other is UNKNOWN:
        return None
    if isinstance(by, ast.In | ast.NotIn):
        if not isinstance(other, str | list | tuple | dict):
            return None
        is_in = one in other if not isinstance(other, str) or isinstance(one, str) else None
        return None if is_in is None else is_in is isinstance(by, ast.In)
    if isinstance(by, ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
        is_same = type(one) is type(other) and one == other
        return is_same is isinstance(by, ast.Is | ast.Eq)
    return None


def names_in(test: ast.expr) -> set[str]:
    """The names and attributes that a condition mentions."""
    return {_name(node) for node in ast.walk(test) if isinstance(node, ast.Name | ast.Attribute)}


def _name(node: ast.Name | ast.Attribute) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr


class Asked:
    """What a name is called in conditions: `mode`, or the `.mode` of any object."""

    __slots__ = ("_is_attribute", "name")

    def __init__(self, node: ast.Name | ast.Attribute) -> None:
        self.name = _name(node)
        self._is_attribute = isinstance(node, ast.Attribute)

    def is_it(self, node: ast.AST) -> bool:
        """Whether an expression is the name."""
        if not isinstance(node, ast.Name | ast.Attribute) or _name(node) != self.name:
            return False
        return isinstance(node, ast.Attribute) is self._is_attribute

    def is_in(self, test: ast.AST) -> bool:
        """Whether an expression mentions the name."""
        return any(map(self.is_it, ast.walk(test)))

    def answer(self, test: ast.expr, value: object, scope: Scope) -> bool | None:
        """Whether a condition holds where the name has a value."""
        filled = _Filled(self, value).visit(deepcopy(test))
        return answer(filled, scope)  # type: ignore[arg-type]

    def is_changed(self, body: Sequence[ast.stmt]) -> bool:
        """Whether statements set the name, or leave what they are in."""
        return any(self._changes(node) for one in body for node in ast.walk(one))

    def _changes(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Name | ast.Attribute):
            return self.is_it(node) and not isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.Call):
            return (dotted(node.func) or "").rpartition(".")[2] in _EXITS
        return isinstance(node, _LEAVING)


class _Filled(ast.NodeTransformer):
    """Puts a value in the place of a name."""

    def __init__(self, asked: Asked, value: object) -> None:
        self.asked = asked
        self.value = value

    def visit(self, node: ast.AST) -> ast.AST:
        """The node, or the value in its place."""
        if self.asked.is_it(node):
            return ast.Constant(self.value)  # type: ignore[arg-type]
        return self.generic_visit(node)
