"""npugraph_ex behind a call: `torch.compile(model, backend="npugraph_ex", options={...})`."""

from __future__ import annotations

import ast

from cannlint.jobs.python.dicts import items_of, setting_of
from cannlint.jobs.python.function_calls import keywords_of
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.pending_jobs import PendingJob
from cannlint.jobs.python.scopes import Statement
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of

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
    pending = PendingJob(FrontEnd.NPUGRAPH_EX, script.source, script.span(call))
    pending.guarded = module.guarded
    items, pending.complete = items_of(module, statement, options)
    known = options_of(FrontEnd.NPUGRAPH_EX)
    for item in items:
        pending.add(setting_of(module, item, known.get(item.key), None), item.path)
    return pending
