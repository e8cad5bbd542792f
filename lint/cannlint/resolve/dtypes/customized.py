"""The columns of an operator that match a customize_dtypes entry.

See manual/customize-dtypes.md#effect.
"""

from __future__ import annotations

from cannlint.diagnostics import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.resolve.dtypes.context import Customized
    from cannlint.resolve.dtypes.matchers import Columns

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
