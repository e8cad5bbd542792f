"""Options that scripts hand over as a dict, written in place or put together before."""

from __future__ import annotations

import ast
from itertools import takewhile

from cannlint.jobs.python import dotted
from cannlint.jobs.python_module import assigned_by, key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.python_module import Module
    from cannlint.jobs.python_scopes import Path, Scope, Statement

_READING = frozenset(("get", "items", "keys", "values", "copy"))
_LONGEST_CHAIN = 20


class Item:
    """One entry of a dict: the text of its key, the nodes of both, and the branch it is set in."""

    __slots__ = ("key", "key_node", "path", "scope", "value_node")

    def __init__(
        self, key: str, key_node: ast.expr, value_node: ast.expr, scope: Scope, path: Path
    ) -> None:
        self.key = key
        self.key_node = key_node
        self.value_node = value_node
        self.scope = scope
        self.path = path


def items_of(module: Module, statement: Statement, node: ast.expr) -> tuple[list[Item], bool]:
    """The entries of the dict that an expression is, and whether these are all of them.

    A name stands for the dict literal it is bound to, with the entries assigned to it before
    the statement. Where something else may change the dict, nothing is known of it.
    """
    name, scope = "", statement.scope
    for _ in range(_LONGEST_CHAIN):
        if not isinstance(node, ast.Name):
            break
        found = scope.look_up(node.id)
        if found is None:
            return [], False
        name, (node, scope) = node.id, found
    if _is_empty_call(node):
        node = ast.Dict(keys=[], values=[])
    if not isinstance(node, ast.Dict) or (name and _changed(module, name)):
        return [], False
    items, complete = _written(node, scope, statement.path)
    if name:
        more, known = _assigned(module, name, scope, statement)
        items, complete = items + more, complete and known
    return items, complete


def _is_empty_call(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and dotted(node) == "dict()"


def _written(node: ast.Dict, scope: Scope, path: Path) -> tuple[list[Item], bool]:
    items, complete = [], True
    for key_node, value_node in zip(node.keys, node.values, strict=True):
        key = key_of(key_node, scope) if key_node is not None else None
        if key is None or key_node is None:
            complete = False
        else:
            items.append(Item(key, key_node, value_node, scope, path))
    return items, complete


def _assigned(
    module: Module, name: str, scope: Scope, before: Statement
) -> tuple[list[Item], bool]:
    """The entries that `name["k"] = v` adds in the dict's own scope before a statement."""
    items, complete = [], True
    for statement in takewhile(lambda statement: statement is not before, module.statements):
        for target, value in assigned_by(statement):
            if statement.scope is scope and _is_entry_of(target, name):
                assert isinstance(target, ast.Subscript)
                key = key_of(target.slice, scope)
                complete = complete and key is not None
                if key is not None:
                    items.append(Item(key, target.slice, value, scope, statement.path))
    return items, complete


def _is_entry_of(target: ast.expr, name: str) -> bool:
    return (
        isinstance(target, ast.Subscript)
        and isinstance(target.value, ast.Name)
        and target.value.id == name
    )


def _changed(module: Module, name: str) -> bool:
    """Whether a method is called on the dict that may change it: `options.update(...)`."""
    for statement in module.statements:
        for part in statement.parts:
            for node in ast.walk(part):
                if (
                    isinstance(node, ast.Attribute)
                    and isinstance(node.value, ast.Name)
                    and node.value.id == name
                    and node.attr not in _READING
                ):
                    return True
    return False
