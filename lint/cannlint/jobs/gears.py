"""The gears of dynamic_dims beside the dynamic dimensions of input_shape."""

from __future__ import annotations

from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.syntaxes import is_written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting

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
