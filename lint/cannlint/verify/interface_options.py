"""The options about inputs and outputs of a model, as the compiled model shows them."""

from __future__ import annotations

from cannlint.diagnostics import Message
from cannlint.verify.compiled import FLOATS
from cannlint.verify.outcome import EFFECT, NONE, UNSEEN, Asked, Match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cannlint.jobs.model import Job
    from cannlint.verify.compiled import Compiled, Kernel

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
