"""torch_npu: `torch.npu.set_option({...})`, other calls, flags, and environment variables.

The options are those of the process: everything that a function sets is one job
(manual/torch.md#torch_npu).
"""

from __future__ import annotations

from cannlint.jobs.misuse import KEY_TYPE, NO_DICT, Misuse
from cannlint.jobs.python.attributes import take_attributes
from cannlint.jobs.python.dicts import items_of, setting_of
from cannlint.jobs.python.environment import variables_set
from cannlint.jobs.python.function_calls import arguments_of
from cannlint.jobs.python.pending_jobs import PendingJobs
from cannlint.jobs.python.values import evaluate, type_of
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import groups_of, options_of, table_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast

    from cannlint.jobs.python.function_calls import Argument
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.pending_jobs import PendingJob
    from cannlint.jobs.python.scopes import Statement

_SET_OPTION = "set_option"
_CALL = "call"
_FLAGS_OF = ("torch.npu.", "torch_npu.npu.")
_MODULES = ("torch.npu.", "torch_npu.npu.", "npu.", "torch_npu.npu.npu_config.", "npu_config.")
"""Where the functions are, as scripts name it; `npu` may be imported in ways that are not seen."""


def pending_jobs(module: Module) -> list[PendingJob]:
    """What each function and the module itself set."""
    found = PendingJobs(module, FrontEnd.TORCH)
    known = table_of(FrontEnd.TORCH).functions
    for statement, call in module.calls:
        full = module.full_name(call.func, statement.scope) or ""
        before, _, name = full.rpartition(".")
        if name in known and f"{before}.".endswith(_MODULES):
            _take_call(found, statement, name, call)
    take_attributes(found, _flag)
    _take_environment(found)
    for pending in found.by_owner.values():
        pending.settings.sort(key=lambda item: item[0].span.start)
    return found.process_wide()


def _flag(name: str) -> str | None:
    """The flag that a full name is, `torch.npu.matmul.allow_hf32`."""
    prefix = next((prefix for prefix in _FLAGS_OF if name.startswith(prefix)), None)
    if prefix is None:
        return None
    key = name.removeprefix(prefix)
    group, _, flag = key.partition(".")
    return key if group in groups_of(FrontEnd.TORCH) and flag.isidentifier() else None


def _take_call(found: PendingJobs, statement: Statement, name: str, call: ast.Call) -> None:
    arguments, faults = arguments_of(found.module, statement, FrontEnd.TORCH, name, call)
    if faults:
        found.of(statement, "", call).misuses += faults
    for argument in arguments:
        if name == _SET_OPTION:
            _take_options(found, statement, call, argument)
        else:
            _take_argument(found, statement, call, name, argument)


def _take_argument(
    found: PendingJobs, statement: Statement, call: ast.Call, name: str, argument: Argument
) -> None:
    parameter, span, key_span, value, scope = argument
    key = f"{name}.{parameter}"
    spec = options_of(FrontEnd.TORCH)[key]
    setting = found.module.setting(key, spec, (span, key_span), value, scope)
    setting.via = _CALL
    found.of(statement, "", call).add(setting, statement.path)


def _take_options(
    found: PendingJobs, statement: Statement, call: ast.Call, argument: Argument
) -> None:
    module, value = found.module, argument[3]
    pending = found.of(statement, "", call)
    type_ = type_of(evaluate(value, argument[4]))
    if type_ not in ("dict", "other"):
        source = module.script.source
        span = module.script.span(value)
        pending.misuses.append(Misuse(NO_DICT, _SET_OPTION, source, span, "TypeError", type=type_))
        return
    items, complete = items_of(module, statement, value)
    pending.complete = pending.complete and complete
    known = options_of(FrontEnd.TORCH)
    for item in items:
        key_span = module.script.value_span(item.key_node, item.key)
        if item.key_type != "str":
            source, values = module.script.source, {"type": item.key_type}
            fault = Misuse(KEY_TYPE, _SET_OPTION, source, key_span, "TypeError", **values)
            pending.misuses.append(fault)
            continue
        spec = known.get(item.key)
        spec = spec if spec is not None and _SET_OPTION in spec.via else None
        pending.add(setting_of(module, item, spec, _SET_OPTION), item.path)


def _take_environment(found: PendingJobs) -> None:
    """The environment variables that torch_npu reads."""
    module, known = found.module, options_of(FrontEnd.TORCH)
    for variable in variables_set(module):
        spec = known.get(f"environ.{variable.name}")
        if spec is not None:
            spans = (variable.span, variable.name_span)
            scope = variable.statement.scope
            setting = module.setting(spec.key, spec, spans, variable.value, scope)
            setting.via = "os.environ"
            found.of(variable.statement, "", variable.value).add(setting, variable.statement.path)
