"""Commands that a Python script writes as texts or lists, and that nothing seen here runs.

`run_command("atc ...")` of another module may run them, and may add options.
"""

from __future__ import annotations

import ast
import re

from cannlint.jobs.python.module import assigned_by
from cannlint.jobs.python.syntax import dotted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Statement

_PROGRAM = re.compile(r"\s*(?:[\w./{}$-]*/)?(?:py)?atc(?:\.bin)?(?:\s+-|\s*\Z)")
_SHOWING = frozenset(
    ["print", "pprint", "debug", "info", "warn", "warning", "error", "exception", "critical", "log",
     "write", "help", "echo", "secho", "add_argument", "add_parser", "ArgumentParser", "option"]
)  # fmt: skip
"""Functions that show a text to a user."""


def texts_of_commands(module: Module) -> Iterator[tuple[Statement, ast.expr]]:
    """The expressions whose text begins with the name of the program and an option."""
    for statement in module.statements:
        if isinstance(statement.node, ast.Raise):
            continue
        waiting = [part for part in statement.parts if not _is_docstring(statement, part)]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Call) and _shows(node):
                continue
            leading = _leading(node)
            if leading is not None and _PROGRAM.match(leading):
                assert isinstance(node, ast.expr)
                if _stays(statement, node):
                    yield statement, node
            elif not isinstance(node, ast.stmt | ast.Lambda):
                waiting += reversed(list(ast.iter_child_nodes(node)))


def _stays(statement: Statement, node: ast.expr) -> bool:
    """Whether a command is what stands here: no list that may change, no name for other texts."""
    names = [target for target, value in assigned_by(statement) if value is node]
    if not names:
        return True
    bindings = (
        statement.scope.bindings.get(name.id, ()) for name in names if isinstance(name, ast.Name)
    )
    others = [_leading(other) for bound in bindings for other in bound if other is not None]
    return not isinstance(node, ast.List | ast.Tuple) and all(
        other is not None and _PROGRAM.match(other) for other in others
    )


def _is_docstring(statement: Statement, part: ast.AST) -> bool:
    return isinstance(statement.node, ast.Expr) and isinstance(part, ast.Constant | ast.JoinedStr)


def _shows(call: ast.Call) -> bool:
    return (dotted(call.func) or "").rpartition(".")[2] in _SHOWING


def _leading(node: ast.AST) -> str | None:
    """The beginning of a text, or the first word of a list, as far as it is a literal."""
    while True:
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str) else None
        if isinstance(node, ast.BinOp):
            node = node.left
        elif isinstance(node, ast.JoinedStr) and node.values:
            node = node.values[0]
        elif isinstance(node, ast.List | ast.Tuple) and node.elts:
            return _only_word(node.elts[0])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            method = node.func
            if method.attr == "join" and node.args:
                node = node.args[0]
            elif method.attr == "format":
                node = method.value
            else:
                return None
        else:
            return None


def _only_word(item: ast.expr) -> str | None:
    """The first item of a list of words; a list of whole commands has others."""
    word = item.value if isinstance(item, ast.Constant) else None
    return word if isinstance(word, str) and len(word.split()) == 1 else None
