"""What is set once: attributes, what functions return, and arguments of those called once."""

from __future__ import annotations

import ast
from functools import lru_cache

from cannlint.jobs.python.guards import is_caught
from cannlint.jobs.python.parameters import default_of, parameters
from cannlint.jobs.python.syntax import dotted, expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.python.module_protocol import ModuleProtocol
    from cannlint.jobs.python.parameters import Function
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


class OwnAttributes:
    """What each attribute is bound to by assignments to its dotted name, as `self.name`."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._bound: dict[str, list[Placed]] = {}
        for statement in statements:
            node, scope = statement.node, statement.scope
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    self._note(target, (node.value, scope))
            elif isinstance(node, ast.AugAssign):
                for _ in range(2):  # it had a value before
                    self._note(node.target, (node.value, scope))

    def of(self, name: str) -> Placed | None:
        """What an attribute is bound to, and where; None unless one statement binds it."""
        found = self._bound.get(name, [])
        return found[0] if len(found) == 1 else None

    def _note(self, target: ast.expr, value: Placed) -> None:
        name = dotted(target) if isinstance(target, ast.Attribute) else None
        if name is not None:
            self._bound.setdefault(name, []).append(value)


class Returns:
    """What functions return, collected when it is asked for."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._statements = statements
        self._found: dict[str, list[Placed]] | None = None

    def of(self, name: str) -> Placed | None:
        """What a function returns, and where; None unless it has one `return` with a value."""
        if self._found is None:
            self._found = {}
            for statement in self._statements:
                node, function = statement.node, statement.scope.function
                if isinstance(node, ast.Return) and node.value is not None and function is not None:
                    known = self._found.setdefault(function.name, [])
                    known.append((node.value, statement.scope))
        found = self._found.get(name, [])
        return found[0] if len(found) == 1 else None


class Arguments:
    """The calls of functions by their bare names, collected when they are asked for.

    A function that is used in another way, as in `map(function, values)`, may be called with
    anything, and so may one with a decorator.
    """

    def __init__(self, module: ModuleProtocol) -> None:
        self._module = module
        self._calls: dict[str, list[tuple[ast.Call, Scope]]] | None = None
        self._uses: dict[str, int] = {}

    def of(self, name: str, scope: Scope) -> Placed | None:
        """The argument that a parameter gets in the only call of its function, and its scope."""
        home = scope.home_of(name)
        function = home.function if home is not None else None
        if function is None or home is None or home.bindings[name] != [None]:
            return None
        made = self._calls_of(function.name)
        if len(made) != 1:
            return None
        call, place = made[0]
        given = _given(call, function, name)
        return (given, place) if given is not None and place is not home else None

    def value_of(self, name: str, scope: Scope) -> Placed | None:
        """The same, or the default of the parameter; only where nothing else can be meant."""
        home = scope.home_of(name)
        function = home.function if home is not None else None
        if home is None or function is None or not self._is_plain(function, home):
            return None
        found = self.of(name, scope)
        if found is not None or home.bindings[name] != [None] or home.outer is None:
            return found
        default = default_of(function, name)
        return (default, home.outer) if default is not None else None

    def each_of(self, name: str, home: Scope) -> Iterator[Placed]:
        """What the calls of the function of a scope give a parameter, as far as that is seen.

        Nothing where the function asks for another parameter: what a call gives may go with that.
        """
        function = home.function
        if function is None or function.decorator_list or _asks_for_others(function, name):
            return
        for call, place in self._calls_of(function.name):
            found = _given(call, function, name)
            if found is not None and self._is_call_of(function, home, call, place):
                yield found, place

    def _is_plain(self, function: Function, home: Scope) -> bool:
        """Whether a function has one call, in which each argument is seen."""
        calls = self._calls_of(function.name)
        if function.decorator_list or len(calls) != 1:
            return False
        return self._is_call_of(function, home, *calls[0]) and self._uses[function.name] == 1

    def _is_call_of(self, function: Function, home: Scope, call: ast.Call, place: Scope) -> bool:
        """Whether a call is one of the function of a scope, and each argument in it is seen.

        One in a block that is to fail says nothing.
        """
        outer = home.outer
        if outer is None or outer.is_class or outer.bindings.get(function.name) != [None]:
            return False
        is_seen = not any(isinstance(argument, ast.Starred) for argument in call.args)
        is_seen = is_seen and all(keyword.arg for keyword in call.keywords)
        is_it = place.home_of(function.name) is outer and place is not home
        return is_seen and is_it and not is_caught(self._module, call)

    def _calls_of(self, name: str) -> list[tuple[ast.Call, Scope]]:
        if self._calls is None:
            self._calls = {}
            for statement, node in self._module.expressions:
                self._note(node, statement.scope, self._calls)
        return self._calls.get(name, [])

    def _note(
        self, node: ast.expr, scope: Scope, calls: dict[str, list[tuple[ast.Call, Scope]]]
    ) -> None:
        if isinstance(node, ast.Name):
            self._uses[node.id] = self._uses.get(node.id, 0) + 1
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            calls.setdefault(node.func.id, []).append((node, scope))


def _given(call: ast.Call, function: Function, name: str) -> ast.expr | None:
    """What a call gives a parameter of a function; None where it gives nothing."""
    names = [argument.arg for argument in parameters(function)]
    if name not in names:
        return None
    given = [keyword.value for keyword in call.keywords if keyword.arg == name]
    given += call.args[names.index(name) :][:1]
    return given[0] if given else None


@lru_cache(maxsize=64)
def _asks_for_others(function: Function, name: str) -> bool:
    """Whether a function has a condition on another parameter than the one of a name.

    Or one on any parameter that is not followed: `match mode:`, `mode and run(mode)`.
    """
    every = {argument.arg for argument in parameters(function)}
    for node in ast.walk(function):
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            asked, known = node.test, every - {name}
        elif isinstance(node, ast.Match):
            asked, known = node.subject, every
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.BoolOp):
            asked, known = node.value, every
        else:
            continue
        if any(part.id in known for part in ast.walk(asked) if isinstance(part, ast.Name)):
            return True
    return False
