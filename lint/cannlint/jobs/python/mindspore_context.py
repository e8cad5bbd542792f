"""MindSpore: `set_context(ascend_config={...})`, and `device_context.ascend` (options.md 1.0.1).

The options are those of the process: everything that a function sets is one job.
"""

from __future__ import annotations

import ast

from cannlint.jobs.model import FrontEnd
from cannlint.jobs.python.dicts import items_of
from cannlint.jobs.python.module import calls
from cannlint.jobs.python.pending_jobs import PendingJobs
from cannlint.jobs.tables import options_of
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import OptionSpec
    from cannlint.jobs.python.dicts import Item
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.pending_jobs import PendingJob
    from cannlint.jobs.python.scopes import Statement

_LEVELS = ("global", "session")


def pending_jobs(module: Module) -> list[PendingJob]:
    """What each function and the module itself set."""
    found = PendingJobs(module, FrontEnd.MINDSPORE)
    known = options_of(FrontEnd.MINDSPORE)
    for statement, call in calls(module):
        name = module.full_name(call.func, statement.scope) or ""
        if name.endswith("set_context"):
            _take_context(found, statement, call)
            continue
        key = ".".join(name.split(".")[-2:])
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if key in known and "." in key and len(given) == 1:
            _take_call(found, statement, call, key, given[0])
    return found.process_wide()


def _take_context(found: PendingJobs, statement: Statement, call: ast.Call) -> None:
    for keyword in call.keywords:
        if keyword.arg == "ascend_config":
            pending = found.of(statement, "", call)
            items, complete = items_of(found.module, statement, keyword.value)
            pending.complete = pending.complete and complete
            for item in items:
                _take_item(found, statement, pending, item)
        elif keyword.arg == "deterministic" and _is_mindspore(found.module):
            _take_deterministic(found, statement, call, keyword)


def _is_mindspore(module: Module) -> bool:
    """Whether the script imports MindSpore: `deterministic` alone says little."""
    return any((full or "").startswith("mindspore") for full in module.imports.values())


def _take_item(found: PendingJobs, statement: Statement, pending: PendingJob, item: Item) -> None:
    """One entry of ascend_config; ge_options is opened."""
    if item.key == "ge_options":
        levels, complete = items_of(found.module, statement, item.value_node)
        pending.complete = pending.complete and complete
        for level in levels:
            _take_level(found, statement, pending, level)
        return
    spec = options_of(FrontEnd.MINDSPORE).get(item.key)
    if spec is not None and "ascend_config" not in spec.entry["via"]:
        spec = None
    _add_item(found, pending, item, spec, "ascend_config")


def _take_level(found: PendingJobs, statement: Statement, pending: PendingJob, level: Item) -> None:
    """The options of one level of ge_options: keys of GE that MindSpore hands on unseen."""
    if level.key not in _LEVELS:
        _add_item(found, pending, level, None, "ge_options")
        return
    items, complete = items_of(found.module, statement, level.value_node)
    pending.complete = pending.complete and complete
    known = options_of(FrontEnd.GE)
    for item in items:
        if item.key in known:
            _add_item(found, pending, item, known[item.key], "ge_options", level.key)


def _add_item(
    found: PendingJobs,
    pending: PendingJob,
    item: Item,
    spec: OptionSpec | None,
    via: str,
    level: str | None = None,
) -> None:
    script = found.module.script
    key_span = script.value_span(item.key_node, item.key)
    whole = Span(key_span.start, script.span(item.value_node).end)
    setting = found.module.setting(item.key, spec, (whole, key_span), item.value_node, item.scope)
    setting.via, setting.level = via, level
    pending.add(setting, item.path)


def _take_deterministic(
    found: PendingJobs, statement: Statement, call: ast.Call, keyword: ast.keyword
) -> None:
    key = "set_context.deterministic"
    span = found.module.script.span(keyword)
    spans = (span, Span(span.start, span.start + len("deterministic")))
    spec = options_of(FrontEnd.MINDSPORE)[key]
    setting = found.module.setting(key, spec, spans, keyword.value, statement.scope)
    setting.via = "set_context"
    found.of(statement, "", call).add(setting, statement.path)


def _take_call(
    found: PendingJobs, statement: Statement, call: ast.Call, key: str, value: ast.expr
) -> None:
    """`device_context.ascend.op_precision.precision_mode("force_fp16")`."""
    script = found.module.script
    end = script.span(call.func).end
    spans = (script.span(call), Span(end - len(key.partition(".")[2]), end))
    spec = options_of(FrontEnd.MINDSPORE)[key]
    setting = found.module.setting(key, spec, spans, value, statement.scope)
    setting.via = key.partition(".")[0]
    found.of(statement, "", call).add(setting, statement.path)
