"""Options that scripts set as attributes: `options.dump_config.enable_dump = True`."""

from __future__ import annotations

import ast

from cannlint.jobs.python.module import assigned_by, key_of
from cannlint.jobs.python.syntax import dotted, expressions
from cannlint.jobs.tables import groups_of, open_groups, options_of
from cannlint.text.span import Span

_WITHIN_AN_OPTION = "option"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.pending_jobs import PendingJobs
    from cannlint.jobs.python.scopes import Statement
    from cannlint.jobs.settings import FrontEnd


ATTRIBUTE = "attribute"
"""The Setting.via of a name that Python lets the script set, but nothing reads."""

GROUP = "group"
"""The Setting.via of something that is assigned in place of a whole group of options.

It is also the type of such an option.
"""


def take_attributes(
    pending: PendingJobs, key_in: Callable[[str], str | None], owner_is_variable: bool = False
) -> None:
    """Add every attribute assignment whose full name has an option's key in it.

    With `owner_is_variable` each variable has options of its own, from each time that it is bound.
    """
    module = pending.module
    known = options_of(pending.front_end)
    for statement, target, key_span, value in _attributes(module):
        name = module.full_name(target, statement.scope)
        key = key_in(name) if name is not None else None
        if key is None or (key not in known and is_open(pending.front_end, key)):
            continue
        via = _form(pending.front_end, key)
        if via == _WITHIN_AN_OPTION:
            continue
        spans = (module.script.span(statement.node), key_span)
        setting = module.setting(key, known.get(key), spans, value, statement.scope)
        setting.via = via
        owner = _owner(module, statement, target) if owner_is_variable else ""
        pending.of(statement, owner, target).add(setting, statement.path)


def _form(front_end: FrontEnd, key: str) -> str | None:
    """How a name is set that is no option: in place of a group, or in one that takes any name."""
    groups = groups_of(front_end)
    if key in groups:
        return GROUP
    outer = key.rpartition(".")[0]
    within = options_of(front_end).get(outer)
    if within is not None and within.type != GROUP:
        return _WITHIN_AN_OPTION
    return ATTRIBUTE if groups.get(outer, {}).get("unknown") == "ignored" else None


def _owner(module: Module, statement: Statement, target: ast.expr) -> str:
    """The variable, and how many times it is bound before the statement."""
    name = _variable(target)
    bound = module.times_bound(name, statement)
    return f"{name} {bound}"


def _attributes(module: Module) -> Iterator[tuple[Statement, ast.Attribute, Span, ast.expr]]:
    """The attributes that are set, with the places of their names, and the values."""
    script = module.script
    for statement in module.statements:
        for target, value in assigned_by(statement):
            if isinstance(target, ast.Attribute):
                end = script.span(target).end
                yield statement, target, Span(end - len(target.attr), end), value
        call = statement.node.value if isinstance(statement.node, ast.Expr) else None
        given = _set_by(call) if isinstance(call, ast.Call) else None
        if isinstance(call, ast.Call) and given is not None:
            owner, key_node, value = given
            key = key_of(key_node, statement.scope)
            if key is not None:
                target = ast.copy_location(ast.Attribute(owner, key, ast.Store()), call)
                yield statement, target, script.value_span(key_node, key), value


_HANDED_OVER = frozenset(["get_npu_backend", "get_compiler", "print", "setattr", "getattr", "vars"])
"""Functions that leave a config as it is."""


def is_shared(module: Module, variable: str) -> bool:
    """Whether other code may set options on the object of a variable, so that not all are known."""
    for statement in module.mentioning(variable.partition(".")[0]):
        if isinstance(statement.node, ast.Return) and _names(statement.node.value, variable):
            return True
        for part in statement.parts:
            for call in expressions(part):
                if isinstance(call, ast.Call):
                    called = (dotted(call.func) or "").rpartition(".")[2]
                    given = [*call.args, *(keyword.value for keyword in call.keywords)]
                    if called not in _HANDED_OVER and any(_names(one, variable) for one in given):
                        return True
    return False


def _names(node: ast.expr | None, variable: str) -> bool:
    return node is not None and dotted(node) == variable


def _set_by(call: ast.Call) -> tuple[ast.expr, ast.expr, ast.expr] | None:
    """Object, name and value of `setattr(object, name, value)` and of the method of that name."""
    if dotted(call.func) == "setattr" and len(call.args) == 3:
        return call.args[0], call.args[1], call.args[2]
    function = call.func
    is_method = isinstance(function, ast.Attribute) and function.attr == "__setattr__"
    if is_method and len(call.args) == 2:
        return function.value, call.args[0], call.args[1]  # type: ignore[attr-defined]
    return None


def is_passed_on(module: Module, ends: str) -> bool:
    """Whether an object whose full name ends so is given to something that may set anything."""
    for statement in module.statements:
        given = [statement.node.value] if isinstance(statement.node, ast.Return) else []
        for part in statement.parts:
            for call in expressions(part):
                if isinstance(call, ast.Call) and not _is_understood(call, statement):
                    given += [*call.args, *(keyword.value for keyword in call.keywords)]
        for node in given:
            name = module.full_name(node, statement.scope) if node is not None else None
            if name is not None and name.endswith(ends):
                return True
    return False


def _is_understood(call: ast.Call, statement: Statement) -> bool:
    """Whether a call sets one attribute that is known: `setattr(options, "jit_compile", x)`."""
    is_setattr = dotted(call.func) == "setattr" and len(call.args) == 3
    return is_setattr and key_of(call.args[1], statement.scope) is not None


def is_open(front_end: FrontEnd, key: str) -> bool:
    """Whether the table does not claim to have every option of the key's group."""
    return any(key.startswith(f"{group}.") for group in open_groups(front_end))


def _variable(target: ast.expr) -> str:
    parts = (dotted(target) or "").split(".")
    return ".".join(parts[: 2 if parts[0] == "self" else 1])
