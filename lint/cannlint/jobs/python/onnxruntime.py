"""ONNX Runtime's provider for CANN: `providers=[("CANNExecutionProvider", {...}), ...]`.

Wherever a pair of this name and a dict stands, it is for a session; so is each dict of
`provider_options` beside the name in `providers`. One job for each. GE starts once in a process, so
that of sessions in a row the first decides.
"""

from __future__ import annotations

import ast

from cannlint.diagnostics import Phrase
from cannlint.jobs.misuse import NO_PROVIDER, PROVIDERS, Misuse
from cannlint.jobs.python.dicts import items_of, setting_of
from cannlint.jobs.python.function_calls import keywords_of
from cannlint.jobs.python.pending_jobs import PendingJob
from cannlint.jobs.python.values import evaluate, key_of
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of
from cannlint.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Path, Scope, Statement

    Given = dict[str, tuple[ast.expr, Scope]]

    Items = list[tuple[ast.expr, Scope]]
    """The items of a list, each with the scope that it is seen in."""

PROVIDER = "CANNExecutionProvider"
_COMPILES = "enable_cann_graph"
_OTHERS = tuple(
    f"{name}ExecutionProvider"
    for name in (
        "ACL", "Armnn", "Azure", "CPU", "CUDA", "CoreML", "Dml", "Dnnl", "JS", "MIGraphX",
        "NvTensorRTRTX", "Nnapi", "OpenVINO", "QNN", "ROCM", "Rknpu", "SNPE", "Tensorrt", "Tvm",
        "VSINPU", "VitisAI", "WebGpu", "WebNN", "Xnnpack",
    )
)  # fmt: skip
"""The other providers of ONNX Runtime."""
_MISNOMERS = ("AscendExecutionProvider", "NPUExecutionProvider", "CANNProvider")
"""What people write who mean the provider for CANN, and ONNX Runtime has not."""
_STEPS = 20
"""Names that are followed one after another."""
_SESSION = "InferenceSession"
_SET_PROVIDERS = "set_providers"
_PARAMETERS = {
    _SESSION: ("", "", "providers", "provider_options"),
    _SET_PROVIDERS: ("providers", "provider_options"),
}
"""Function → its parameters in order; those without a name are not looked at."""


_PAIR = Phrase("write a pair: the name of the provider, and a dict")
_LIST = Phrase("write a list of providers")
_BESIDE = Phrase(
    "write the options beside the name of the provider, or one dict for each name in "
    "`provider_options`, not both"
)


def pending_jobs(module: Module) -> list[PendingJob]:
    """One job for each dict of options."""
    pairs = {id(node): pending for node, pending in _pairs(module)}
    return [*pairs.values(), *_sessions(module, pairs)]


def _pairs(module: Module) -> Iterator[tuple[ast.expr, PendingJob]]:
    """The options beside the name of the provider, each with the pair that they stand in."""
    for statement, node in module.expressions:
        if not isinstance(node, ast.Tuple | ast.List) or len(node.elts) < 2:
            continue
        options = node.elts[1]
        if key_of(node.elts[0], statement.scope) != PROVIDER or not _is_dict(options, statement):
            continue
        pending = _new(module, node)
        if isinstance(node, ast.Tuple) and len(node.elts) == 2:
            _take(module, pending, statement, options)
        else:
            _misuse(module, pending, node, PROVIDERS, reason=_PAIR)
        yield node, pending


def _is_dict(node: ast.expr, statement: Statement) -> bool:
    """Whether an expression may be a dict: it is one, or a name for what is not known otherwise."""
    value = evaluate(node, statement.scope)
    return isinstance(value, dict) if isinstance(node, ast.Dict) else not isinstance(value, str)


def _sessions(module: Module, pairs: Mapping[int, PendingJob]) -> Iterator[PendingJob]:
    """The options of sessions that stand in a list of their own, and lists that do not fit.

    Fills `first` of the pending jobs of `pairs`.
    """
    first: dict[tuple[Scope, Path], PendingJob] = {}
    for statement, call in module.calls:
        name = (module.full_name(call.func, statement.scope) or "").rpartition(".")[2]
        if name not in _PARAMETERS and isinstance(call.func, ast.Attribute):
            name = call.func.attr
        if name not in _PARAMETERS:
            continue
        given = _given(module, statement, call, _PARAMETERS[name])
        yield from _session(module, statement, given)
        own = _own(given, pairs) if name == _SESSION else None
        if own is not None and _may_start(own):
            before = first.setdefault((statement.scope, statement.path), own)
            own.first = before if before is not own else own.first


def _own(given: Given, pairs: Mapping[int, PendingJob]) -> PendingJob | None:
    """The pending job of the pair that a session is given."""
    providers = _items(*given["providers"]) if "providers" in given else None
    return next((pairs[id(node)] for node, _ in providers or () if id(node) in pairs), None)


def _may_start(pending: PendingJob) -> bool:
    """Whether a session starts GE: it does where graphs are compiled, as they are by default."""
    return all(setting.key != _COMPILES for setting, _ in pending.settings)


def _given(
    module: Module, statement: Statement, call: ast.Call, parameters: tuple[str, ...]
) -> Given:
    """The arguments of a call by their names, each with the scope that it is seen in."""
    given = {key: (node, statement.scope) for key, node in zip(parameters, call.args, strict=False)}
    named, _ = keywords_of(module, statement, call)
    given.update({key: (value, scope) for key, _, _, value, scope in named})
    return given


def _session(module: Module, statement: Statement, given: Given) -> Iterator[PendingJob]:
    providers = _items(*given["providers"]) if "providers" in given else None
    if not providers:
        if "providers" in given and key_of(*given["providers"]) == PROVIDER:
            yield _misused(module, given["providers"][0], PROVIDERS, reason=_LIST)
        return
    for item, scope in providers:
        node = item.elts[0] if isinstance(item, ast.Tuple) and item.elts else item
        text = key_of(node, scope)
        if text is not None and _is_meant(text):
            yield _misused(module, node, NO_PROVIDER, value=text)
        elif text == PROVIDER and not _is_pair(item):
            yield _misused(module, item, PROVIDERS, reason=_PAIR)
    if isinstance(providers[-1][0], ast.Dict) and key_of(*providers[0]) == PROVIDER:
        yield _misused(module, providers[-1][0], PROVIDERS, reason=_LIST)
    options = _items(*given["provider_options"]) if "provider_options" in given else None
    if options:
        yield from _beside(module, statement, providers, options)
    elif "provider_options" in given and isinstance(given["provider_options"][0], ast.Dict):
        yield _misused(module, given["provider_options"][0], PROVIDERS, reason=_BESIDE)


def _is_pair(item: ast.expr) -> bool:
    """Whether a provider that is a tuple may be a name and a dict: _pairs looks at longer ones."""
    if not isinstance(item, ast.Tuple):
        return True
    is_no_dict = isinstance(item.elts[-1], ast.List | ast.Tuple | ast.Constant)
    return len(item.elts) > 1 and not (len(item.elts) == 2 and is_no_dict)


def _beside(
    module: Module, statement: Statement, providers: Items, options: Items
) -> Iterator[PendingJob]:
    """The options in a list of their own: as many as there are providers, all of them names."""
    names = [key_of(node, scope) for node, scope in providers]
    has_pairs = [isinstance(node, ast.Tuple) for node, _ in providers]
    if PROVIDER not in names and not any(has_pairs):
        return
    if len(names) != len(options) or any(has_pairs):
        yield _misused(module, options[0][0], PROVIDERS, reason=_BESIDE)
        return
    for name, (node, _) in zip(names, options, strict=True):
        if name == PROVIDER:
            pending = _new(module, node)
            _take(module, pending, statement, node)
            yield pending


def _is_meant(text: str) -> bool:
    """Whether a name that is no provider is meant as that for CANN."""
    if text == PROVIDER or text in _OTHERS:
        return False
    return text in _MISNOMERS or nearest(text, (PROVIDER, *_OTHERS)) == PROVIDER


def _new(module: Module, node: ast.expr) -> PendingJob:
    script = module.script
    return PendingJob(FrontEnd.ONNXRUNTIME, script.source, script.span(node))


def _take(module: Module, pending: PendingJob, statement: Statement, options: ast.expr) -> None:
    items, pending.complete = items_of(module, statement, options)
    known = options_of(FrontEnd.ONNXRUNTIME)
    for item in items:
        pending.add(setting_of(module, item, known.get(item.key), PROVIDER), item.path)


def _misused(module: Module, node: ast.expr, kind: str, **values: object) -> PendingJob:
    """The job of providers that ONNX Runtime does not take."""
    pending = _new(module, node)
    _misuse(module, pending, node, kind, **values)
    return pending


def _misuse(
    module: Module, pending: PendingJob, node: ast.expr, kind: str, **values: object
) -> None:
    span = module.script.span(node)
    found = Misuse(kind, PROVIDER, module.script.source, span, "", **values)
    pending.misuses.append(found)


def _items(node: ast.expr, scope: Scope) -> Items | None:
    """The items of the list that an expression is; None where it is not known."""
    for _ in range(_STEPS):
        if isinstance(node, ast.List | ast.Tuple):
            return [(item, scope) for item in node.elts]
        found = scope.look_up(node.id) if isinstance(node, ast.Name) else None
        if found is None:
            return None
        node, scope = found
    return None
