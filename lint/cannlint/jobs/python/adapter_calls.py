"""Calls of the TensorFlow adapter whose arguments belong to the options of a session.

`util.set_iteration_per_loop(sess, train_op, 100)` and `NPUOptimizer(opt, ...)`: the manual asks for
the values of `iterations_per_loop` and `is_tailing_optimization`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from cannlint.jobs.python.module import Module
from cannlint.jobs.python.pending_jobs import PendingJob
from cannlint.jobs.python.syntax import dotted
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of, table_of
from cannlint.text.span import Span


def add_calls(module: Module, pending: Sequence[PendingJob]) -> None:
    """Add the arguments to the only job of a script, or to those of the function of the call."""
    known = options_of(FrontEnd.TF1)
    functions = table_of(FrontEnd.TF1).functions
    for statement, call in module.calls:
        name = (dotted(call.func) or "").rpartition(".")[2]
        if name not in functions or statement.path:
            continue
        jobs = [one for one in pending if len(pending) == 1 or one.scope is statement.scope]
        for parameter, value in _arguments(call, functions[name]["parameters"]):
            spec = known.get(f"{name}.{parameter}")
            if spec is None:
                continue
            place = module.script.span(value)
            spans = (module.script.span(call), Span(place.start, place.start))
            for job in jobs:
                setting = module.setting(spec.key, spec, spans, value, statement.scope)
                setting.via = name
                job.add(setting, statement.path)


def _arguments(call: ast.Call, parameters: Sequence[str]) -> Iterator[tuple[str, ast.expr]]:
    """The arguments by the names of their parameters."""
    yield from zip(parameters, call.args, strict=False)
    for keyword in call.keywords:
        if keyword.arg is not None:
            yield keyword.arg, keyword.value
