"""Options that scripts hand over as a dict, written in place or put together before."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from cannlint.jobs.python.operations import UNKNOWN, as_text
from cannlint.jobs.python.statements import assigned_by
from cannlint.jobs.python.syntax import dotted
from cannlint.jobs.python.values import evaluate, type_of, written_out
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Path, Scope, Statement
    from cannlint.jobs.settings import OptionSpec, Setting

_READING = frozenset(("get", "items", "keys", "values", "copy"))
_ONLY_READING = frozenset(
    ["set_option", "set_context", "NPURunConfig", "print", "len", "dict", "str",
     "repr", "sorted", "list", "isinstance", "copy", "deepcopy", "dumps",
     "pprint", "debug", "info", "warning", "update", "format"]
)  # fmt: skip
"""Functions that leave a dict as it is."""
_DEEPEST = 20


@dataclass(slots=True)
class Item:
    """One entry of a dict: the text of its key, the nodes of both, and the branch it is set in.

    `key_type` is the type of the key, as Setting.type names it.
    """

    key: str
    key_node: ast.expr
    value_node: ast.expr
    scope: Scope
    path: Path
    key_type: str = "str"


def items_of(module: Module, statement: Statement, node: ast.expr) -> tuple[list[Item], bool]:
    """The entries of the dict that an expression is, and whether these are all of them.

    A name stands for the dict it is bound to, with what is assigned to it before the statement.
    Where something else may change the dict, nothing is known about it. An unknown part may
    replace the values of the entries before it, so these become unknown as well.
    """
    made = _Dict(module, statement)
    made.add(node, statement.scope, statement.path, 0)
    return _that_count(made.items), made.complete


def _that_count(items: list[Item]) -> list[Item]:
    """The entries that no later one certainly replaces: one of the same branch, or around it."""
    found: list[Item] = []
    later: dict[str, set[Path]] = {}
    for item in reversed(items):
        paths = later.setdefault(item.key, set())
        if not any(item.path[:length] in paths for length in range(len(item.path) + 1)):
            found.append(item)
        paths.add(item.path)
    return found[::-1]


class _Dict:
    """A dict as it is put together, with the entries that are known."""

    def __init__(self, module: Module, before: Statement) -> None:
        self.module = module
        self.before = before
        self.items: list[Item] = []
        self.complete = True

    def add(self, node: ast.expr, scope: Scope, path: Path, depth: int) -> None:
        """Add the entries of the dict that an expression is."""
        if depth > _DEEPEST:
            self._forget()
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if key is None:
                    self.add(value, scope, path, depth + 1)
                else:
                    self._set(key, value, scope, path)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            self.add(node.left, scope, path, depth + 1)
            self.add(node.right, scope, path, depth + 1)
        elif isinstance(node, ast.Name):
            self._add_name(node.id, scope, path, depth)
        elif isinstance(node, ast.Call):
            self._add_call(node, scope, path, depth)
        elif isinstance(node, ast.Subscript) and (found := written_out(node, scope)) is not None:
            self.add(*found, path, depth + 1)
        else:
            self._forget()

    def _forget(self) -> None:
        """Forget all entries: something unknown is added, which may replace them."""
        self.items.clear()
        self.complete = False

    def _set(self, key_node: ast.expr, value: ast.expr, scope: Scope, path: Path) -> None:
        key = evaluate(key_node, scope)
        text = as_text(key) if key is not UNKNOWN else None
        if text is None:
            self._forget()
        else:
            self.items.append(Item(text, key_node, value, scope, path, type_of(key)))

    def _add_call(self, node: ast.Call, scope: Scope, path: Path, depth: int) -> None:
        """`dict(base, a=1)`, `base.copy()`, `copy.deepcopy(base)`."""
        name = dotted(node.func) or ""
        if name == "dict" and len(node.args) <= 1:
            self._add_arguments(node, scope, path, depth)
        elif name in ("copy.copy", "copy.deepcopy", "deepcopy") and len(node.args) == 1:
            self.add(node.args[0], scope, path, depth + 1)
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "copy" and not node.args:
            self.add(node.func.value, scope, path, depth + 1)
        else:
            self._add_returned(node, scope, path, depth)

    def _add_returned(self, node: ast.Call, scope: Scope, path: Path, depth: int) -> None:
        """What a function of the script returns that takes no arguments."""
        plain = isinstance(node.func, ast.Name) and not node.args and not node.keywords
        found = self.module.returned_by(dotted(node.func) or "", scope) if plain else None
        if found is None:
            self._forget()
        else:
            self.add(found[0][0], found[1], path, depth + 1)

    def _add_arguments(self, node: ast.Call, scope: Scope, path: Path, depth: int) -> None:
        for argument in node.args:
            pairs = pairs_of(argument)
            if pairs is None:
                self.add(argument, scope, path, depth + 1)
            for key, value in pairs or ():
                self._set(key, value, scope, path)
        for keyword in node.keywords:
            named = _name_of(keyword)
            if named is None:
                self.add(keyword.value, scope, path, depth + 1)
            else:
                self._set(named, keyword.value, scope, path)

    def _add_name(self, name: str, scope: Scope, path: Path, depth: int) -> None:
        """What a name is bound to, and all that is set in it before the statement."""
        home = scope.home_of(name)
        if self.module.adding is None:
            self.module.adding = _adding(self.module)
        before = self.module.in_front(self.module.adding.get(name, ()), self.before)
        steps = [one for one in before if home is not None and one.scope is home]
        unions = sum(_added_to(one, name) is not None and _is_union(one) for one in steps)
        bound = home.bindings[name] if home is not None else []
        first = bound[0] if bound else None
        if home is None or first is None or bound[1:] != [None] * unions or self._changes(name):
            self._forget()
            return
        self.add(first, home, path, depth + 1)
        for step in steps:
            for key, value in _entries(step, name):
                self._set(key, value, home, step.path)
            added = _added_to(step, name)
            for more in added if added is not None else ():
                self.add(more, home, step.path, depth + 1)

    def _changes(self, name: str) -> bool:
        """Whether something that is not followed may change the dict of a name."""
        module = self.module
        if module.changing is None:
            module.changing = _changing(module)
        return any(statement is not self.before for statement in module.changing.get(name, ()))


def _adding(module: Module) -> dict[str, list[Statement]]:
    """The statements that add to the dict of a name in a way that is followed, in their order."""
    found: dict[str, dict[Statement, None]] = {}
    for statement, node in module.expressions:
        if isinstance(node, ast.Name):
            name = node.id
            if _added_to(statement, name) is not None or any(_entries(statement, name)):
                found.setdefault(name, {})[statement] = None
    return {name: list(statements) for name, statements in found.items()}


def _changing(module: Module) -> dict[str, list[Statement]]:
    """The statements that may change the dict of a name in a way that is not followed here.

    That is where a method is called that changes it, or a function that it is given to may.
    """
    found: dict[str, list[Statement]] = {}
    for statement, node in module.expressions:
        for name in _may_change(node):
            if _added_to(statement, name) is None:
                found.setdefault(name, []).append(statement)
    return found


def pairs_of(node: ast.expr) -> list[tuple[ast.expr, ast.expr]] | None:
    """The entries of `[("key", value), ...]`; None for what is no list of pairs."""
    if not isinstance(node, ast.List | ast.Tuple):
        return None
    found = []
    for pair in node.elts:
        if not isinstance(pair, ast.List | ast.Tuple) or len(pair.elts) != 2:
            return None
        found.append((pair.elts[0], pair.elts[1]))
    return found


def _name_of(keyword: ast.keyword) -> ast.expr | None:
    """The name of an argument as a key that stands where the name does; None for `**more`."""
    if keyword.arg is None:
        return None
    name = ast.copy_location(ast.Constant(keyword.arg), keyword)
    name.end_lineno = keyword.lineno
    name.end_col_offset = keyword.col_offset + len(keyword.arg.encode())
    return name


def _entries(statement: Statement, name: str) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What `name["key"] = value` sets."""
    for target, value in assigned_by(statement):
        if isinstance(target, ast.Subscript) and _is_name(target.value, name):
            yield target.slice, value


def _added_to(statement: Statement, name: str) -> list[ast.expr] | None:
    """The dicts that `name.update(...)` and `name |= ...` add; None for another statement."""
    node = statement.node
    if _is_union(statement) and isinstance(node, ast.AugAssign) and _is_name(node.target, name):
        return [node.value]
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or dotted(call.func) != f"{name}.update":
        return None
    made = ast.Call(ast.Name("dict", ast.Load()), call.args, call.keywords)
    return [made]


def _is_union(statement: Statement) -> bool:
    node = statement.node
    return isinstance(node, ast.AugAssign) and isinstance(node.op, ast.BitOr)


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _may_change(node: ast.expr) -> Iterator[str]:
    """The names whose dicts a method changes, or a function may that they are given to."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        if node.attr not in _READING:
            yield node.value.id
    elif isinstance(node, ast.Call):
        called = (dotted(node.func) or "").rpartition(".")[2]
        given = (*node.args, *(keyword.value for keyword in node.keywords if keyword.arg))
        if called not in _ONLY_READING:
            yield from (value.id for value in given if isinstance(value, ast.Name))


def setting_of(
    module: Module, item: Item, spec: OptionSpec | None, via: str | None, key: str | None = None
) -> Setting:
    """What an entry sets; `key` is the name of the option where it is not that of the entry."""
    script = module.script
    key_span = script.value_span(item.key_node, item.key)
    spans = (Span(key_span.start, script.span(item.value_node).end), key_span)
    setting = module.setting(key or item.key, spec, spans, item.value_node, item.scope)
    setting.via = via
    return setting
