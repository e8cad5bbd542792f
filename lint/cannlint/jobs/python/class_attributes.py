"""What classes and their methods set once: `class Settings: level = "O3"`, `self.level = "O3"`."""

from __future__ import annotations

import ast

from cannlint.jobs.python.syntax import dotted, expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.jobs.python.scopes import Scope, Statement

    Placed = tuple[ast.expr, Scope]

_INSTANCE = ("self", "cls")


class ClassAttributes:
    """The attributes of the classes of a script, collected when they are asked for.

    An attribute has a value only where the whole script sets an attribute of that name once, and
    sets none by a name that is not seen, as `setattr(self, key, value)` does.
    """

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._statements = statements
        self._is_collected = False
        self._sets_any = False
        self._classes: dict[Scope, ast.ClassDef] = {}
        self._constants: dict[str, list[Placed]] = {}
        self._stores: dict[str, list[tuple[str | None, ast.expr | None, Scope]]] = {}

    def of(self, name: str, scope: Scope) -> Placed | None:
        """What `self.name` or `Class.name` is set to, and the scope of it; None if it may vary."""
        if not self._is_collected:
            self._is_collected = True
            self._collect()
        owner, _, attribute = name.partition(".")
        constants = self._constants.get(attribute, [])
        stores = self._stores.get(attribute, [])
        if self._sets_any or len(constants) + len(stores) != 1:
            return None
        around = _class_around(scope) if owner in _INSTANCE else None
        for value, home in constants:
            if home.outer is not None and self._is_of(home, owner, around, scope):
                return value, home.outer
        for target, stored, place in stores:
            is_own = around is not None and _class_around(place) is around
            if is_own and stored is not None and target == f"self.{attribute}":
                return stored, place
        return None

    def _is_of(self, home: Scope, owner: str, around: Scope | None, scope: Scope) -> bool:
        """Whether a class body belongs to an owner, and nothing else sets what is in it."""
        node = self._classes.get(home)
        if node is None or node.decorator_list or node.keywords:
            return False
        if any(dotted(base) != "object" for base in node.bases):
            return False
        if owner in _INSTANCE:
            return home is around
        is_bound_once = home.outer is not None and home.outer.bindings.get(owner) == [None]
        return owner == node.name and is_bound_once and scope.home_of(owner) is home.outer

    def _collect(self) -> None:
        first: dict[int, ast.ClassDef] = {}
        for statement in self._statements:
            node, scope = statement.node, statement.scope
            if isinstance(node, ast.ClassDef):
                first[id(node.body[0])] = node
            if id(node) in first:
                self._classes[scope] = first[id(node)]
            targets = _targets(node)
            for target in targets:
                self._note_target(target, node.value, scope)  # type: ignore[attr-defined]
            for part in statement.parts:
                for inner in expressions(part):
                    if inner not in targets:
                        self._note_other(inner, scope)

    def _note_target(self, target: ast.expr, value: ast.expr, scope: Scope) -> None:
        """Note what a plain assignment sets."""
        if isinstance(target, ast.Name) and scope.is_class and isinstance(value, ast.Constant):
            self._constants.setdefault(target.id, []).append((value, scope))
        elif isinstance(target, ast.Attribute):
            self._stores.setdefault(target.attr, []).append((dotted(target), value, scope))

    def _note_other(self, node: ast.expr, scope: Scope) -> None:
        """Note what sets an attribute in another way than by a plain assignment."""
        unknown = (None, None, scope)
        if isinstance(node, ast.Attribute) and node.attr == "__dict__":
            self._sets_any = True
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            self._stores.setdefault(node.attr, []).append(unknown)
        elif isinstance(node, ast.Call) and dotted(node.func) in ("setattr", "vars"):
            name = node.args[1] if len(node.args) > 1 else None
            if isinstance(name, ast.Constant):
                self._stores.setdefault(str(name.value), []).append(unknown)
            else:
                self._sets_any = True


def _targets(node: ast.stmt) -> list[ast.expr]:
    """What a plain assignment sets, as far as it is no tuple."""
    if isinstance(node, ast.Assign):
        return [one for one in node.targets if isinstance(one, ast.Name | ast.Attribute)]
    return [node.target] if isinstance(node, ast.AnnAssign) and node.value is not None else []


def _class_around(scope: Scope) -> Scope | None:
    """The class in whose method a scope is."""
    found: Scope | None = scope
    while found is not None and found.outer is not None:
        if found.function is not None and found.outer.is_class:
            return found.outer
        found = found.outer
    return None
