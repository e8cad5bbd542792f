"""What the functions of a script are called with, where the script calls them once."""

from __future__ import annotations

import ast

from cannlint.jobs.python.parameters import default_of, parameters

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.jobs.python.parameters import Function
    from cannlint.jobs.python.scopes import Scope, Statement

    Placed = tuple[ast.expr, Scope]


class Arguments:
    """The calls of functions by their bare names, collected when they are asked for.

    A function that is used in another way, as in `map(function, values)`, may be called with
    anything, and so may one with a decorator.
    """

    def __init__(self, expressions: Sequence[tuple[Statement, ast.expr]]) -> None:
        self._expressions = expressions
        self._calls: dict[str, list[tuple[ast.Call, Scope]]] | None = None
        self._uses: dict[str, int] = {}

    def of(self, name: str, scope: Scope) -> Placed | None:
        """The argument that a parameter gets in the only call of its function, and its scope."""
        home = scope.home_of(name)
        function = home.function if home is not None else None
        if function is None or home is None or home.bindings[name] != [None]:
            return None
        names = [argument.arg for argument in parameters(function)]
        made = self._calls_of(function.name) if name in names else []
        if len(made) != 1:
            return None
        call, place = made[0]
        given = [keyword.value for keyword in call.keywords if keyword.arg == name]
        given += call.args[names.index(name) :][:1]
        return (given[0], place) if given and place is not home else None

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

    def _is_plain(self, function: Function, home: Scope) -> bool:
        """Whether a function has one call, in which each argument is seen."""
        outer = home.outer
        calls = self._calls_of(function.name)
        if outer is None or outer.is_class or function.decorator_list or len(calls) != 1:
            return False
        call, place = calls[0]
        is_bound_once = outer.bindings.get(function.name) == [None]
        is_seen = not any(isinstance(argument, ast.Starred) for argument in call.args)
        is_seen = is_seen and all(keyword.arg for keyword in call.keywords)
        is_it = place.home_of(function.name) is outer and place is not home
        return is_bound_once and is_seen and is_it and self._uses[function.name] == 1

    def _calls_of(self, name: str) -> list[tuple[ast.Call, Scope]]:
        if self._calls is None:
            self._calls = {}
            for statement, node in self._expressions:
                self._note(node, statement.scope, self._calls)
        return self._calls.get(name, [])

    def _note(
        self, node: ast.expr, scope: Scope, calls: dict[str, list[tuple[ast.Call, Scope]]]
    ) -> None:
        if isinstance(node, ast.Name):
            self._uses[node.id] = self._uses.get(node.id, 0) + 1
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            calls.setdefault(node.func.id, []).append((node, scope))
