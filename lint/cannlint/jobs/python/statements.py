"""The statements of a script in their order, with the branches they are in.

Two statements exclude each other where they stand in different arms of one branching: then only
one of them runs, and nothing is said about the two together.
"""

from __future__ import annotations

import ast

from cannlint.jobs.python.scopes import Scope, Statement, bind, bind_parameters, bind_walrus
from cannlint.jobs.python.syntax import dotted, inner, unpacked
from cannlint.jobs.python.uses import Uses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.jobs.python.scopes import Path

    Arm = tuple[int, list[ast.stmt], bool]
    """The number of a block of a statement, the block, and whether it may be left out."""

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SIMPLE = (
    ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Import, ast.ImportFrom,
)  # fmt: skip
"""Statements without blocks, the usual ones."""
_JUMPS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_EXITS = ("exit", "quit", "sys.exit", "os._exit")
_ELSEWHERE = -1
"""The arm of the statements after a branching, where several of its arms continue."""


def statements(tree: ast.Module, has_walrus: bool) -> list[Statement]:
    """All statements of a script; the names they bind are noted in their scopes.

    `has_walrus`: it has `:=` in it, which may bind a name anywhere.
    """
    found = list(_walk(tree.body, Uses(tree)))
    for statement in found:
        bind(statement)
        for part in statement.parts if has_walrus else ():
            bind_walrus(part, statement.scope)
    return found


def _walk(body: list[ast.stmt], uses: Uses) -> Iterator[Statement]:
    """The statements in their order; a block that always leaves makes the rest another arm."""
    branchings = 0
    waiting: list[tuple[list[ast.stmt], int, Scope, Path]] = [(body, 0, Scope(uses=uses), ())]
    while waiting:
        block, index, scope, path = waiting.pop()
        if index == len(block):
            continue
        node = block[index]
        inner = Scope(scope, isinstance(node, ast.ClassDef)) if _has_scope(node) else scope
        yield Statement(node, _heads(node), scope, path)
        if isinstance(node, _SIMPLE):
            waiting.append((block, index + 1, scope, path))
            continue
        branchings += 1
        arms = list(_arms(node))
        rest = path
        if _one_leaves(arms):
            staying = [number for number, arm, maybe in arms if maybe and not _leaves(arm)]
            rest = (*path, (branchings, staying[0] if len(staying) == 1 else _ELSEWHERE))
        waiting.append((block, index + 1, scope, rest))
        for number, arm, conditional in reversed(arms):
            deeper = (*path, (branchings, number)) if conditional else path
            waiting.append((arm, 0, inner, deeper))
        if isinstance(node, _FUNCTIONS):
            bind_parameters(node, inner)


def _has_scope(node: ast.stmt) -> bool:
    return isinstance(node, (*_FUNCTIONS, ast.ClassDef))


def _heads(node: ast.stmt) -> list[ast.AST]:
    """What a statement has besides the blocks in it."""
    if isinstance(node, _SIMPLE):
        return inner(node)
    blocks = (ast.stmt, ast.excepthandler, ast.match_case)
    return [part for part in inner(node) if not isinstance(part, blocks)]


def _arms(node: ast.stmt) -> Iterator[Arm]:
    """The blocks of a statement: number, statements, and whether it may be left out."""
    if isinstance(node, ast.If):
        test = node.test
        if isinstance(test, ast.Constant):
            yield 0, node.body if test.value else node.orelse, False
        else:
            yield 0, node.body, True
            yield 1, node.orelse, True
    elif isinstance(node, ast.Match):
        for number, case in enumerate(node.cases):
            yield number, case.body, True
    elif isinstance(node, ast.Try) or type(node).__name__ == "TryStar":
        yield from _arms_of_try(node)
    else:
        for name in ("body", "orelse"):
            block = getattr(node, name, [])
            yield 0, block if isinstance(block, list) else [], False


def may_leave(node: ast.stmt) -> bool:
    """Whether one of the blocks that may be left out does not go on behind the statement."""
    return _one_leaves(_arms(node))


def _one_leaves(arms: Iterable[Arm]) -> bool:
    return any(conditional and _leaves(arm) for _, arm, conditional in arms)


def _arms_of_try(node: ast.stmt) -> Iterator[Arm]:
    handlers: list[ast.ExceptHandler] = getattr(node, "handlers", [])
    yield 0, [*getattr(node, "body", []), *getattr(node, "orelse", [])], bool(handlers)
    for number, handler in enumerate(handlers, 1):
        yield number, handler.body, True
    yield len(handlers) + 1, getattr(node, "finalbody", []), False


def _leaves(block: list[ast.stmt]) -> bool:
    if not block:
        return False
    last = block[-1]
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        return dotted(last.value.func) in _EXITS
    return isinstance(last, _JUMPS)


def assigned_by(statement: Statement) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The targets of a plain assignment, each with the value."""
    node = statement.node
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from unpacked(target, node.value) or [(target, node.value)]
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield node.target, node.value
