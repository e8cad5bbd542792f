"""The range of float16, as IEEE 754 has it."""

from __future__ import annotations

import math

LARGEST = 65504.0
"""The largest number of float16."""

SMALLEST = 2.0**-25
"""Up to this a number is rounded to 0: the smallest one of float16 is twice as large."""


def is_lost(value: float) -> bool:
    """Whether a number is another one in float16: 0, or the end of its range."""
    if not math.isfinite(value) or value == 0:
        return False
    return abs(value) > LARGEST or abs(value) <= SMALLEST
