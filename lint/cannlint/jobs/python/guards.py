"""Where a script catches the exception that a front end raises at a bad option."""

from __future__ import annotations

import ast

from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.python.scopes import Statement
    from cannlint.jobs.python.script import Script

_CAUGHT = frozenset(
    ["BaseException", "Exception", "ValueError", "TypeError", "RuntimeError", "AttributeError"]
)
"""What the front ends raise, and what these exceptions are kinds of."""


def guarded_blocks(script: Script, statements: Sequence[Statement]) -> list[Span]:
    """The bodies of `try` statements that go on after such an exception, in their order."""
    found = []
    for statement in statements:
        node = statement.node
        if isinstance(node, ast.Try) and any(map(_catches, node.handlers)):
            first, last = script.span(node.body[0]), script.span(node.body[-1])
            found.append(Span(first.start, last.end))
    return found


def _catches(handler: ast.ExceptHandler) -> bool:
    """Whether a handler catches such an exception and does not raise it again."""
    names = set(_names(handler.type))
    raises = any(isinstance(node, ast.Raise) for part in handler.body for node in ast.walk(part))
    return (handler.type is None or bool(names & _CAUGHT)) and not raises


def _names(node: ast.expr | None) -> Iterator[str]:
    if isinstance(node, ast.Name):
        yield node.id
    for inner in node.elts if isinstance(node, ast.Tuple) else ():
        yield from _names(inner)
