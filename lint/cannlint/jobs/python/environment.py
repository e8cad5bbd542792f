"""Environment variables that a script sets for its own process: `os.environ["AOE_MODE"] = "2"`.

The adapter of TensorFlow reads some options from there. Only what certainly runs is taken: a
statement of the module or of the function that makes the session, outside of every branch.
`os.environ.setdefault` may set nothing.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from cannlint.jobs.python.dicts import items_of
from cannlint.jobs.python.statements import assigned_by
from cannlint.jobs.python.values import key_of
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.pending_jobs import PendingJob
    from cannlint.jobs.python.scopes import Scope, Statement
    from cannlint.jobs.settings import Setting
    from cannlint.text.span import Span

    Entry = tuple[ast.expr, str, ast.expr, Scope]
    """The node and the text of a name, the node of its value, and the scope of that."""


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


VIA = "os.environ"


def names_of_options() -> set[str]:
    """The variables that are options of TensorFlow 1."""
    known = options_of(FrontEnd.TF1)
    return {key for key, spec in known.items() if VIA in spec.via}


def add_environment(module: Module, pending: list[PendingJob]) -> None:
    """Add the variables that each job's process has set, unless the job sets the option itself."""
    if not pending or not may_set_variables(module):
        return
    for statement in module.statements:
        if statement.path:
            continue
        for entry in _entries(module, statement):
            for job in pending:
                if statement.scope.outer is None or statement.scope is job.scope:
                    _add(module, statement, job, entry)


def _add(module: Module, statement: Statement, job: PendingJob, entry: Entry) -> None:
    key_node, key, value, scope = entry
    spec = options_of(job.front_end).get(key)
    if spec is None or VIA not in spec.via:
        return
    if any(setting.option == spec.option and setting.via != VIA for setting, _ in job.settings):
        return
    whole = Span(module.script.span(key_node).start, module.script.span(value).end)
    spans = (whole, module.script.value_span(key_node, key))
    setting: Setting = module.setting(key, spec, spans, value, scope)
    setting.via = VIA
    job.add(setting, statement.path)


def _entries(module: Module, statement: Statement) -> Iterator[Entry]:
    """The variables that a statement sets, with their values."""
    for target, value in assigned_by(statement):
        if isinstance(target, ast.Subscript) and _is_environ(module, target.value, statement):
            yield from _entry(target.slice, value, statement.scope)
    call = statement.node.value if isinstance(statement.node, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return
    name = module.full_name(call.func, statement.scope)
    if name == "os.putenv" and len(call.args) == 2:
        yield from _entry(call.args[0], call.args[1], statement.scope)
    elif name == f"{VIA}.update":
        made = ast.copy_location(ast.Call(ast.Name("dict"), call.args, call.keywords), call)
        items, _ = items_of(module, statement, made)
        yield from ((item.key_node, item.key, item.value_node, item.scope) for item in items)


def _entry(key_node: ast.expr, value: ast.expr, scope: Scope) -> Iterator[Entry]:
    key = key_of(key_node, scope)
    if key is not None:
        yield key_node, key, value, scope


def _is_environ(module: Module, node: ast.expr, statement: Statement) -> bool:
    return module.full_name(node, statement.scope) == VIA
