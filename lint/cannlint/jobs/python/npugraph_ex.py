"""torchair behind torch.compile: `torch.compile(model, backend="npugraph_ex", options={...})`."""

from __future__ import annotations

import ast

from cannlint.jobs.python.dicts import items_of
from cannlint.jobs.python.function_calls import keywords_of
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.pending_jobs import PendingJob
from cannlint.jobs.python.scopes import Statement
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of
from cannlint.text.span import Span

BACKEND = "npugraph_ex"


def pending_jobs(module: Module) -> list[PendingJob]:
    """One job for each call that has options."""
    found = []
    for statement, call in module.calls:
        if module.full_name(call.func, statement.scope) != "torch.compile":
            continue
        given, _ = keywords_of(module, statement, call)
        values = {name: (value, scope) for name, _, _, value, scope in given}
        backend = module.value(*values["backend"]) if "backend" in values else None
        if backend == BACKEND and "options" in values:
            found.append(_job(module, statement, call, values["options"][0]))
    return found


def _job(module: Module, statement: Statement, call: ast.Call, options: ast.expr) -> PendingJob:
    script = module.script
    pending = PendingJob(FrontEnd.TORCHAIR, script.source, script.span(call))
    pending.guarded = module.guarded
    items, pending.complete = items_of(module, statement, options)
    known = options_of(FrontEnd.TORCHAIR)
    for item in items:
        key = f"{BACKEND}.{item.key}"
        key_span = script.value_span(item.key_node, item.key)
        spans = (Span(key_span.start, script.span(item.value_node).end), key_span)
        spec = known.get(key)
        name = key if spec is not None else item.key
        setting = module.setting(name, spec, spans, item.value_node, item.scope)
        setting.via = BACKEND
        pending.add(setting, item.path)
    return pending
