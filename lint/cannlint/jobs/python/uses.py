"""How names are used in a script as a whole."""

from __future__ import annotations

import ast


class Uses:
    """How names are used in a script, counted when it is asked for.

    `values` has the values of the expressions that names are bound to, by the node.
    """

    __slots__ = ("_others", "_tree", "values")

    def __init__(self, tree: ast.Module | None) -> None:
        self._tree = tree
        self._others: dict[str, int] | None = None
        self.values: dict[int, object] = {}

    def are_items(self, name: str) -> bool:
        """Whether a name is only bound, and read as `name[key]` or `name.get(key)`."""
        if self._others is None:
            self._others = {}
            for node in ast.walk(self._tree) if self._tree is not None else ():
                self._count(node, self._others)
        return self._tree is not None and self._others.get(name, 0) == 0

    def _count(self, node: ast.AST, others: dict[str, int]) -> None:
        """Count a use of a name; those that only read an item are taken off again."""
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            others[node.id] = others.get(node.id, 0) + 1
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            name = node.value.id if isinstance(node.value, ast.Name) else ""
            others[name] = others.get(name, 0) - 1
        elif isinstance(node, ast.Subscript | ast.Attribute) and isinstance(
            node.value, ast.Subscript
        ):  # `name["a"]["b"] = 1` and `name["a"].update(...)` change what an item is
            name = _whole(node.value)
            others[name] = others.get(name, 0) + 1
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            if node.func.attr == "get" and isinstance(owner, ast.Name):
                others[owner.id] = others.get(owner.id, 0) - 1


def _whole(node: ast.expr) -> str:
    """The name that an item of an item belongs to."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
