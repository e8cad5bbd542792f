"""torch_npu: `torch.npu.set_option({...})`, `set_compile_mode(...)`, and the HF32 flags.

The options are those of the process: everything that a function sets is one job
(options.md 1.0, 1.1, 1.5).
"""

from __future__ import annotations

from cannlint.jobs.model import FrontEnd
from cannlint.jobs.python.attributes import take_attributes
from cannlint.jobs.python.dicts import items_of
from cannlint.jobs.python.module import calls
from cannlint.jobs.python.pending_jobs import PendingJobs
from cannlint.jobs.tables import options_of
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.pending_jobs import PendingJob
    from cannlint.jobs.python.scopes import Statement

_FLAGS = ("matmul.allow_hf32", "conv.allow_hf32", "config.allow_internal_format")
_COMPILE_MODE = "set_compile_mode"


def pending_jobs(module: Module) -> list[PendingJob]:
    """What each function and the module itself set."""
    found = PendingJobs(module, FrontEnd.TORCH)
    for statement, call in calls(module):
        name = module.full_name(call.func, statement.scope) or ""
        if name.endswith(("npu.set_option", "npu_config.set_option")):
            _take_options(found, statement, call)
        elif name.endswith(f"npu.{_COMPILE_MODE}"):
            _take_compile_mode(found, statement, call)
    take_attributes(found, _flag)
    for pending in found.by_owner.values():
        pending.settings.sort(key=lambda item: item[0].span.start)
    return found.process_wide()


def _flag(name: str) -> str | None:
    """The flag that a full name is, `torch.npu.matmul.allow_hf32`."""
    head, _, key = name.partition("npu.")
    return key if key in _FLAGS and head in ("torch.", "torch_npu.", "torch_") else None


def _take_options(found: PendingJobs, statement: Statement, call: ast.Call) -> None:
    module = found.module
    given = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "option")]
    if len(given) != 1:
        return
    pending = found.of(statement, "", call)
    items, complete = items_of(module, statement, given[0])
    pending.complete = pending.complete and complete
    known = options_of(FrontEnd.TORCH)
    for item in items:
        key_span = module.script.value_span(item.key_node, item.key)
        whole = Span(key_span.start, module.script.span(item.value_node).end)
        spec = known.get(item.key) if "." not in item.key else None
        setting = module.setting(item.key, spec, (whole, key_span), item.value_node, item.scope)
        setting.via = "set_option"
        pending.add(setting, item.path)


def _take_compile_mode(found: PendingJobs, statement: Statement, call: ast.Call) -> None:
    script = found.module.script
    key = f"{_COMPILE_MODE}.jit_compile"
    spec = options_of(FrontEnd.TORCH)[key]
    given = [(script.span(value), script.span(value), value) for value in call.args[:1]]
    for keyword in call.keywords:
        if keyword.arg == "jit_compile":
            span = script.span(keyword)
            given.append((span, Span(span.start, span.start + len(keyword.arg)), keyword.value))
    for span, key_span, value in given:
        setting = found.module.setting(key, spec, (span, key_span), value, statement.scope)
        found.of(statement, "", call).add(setting, statement.path)
