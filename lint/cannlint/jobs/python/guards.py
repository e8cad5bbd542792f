"""Where a script catches the exception that a front end raises at a bad option."""

from __future__ import annotations

import ast

from cannlint.jobs.python.syntax import dotted
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.python.module_protocol import ModuleProtocol
    from cannlint.jobs.python.scopes import Statement
    from cannlint.jobs.python.script import Script

_CAUGHT = frozenset(
    ["BaseException", "Exception", "ValueError", "TypeError", "RuntimeError", "AttributeError"]
)
"""What the front ends raise, and what these exceptions are kinds of."""
_EXPECTING = frozenset(["raises", "assertRaises", "assertRaisesRegex", "suppress"])
"""What goes on after the exceptions that it is given: a test means them to be raised."""


def guarded_blocks(script: Script, statements: Sequence[Statement]) -> list[Span]:
    """The bodies of statements that go on after such an exception, in their order."""
    found = []
    for statement in statements:
        node = statement.node
        if (isinstance(node, ast.Try) and any(map(_catches, node.handlers))) or (
            isinstance(node, ast.With | ast.AsyncWith) and any(map(_expects, node.items))
        ):
            first, last = script.span(node.body[0]), script.span(node.body[-1])
            found.append(Span(first.start, last.end))
    return found


def is_caught(module: ModuleProtocol, node: ast.expr) -> bool:
    """Whether an expression stands in such a body."""
    if not module.guarded:
        return False
    start = module.script.span(node).start
    return any(block.start <= start < block.end for block in module.guarded)


def _catches(handler: ast.ExceptHandler) -> bool:
    """Whether a handler catches such an exception and does not raise it again."""
    names = set(_names(handler.type))
    raises = any(isinstance(node, ast.Raise) for part in handler.body for node in ast.walk(part))
    return (handler.type is None or bool(names & _CAUGHT)) and not raises


def _expects(item: ast.withitem) -> bool:
    """Whether a `with` goes on after such an exception, as `pytest.raises(ValueError)` does."""
    call = item.context_expr
    if not isinstance(call, ast.Call):
        return False
    name = (dotted(call.func) or "").rpartition(".")[2]
    return name in _EXPECTING and any(_CAUGHT.intersection(_names(arg)) for arg in call.args)


def _names(node: ast.expr | None) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    for inner in node.elts if isinstance(node, ast.Tuple) else ():
        yield from _names(inner)
