"""The matchers that narrow the columns of an operator by one tensor's dtype.

See manual/dtype-selection.md#the-columns-that-are-left.
Each takes the columns still alive, in their order, and the tensor's dtype in every column; it
gives those that match, none (an empty tuple) where none does.
"""

from __future__ import annotations

from cannlint.cann.precision import FLOATS

Columns = tuple[int, ...]
"""Column numbers, from 0, in the order of preference."""

FLOAT, FLOAT16, BF16 = FLOATS
LOW = (FLOAT16, BF16)

_PRIORITIES = {FLOAT: 100_000, BF16: 200_000, FLOAT16: 200_001}
_LARGEST_GAP = 1_000_000


def exact(
    columns: Columns, dtypes: tuple[str, ...], want: str, forbidden: str | None = None
) -> Columns:
    """The columns with the dtype itself, unless it is the forbidden one."""
    if want == forbidden:
        return ()
    return tuple([column for column in columns if dtypes[column] == want])


def rise(
    columns: Columns, dtypes: tuple[str, ...], want: str, forbidden: str | None = None
) -> Columns:
    """The dtype itself, else float32 for a 16-bit one: no 16-bit dtype stands for the other."""
    found = exact(columns, dtypes, want, forbidden)
    if not found and want in LOW:
        return exact(columns, dtypes, FLOAT, forbidden)
    return found


def reduce(
    columns: Columns, dtypes: tuple[str, ...], want: str, forbidden: str | None = None
) -> Columns:
    """Lower dtypes than the wanted one, the nearest first: bfloat16 before float16.

    CANN keeps them in a map by their distance. Where one is taken it adds 1, the next time 2, and
    so on; what hits another taken one then is lost.
    """
    if want not in _PRIORITIES:
        return exact(columns, dtypes, want, forbidden)
    by_gap: dict[int, int] = {}
    step = 1
    for column in columns:
        dtype = dtypes[column]
        gap = _PRIORITIES.get(dtype, 0) - _PRIORITIES[want]
        if dtype == forbidden or not 0 < gap < _LARGEST_GAP:
            continue
        if gap in by_gap:
            gap += step
            step += 1
        by_gap.setdefault(gap, column)
    return tuple([by_gap[gap] for gap in sorted(by_gap)])


def mix(columns: Columns, dtypes: tuple[str, ...], forbidden: str | None = None) -> Columns:
    """The 16-bit columns; without one all that are not forbidden, which may be none."""
    allowed = tuple([column for column in columns if dtypes[column] != forbidden])
    return tuple([column for column in allowed if dtypes[column] in LOW]) or allowed
