"""The steps of a data dump: numbers and ranges, as in `1|3|5-7`.

See manual/tensorflow.md#values-with-a-form-of-their-own.
"""

from __future__ import annotations

from cannlint.jobs.verdicts import is_written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting

MOST_STEPS = 100


def steps_of(job: Job) -> Setting | None:
    """The dump_step of a job, if the front end reads it and it is written as steps."""
    steps = job.get("dump_step")
    if steps is None or steps.spec is None or not job.reads(steps):
        return None
    syntax = steps.spec.syntax
    return steps if syntax is not None and is_written(steps, syntax) else None


def number_of_steps(steps: Setting) -> int:
    """The number of steps and ranges."""
    parts = (steps.value or "").split("|")
    return len(parts) - (not parts[-1])


def falling_ranges(steps: Setting) -> list[tuple[int, str]]:
    """The ranges that do not ascend, with their offsets in the value."""
    found, at = [], 0
    for part in (steps.value or "").split("|"):
        first, dash, last = part.partition("-")
        if dash and last and _size(first) >= _size(last):
            found.append((at, part))
        at += len(part) + 1
    return found


def _size(number: str) -> tuple[int, str]:
    """What orders decimal numbers of any length."""
    digits = number.lstrip("0")
    return len(digits), digits


def is_refused_for_steps(job: Job) -> bool:
    """Whether the job stops at the steps of its dump."""
    steps = steps_of(job)
    return steps is not None and (
        number_of_steps(steps) > MOST_STEPS or bool(falling_ranges(steps))
    )
