"""The shapes that a job gives to the inputs of its model, and the gears of their dimensions.

The syntax is that of jobs/atc/shapes.py, which finds what ATC's front end cannot read.
"""

from __future__ import annotations

import re

from cannlint.cann.option_names import GEARS, RANGE, SHAPE
from cannlint.jobs.releases import is_in
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.verdicts import is_written
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting
    from cannlint.text.span import Span

    Sizes = tuple[int, int]
    """The smallest and the largest size of a dimension; the largest is -1 where there is none."""


_FEWEST = 2


def gears_of(job: Job) -> Setting | None:
    """The dynamic_dims of a job, if the front end reads it and it is written as gears."""
    gears = job.get("dynamic_dims")
    if gears is None or not job.reads(gears) or not is_written(gears, "dynamic_dims"):
        return None
    return gears


def has_one_gear(gears: Setting) -> bool:
    """Whether there is one gear only: CANN wants at least two."""
    return len(list(_gears(gears.value or ""))) < _FEWEST


def wrong_gears(job: Job, gears: Setting) -> tuple[int, list[tuple[int, str]]]:
    """The number of -1 in input_shape, and the gears with another number of sizes.

    Each of those with its offset in the value; none if the shapes are not known.
    """
    shapes = job.get("input_shape")
    if shapes is None or not is_written(shapes, "input_shape"):
        return 0, []
    dynamic = _dynamic_dimensions(shapes.value or "")
    found = _gears(gears.value or "")
    return dynamic, [(at, gear) for at, gear in found if len(gear.split(",")) != dynamic]


def code_of_gears(job: Job, gears: Setting) -> str:
    """The code for gears with another number of sizes; that of GE was an internal one up to 8.5."""
    if job.front_end is FrontEnd.ATC:
        return "E10003"
    return "E10001" if is_in(gears.compiler_release, "9.0.0") else "E19999"


def is_refused_for_gears(job: Job) -> bool:
    """Whether the compile stops at the gears; ATC takes one gear alone."""
    gears = gears_of(job)
    if gears is None:
        return False
    is_too_short = job.front_end is not FrontEnd.ATC and has_one_gear(gears)
    return is_too_short or bool(wrong_gears(job, gears)[1])


def _gears(value: str) -> Iterator[tuple[int, str]]:
    """The offset and text of each gear; a `;` at the end does not begin another one."""
    at = 0
    for gear in value.split(";"):
        if gear:
            yield at, gear
        at += len(gear) + 1


def _dynamic_dimensions(value: str) -> int:
    """The number of -1 in the shapes; if an input has two shapes, the first counts."""
    inputs: dict[str | int, str] = {}
    for at, shape in enumerate(value.split(";")):
        name, _, dims = shape.rpartition(":")
        inputs.setdefault(name.strip() or at, dims)
    return sum(dim.strip() == "-1" for dims in inputs.values() for dim in dims.split(","))


_SIZE = re.compile(r"-?[0-9]{1,18}")


class InputShape:
    """The shape of one input, which stands at `span`; its name is at `name_span`.

    `dims` are the sizes of its dimensions, as they are written in `written`.
    """

    __slots__ = ("dims", "name", "name_span", "span", "written")

    def __init__(self, name: str, name_span: Span, span: Span, written: str) -> None:
        self.name = name
        self.name_span = name_span
        self.span = span
        self.written = written
        self.dims: tuple[Sizes, ...] = ()


class InputShapes:
    """The shapes that one option gives: `setting` lists the inputs, None where none does.

    `gears` is the option with the sizes of the dimensions that are -1. Without it, shapes are a
    `range` where one of them has -1 or `~`: CANN then compiles a model of varying shapes.
    """

    __slots__ = ("gears", "inputs", "is_range", "setting")

    def __init__(self, setting: Setting | None, gears: Setting | None, is_range: bool) -> None:
        self.setting = setting
        self.gears = gears
        self.is_range = is_range
        self.inputs: list[InputShape] = []


def input_shapes(job: Job) -> InputShapes | None:
    """The shapes of a job's inputs; None where the file does not show them, or CANN stops before.

    `--input_shape_range` comes before `--input_shape`.
    """
    known = {name: job.get(name) for name in (SHAPE, RANGE, *GEARS)}
    if any(setting is None and not job.complete for setting in known.values()):
        return None
    settings = {name: setting for name, setting in known.items() if setting is not None}
    if any(setting.value is None for setting in settings.values()):
        return None
    given = [settings[name] for name in GEARS if name in settings and settings[name].value]
    ranges, listed = settings.get(RANGE), settings.get(SHAPE)
    has_ranges = ranges is not None and bool(ranges.value)
    if len(given) + has_ranges > 1:
        return None
    setting = ranges if has_ranges else listed
    value = (setting.value or "") if setting is not None else ""
    is_range = has_ranges or (not given and ("~" in value or "-1" in value))
    shapes = InputShapes(setting if value else None, given[0] if given else None, is_range)
    return shapes if _add_inputs(shapes, value, has_ranges) else None


def _add_inputs(shapes: InputShapes, value: str, in_brackets: bool) -> bool:
    """Add the inputs that a value lists; False where one of them cannot be read."""
    start = 0
    for part in value.split(";") if value else ():
        end = start + len(part)
        shape = _input_shape(shapes, part, start, in_brackets)
        if shape is None:
            return False
        shapes.inputs.append(shape)
        start = end + 1
    return True


def _input_shape(
    shapes: InputShapes, part: str, start: int, in_brackets: bool
) -> InputShape | None:
    written_name, colon, written = part.rpartition(":")
    name = written_name.strip(C_BLANKS)
    if not colon or not name:
        return None
    assert shapes.setting is not None
    at = start + written_name.index(name)
    name_span = shapes.setting.part(at, at + len(name))
    dims_at = start + len(written_name) + 1
    span = shapes.setting.part(dims_at, start + len(part))
    shape = InputShape(name, name_span, span, written.strip(C_BLANKS))
    if in_brackets:
        if not (written.startswith("[") and written.endswith("]")):
            return None
        written = written[1:-1]
    sizes = [_sizes(dim, shapes.is_range) for dim in written.split(",")] if written else []
    shape.dims = tuple(dim for dim in sizes if dim is not None)
    return shape if len(shape.dims) == len(sizes) else None


def _sizes(text: str, is_range: bool) -> Sizes | None:
    """The sizes of a dimension: `3`, `1~8`, or -1 for any from 1."""
    ends = [end.strip(C_BLANKS) for end in text.split("~")]
    if len(ends) > (2 if is_range else 1) or not all(map(_SIZE.fullmatch, ends)):
        return None
    first, last = int(ends[0]), int(ends[-1])
    if len(ends) == 1 and first < 0:
        return (1, -1) if first == -1 else None
    return (first, last) if first <= last else None
