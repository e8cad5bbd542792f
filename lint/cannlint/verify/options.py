"""Each option of a job, and what became of it in the compiled model."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from cannlint.cann.modes import HF32_FILES
from cannlint.cann.option_names import HF32, LIST, SELECT, SOC, V1, V2
from cannlint.diagnostics import Message
from cannlint.graphs.header import FRAMEWORKS
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.resolve.mode_options import DEFAULT_SELECT
from cannlint.resolve.plan import Plan
from cannlint.resolve.provenance import of_setting
from cannlint.verify.compiled import FLOATS, Compiled, Kernel, origin_dtype
from cannlint.verify.operators import Operator
from cannlint.verify.outcome import DIFFERENT, EFFECT, EQUAL, NONE, UNDECIDED, UNSEEN, Asked, Match

Shape = tuple[int, ...]


_OUTPUT_TYPE, _FP16_INPUTS, _AIPP = "output_type", "input_fp16_nodes", "insert_op_conf"
_SHAPES, _OUTPUTS = "input_shape", "out_nodes"
_RECORDED_OUTPUTS = "attr_model_out_nodes_name"
_OUTPUT_DTYPES = {"FP32": "float", "FP16": "float16", "UINT8": "uint8", "INT8": "int8"}
_INPUT, _END = "Data", "NetOutput"

NOT_SHOWN = "a compiled model does not show it"


def _inputs(compiled: Compiled) -> Iterator[Kernel]:
    """The inputs of the model; a subgraph has Data of its own."""
    for kernel in compiled.kernels:
        if kernel.node.op_type == _INPUT and not kernel.node.in_subgraph:
            yield kernel


def _output_type(asked: Asked, value: str, compiled: Compiled, job: Job) -> None:
    """The dtypes of what the model gives out, where one value is for all."""
    wanted = _OUTPUT_DTYPES.get(value)
    ends = (one for one in compiled.kernels if one.node.op_type == _END)
    tensors = [tensor for one in ends for tensor in one.node.inputs if tensor is not None]
    dtypes = {tensor.dtype for tensor in tensors if tensor.dtype is not None}
    if wanted is not None and dtypes == {wanted}:
        asked.status_alone = EFFECT
    elif wanted is not None and dtypes.intersection(FLOATS) - {wanted}:
        asked.status_alone, asked.must_match = NONE, True
        asked.reason = Message.of("it was compiled with {dtypes}", dtypes=tuple(sorted(dtypes)))
    else:
        asked.status_alone, asked.reason = UNSEEN, Message.of(NOT_SHOWN)


def _fp16_inputs(asked: Asked, value: str, compiled: Compiled, job: Job) -> None:
    names = {name.strip() for name in value.split(";")}
    for kernel in _inputs(compiled):
        if kernel.node.name in names:
            dtypes = {tensor.dtype or "" for tensor in kernel.node.outputs}
            reason = Message.of("it was compiled with {dtypes}", dtypes=tuple(sorted(dtypes)))
            done = dtypes == {"float16"}
            asked.matches.append(Match(kernel, done, None if done else reason))
    if not asked.matches:
        asked.must_match = True
        asked.reason = Message.of("no input of the compiled model has this name")


def _aipp(asked: Asked, value: str, compiled: Compiled, job: Job) -> None:
    found = [one for one in compiled.kernels if "aipp" in one.node.op_type.lower()]
    asked.matches = [Match(one, True) for one in found]
    if not found:
        asked.status_alone = UNSEEN
        asked.reason = Message.of("no operator of the compiled model is an Aipp of its own")


def _input_shape(asked: Asked, value: str, compiled: Compiled, job: Job) -> None:
    """The shapes of inputs; with AIPP or with gears the compiled ones are others."""
    wanted = dict(_shapes(value))
    for kernel in _inputs(compiled):
        shape = kernel.node.outputs[0].shape if kernel.node.outputs else None
        asked_shape = wanted.get(kernel.node.name)
        if shape is None or asked_shape is None:
            continue
        is_fixed = min((*shape, *asked_shape), default=1) > 0 and job.lacks(_AIPP)
        if shape == asked_shape or is_fixed:
            text = ",".join(map(str, shape))
            reason = Message.of("it was compiled with the shape {shape}", shape=text)
            done = shape == asked_shape
            asked.matches.append(Match(kernel, done, None if done else reason))
    if not asked.matches:
        asked.status_alone, asked.reason = UNSEEN, Message.of(NOT_SHOWN)


def _shapes(value: str) -> Iterator[tuple[str, Shape]]:
    """Name and shape of each input that has a plain one: `name:1,3,224,224`."""
    for item in value.split(";"):
        name, _, sizes = item.strip().rpartition(":")
        numbers = [size.strip() for size in sizes.split(",")]
        is_plain = all(number.removeprefix("-").isdecimal() for number in numbers)
        if name and is_plain and max(map(len, numbers)) < 10:
            yield name, tuple(map(int, numbers))


def _out_nodes(asked: Asked, value: str, compiled: Compiled, job: Job) -> None:
    """Whether the model gives out each of the nodes, which it records with their outputs."""
    recorded = compiled.graph.model_attrs.get(_RECORDED_OUTPUTS)
    items = [item.strip() for item in value.split(";") if item.strip()]
    given = [f"{item}:" for item in recorded if isinstance(item, str)] if recorded else []
    if given and all(any(one.startswith(f"{item}:") for one in given) for item in items):
        asked.status_alone = EFFECT
    else:  # a node may have another name after fusion
        asked.status_alone, asked.reason = UNSEEN, Message.of(NOT_SHOWN)


INTERFACE: dict[str, Callable[[Asked, str, Compiled, Job], None]] = {
    _OUTPUT_TYPE: _output_type,
    _FP16_INPUTS: _fp16_inputs,
    _AIPP: _aipp,
    _SHAPES: _input_shape,
    _OUTPUTS: _out_nodes,
}
"""Option → how it is seen in a compiled model."""


_FRAMEWORK, _RECORDED_FRAMEWORK = "framework", "framework_type"


class _View:
    """What is looked at to see an option."""

    def __init__(self, compiled: Compiled, plan: Plan, operators: Sequence[Operator]) -> None:
        self.compiled = compiled
        self.plan = plan
        self.operators = operators


def options_of(
    job: Job,
    not_found: Collection[tuple[Setting, str]],
    entries: Sequence[Asked],
    view: tuple[Compiled, Plan, Sequence[Operator]],
) -> Iterator[Asked]:
    """The options of a job that count, in their order.

    `not_found` are those whose files are not here, `entries` those of the files that are.
    """
    seen = _View(*view)
    lost = {setting.option for setting, _ in not_found}
    for setting in job.settings:
        if setting.spec is None or job.get(setting.option) is not setting:
            continue
        text = setting.source.slice(setting.span) or setting.key
        asked = Asked(setting.option, text, of_setting(setting), is_entry=False)
        own = [entry for entry in entries if entry.option == setting.option]
        if setting.option in lost:
            asked.status_alone = UNSEEN
            asked.reason = Message.of("its file was not found here")
        elif own or setting.option in job.files:
            _sum_up(asked, own)
        elif setting.value is not None and setting.option in _JUDGES:
            _JUDGES[setting.option](asked, setting.value, seen)
        elif setting.value is not None and setting.option in INTERFACE:
            INTERFACE[setting.option](asked, setting.value, seen.compiled, job)
        else:
            asked.status_alone = UNSEEN
            asked.reason = Message.of(NOT_SHOWN)
        yield asked


def _sum_up(asked: Asked, entries: Sequence[Asked]) -> None:
    """The outcome of a file: that of its entries, each of which is listed itself."""
    if not entries:
        asked.status_alone = NONE
        asked.reason = Message.of("its file has no entry")
        return
    statuses = [entry.status for entry in entries]
    asked.status_alone = next((one for one in (EFFECT, UNSEEN) if one in statuses), NONE)
    asked.reason = Message.of(
        "{effect} of {number} entries took effect",
        effect=statuses.count(EFFECT),
        number=len(entries),
    )


def _is(asked: Asked, is_done: bool, recorded: object) -> None:
    asked.status_alone = EFFECT if is_done else NONE
    asked.must_match = True
    if not is_done:
        asked.reason = Message.of("the model was compiled with {recorded}", recorded=recorded)


def _unseen(asked: Asked, reason: Message) -> None:
    asked.status_alone, asked.reason = UNSEEN, reason


def _soc(asked: Asked, value: str, view: _View) -> None:
    recorded = view.compiled.soc
    if recorded is None:
        _unseen(asked, Message.of("the model does not record it"))
    else:
        _is(asked, value == recorded, recorded)


def _framework(asked: Asked, value: str, view: _View) -> None:
    recorded = view.compiled.versions[_RECORDED_FRAMEWORK]
    if recorded is None or value not in FRAMEWORKS:
        _unseen(asked, Message.of("the model does not record it"))
    else:
        _is(asked, FRAMEWORKS[value].lower() == recorded.lower(), recorded)


def _precision(asked: Asked, value: str, view: _View) -> None:
    """The mode that is recorded, or else whether the dtypes are those that it leads to."""
    recorded = view.compiled.precision
    strategies = {mode.strategy for mode in view.plan.precision.modes}
    if recorded is not None and recorded not in strategies:
        _is(asked, False, recorded.value)
        return
    judged = [one for one in view.operators if _has_floats(one)]
    verdicts = {one.dtypes for one in judged}
    if recorded is not None or (EQUAL in verdicts and DIFFERENT not in verdicts):
        asked.matches = [
            Match(one.kernel, True) for one in judged if recorded or one.dtypes == EQUAL
        ]
    else:
        _unseen(
            asked, Message.of("this release of CANN does not record it, and the dtypes do not tell")
        )


def _has_floats(operator: Operator) -> bool:
    node = operator.kernel.node
    tensors = [tensor for tensor in (*node.inputs, *node.outputs) if tensor is not None]
    return any((origin_dtype(tensor) or tensor.dtype) in FLOATS for tensor in tensors)


def _modes(asked: Asked, value: str, view: _View) -> None:
    """The operators whose mode comes from an option, or from the built-in file that it names."""
    files = _mode_files(asked.option, value)
    for one in view.operators:
        origin = one.mode.origin if one.mode is not None else None
        by_option = origin is not None and origin.kind == "option" and origin.detail == asked.option
        if by_option or (origin is not None and origin.file in files):
            done = None if one.modes == UNDECIDED else one.modes == EQUAL
            reason = None if done else Message.of("the model does not show its mode")
            asked.matches.append(Match(one.kernel, done, reason))
    if not asked.matches:
        asked.reason = Message.of("no operator of the compiled model gets its mode from it")


def _mode_files(option: str, value: str) -> frozenset[str]:
    name = HF32_FILES.get(value, "") if option == HF32 else value or DEFAULT_SELECT
    return frozenset({f"{name}.ini"}) if option != LIST else frozenset()


_JUDGES: dict[str, Callable[[Asked, str, _View], None]] = {
    SOC: _soc,
    _FRAMEWORK: _framework,
    V1: _precision,
    V2: _precision,
    SELECT: _modes,
    LIST: _modes,
    HF32: _modes,
}
"""Option → how it is seen in a compiled model."""
