"""The options of a job against the header of its model.

What CANN's parser compares when it has read the model, in the order of ATC: the names and numbers
of dimensions of inputs first, then dimensions that are not set, then the outputs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from cannlint.cann.option_names import AIPP, BATCH, DIMS, FP16_INPUTS, IMAGE, OUT_NODES
from cannlint.graphs.header import CAFFE, ONNX, TENSORFLOW, Header
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.input_shapes import InputShape, InputShapes, input_shapes
from cannlint.jobs.mismatch import (
    AIPP_INPUT,
    DIMENSION_OUT_OF_RANGE,
    OTHER_DIMENSION,
    OTHER_RANK,
    UNKNOWN_INPUT,
    UNKNOWN_OUTPUT,
    UNSET_DIMENSION,
    Mismatch,
)
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.nearest import Names
from cannlint.text.span import Span

if TYPE_CHECKING:
    from cannlint.graphs.header import Dims

NOT_THERE, NO_INPUT = "E10016", "E10017"
WRONG_RANK, WRONG_RANK_OF_RANGE = "E11010", "E10049"
OUT_OF_RANGE, NOT_SET = "E10050", "E10001"
ONLY_BATCH, ONLY_IMAGE = "E10018", "E10019"
NO_AIPP_INPUT, AIPP_AND_FP16 = "E10052", "E10034"
INNER = "E19999"

_MOST_COMPARED, _SAME = 1_000, 3
"""Names that are compared with a wrong one, and the letters that choose them among more."""

_IMAGES = ((2, 3), (1, 2))
"""Where height and width are: in NCHW and in NHWC."""


def mismatches(job: Job, header: Header) -> list[Mismatch]:
    """What of a job does not fit its model."""
    shapes = input_shapes(job)
    found = list(_unknown_fp16_inputs(job, header))
    if shapes is not None:
        for shape in shapes.inputs:
            if shape.dims or not shapes.is_range:  # no range is made of a scalar
                found += _of_input(shape, shapes, header)
        if isinstance(job, AtcJob):  # a table of cannlint.toml need not have all options
            unknown = [one for one in found if one.setting is shapes.setting]
            found += _unset(job, shapes, header, unknown)
    return [*found, *_unknown_outputs(job, header)]


def _of_input(shape: InputShape, shapes: InputShapes, header: Header) -> Iterator[Mismatch]:
    """What is wrong with the shape of one input."""
    own = header.inputs.get(shape.name)
    if own is None:
        yield from _unknown_input(shape.name, shapes.setting, shape.name_span, header)
    elif own and len(shape.dims) != len(own):
        yield from _other_rank(shape, own, shapes, header)
    elif own:
        yield from _other_dims(shape, own, shapes, header)


def _unknown_input(
    name: str, setting: Setting | None, span: Span, header: Header
) -> Iterator[Mismatch]:
    if name in header.nodes:
        found = Mismatch(UNKNOWN_INPUT, NO_INPUT, setting, span, name)
    elif header.may_name(name):
        return
    else:
        found = Mismatch(UNKNOWN_INPUT, NOT_THERE, setting, span, name)
    found.near = _near(name, header.inputs)
    yield found


def _near(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """The names of the model, the one that is most likely meant in front; it alone, if sure."""
    names = tuple(known)
    meant = names[0] if len(names) == 1 else _nearest(name, names)
    return (meant,) if meant is not None else names


def _nearest(name: str, known: Collection[str]) -> str | None:
    """The closest name; of many names, among those that begin in the same way.

    Each comparison takes some microseconds, and an editor asks after each keystroke.
    """
    if len(known) > _MOST_COMPARED:
        start = name[:_SAME].lower()
        alike = (one for one in known if one[:_SAME].lower() == start)
        known = list(islice(alike, _MOST_COMPARED))
    return Names(known).nearest(name)


def _other_rank(
    shape: InputShape, own: Dims, shapes: InputShapes, header: Header
) -> Iterator[Mismatch]:
    if header.framework == CAFFE and not shapes.is_range:
        return  # the parser takes any shape in place of the model's
    code = WRONG_RANK_OF_RANGE if shapes.is_range else WRONG_RANK
    if header.framework == TENSORFLOW and not shapes.is_range:
        code = INNER
    found = Mismatch(OTHER_RANK, code, shapes.setting, shape.span, shape.name)
    found.asked, found.own = shape.written, written(own)
    yield found


def _other_dims(
    shape: InputShape, own: Dims, shapes: InputShapes, header: Header
) -> Iterator[Mismatch]:
    """A fixed dimension of the model that the command sets to another size."""
    differ = [
        (dim, first, last)
        for dim, (first, last) in zip(own, shape.dims, strict=True)
        if dim > 0 and not dim == first == last
    ]
    outside = shapes.is_range and any(dim < first or -1 < last < dim for dim, first, last in differ)
    if not differ or (header.framework == CAFFE and not outside):
        return
    fact = DIMENSION_OUT_OF_RANGE if outside else OTHER_DIMENSION
    code = OUT_OF_RANGE if outside else None
    found = Mismatch(fact, code, shapes.setting, shape.span, shape.name)
    found.asked, found.own = shape.written, written(own)
    yield found


def written(dims: Dims) -> str:
    """Dimensions as options have them."""
    return ",".join(map(str, dims))


def aipp_mismatches(job: Job, header: Header, numbers: Iterable[int]) -> Iterator[Mismatch]:
    """The inputs of an AIPP file that the model does not have, or that are to be float16 as well.

    `numbers` are those of the inputs in the order of the model.
    """
    setting = job.get(AIPP)
    names = list(header.inputs)
    halves = {name for name, _ in _parts(job.get(FP16_INPUTS))}
    for number in numbers if setting is not None else ():
        assert setting is not None
        if number >= len(names):
            code, name = NO_AIPP_INPUT, str(number)
        elif names[number] in halves:
            code, name = AIPP_AND_FP16, names[number]
        else:
            continue
        found = Mismatch(AIPP_INPUT, code, setting, setting.value_span, name)
        found.asked, found.own = setting.value or "", str(len(names) - 1)
        yield found


def _unset(
    job: Job, shapes: InputShapes, header: Header, others: Sequence[Mismatch]
) -> Iterator[Mismatch]:
    """The inputs with unknown dimensions that the command leaves so; CANN stops at the first.

    `others` is what else does not fit in the list of inputs.
    """
    unknown = [one for one in others if one.code == NOT_THERE]
    for code, left in _left_open(shapes, header).items():
        names = _not_misspelt(left, unknown, code if shapes.gears is None else NOT_THERE)
        if not names:
            continue
        span = shapes.setting.value_span if shapes.setting is not None else job.span
        found = Mismatch(UNSET_DIMENSION, code, shapes.setting, span, names[0])
        found.near = tuple(names)
        shown = {name: _with_names(name, header) for name in names}
        found.own = ";".join(f"{name}:{','.join(dims)}" for name, dims in shown.items())
        given = (
            dims for name in names for dims in zip(header.inputs[name], shown[name], strict=True)
        )
        found.unknown = tuple(dict.fromkeys(name for dim, name in given if dim < 0))
        yield found


def _with_names(name: str, header: Header) -> list[str]:
    """The dimensions of an input, the unknown ones by the names that the model gives them, or ?."""
    dims = header.inputs[name]
    names = header.dim_names.get(name) or ("",) * len(dims)
    return [own or "?" if dim < 0 else str(dim) for dim, own in zip(dims, names, strict=True)]


def _left_open(shapes: InputShapes, header: Header) -> dict[str | None, list[str]]:
    """The inputs with unknown dimensions that are not listed, by the code with which CANN stops."""
    given = {shape.name for shape in shapes.inputs}
    left: dict[str | None, list[str]] = {}
    for name, dims in header.inputs.items() if not shapes.is_range else ():
        if name in header.open_inputs and name not in given and min(dims, default=0) < 0:
            for code in _codes_of_unset(dims, shapes.gears):
                left.setdefault(code, []).append(name)
    return left


def _not_misspelt(left: list[str], unknown: Sequence[Mismatch], code: str | None) -> list[str]:
    """The inputs for which no unknown name stands, so that one cause is one finding.

    `code` is that of the others: where no gears are listed, ATC looks for open sizes before names.
    """
    meant = [one for one in unknown if len(one.near) == 1 and one.near[0] in left]
    names = {one.near[0] for one in meant}
    rest = [name for name in left if name not in names]
    unsure = [one for one in unknown if len(one.near) > 1]
    if rest and len(rest) <= len(unsure):
        rest, meant = [], [*meant, *unsure]
    for one in meant:
        one.code = code
    return rest


def _codes_of_unset(dims: Dims, gears: Setting | None) -> Iterator[str | None]:
    """The code with which CANN stops at an input that is not listed; none where it goes on."""
    option = gears.option if gears is not None else None
    unknown = tuple(place for place, dim in enumerate(dims) if dim < 0)
    if option is None or option == DIMS:
        yield NOT_SET
    elif option == BATCH and unknown != (0,):
        yield ONLY_BATCH if 0 in unknown else None
    elif option == IMAGE and len(dims) == 4 and unknown not in _IMAGES:
        yield ONLY_IMAGE


def _unknown_fp16_inputs(job: Job, header: Header) -> Iterator[Mismatch]:
    setting = job.get(FP16_INPUTS)
    for name, span in _parts(setting):
        if name not in header.inputs:
            yield from _unknown_input(name, setting, span, header)


def _unknown_outputs(job: Job, header: Header) -> Iterator[Mismatch]:
    """Nodes as `name:0` that the model does not have, and tensors of ONNX that it does not give."""
    setting = job.get(OUT_NODES)
    for text, span in _parts(setting):
        name, colon, number = text.partition(":")
        if ":" in number:
            continue
        if colon and not header.may_name(name):
            found = Mismatch(UNKNOWN_OUTPUT, NOT_THERE, setting, span, name)
            known = header.nodes
        elif not colon and header.framework == ONNX and name not in header.outputs:
            found = Mismatch(UNKNOWN_OUTPUT, INNER, setting, span, name)
            known = frozenset(header.outputs)
        else:
            continue
        near = name.strip() if name.strip() in known else _nearest(name, known)
        found.near = (near,) if near is not None else ()
        yield found


def _parts(setting: Setting | None) -> Iterator[tuple[str, Span]]:
    """The parts of a list, with the blanks that CANN does not take away."""
    start = 0
    for part in (setting.value or "").split(";") if setting is not None else ():
        end = start + len(part)
        if part and setting is not None:
            yield part, setting.part(start, end)
        start = end + 1
