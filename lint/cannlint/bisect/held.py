"""Sets of candidates, as bits of a number: candidate 0 is the lowest bit."""

from __future__ import annotations

import re
from collections.abc import Iterable

NOTHING = 0

_ONES = re.compile("1+")


def set_of(indexes: Iterable[int]) -> int:
    """The set of these candidates."""
    numbers = [*indexes]
    bits = bytearray(max(numbers, default=0) // 8 + 1)
    for number in numbers:
        bits[number // 8] |= 1 << number % 8
    return int.from_bytes(bits, "little")


def everything(count: int) -> int:
    """The set of all candidates."""
    return (1 << count) - 1


def indexes_of(held: int) -> list[int]:
    """The candidates of a set, in order."""
    return [
        index
        for run in _ONES.finditer(f"{held:b}"[::-1])
        for index in range(run.start(), run.end())
    ]


def contains(held: int, other: int) -> bool:
    """Whether a set has all candidates of another one."""
    return held & other == other


def as_ranges(held: int) -> str:
    """A set as text, with candidates from 1: `1-18,20`; empty for the empty set."""
    runs = ((run.start() + 1, run.end()) for run in _ONES.finditer(f"{held:b}"[::-1]))
    return ",".join(f"{first}" if first == last else f"{first}-{last}" for first, last in runs)


def count_of(held: int) -> int:
    """How many candidates a set has."""
    return held.bit_count()
