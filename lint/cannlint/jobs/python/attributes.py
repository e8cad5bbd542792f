"""Options that scripts set as attributes: `options.dump_config.enable_dump = True`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from cannlint.jobs.python.iterations import iterations_of
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.pending_jobs import PendingJobs
from cannlint.jobs.python.scopes import Scope, Statement
from cannlint.jobs.python.statements import assigned_by
from cannlint.jobs.python.syntax import dotted, expressions
from cannlint.jobs.python.values import is_left_out, key_of
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import groups_of, options_of
from cannlint.text.span import Span

_WITHIN_AN_OPTION = "option"
_STEPS = 20
"""Names of one object that are followed one after another."""
_MOST = 50
"""Calls of setattr() whose loops are looked for."""


_Set = tuple[Statement, ast.Attribute, Span, ast.expr, Scope]

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
    for statement, target, key_span, value, scope in _attributes(module):
        name = module.full_name(target, statement.scope)
        key = key_in(name) if name is not None else None
        if key is None or (key not in known and is_left_out(value)):
            continue
        via = _form(pending.front_end, key)
        if via == _WITHIN_AN_OPTION:
            continue
        spans = (module.script.span(statement.node), key_span)
        setting = module.setting(key, known.get(key), spans, value, scope)
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
    """The variable, and how many times it is bound before the statement.

    `group = config.debug` is a part of what `config` is.
    """
    name, scope = _variable(target), statement.scope
    for _ in range(_STEPS):
        found = scope.look_up(name)
        whole = dotted(found[0]) if found is not None else None
        if found is None or whole is None or "()" in whole or found[1] is not scope:
            break
        name = _variable(found[0])
    bound = module.times_bound(name, statement)
    return f"{name} {bound}"


def _attributes(module: Module) -> Iterator[_Set]:
    """The attributes that are set, with the places of their names, the values and their scopes."""
    script, loops = module.script, 0
    for statement in module.statements:
        for target, value in assigned_by(statement):
            if isinstance(target, ast.Attribute):
                end = script.span(target).end
                span = Span(end - len(target.attr), end)
                yield statement, target, span, value, statement.scope
        call = statement.node.value if isinstance(statement.node, ast.Expr) else None
        given = _set_by(call) if isinstance(call, ast.Call) else None
        if isinstance(call, ast.Call) and given is not None:
            is_known = key_of(given[1], statement.scope) is not None
            loops += not is_known
            if is_known or loops <= _MOST:
                yield from _set_by_name(module, statement, call, *given)


def _set_by_name(
    module: Module, statement: Statement, call: ast.Call, owner: ast.expr, name: ast.expr,
    value: ast.expr,
) -> Iterator[_Set]:  # fmt: skip
    """What `setattr(owner, name, value)` sets, also in each iteration of a loop over both."""
    scopes = [(statement.scope, name)]
    if key_of(name, statement.scope) is None and isinstance(name, ast.Name):
        found = iterations_of(module, statement, name.id)
        known = found.known if found is not None else []
        scopes = [(one.scope, one.nodes[name.id]) for one in known if one.is_of_loop]
    for scope, written in scopes:
        key = key_of(name, scope)
        if key is not None:
            target = ast.copy_location(ast.Attribute(owner, key, ast.Store()), call)
            yield statement, target, module.script.value_span(written, key), value, scope


_LEAVES_AS_IS = frozenset(["get_npu_backend", "get_compiler", "print", "getattr", "isinstance"])
"""Functions that leave a config as it is."""


def is_shared(module: Module, variable: str, scope: Scope, steps: int = _STEPS) -> bool:
    """Whether other code may set options on the object of a variable, so that not all are known."""
    head = variable.partition(".")[0]
    home = scope.home_of(head)
    for statement in module.mentioning(head):
        if statement.scope.home_of(head) is not home:
            continue
        if any(_hands_over(node, variable, statement) for node in _expressions_in(statement)):
            return True
        for target, value in assigned_by(statement):
            if _is_part(value, variable) and (
                not steps
                or not isinstance(target, ast.Name)
                or is_shared(module, target.id, statement.scope, steps - 1)
            ):
                return True
        if isinstance(statement.node, ast.Return) and _is_part(statement.node.value, variable):
            return True
    return False


def _expressions_in(statement: Statement) -> Iterator[ast.expr]:
    for part in statement.parts:
        yield from expressions(part)


def _hands_over(node: ast.expr, variable: str, statement: Statement) -> bool:
    """Whether an expression gives an object, or a part of it, to something that may set options."""
    if isinstance(node, ast.Call):
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        named = _set_by(node)
        if named is not None:
            return _is_part(named[0], variable) and key_of(named[1], statement.scope) is None
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        called = (dotted(node.func) or "").rpartition(".")[2]
        is_left = called in _LEAVES_AS_IS
        return _is_part(owner, variable) or (
            not is_left and any(_is_part(one, variable) for one in given)
        )
    items = node.elts if isinstance(node, ast.List | ast.Tuple | ast.Set) else []
    items = node.values if isinstance(node, ast.Dict) else items
    is_made = not isinstance(getattr(node, "ctx", None), ast.Store)
    return is_made and any(_is_part(one, variable) for one in items)


def _is_part(node: ast.expr | None, variable: str) -> bool:
    """Whether an expression is the object of a variable, or an attribute of it."""
    name = dotted(node) if node is not None else None
    return name is not None and (name == variable or name.startswith(f"{variable}."))


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
            if name is not None and (name.endswith(ends) or f"{ends}." in name):
                return True
    return False


def _is_understood(call: ast.Call, statement: Statement) -> bool:
    """Whether a call sets one attribute that is known: `setattr(options, "jit_compile", x)`."""
    is_setattr = dotted(call.func) == "setattr" and len(call.args) == 3
    return is_setattr and key_of(call.args[1], statement.scope) is not None


def _variable(target: ast.expr) -> str:
    parts = (dotted(target) or "").split(".")
    return ".".join(parts[: 2 if parts[0] == "self" else 1])
