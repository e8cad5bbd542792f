"""Environment variables that a script sets for itself: `os.environ["NAME"] = "value"`."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from cannlint.jobs.python.module import assigned_by, key_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Statement
    from cannlint.text.span import Span

_ENVIRON = "os.environ"
WORDS = ("environ", "putenv")
"""One of them stands where a variable is set."""
_SETTERS = ("os.environ.setdefault", "os.putenv", "os.environ.__setitem__")


@dataclass(slots=True)
class Variable:
    """A variable that a statement sets: the places of all of it and of its name, and the value."""

    name: str
    statement: Statement
    span: Span
    name_span: Span
    value: ast.expr


def may_set_variables(module: Module) -> bool:
    """Whether a script has the words in it that setting one takes."""
    return any(map(module.script.has, WORDS))


def variables_set(module: Module) -> Iterator[Variable]:
    """The variables with known names, in the order of the script."""
    if not may_set_variables(module):
        return
    script = module.script
    for statement in module.statements:
        for target, value in assigned_by(statement):
            if not isinstance(target, ast.Subscript):
                continue
            if module.full_name(target.value, statement.scope) == _ENVIRON:
                name = key_of(target.slice, statement.scope)
                if name is not None:
                    place = script.value_span(target.slice, name)
                    yield Variable(name, statement, script.span(statement.node), place, value)
    for statement, call in module.calls:
        full = module.full_name(call.func, statement.scope)
        if full in _SETTERS and len(call.args) == 2:
            name = key_of(call.args[0], statement.scope)
            if name is not None:
                place = script.value_span(call.args[0], name)
                yield Variable(name, statement, script.span(call), place, call.args[1])
        elif full == f"{_ENVIRON}.update":
            yield from _updated(module, statement, call)


def _updated(module: Module, statement: Statement, call: ast.Call) -> Iterator[Variable]:
    """`os.environ.update({"NAME": "value"})`, `os.environ.update(NAME="value")`."""
    from cannlint.jobs.python.dicts import items_of

    made = ast.Call(ast.Name("dict", ast.Load()), call.args, call.keywords)
    for item in items_of(module, statement, made)[0]:
        place = module.script.value_span(item.key_node, item.key)
        yield Variable(item.key, statement, module.script.span(call), place, item.value_node)
