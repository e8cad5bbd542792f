"""TensorFlow 1 estimators: the arguments of `NPURunConfig` and of the configs in it.

`NPURunConfig(dump_config=DumpConfig(enable_dump=True, ...))` sets the same options as a
parameter_map (options.md 7.1), which the estimator writes from it.
"""

from __future__ import annotations

import ast

from cannlint.jobs.model import FrontEnd
from cannlint.jobs.python.dicts import items_of
from cannlint.jobs.python.module import calls
from cannlint.jobs.python.pending_jobs import PendingJob
from cannlint.jobs.python.script import dotted
from cannlint.jobs.tables import calls_of, options_of
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Setting
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Scope, Statement

    Argument = tuple[str, Span, Span, ast.expr, Scope]
    """Name, place of the whole and of the name, value, and the scope the value is read in."""

_CALL = "NPURunConfig"


def pending_jobs(module: Module) -> list[PendingJob]:
    """One pending job for each NPURunConfig."""
    found = []
    for statement, call in calls(module):
        if _called(call) == _CALL:
            script = module.script
            pending = PendingJob(FrontEnd.TF1, script.source, script.span(call.func))
            _take(module, statement, pending, call, statement.scope)
            found.append(pending)
    return found


def _called(node: ast.expr) -> str | None:
    """The class that a call makes an object of."""
    name = dotted(node.func) if isinstance(node, ast.Call) else None
    return name.rpartition(".")[2] if name is not None else None


def _take(
    module: Module, statement: Statement, pending: PendingJob, call: ast.Call, scope: Scope
) -> None:
    """Add the arguments of a call, and of the configs among them."""
    via = _called(call) or ""
    for name, whole, name_span, value, where in _arguments(module, statement, pending, call, scope):
        spec = options_of(FrontEnd.TF1).get(name)
        if spec is not None and via not in spec.entry["via"]:
            spec = None
        if spec is not None and spec.type == "any":
            if name.endswith("_config"):
                _take_nested(module, statement, pending, value, where)
            continue
        setting = module.setting(name, spec, (whole, name_span), value, where)
        setting.via = via
        if spec is None or not _is_unset(setting):
            pending.add(setting, statement.path)


def _is_unset(setting: Setting) -> bool:
    """Whether the value is None, which all these arguments take as nothing at all."""
    return setting.type == "none"


def _take_nested(
    module: Module, statement: Statement, pending: PendingJob, node: ast.expr, scope: Scope
) -> None:
    """A config inside, or a name bound to one; of any other value nothing is known."""
    if isinstance(node, ast.Name):
        found = scope.look_up(node.id)
        node, scope = found if found is not None else (node, scope)
    if isinstance(node, ast.Call) and _called(node) in calls_of(FrontEnd.TF1):
        _take(module, statement, pending, node, scope)
    elif not isinstance(node, ast.Constant):
        pending.complete = False


def _arguments(
    module: Module, statement: Statement, pending: PendingJob, call: ast.Call, scope: Scope
) -> Iterator[Argument]:
    """The arguments with their names, whether given by position, by name or as `**kwargs`."""
    script = module.script
    names = calls_of(FrontEnd.TF1)[_called(call) or ""]
    for name, node in zip(names, call.args, strict=False):
        if isinstance(node, ast.Starred):
            pending.complete = False
            break
        span = script.span(node)
        yield name, span, span, node, scope
    for keyword in call.keywords:
        if keyword.arg is None:
            items, complete = items_of(module, statement, keyword.value)
            pending.complete = pending.complete and complete
            for item in items:
                span = script.value_span(item.key_node, item.key)
                whole = Span(span.start, script.span(item.value_node).end)
                yield item.key, whole, span, item.value_node, item.scope
        else:
            span = script.span(keyword)
            name_span = Span(span.start, span.start + len(keyword.arg))
            yield keyword.arg, span, name_span, keyword.value, scope
