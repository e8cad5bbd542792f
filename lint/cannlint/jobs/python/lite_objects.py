"""MindSpore Lite in Python: `Context`, `Converter`, and the sections that they are given.

* `context = mslite.Context()`, then `context.ascend.precision_mode = ...`; so a `Converter`: each
  object is a job of its own.
* `converter.set_config_info("ascend_context", {...})` sets what the ini file of that section does.
"""

from __future__ import annotations

import ast

from cannlint.jobs.misuse import KEY_TYPE, NO_DICT, VALUE, VALUE_TYPE, Misuse
from cannlint.jobs.mslite_config import spec_in, takes_another
from cannlint.jobs.python.attributes import is_shared, take_attributes
from cannlint.jobs.python.dicts import items_of, setting_of
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.pending_jobs import PendingJob, PendingJobs
from cannlint.jobs.python.scopes import Statement
from cannlint.jobs.python.statements import assigned_by
from cannlint.jobs.python.values import evaluate, known_type
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import groups_of, options_of, table_of

_OBJECTS = {"Context()": "context", "Converter()": "converter"}
"""What makes an object → what the keys of its options begin with in the table."""
_PACKAGE = "mindspore_lite."
_SET_SECTION = "set_config_info"
_PARAMETERS = ("section", "config_info")
_TARGET, _TARGET_OF_NONE = "context.target", "target_of_none"
_SECTION, _NONE = "section", "none"
"""The forms of writing of the name of a section, and of None in place of its keys."""


def pending_jobs(module: Module) -> list[PendingJob]:
    """One job for each object."""
    found = PendingJobs(module, FrontEnd.MSLITE)
    take_attributes(found, _key_of, owner_is_variable=True)
    for statement in module.statements:
        for target, value in assigned_by(statement):
            if isinstance(target, ast.Attribute) and target.attr == _TARGET.rpartition(".")[2]:
                name = module.full_name(target, statement.scope)
                if name is not None and _key_of(name) == _TARGET:
                    _check_target(found, statement, value)
    for (scope, owner), pending in found.by_owner.items():
        variable, _, bound = owner.partition(" ")
        pending.complete = bound == "1" and not is_shared(module, variable, scope)
    for statement, call in module.calls:
        full = module.full_name(call.func, statement.scope) or ""
        if full == f"{_PACKAGE}Converter().{_SET_SECTION}":
            _take_section(found, statement, call)
    return [one for one in found.by_owner.values() if one.settings or one.misuses]


def _check_target(found: PendingJobs, statement: Statement, value: ast.expr) -> None:
    """The items of a list of targets; None is no target."""
    given = evaluate(value, statement.scope)
    if given is None:
        _add(found, statement, value, _TARGET_OF_NONE, _NONE)
    expected = tuple(options_of(FrontEnd.MSLITE)[_TARGET].item_values)
    script = found.module.script
    for item in given if isinstance(given, list) else ():
        if isinstance(item, str) and item.lower() not in expected:
            written = {"value": item, "expected": expected}
            fault = Misuse(
                VALUE, _TARGET, script.source, script.span(value), "ValueError", **written
            )
            found.of(statement, _TARGET, value).misuses.append(fault)


def _key_of(name: str) -> str | None:
    """The key in the table of an attribute of one of the objects.

    None for those of other devices, `context.cpu.thread_num`: they do not concern CANN.
    """
    for made, prefix in _OBJECTS.items():
        before, call, attribute = name.partition(f"{made}.")
        if call and before == _PACKAGE and "()" not in attribute:
            key = f"{prefix}.{attribute}"
            return key if key.rpartition(".")[0] in groups_of(FrontEnd.MSLITE) else None
    return None


def _take_section(found: PendingJobs, statement: Statement, call: ast.Call) -> None:
    """`set_config_info(section, {...})`: the keys of a section, all of them texts."""
    given = dict(zip(_PARAMETERS, call.args, strict=False))
    given.update((one.arg, one.value) for one in call.keywords if one.arg in _PARAMETERS)
    if len(given) < len(_PARAMETERS) or any(isinstance(one, ast.Starred) for one in call.args):
        return
    name, value = (given[parameter] for parameter in _PARAMETERS)
    pending = found.of(statement, _SET_SECTION, call)
    pending.complete = False
    section, type_ = evaluate(name, statement.scope), known_type(value, statement.scope)
    if not isinstance(section, str):
        if known_type(name, statement.scope) not in ("str", None):
            _refuse(found, pending, VALUE_TYPE, name, known_type(name, statement.scope))
    elif section not in groups_of(FrontEnd.MSLITE):
        _add(found, statement, name, section, _SECTION)
    elif type_ == "none":
        _add(found, statement, value, _SET_SECTION, _NONE)
    elif type_ not in ("dict", None):
        _refuse(found, pending, NO_DICT, value, type_)
    else:
        _take_keys(found, pending, statement, section, value)


def _take_keys(
    found: PendingJobs, pending: PendingJob, statement: Statement, section: str, keys: ast.expr
) -> None:
    """The keys that a section is given."""
    is_ours = section in table_of(FrontEnd.MSLITE).precedence
    for item in items_of(found.module, statement, keys)[0]:
        type_ = known_type(item.value_node, item.scope)
        if item.key_type != "str":
            _refuse(found, pending, KEY_TYPE, item.key_node, item.key_type)
        elif type_ not in ("str", None):
            _refuse(found, pending, VALUE_TYPE, item.value_node, type_)
        elif is_ours and not takes_another(section, item.key):
            spec = spec_in(section, item.key)
            pending.add(setting_of(found.module, item, spec, section), item.path)


def _refuse(
    found: PendingJobs, pending: PendingJob, kind: str, node: ast.expr, type_: str | None
) -> None:
    script = found.module.script
    span = script.span(node)
    fault = Misuse(kind, _SET_SECTION, script.source, span, "TypeError", type=type_)
    pending.misuses.append(fault)


def _add(found: PendingJobs, statement: Statement, node: ast.expr, key: str, via: str) -> None:
    """Add what stands for a whole section."""
    span = found.module.script.span(node)
    spec = options_of(FrontEnd.MSLITE).get(key) if via == _NONE else None
    made = found.module.setting(key, spec, (span, span), node, statement.scope)
    made.via, made.value_type = via, None
    found.of(statement, _SET_SECTION, node).add(made, statement.path)
