"""The columns of an operator that match a customize_dtypes entry.

See manual/customize-dtypes.md#effect.
"""

from __future__ import annotations

from cannlint.cann.precision import FLOATS
from cannlint.diagnostics import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.resolve.dtypes.context import Customized


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


NOTHING_ASKED = "customize_dtypes has an entry without a dtype for any tensor of the node"
NO_COLUMN = "no column has the dtypes that customize_dtypes asks for"


class ColumnFilter:
    """The columns that have what an entry asks for, all where it asks for nothing.

    Check-support goes on with all columns where nothing is asked; the judge with none, and fails.
    """

    __slots__ = ("asks", "columns", "entry")

    def __init__(self, entry: Customized, columns: Columns, asks: bool) -> None:
        self.entry = entry
        self.columns = columns
        self.asks = asks

    @property
    def failure(self) -> Message | None:
        """Why the compile fails after AI Core has accepted the node."""
        if not self.asks:
            return Message(NOTHING_ASKED, {})
        return None if self.columns else Message(NO_COLUMN, {})


def filter_columns(
    entry: Customized | None,
    inputs: Sequence[tuple[str, ...]],
    outputs: Sequence[tuple[str, ...]],
    count: int,
) -> ColumnFilter | None:
    """The columns of `count` that an entry leaves; None without an entry.

    `inputs` and `outputs` are what the columns have for each tensor of the node, an absent input
    among them: what is asked for one counts, too. Positions beyond them ask for nothing.
    """
    if entry is None:
        return None
    sides = ((inputs, entry.inputs), (outputs, entry.outputs))
    asked = [
        (dtypes, want)
        for tensors, wanted in sides
        for dtypes, want in zip(tensors, wanted, strict=False)
        if want
    ]
    columns = tuple(
        column for column in range(count) if all(dtypes[column] == want for dtypes, want in asked)
    )
    return ColumnFilter(entry, columns, bool(asked))


def written_over(dtypes: Sequence[str | None], wanted: Sequence[str]) -> list[str | None]:
    """Dtypes of a side of a node, with those of an entry in their place, unchecked."""
    return [
        dtype if dtype is None or at >= len(wanted) else wanted[at] or dtype
        for at, dtype in enumerate(dtypes)
    ]
