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
    written = _as_literal(node)
    if written is None or (name and _changed(module, name, scope)):
        return [], False
    items, complete = _written(written, scope, statement.path)
    if name:
        more, known = _assigned(module, name, scope, statement)
        items, complete = items + more, complete and known
    return [item for at, item in enumerate(items) if not _is_lost(item, items[at + 1 :])], complete


def _as_literal(node: ast.expr) -> ast.Dict | None:
    """A dict as if it were written in braces: `dict(a=1)`, with the names as its keys."""
    if isinstance(node, ast.Dict):
        return node
    if not isinstance(node, ast.Call) or dotted(node.func) != "dict" or node.args:
        return None
    return _from_keywords(node.keywords)


def _from_keywords(keywords: list[ast.keyword]) -> ast.Dict:
    keys = [_name_of(keyword) for keyword in keywords]
    return ast.Dict(keys=keys, values=[keyword.value for keyword in keywords])


def _name_of(keyword: ast.keyword) -> ast.expr | None:
    """The name of an argument as a key that stands where the name does; None for `**more`."""
    if keyword.arg is None:
        return None
    name = ast.copy_location(ast.Constant(keyword.arg), keyword)
    name.end_lineno = keyword.lineno
    name.end_col_offset = keyword.col_offset + len(keyword.arg.encode())
    return name


def _is_lost(item: Item, later: list[Item]) -> bool:
    """Whether another value certainly takes an entry's place."""
    return any(
        other.key == item.key and item.path[: len(other.path)] == other.path for other in later
    )


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
        added = _updated_with(statement, name) if statement.scope is scope else None
        if added is not None:
            items += _written(added, scope, statement.path)[0]
    return items, complete


def _updated_with(statement: Statement, name: str) -> ast.Dict | None:
    """The entries of `name.update({...})` or `name.update(a=1)`; None where they are unknown."""
    call = statement.node.value if isinstance(statement.node, ast.Expr) else None
    if not isinstance(call, ast.Call) or dotted(call.func) != f"{name}.update":
        return None
    if len(call.args) + bool(call.keywords) != 1:
        return None
    added = _as_literal(call.args[0]) if call.args else _from_keywords(call.keywords)
    if added is None or any(key is None for key in added.keys):
        return None
    known = all(key_of(key, statement.scope) is not None for key in added.keys if key is not None)
    return added if known else None


def _is_entry_of(target: ast.expr, name: str) -> bool:
    return (
        isinstance(target, ast.Subscript)
        and isinstance(target.value, ast.Name)
        and target.value.id == name
    )


def _changed(module: Module, name: str, scope: Scope) -> bool:
    """Whether a method is called on the dict that may change it: `options.update(other)`."""
    for statement in module.statements:
        if statement.scope is scope and _updated_with(statement, name) is not None:
            continue
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
