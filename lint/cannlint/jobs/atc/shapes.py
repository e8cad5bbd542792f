"""What ATC's front end makes of the input shapes and their gears (manual/options.md#shapes).

A static `--input_shape` is read later, with the model.
"""

from __future__ import annotations

import re

from cannlint.cann.option_names import BATCH, DIMS, GEARS, IMAGE, RANGE, SHAPE
from cannlint.jobs.releases import is_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.atc.job import AtcJob
    from cannlint.jobs.releases import Release

FORMAT = "input_format"

RANGE_WITH_GEARS = "E10040"
"""The code that is reported before ATC looks at the hint of the shapes."""

_PARSED = ("0", "3", "5")
"""The frameworks whose parsers take the shapes: Caffe, TensorFlow, ONNX."""

_LONG = re.compile(r"[ \t\n\v\f\r]*[-+]?[0-9]+")
_WHOLE_LONG = re.compile(r"[-+]?[0-9]+")
_BLANKS = " \t\n\v\f\r"
_MOST = 2**63
_LONGEST_SIZE = 18
"""Digits of a size that certainly fits."""


_SIZES = r":[0-9\[~ -][0-9~ -]*(?:,[0-9~ -]+)*(?:\] *)?"
_COMMA = re.compile(rf"(?<=[^;:,]){_SIZES}(?P<comma>,) *(?=[^;,0-9\[\] -][^;,]*{_SIZES}(?:[,;]|$))")
"""The comma between the shape of one input and the name of the next."""

Shapes = dict[str, list[int]]


class BadShape:
    """Why a shape is refused: the code, the option, and the part of its value that is at fault."""

    __slots__ = ("code", "option", "part")

    def __init__(self, code: str, option: str, part: str = "") -> None:
        self.code = code
        self.option = option
        self.part = part


def shape_fault(job: AtcJob) -> BadShape | None:
    """The first fault that ATC finds in the shapes; None when there is none or it is not known."""
    values = {}
    for option in (*GEARS, RANGE, SHAPE, FORMAT, "framework"):
        setting = job.get(option)
        value = setting.value if setting is not None else "" if job.complete else None
        if value is None:
            return None
        values[option] = value
    return next(_faults(values, job.release), None)


def refused_static_shape(job: AtcJob) -> BadShape | None:
    """The fault in a static `--input_shape` at which ATC stops when it reads the model.

    None as well where the command is not read so far, and for an example: `batch`, `?`.
    """
    fault = _first_static_fault(job) if job.makes_model and not job.slips else None
    return fault if fault is not None and _is_meant(fault.part) else None


def _is_meant(part: str) -> bool:
    """Whether a part is a size or a shape, not what stands for one in an example."""
    return not part or any(char.isdigit() for char in part)


def _first_static_fault(job: AtcJob) -> BadShape | None:
    """The first fault in a static `--input_shape`.

    None as well for the framework that does not read it so, and where it is no static shape.
    """
    setting = job.get(SHAPE)
    others = [job.get(option) for option in (*GEARS, RANGE)]
    if setting is None or not setting.value or not job.complete:
        return None
    if any(other is not None and other.value != "" for other in others):
        return None
    if "-1" in setting.value or "~" in setting.value:
        return None
    if job.value("framework") not in _PARSED:
        return None
    return next(_shape_faults(setting.value, is_static=True), None)


def is_plain(shape: str) -> bool:
    """Whether a static shape certainly has no fault; quick, for every command."""
    dims = [part.rpartition(":") for part in shape.split(";")]
    return all(
        colon and text.isascii() and all(map(_is_size, text.split(","))) for _, colon, text in dims
    )


def _is_size(dim: str) -> bool:
    return dim.isdecimal() and len(dim) < _LONGEST_SIZE and int(dim) > 0


def commas_between_inputs(value: str) -> list[int]:
    """Where commas stand between two inputs, which ATC then reads as one with a long name."""
    return [match.start("comma") for match in _COMMA.finditer(value)]


def has_wrong_gear(job: AtcJob) -> bool:
    """Whether the first fault is a gear whose number of sizes is not the number of -1."""
    fault = shape_fault(job)
    return fault is not None and (fault.code, fault.option) == ("E10003", DIMS)


def exclusive_gears(job: AtcJob) -> list[str]:
    """The options that are set, of those that exclude each other: two of them are E10009."""
    return [option for option in (*GEARS, RANGE) if job.value(option)]


def _faults(values: dict[str, str], release: Release | None) -> Iterator[BadShape]:
    """The faults in their order; what follows one is read only if the caller goes on."""
    shape, gears = values[SHAPE], [option for option in GEARS if values[option]]
    shape_range = values[RANGE]
    if shape_range:
        shape = ""
    elif gears and "~" in shape:
        yield BadShape(RANGE_WITH_GEARS, SHAPE, "~")
    elif not gears and ("~" in shape or "-1" in shape):
        yield from _transfer_faults(shape)
        shape_range = _range_of(shape)
    if len(gears) + bool(values[RANGE]) > 1:
        return
    if not gears:
        if ":" in shape_range:
            yield from _read_ranges(shape_range, RANGE if values[RANGE] else SHAPE)
        return
    if not shape:
        yield BadShape("E10004", SHAPE)
    yield from _shape_faults(shape)
    shapes = _read_shapes(shape)
    if gears[0] == BATCH:
        yield from _check_batch(shapes, values[BATCH])
    elif gears[0] == IMAGE:
        yield from _check_image(shapes, values[IMAGE], _format(values))
    else:
        yield from _check_dims(shapes, values[DIMS], release)


def _format(values: dict[str, str]) -> str:
    return values[FORMAT] or ("NHWC" if values["framework"] == "3" else "NCHW")


def _transfer_faults(shape: str) -> Iterator[BadShape]:
    """What is wrong with a shape that has -1 or ~, which ATC turns into a range."""
    for part in shape.split(";"):
        name, colon, dims = part.rpartition(":")
        if ":" in shape and not (colon and name):
            yield BadShape("E10002", SHAPE, part)
        yield from _check_characters(dims)


def _range_of(shape: str) -> str:
    """The range that ATC makes of it; a scalar input has none."""
    parts = [part.rpartition(":") for part in shape.split(";")]
    return ";".join(f"{name}{colon}[{dims}]" for name, colon, dims in parts if dims or not colon)


def _check_characters(dims: str) -> Iterator[BadShape]:
    if not re.fullmatch(r"[0-9 ,~-]*", dims):
        yield BadShape("E10002", SHAPE, dims)


def _read_ranges(text: str, option: str) -> Iterator[BadShape]:
    for part in text.split(";"):
        _, colon, dims = part.rpartition(":")
        if not colon or not dims:
            yield BadShape("E10048", option, part)
        if re.findall(r"[\[\]]", dims) != ["[", "]"]:
            yield BadShape("E10048", option, dims)
        for dim in dims.removeprefix("[").removesuffix("]").split(","):
            ends = dim.split("~")
            numbers = [_number(end.strip(_BLANKS)) for end in ends]
            negative = len(ends) == 2 and any(n is not None and n < 0 for n in numbers)
            if len(ends) > 2 or None in numbers or negative:
                yield BadShape("E10048", option, dim)


def _number(text: str) -> int | None:
    if not _WHOLE_LONG.fullmatch(text) or len(text.lstrip("-+0")) > 19:
        return None
    number = int(text)
    return number if -_MOST <= number < _MOST else None


def _shape_faults(shape: str, is_static: bool = False) -> Iterator[BadShape]:
    """The faults in the shapes of the inputs, from left to right; a static shape has sizes only."""
    for part in shape.split(";"):
        _, colon, dims = part.rpartition(":")
        if not colon:
            yield BadShape("E10002", SHAPE, part)
        for dim in dims.split(",") if dims else ():
            code = _dim_fault(dim) or ("E10011" if is_static and int(dim) <= 0 else None)
            if code is not None:
                yield BadShape(code, SHAPE, part if code == "E10002" else dim)


def _dim_fault(dim: str) -> str | None:
    if "." in dim:
        return "E10002"
    match = _LONG.match(dim)
    if match is None:
        return "E10014"
    if _number(match[0].strip()) is None:
        return "E10013"
    return None if re.fullmatch(r"-?[0-9]*", dim.strip(_BLANKS)) else "E10002"


def _read_shapes(shape: str) -> Shapes:
    """Each input's dimensions, by its name in order; of two of a name the first."""
    shapes: Shapes = {}
    for part in shape.split(";"):
        name, _, dims = part.rpartition(":")
        read = [int(dim) for dim in dims.split(",")] if dims else []
        shapes.setdefault(name.strip(_BLANKS), read)
    return dict(sorted(shapes.items()))


def _check_batch(shapes: Shapes, gears: str) -> Iterator[BadShape]:
    """ATC tells of a second -1 at once, but goes on where another input has its batch size."""
    sound, reported = 0, list[BadShape]()
    for name, dims in shapes.items():
        if not dims:
            yield from (*reported, BadShape("E10012", SHAPE, name))
        if dims[0] == -1 and any(dim < 0 for dim in dims[1:]):
            reported.append(BadShape("E10018", SHAPE, name))
        elif dims[0] == -1:
            sound += 1
    if not sound:
        yield from (*reported, BadShape("E10031", SHAPE))
    if not re.fullmatch(r"[0-9,]*", gears):
        yield from (*reported, BadShape("E10003", BATCH, gears))


def _check_image(shapes: Shapes, gears: str, layout: str) -> Iterator[BadShape]:
    sound = 0
    places = {"NCHW": (2, 3), "NHWC": (1, 2)}.get(layout, ())
    for name, dims in shapes.items():
        if -1 not in dims:
            continue
        free = [place for place, dim in enumerate(dims) if dim == -1]
        if len(dims) == 4 and not places:
            yield BadShape("E10003", FORMAT, layout)
        if len(dims) != 4 or tuple(free) != places:
            yield BadShape("E10019", SHAPE, name)
        sound += 1
    if not sound:
        yield BadShape("E10019", SHAPE)
    gears = gears.removesuffix(";")
    if not re.fullmatch(r"[0-9, ;]*", gears):
        yield BadShape("E10003", IMAGE, gears)
    for gear in gears.split(";"):
        if len(gear.split(",")) != 2:
            yield BadShape("E10020", IMAGE, gear)


def _check_dims(shapes: Shapes, gears: str, release: Release | None) -> Iterator[BadShape]:
    free = sum(dims.count(-1) for dims in shapes.values())
    if not free:
        yield BadShape("E10001", SHAPE)
    gears = gears.removesuffix(";")
    if not gears:
        yield BadShape("E10058" if is_in(release, "9.0.0") else "E10001", DIMS)
    for gear in gears.split(";"):
        sizes = gear.split(",")
        if len(sizes) != free:
            yield BadShape("E10003", DIMS, gear)
        for size in sizes:
            if not re.fullmatch(r"[0-9]*", size):
                yield BadShape("E10001", DIMS, size)
