"""How much time and memory an input of the fuzzer may take."""

from __future__ import annotations

import resource
import time
import tracemalloc
from collections.abc import Callable

SECONDS, SECONDS_A_BYTE = 1.0, 0.001
"""CPU time for any input, and for each of its bytes; with the fuzzer's tracing, which takes most of
it."""

BYTES, BYTES_A_BYTE = 32_000_000, 1_000
"""Memory for any input, and for each of its bytes."""


def within_bounds(run: Callable[[], None], size: int) -> None:
    """Call `run` for an input; raise AssertionError if it takes too much time or memory.

    What is too much is measured again: the first run of something also imports and reads tables.
    """
    most_time, most_memory = SECONDS + SECONDS_A_BYTE * size, BYTES + BYTES_A_BYTE * size
    before = _peak()
    taken = _time(run)
    if taken > most_time:
        again = _time(run)
        assert again <= most_time, f"takes {again:.1f} s of CPU time, for {size} bytes"
    if _peak() - before > most_memory:
        again = _memory(run)
        assert again <= most_memory, f"takes {again:,} bytes of memory, for {size} bytes"


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _time(run: Callable[[], None]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def _memory(run: Callable[[], None]) -> int:
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
