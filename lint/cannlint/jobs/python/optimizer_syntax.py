"""How a script of TensorFlow 1 writes a custom optimizer and its parameter_map."""

from __future__ import annotations

import ast

from cannlint.jobs.python.operations import UNKNOWN
from cannlint.jobs.python.syntax import dotted
from cannlint.jobs.python.values import evaluate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.python.scopes import Scope

VIA = "parameter_map"


def is_new_optimizer(node: ast.expr) -> bool:
    """Whether an expression adds an optimizer."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "add"
        and (dotted(node.func.value) or "").endswith("custom_optimizers")
    )


def name_argument(node: ast.expr, scope: Scope) -> object:
    """The name that `add(name=...)` gives; "" where it gives none."""
    assert isinstance(node, ast.Call)
    for keyword in node.keywords:
        if keyword.arg in ("name", None):
            return evaluate(keyword.value, scope) if keyword.arg else UNKNOWN
    return ""


def owner_of_map(node: ast.expr, scope: Scope) -> ast.expr | None:
    """Whose parameter_map an expression is."""
    if isinstance(node, ast.Name):
        found = scope.look_up(node.id)
        node = found[0] if found is not None else node
    return node.value if isinstance(node, ast.Attribute) and node.attr == VIA else None


def in_place(target: ast.Attribute, scope: Scope) -> ast.Attribute:
    """`op.parameter_map["k"].s` for `entry.s`, where `entry = op.parameter_map["k"]`."""
    found = scope.look_up(target.value.id) if isinstance(target.value, ast.Name) else None
    if found is None or not isinstance(found[0], ast.Subscript):
        return target
    return ast.copy_location(ast.Attribute(found[0], target.attr, target.ctx), target)
