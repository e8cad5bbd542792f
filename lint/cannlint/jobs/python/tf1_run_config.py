"""TensorFlow 1 estimators: the arguments of `NPURunConfig` and of the configs in it.

`NPURunConfig(dump_config=DumpConfig(enable_dump=True, ...))` sets the same options as a
parameter_map, which the estimator writes from it (manual/tensorflow.md#npurunconfig).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cannlint.jobs.misuse import MISSING, TOO_MANY, Misuse
from cannlint.jobs.python.environment import add_environment
from cannlint.jobs.python.function_calls import keywords_of
from cannlint.jobs.python.iterations import Iteration, iterations_of
from cannlint.jobs.python.module import Module
from cannlint.jobs.python.pending_jobs import PendingJob
from cannlint.jobs.python.scopes import Scope, Statement
from cannlint.jobs.python.syntax import dotted, expressions
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.tables import options_of, table_of
from cannlint.text.span import Span

Argument = tuple[str, Span, Span, ast.expr, Scope]
"""Name, place of the whole and of the name, value, and the scope the value is read in."""

_CALL = "NPURunConfig"


_MOST = 50
"""Calls of NPURunConfig whose functions are followed to where they are called."""


def pending_jobs(module: Module) -> list[PendingJob]:
    """One pending job for each NPURunConfig, in a helper function for each call of that."""
    found: list[PendingJob] = []
    for statement, call in module.calls:
        if _called(module, call) == _CALL:
            parameter = _parameter(call, statement.scope) if len(found) < _MOST else None
            helped = iterations_of(module, statement, parameter) if parameter else None
            if helped is None or not helped.known:
                found.append(_pending(module, statement, call, statement.scope))
                continue
            for one in helped.known:
                found.append(_pending(module, statement, call, one.scope))
                found[-1].complete = found[-1].complete and helped.complete
                _place_values(module, found[-1], one)
    add_environment(module, found)
    return found


def _pending(module: Module, statement: Statement, call: ast.Call, scope: Scope) -> PendingJob:
    script = module.script
    pending = PendingJob(FrontEnd.TF1, script.source, script.span(call.func))
    pending.scope = statement.scope
    _take(module, statement, pending, call, scope)
    return pending


def _parameter(call: ast.Call, scope: Scope) -> str | None:
    """A parameter of the function that a call is in, if one of the arguments is made from it."""
    for node in expressions(call):
        if isinstance(node, ast.Name) and scope.bindings.get(node.id) == [None]:
            return node.id
    return None


def _place_values(module: Module, pending: PendingJob, one: Iteration) -> None:
    """Place the values that the helper function is given where they are written."""
    script = module.script
    for setting, _ in pending.settings:
        node = one.nodes.get(setting.source.slice(setting.value_span))
        if node is not None:
            setting.value_span = script.value_span(node, setting.value)
            setting.span = setting.value_span


def _called(module: Module, node: ast.expr) -> str | None:
    """The class that a call makes an object of, also where it is imported under another name."""
    name = dotted(node.func) if isinstance(node, ast.Call) else None
    full = module.imports.get(name or "") or name
    return full.rpartition(".")[2] if full is not None else None


def _take(
    module: Module, statement: Statement, pending: PendingJob, call: ast.Call, scope: Scope
) -> None:
    """Add the arguments of a call, and of the configs among them."""
    via = _called(module, call) or ""
    arguments = list(_arguments(module, statement, pending, call, scope))
    unwritten = _unwritten(via, arguments)
    _note_misuse(module, pending, call, [name for name, *_ in arguments])
    for name, whole, name_span, value, where in arguments:
        spec = options_of(FrontEnd.TF1).get(name)
        if spec is not None and via not in spec.via:
            spec = None
        if spec is not None and spec.type == "any":
            continue
        setting = module.setting(name, spec, (whole, name_span), value, where)
        setting.via = via
        if spec is not None and spec.type == "object":
            _take_object(module, statement, pending, (setting, value, where))
        elif spec is None or (setting.type == "none" if unwritten else not _is_unset(setting)):
            pending.add(setting, statement.path)
        elif not unwritten and spec.since:  # older releases refuse the name
            setting.value = None
            pending.add(setting, statement.path)


def _note_misuse(module: Module, pending: PendingJob, call: ast.Call, given: list[str]) -> None:
    """Note a call with too many arguments, or without a required one."""
    via = _called(module, call) or ""
    names = table_of(FrontEnd.TF1).calls[via]
    is_open = any(isinstance(node, ast.Starred) for node in call.args)
    is_open = is_open or any(keyword.arg is None for keyword in call.keywords)
    required = names if via in table_of(FrontEnd.TF1).whole else []
    missing = tuple(name for name in required if name not in given) if not is_open else ()
    if missing or (len(call.args) > len(names) and not is_open):
        kind = MISSING if missing else TOO_MANY
        needed, span = tuple(f"`{name}`" for name in missing), module.script.span(call.func)
        values = {"needed": needed, "count": len(names)}
        source = module.script.source
        pending.misuses.append(Misuse(kind, via, source, span, "TypeError", **values))


def _unwritten(via: str, arguments: list[Argument]) -> bool:
    """Whether the estimator drops a config as a whole because one of its arguments is None."""
    is_none = any(
        isinstance(node, ast.Constant) and node.value is None for *_, node, _ in arguments
    )
    return is_none and via in table_of(FrontEnd.TF1).whole


def _is_unset(setting: Setting) -> bool:
    """Whether the value is None, which most arguments take as nothing at all."""
    assert setting.spec is not None
    return setting.type == "none" and setting.spec.none is not False


def _take_object(
    module: Module,
    statement: Statement,
    pending: PendingJob,
    argument: tuple[Setting, ast.expr, Scope],
) -> None:
    """A config inside, or a name bound to one; of an unknown value nothing is known."""
    setting, node, scope = argument
    assert setting.spec is not None
    if isinstance(node, ast.Name):
        found = scope.look_up(node.id)
        node, scope = found if found is not None else (node, scope)
    called = _called(module, node)
    if called is not None and called in table_of(FrontEnd.TF1).calls:
        assert isinstance(node, ast.Call)
        setting.value_type = called
        _take(module, statement, pending, node, scope)
    if setting.type == "none":
        return
    if setting.value_type is None:
        pending.complete = False
    elif setting.value_type not in setting.spec.takes:
        pending.add(setting, statement.path)


def _arguments(
    module: Module, statement: Statement, pending: PendingJob, call: ast.Call, scope: Scope
) -> Iterator[Argument]:
    """The arguments with their names, whether given by position, by name or as `**kwargs`."""
    script = module.script
    names = table_of(FrontEnd.TF1).calls[_called(module, call) or ""]
    for name, node in zip(names, call.args, strict=False):
        if isinstance(node, ast.Starred):
            pending.complete = False
            break
        span = script.span(node)
        yield name, span, span, node, scope
    named, complete = keywords_of(module, statement, call, scope)
    pending.complete = pending.complete and complete
    yield from named
