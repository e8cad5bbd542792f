"""The values that an expression may have: defaults of arguments and parameters, branches.

What another module, a user or the environment gives is not known; what is used without it is.
"""

from __future__ import annotations

import ast

from cannlint.jobs.python.answers import Asked, names_in
from cannlint.jobs.python.argument_defaults import defaults_of, is_command_line, without_option
from cannlint.jobs.python.operations import UNKNOWN, is_plain
from cannlint.jobs.python.parameters import default_of, parameters
from cannlint.jobs.python.scopes import Scope
from cannlint.jobs.python.statements import assigned_by
from cannlint.jobs.python.syntax import dotted, lies_in, walk
from cannlint.jobs.python.values import evaluate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    from cannlint.jobs.python.answers import Branching
    from cannlint.jobs.python.module_protocol import ModuleProtocol
    from cannlint.jobs.python.scopes import Statement
    from cannlint.jobs.python.set_once import Arguments

    class CalledModule(ModuleProtocol, Protocol):
        """What is asked of a Module, and what its functions are called with."""

        @property
        def arguments(self) -> Arguments:
            """What its functions are called with."""

    Found = tuple[object, ast.expr]
    """A value, and the expression that has it."""

_MOST = 8
"""Values that an expression may have; of one with more, nothing is said."""
_STEPS = 8
"""Names that are followed one after another."""
_MOST_ASKED = 50
"""Conditions on one name; of what more of them let through, nothing is said."""


class Origins:
    """Where the values of a script come from: its arguments, and the branches that set a name."""

    def __init__(self, module: CalledModule) -> None:
        self.module = module
        self._defaults: dict[str, list[ast.expr]] | None = None
        self._homes: dict[int, Statement] | None = None
        self._asking: dict[str, list[tuple[Statement, Branching]]] | None = None
        self._bound: dict[tuple[Scope, str], list[tuple[Statement, ast.expr]]] | None = None

    def choices_of(self, node: ast.expr, scope: Scope) -> list[Found]:
        """The values that an expression may have which is not known; none where it is too many."""
        found: dict[object, Found] = {}
        for value, where in self._choices(node, scope, _STEPS):
            if is_plain(value):
                found.setdefault((type(value), value), (value, where))
            if len(found) > _MOST:
                return []
        return list(found.values())

    def _choices(self, node: ast.expr, scope: Scope, steps: int) -> Iterator[Found]:
        if not steps:
            return
        value = self.module.value(node, scope)
        if value is not UNKNOWN:
            yield value, node
        elif isinstance(node, ast.IfExp):
            yield from self._of_arms(node, scope, steps - 1)
        elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            for part in node.values:
                for value, where in self._choices(part, scope, steps - 1):
                    if value or part is node.values[-1]:
                        yield value, where
        elif isinstance(node, ast.Name | ast.Attribute):
            yield from self._of_name(node, scope, steps - 1)
        elif isinstance(node, ast.Call):
            yield from self._of_call(node, scope, steps - 1)

    def _of_arms(self, node: ast.IfExp, scope: Scope, steps: int) -> Iterator[Found]:
        for arm, is_true in ((node.body, True), (node.orelse, False)):
            for value, where in self._choices(arm, scope, steps):
                if not _is_excluded(node.test, is_true, arm, value, scope):
                    yield value, where

    def _of_name(self, node: ast.Name | ast.Attribute, scope: Scope, steps: int) -> Iterator[Found]:
        for one, home in self._meanings(node, scope):
            for value, where in self._choices(one, home, steps):
                if self._comes_through(value, node):
                    yield value, where

    def _of_call(self, node: ast.Call, scope: Scope, steps: int) -> Iterator[Found]:
        """`os.getenv("X", "default")`, `data.get("x", "default")`, `which("x")`, `as_bytes(x)`."""
        name = (dotted(node.func) or "").rpartition(".")[2]
        if len(node.args) == {"get": 2, "getenv": 2, "which": 1}.get(name):
            yield from self._choices(node.args[-1], scope, steps)
            return
        inner = [node.func.value] if isinstance(node.func, ast.Attribute) else []
        given = [*node.args, *inner][:1]
        if not given or isinstance(given[0], ast.Starred):
            return
        for value, where in self._choices(given[0], scope, steps):
            yield evaluate(_with_value(node, value), scope), where

    def _meanings(
        self, node: ast.Name | ast.Attribute, scope: Scope
    ) -> Iterator[tuple[ast.expr, Scope]]:
        """What a name may be bound to where it is used, with the scope of each."""
        if isinstance(node, ast.Attribute):
            if is_command_line(node.value, scope):
                yield from ((value, scope) for value in self._default(node.attr))
            return
        home = scope.home_of(node.id)
        if home is None:
            return
        function = home.function
        own = {one.arg for one in parameters(function)} if function is not None else set()
        offered = home.offered.get(node.id)
        if offered and home.bindings[node.id] == [None] and node.id not in own:
            yield from ((value, home) for value in offered)  # the items of a loop
            return
        if function is None or home.bindings[node.id] != [None]:
            yield from ((value, home) for value in self._reaching(node, home, scope))
            return
        yield from self.module.arguments.each_of(node.id, home)
        default = default_of(function, node.id)
        if default is not None:
            yield without_option(default), home
        for value in self._default(node.id) if function.decorator_list else ():
            yield value, home

    def _comes_through(self, value: object, node: ast.Name | ast.Attribute) -> bool:
        """Whether a name may have a value where it is used, after all that asks for it.

        A condition around the use must hold, and one in front must not change it, or leave.
        """
        use = self._statement_of(node)
        if use is None:
            return True
        asked = Asked(node)
        branchings = self._branchings_on(asked.name)
        if len(branchings) > _MOST_ASKED:
            return False
        for statement, branching in branchings:
            is_seen = isinstance(node, ast.Attribute) or statement.scope is use.scope
            if not is_seen or branching is use.node or not asked.is_in(branching.test):
                continue
            holds = asked.answer(branching.test, value, statement.scope)
            if isinstance(branching, ast.Assert):
                excludes = holds is not True and self.module.is_before(statement, use)
            elif lies_in(use.node, branching):
                excludes = holds is not any(lies_in(use.node, one) for one in branching.body)
            else:
                excludes = (holds is not False and asked.is_changed(branching.body)) or (
                    holds is not True and asked.is_changed(branching.orelse)
                )
                excludes = excludes and self._may_run_before(statement, use)
            if excludes:
                return False
        return True

    def _may_run_before(self, one: Statement, other: Statement) -> bool:
        return one.scope is not other.scope or self.module.is_before(one, other)

    def _branchings_on(self, name: str) -> list[tuple[Statement, Branching]]:
        """The statements of the script that ask for a name, or for an attribute of that name."""
        if self._asking is None:
            self._asking = {}
            for statement in self.module.statements:
                node = statement.node
                if isinstance(node, ast.If | ast.While | ast.Assert):
                    for mentioned in names_in(node.test):
                        self._asking.setdefault(mentioned, []).append((statement, node))
        return self._asking.get(name, [])

    def _default(self, name: str) -> list[ast.expr]:
        """The defaults of an argument of the command line."""
        if self._defaults is None:
            self._defaults = defaults_of(self.module.calls)
        return self._defaults.get(name, [])

    def _statement_of(self, node: ast.expr) -> Statement | None:
        """The statement that an expression is part of."""
        if self._homes is None:
            self._homes = {
                id(inner): statement
                for statement in self.module.statements
                for part in statement.parts
                for inner in walk(part)
            }
        return self._homes.get(id(node))

    def _bound_at(self, home: Scope, name: str) -> list[tuple[Statement, ast.expr]]:
        """The plain assignments to a name in the scope that it belongs to; none if others are."""
        if self._bound is None:
            self._bound = {}
            for statement in self.module.statements:
                for target, value in assigned_by(statement):
                    if isinstance(target, ast.Name):
                        key = statement.scope, target.id
                        self._bound.setdefault(key, []).append((statement, value))
        found = self._bound.get((home, name), [])
        return found if len(found) == len(home.bindings.get(name, ())) else []

    def _reaching(self, node: ast.Name, home: Scope, scope: Scope) -> Iterator[ast.expr]:
        """What may be assigned last to a name before its use: of branches in each arm."""
        use = self._statement_of(node) if home is scope else None
        path = use.path if use is not None else ()
        arms: set[int] = set()
        for statement, value in reversed(self._bound_at(home, node.id)):
            if use is not None and not self.module.is_before(statement, use):
                continue
            apart = [step for step in statement.path if step not in path]
            if any(at == other and arm != mine for at, arm in apart for other, mine in path):
                continue  # in another arm of a branching that the use is in
            yield value
            if not apart or apart[0][0] in arms:
                return  # nothing in front of it is left, or of several arms one is always run
            arms.add(apart[0][0])


def _is_excluded(test: ast.expr, is_true: bool, arm: ast.expr, value: object, scope: Scope) -> bool:
    """Whether the condition of an expression keeps a value from the arm that has it."""
    if not isinstance(arm, ast.Name | ast.Attribute):
        return False
    asked = Asked(arm)
    return asked.is_in(test) and asked.answer(test, value, scope) is not is_true


def _with_value(node: ast.Call, value: object) -> ast.Call:
    """A call with a value in the place of what it converts."""
    known = ast.Constant(value)  # type: ignore[arg-type]
    if not node.args and isinstance(node.func, ast.Attribute):
        return ast.Call(ast.Attribute(known, node.func.attr, ast.Load()), [], node.keywords)
    return ast.Call(node.func, [known, *node.args[1:]], node.keywords)
