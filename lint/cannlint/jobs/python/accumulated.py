"""Texts and lists that a script puts together step by step: `cmd += " --x"`, `words.append(x)`."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from itertools import takewhile

from cannlint.jobs.python.syntax import dotted, expressions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Scope, Statement

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_READING = frozenset(
    [
        "join",
        "copy",
        "index",
        "count",
        "split",
        "format",
        "strip",
        "replace",
        "startswith",
        "endswith",
        "lower",
        "upper",
        "encode",
    ]
)
_LEAVES_AS_IS = frozenset(
    ["print", "len", "str", "list", "tuple", "join", "run", "call", "check_call", "check_output",
     "Popen", "system", "popen", "info", "debug", "warning", "getoutput", "getstatusoutput"]
)  # fmt: skip
"""Functions that leave a list as it is."""


_MOST = 1_000
"""Steps of one name that are followed."""


@dataclass(slots=True)
class Step:
    """What a statement adds to a name: `node`, None where it is unknown.

    `may_add` is what it adds if it runs, where it may not. `is_item` tells that it is one item of a
    list; `replaces` that what was there before may have changed as well.
    """

    node: ast.expr | None
    is_item: bool = False
    replaces: bool = False
    may_add: ast.expr | None = None


@dataclass(slots=True)
class Accumulation:
    """What a name is bound to in its `home` at `first`, and all that is added to it there.

    `steps` are in order: the statement, what it adds, and whether it runs exactly once each time
    the first one does.
    """

    first: ast.expr
    home: Scope
    steps: list[tuple[Statement, Step, bool]] = field(default_factory=list)

    def before(self, statement: Statement, scope: Scope) -> list[Step] | None:
        """What has been added where a statement begins; None where that is not known."""
        if self.home is not scope:
            return None if self.steps else []
        begun = takewhile(lambda one: _place(one[0]) < _place(statement), self.steps)
        return [
            step
            if once and one.path == statement.path[: len(one.path)]
            else Step(None, step.is_item, may_add=step.node)
            for one, step, once in begun
        ]


def accumulation_of(module: Module, name: str, home: Scope) -> Accumulation | None:
    """What is added to a name; None where it may stand for something else by then."""
    touching = [one for one in module.mentioning(name) if one.scope is home]
    first = next((one for one in touching if _binds(one, name)), None)
    later = (one for one in touching if one is not first)
    added = [(one, step) for one in later if (step := _step(one, name)) is not None]
    bound = home.bindings[name]
    again = [
        None if isinstance(one.node, ast.AugAssign) else getattr(one.node, "value", None)
        for one, step in added
        if not (step.is_item or step.replaces) and not isinstance(one.node, ast.Expr)
    ]
    if bound[0] is None or bound[1:] != again or first is None:
        return None
    found = Accumulation(bound[0], home)
    loops = [one.node for one in module.statements if isinstance(one.node, _LOOPS)]
    for one, step in added[:_MOST]:
        inner = (loop for loop in loops if _holds(loop, one.node))
        found.steps.append((one, step, all(_holds(loop, first.node) for loop in inner)))
    if len(added) > _MOST:
        found.steps.append((added[_MOST][0], Step(None), False))
    return found


def _place(statement: Statement) -> tuple[int, int]:
    return statement.node.lineno, statement.node.col_offset


def _binds(statement: Statement, name: str) -> bool:
    node = statement.node
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    is_first = isinstance(node, ast.Assign | ast.AnnAssign)
    return is_first and any(_is_name(target, name) for target in targets)


def _holds(loop: ast.stmt, node: ast.stmt) -> bool:
    return loop.lineno < node.lineno <= (loop.end_lineno or loop.lineno)


def _step(statement: Statement, name: str) -> Step | None:
    """What a statement adds; a Step that replaces where it may change the value in another way."""
    node = statement.node
    if isinstance(node, ast.AugAssign) and _is_name(node.target, name):
        return Step(node.value if isinstance(node.op, ast.Add) else None)
    if isinstance(node, ast.Assign) and any(_is_name(target, name) for target in node.targets):
        return _added_again(node, name)
    call = node.value if isinstance(node, ast.Expr) else None
    if isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords:
        method = dotted(call.func)
        if method in (f"{name}.append", f"{name}.extend"):
            return Step(call.args[0], is_item=method.endswith("append"))
    if any(_changes(part, name) for part in statement.parts):
        return Step(None, replaces=True)
    return None


def _added_again(node: ast.Assign, name: str) -> Step | None:
    """What `name = name + " a" + " b"` adds."""
    value: ast.expr = node.value
    parts: list[ast.expr] = []
    while isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        parts.append(value.right)
        value = value.left
    if len(node.targets) != 1 or not parts or not _is_name(value, name):
        return None
    more = parts.pop()
    while parts:
        more = ast.copy_location(ast.BinOp(more, ast.Add(), parts.pop()), node.value)
    return Step(more)


def _changes(part: ast.AST, name: str) -> bool:
    """Whether a list may have changed: an item of it is set, or a function gets the list."""
    for node in expressions(part):
        if isinstance(node, ast.Subscript) and _is_name(node.value, name):
            if not isinstance(node.ctx, ast.Load):
                return True
        elif isinstance(node, ast.Attribute) and _is_name(node.value, name):
            if node.attr not in _READING:
                return True
        elif isinstance(node, ast.Call) and any(_is_name(given, name) for given in node.args):
            called = (dotted(node.func) or "").rpartition(".")[2]
            is_join = isinstance(node.func, ast.Attribute) and node.func.attr in _READING
            if called not in _LEAVES_AS_IS and not is_join:
                return True
    return False


def _is_name(node: object, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
