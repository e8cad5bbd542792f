"""The iterations of a loop over known entries, and the calls of a function, one by one.

`for key, value in options.items(): op.parameter_map[key].s = as_bytes(value)` sets as many options
as there are entries, and `def set_option(op, key, value)` one with each of its calls.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from cannlint.jobs.python.answers import answer
from cannlint.jobs.python.dicts import items_of, pairs_of
from cannlint.jobs.python.operations import UNKNOWN
from cannlint.jobs.python.scopes import Scope
from cannlint.jobs.python.syntax import dotted, lies_in
from cannlint.jobs.python.values import evaluate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Statement

    Placed = tuple[ast.expr, Scope]
    Entry = tuple[Placed, Placed]
    Bound = dict[str, Placed]

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_MOST = 200
"""Iterations of one loop, and calls of one function, that are followed."""


class Iteration:
    """One iteration or call: the scope in which names have its values, and where these are written.

    `statement` is where it stands in the script: the loop itself, or the call.
    """

    __slots__ = ("nodes", "scope", "statement")

    def __init__(self, statement: Statement, outer: Scope, bound: Bound, changed: set[str]) -> None:
        self.statement = statement
        self.nodes = {name: node for name, (node, _) in bound.items()}
        self.scope = Scope(outer)
        for name, (node, scope) in bound.items():
            value = evaluate(node, scope)
            known = value is not UNKNOWN and name not in changed
            constant = ast.copy_location(ast.Constant(value), node) if known else None  # type: ignore[arg-type]
            self.scope.bind(name, constant)

    @property
    def is_of_loop(self) -> bool:
        """Whether it is one of a loop, and not the call of a function."""
        return isinstance(self.statement.node, ast.For)


@dataclass(slots=True)
class Iterations:
    """What is known of a loop or of the calls of a function; `complete` where these are all."""

    known: list[Iteration]
    complete: bool


def iterations_of(module: Module, statement: Statement, name: str) -> Iterations | None:
    """The iterations of the loop, or the calls of the function, that give a name its values.

    None where nothing of it is known, or the statement is not reached in every one of them.
    """
    loop = _loop_of(module, statement, name)
    if loop is not None:
        return _of_loop(module, loop, statement)
    function = _function_of(module, statement, name)
    return _of_calls(module, function, statement) if function is not None else None


def _loop_of(module: Module, inner: Statement, name: str) -> Statement | None:
    """The innermost loop around a statement that binds a name, where nothing else in it does."""
    found = None
    for one in module.statements:
        node = one.node
        if one.scope is inner.scope and isinstance(node, ast.For) and _holds(node, inner.node):
            if name in _names(node.target):
                found = one
            elif found is not None and name in _stored(node):
                return None
    if found is None or any(name in _stored(part) for part in getattr(found.node, "body", ())):
        return None
    return found if len(inner.path) - len(found.path) == len(_tests(found, inner)) else None


def _tests(loop: Statement, inner: Statement) -> list[tuple[ast.expr, bool]]:
    """The conditions under which an iteration comes to a statement, each with its answer."""
    found: list[tuple[ast.expr, bool]] = []
    body = getattr(loop.node, "body", [])
    while body:
        branch = next(
            (one for one in body if isinstance(one, ast.If) and _holds(one, inner.node)), None
        )
        if branch is None:
            break
        is_true = any(one is inner.node or lies_in(inner.node, one) for one in branch.body)
        found.append((branch.test, is_true))
        body = branch.body if is_true else branch.orelse
    return found


def _function_of(module: Module, inner: Statement, name: str) -> Statement | None:
    """The function that a statement is in, where the name is one of its parameters."""
    for one in module.statements:
        node = one.node
        if not isinstance(node, _FUNCTIONS) or one.scope is not inner.scope.outer:
            continue
        if _holds(node, inner.node):
            parameters = [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)]
            is_alone = inner.scope.bindings.get(name) == [None] and one.path == inner.path
            return one if name in parameters and is_alone and not node.decorator_list else None
    return None


def _of_loop(module: Module, loop: Statement, inner: Statement) -> Iterations | None:
    assert isinstance(loop.node, ast.For)
    target = loop.node.target
    names = [node.id for node in target.elts if isinstance(node, ast.Name)] if isinstance(
        target, ast.Tuple) else []  # fmt: skip
    entries, complete = _entries(module, loop, loop.node.iter)
    if len(names) != 2 or not entries or len(entries) > _MOST:
        return None
    bound = (dict(zip(names, entry, strict=True)) for entry in entries)
    changed = set().union(*map(_stored, loop.node.body))
    found = [Iteration(loop, inner.scope, one, changed) for one in bound]
    for test, wanted in _tests(loop, inner):
        answers = [answer(test, one.scope) for one in found]
        complete = complete and None not in answers
        found = [one for one, given in zip(found, answers, strict=True) if given is wanted]
    return Iterations(found, complete)


def _entries(module: Module, loop: Statement, over: ast.expr) -> tuple[list[Entry], bool]:
    """What a loop goes over: the entries of a dict, or a list of pairs."""
    called = over.func if isinstance(over, ast.Call) and not over.args else None
    if isinstance(called, ast.Attribute) and called.attr == "items":
        items, complete = items_of(module, loop, called.value)
        certain = [item for item in items if item.path == loop.path]
        pairs = [((i.key_node, i.scope), (i.value_node, i.scope)) for i in certain]
        return pairs, complete and len(pairs) == len(items)
    found = loop.scope.look_up(over.id) if isinstance(over, ast.Name) else None
    listed, scope = found if found is not None else (over, loop.scope)
    return [((key, scope), (value, scope)) for key, value in pairs_of(listed) or ()], True


def _of_calls(module: Module, function: Statement, inner: Statement) -> Iterations | None:
    """The calls of a function of the module, by its bare name."""
    node = function.node
    assert isinstance(node, _FUNCTIONS)
    home = function.scope
    if home.is_class or home.bindings.get(node.name) != [None]:
        return None
    changed = {name for name, values in inner.scope.bindings.items() if values != [None]}
    found: list[Iteration] = []
    complete = True
    for statement, call in module.calls:
        if dotted(call.func) != node.name or statement.scope.home_of(node.name) is not home:
            continue
        bound = _bound(node, call, statement.scope, home)
        if bound is None or statement.scope is inner.scope:
            complete = False
        else:
            found.append(Iteration(statement, inner.scope, bound, changed))
    return Iterations(found, complete) if len(found) <= _MOST else None


def _bound(
    node: ast.FunctionDef | ast.AsyncFunctionDef, call: ast.Call, scope: Scope, home: Scope
) -> Bound | None:
    """What a call gives the parameters; None where that is not plain."""
    names = [argument.arg for argument in node.args.args]
    plain = not any(isinstance(argument, ast.Starred) for argument in call.args)
    if not plain or len(call.args) > len(names) or any(k.arg is None for k in call.keywords):
        return None
    bound: Bound = {}
    defaults = node.args.defaults
    for name, default in zip(names[len(names) - len(defaults) :], defaults, strict=True):
        bound[name] = (default, home)
    for named, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        if value is not None:
            bound[named.arg] = (value, home)
    bound.update(zip(names, ((argument, scope) for argument in call.args), strict=False))
    bound.update((keyword.arg or "", (keyword.value, scope)) for keyword in call.keywords)
    return bound


def _holds(
    block: ast.For | ast.If | ast.FunctionDef | ast.AsyncFunctionDef, node: ast.stmt
) -> bool:
    """Whether a statement is in the body of another, or of an `if` in what runs otherwise."""
    end = [*block.body, *(block.orelse if isinstance(block, ast.If) else [])][-1]
    last = end.end_lineno or end.lineno
    return block.lineno < node.lineno <= last or node in block.body


def _names(target: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}


def _stored(part: ast.AST) -> set[str]:
    """The names that a part of a script binds."""
    return {
        node.id
        for node in ast.walk(part)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }
