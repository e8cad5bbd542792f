"""Counts the work of code, to show how its time grows without a clock.

What C code does within one call is not seen: tests/regex_steps.py counts that of expressions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

TIMES = 4
MOST = 5
"""With TIMES as much input there may be at most so many times as much work; if it grew with the
square of the input there would be sixteen times as much."""


def work_of(run: Callable[[], object]) -> int:
    """How many lines of Python a call executes."""
    lines = 0

    def count(frame, event, _):
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        run()
    finally:
        sys.settrace(before)
    return lines


def grows_as_its_input(run: Callable[[int], object], size: int) -> bool:
    """Whether the work for TIMES the size is at most MOST times as much."""
    run(size)  # imports, and what is kept for all calls
    return work_of(lambda: run(TIMES * size)) <= MOST * work_of(lambda: run(size))


def calls_of(function: Callable[..., object], run: Callable[[], object]) -> int:
    """How often a call runs a function, itself or further in."""
    calls = 0

    def count(frame, event, _):
        nonlocal calls
        calls += event == "call" and frame.f_code is function.__code__

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(before)
    return calls
