"""GE's own Python package: `GeApi.ge_initialize({...})` and `Session({...})`, keys of GE.

The package hands each key and value on as bytes: what is no text ends in an exception.
"""

from __future__ import annotations

import ast

from cannlint.jobs.misuse import EMPTY, KEY_TYPE, NO_DICT, VALUE_TYPE, Misuse
from cannlint.jobs.python.dicts import items_of, setting_of
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.pending_jobs import PendingJob
from cannlint.jobs.python.scopes import Statement
from cannlint.jobs.python.values import known_type
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import key_of_ge, level_of_call, table_of

_INITIALIZE = "ge_initialize"
_SESSIONS = ("ge.session.Session", "ge.Session")


def pending_jobs(module: Module) -> list[PendingJob]:
    """One job for each call that is given options."""
    found = []
    for statement, call in module.calls:
        name = module.full_name(call.func, statement.scope) or ""
        is_initialize = name.endswith((f"GeApi.{_INITIALIZE}", f"GeApi().{_INITIALIZE}"))
        if not (is_initialize or name in _SESSIONS):
            continue
        given = [*call.args, *(one.value for one in call.keywords if one.arg)]
        if given:
            found.append(_job(module, statement, call, given[0], is_initialize))
    return found


def _job(
    module: Module, statement: Statement, called: ast.Call, options: ast.expr, is_initialize: bool
) -> PendingJob:
    script = module.script
    pending = PendingJob(FrontEnd.ACLGRPH, script.source, script.span(called))
    pending.guarded = module.guarded
    name = _INITIALIZE if is_initialize else "Session"
    call = "GEInitialize" if is_initialize else "Session"
    level = level_of_call(call)
    type_ = known_type(options, statement.scope)
    if type_ not in ("dict", None):
        if is_initialize or type_ != "none":
            span = script.span(options)
            fault = Misuse(NO_DICT, name, script.source, span, "TypeError", type=type_)
            pending.misuses.append(fault)
        return pending
    items, pending.complete = items_of(module, statement, options)
    if not items and pending.complete and type_ == "dict" and is_initialize:
        span = script.span(options)
        pending.misuses.append(Misuse(EMPTY, name, script.source, span, "TypeError"))
    pending.complete = pending.complete and is_initialize
    for item in items:
        value_type = known_type(item.value_node, item.scope)
        if item.key_type != "str":
            place = script.span(item.key_node)
            raised, kind, wrong = "AttributeError", KEY_TYPE, item.key_type
        elif value_type not in ("str", None):
            place = script.span(item.value_node)
            raised, kind, wrong = "AttributeError", VALUE_TYPE, value_type
        elif item.key in table_of(FrontEnd.GE).others:
            continue
        else:
            setting = setting_of(module, item, key_of_ge(item.key, level), None)
            setting.via, setting.level = call, level
            pending.add(setting, item.path)
            continue
        pending.misuses.append(Misuse(kind, name, script.source, place, raised, type=wrong))
    return pending
