"""MindSpore: `set_context(...)`, `device_context.ascend`, `jit(...)` and `JitConfig(...)`.

The options are those of the process: everything that a function sets is one job, but each `jit` has
options of its own (manual/options.md#unknown-names).
"""

from __future__ import annotations

import ast

from cannlint.jobs.misuse import TOO_MANY, Misuse
from cannlint.jobs.python.function_calls import arguments_of, keywords_of
from cannlint.jobs.python.mindspore_dicts import ASCEND_CONFIG, DICTS, GE_OPTIONS, Reader
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.pending_jobs import PendingJob, PendingJobs
from cannlint.jobs.python.scopes import Statement
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import groups_of, options_of, table_of
from cannlint.text.span import Span

_SET_CONTEXT = "set_context"
_JIT = "jit"
_CALL = "call"
_ASCEND = "device_context.ascend."


def pending_jobs(module: Module) -> list[PendingJob]:
    """What each function and the module itself set, and one job for each `jit`."""
    found = PendingJobs(module, FrontEnd.MINDSPORE)
    jits = []
    is_ours = any((full or "").startswith("mindspore") for full in module.imports.values())
    for statement, call in module.calls:
        full = module.full_name(call.func, statement.scope) or ""
        name = _function(full)
        if full.endswith(_SET_CONTEXT):
            _take_context(found, statement, call, is_ours)
            if full.startswith("mindspore."):
                _take_positions(found, statement, call)
        elif name is not None:
            _take_call(found, statement, call, name)
        elif full in ("mindspore.jit", "mindspore.common.api.jit", "mindspore.common.jit"):
            jits.append(_jit(module, statement, call))
        elif _ASCEND in full:
            _take_unknown(found, statement, call, full.partition(_ASCEND)[2])
    for pending in found.by_owner.values():  # a function counts, whichever comes first
        pending.settings.sort(key=lambda one: one[0].via == _CALL)
    return [*found.process_wide(), *jits]


def _function(full: str) -> str | None:
    """The function of the table that a full name is."""
    known = table_of(FrontEnd.MINDSPORE).functions
    parts = full.split(".")
    name = ".".join(parts[-2:])
    if name in known:
        return name
    return parts[-1] if parts[-1] in known and parts[0] == "mindspore" else None


def _take_context(found: PendingJobs, statement: Statement, call: ast.Call, is_ours: bool) -> None:
    """The keywords of set_context; of a function of that name elsewhere only ascend_config."""
    reader = Reader(found.module, found.of(statement, "", call), statement)
    known = options_of(FrontEnd.MINDSPORE)
    for name, span, key_span, value, scope in keywords_of(found.module, statement, call)[0]:
        if name in DICTS and (is_ours or name == ASCEND_CONFIG):
            reader.take_dict(name, value, scope)
        elif is_ours and (f"{_SET_CONTEXT}.{name}" in known or _is_meant(name)):
            spec = known.get(f"{_SET_CONTEXT}.{name}")
            key = spec.key if spec is not None else name
            reader.add(key, spec, _SET_CONTEXT, (span, key_span), value, scope)
    found.drop_empty(statement)


def _take_positions(found: PendingJobs, statement: Statement, call: ast.Call) -> None:
    """`set_context("ascend_config")`: it takes no argument without its name."""
    if call.args and not isinstance(call.args[0], ast.Starred):
        script = found.module.script
        span = script.span(call.args[0])
        fault = Misuse(TOO_MANY, _SET_CONTEXT, script.source, span, "TypeError", count=0)
        found.of(statement, "", call).misuses.append(fault)


def _is_meant(name: str) -> bool:
    """Whether a keyword that is none is one of our options in another place, or misspelt.

    MindSpore has many more keywords than there are in the table.
    """
    from cannlint.nearest import nearest

    prefix = f"{_SET_CONTEXT}."
    known = table_of(FrontEnd.MINDSPORE).options
    ours = [key.removeprefix(prefix) for key in known if key.startswith(prefix)]
    return name in known or nearest(name, ours) is not None


def _take_call(found: PendingJobs, statement: Statement, call: ast.Call, name: str) -> None:
    """`device_context.ascend.op_precision.precision_mode("force_fp16")`."""
    pending = found.of(statement, "", call)
    reader = Reader(found.module, pending, statement)
    known = options_of(FrontEnd.MINDSPORE)
    arguments, faults = arguments_of(found.module, statement, FrontEnd.MINDSPORE, name, call)
    pending.misuses += faults
    end = found.module.script.span(call.func).end
    name_span = Span(end - len(name.rpartition(".")[2]), end)
    for parameter, _, _, value, scope in arguments:
        spec = known.get(name) or known.get(f"{name}.{parameter}")
        if spec is None:
            continue
        via = spec.via[0]
        spans = (found.module.script.span(call), name_span)
        if spec.types == ["dict"]:
            reader.take_dict(name.rpartition(".")[2], value, scope)
        else:
            reader.add(spec.key, spec, via, spans, value, scope)


def _take_unknown(found: PendingJobs, statement: Statement, call: ast.Call, name: str) -> None:
    """A function that a module of device_context.ascend does not have."""
    group, _, function = name.partition(".")
    if group in groups_of(FrontEnd.MINDSPORE) and function.isidentifier():
        reader = Reader(found.module, found.of(statement, "", call), statement)
        span = found.module.script.span(call.func)
        spans = (span, Span(span.end - len(function), span.end))
        value = call.args[0] if call.args else call
        reader.add(name, None, _CALL, spans, value, statement.scope)


def _jit(module: Module, statement: Statement, call: ast.Call) -> PendingJob:
    """What `jit(...)` is given; it takes any other keyword, too."""
    script = module.script
    pending = PendingJob(FrontEnd.MINDSPORE, script.source, script.span(call))
    pending.guarded = module.guarded
    reader = Reader(module, pending, statement)
    known, of_all_releases = options_of(FrontEnd.MINDSPORE), table_of(FrontEnd.MINDSPORE).options
    given, complete = keywords_of(module, statement, call)
    pending.complete = complete
    for name, span, key_span, value, scope in given:
        if name == GE_OPTIONS:
            reader.take_ge_options(value, scope)
        key = f"{_JIT}.{name}"
        spec = known.get(key)
        reader.add(
            key if key in of_all_releases else name, spec, _JIT, (span, key_span), value, scope
        )
    return pending
