"""Whether AI Core takes a node for its dtypes (check-support), and the flags that it asks.

See manual/dtype-selection.md#is-the-operator-taken.
"""

from __future__ import annotations

from cannlint.cann.mixlist import BLACK
from cannlint.cann.precision import Strategy
from cannlint.formats.ops_info.operator import NULL_FILES
from cannlint.resolve.dtypes.customized import BF16, FLOAT, FLOAT16
from cannlint.resolve.dtypes.node_view import CAST
from cannlint.resolve.dtypes.promotion import rescues
from cannlint.resolve.dtypes.strategies import NodeFlags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.resolve.dtypes.columns import Implementation
    from cannlint.resolve.dtypes.context import Context, StoreEntry
    from cannlint.resolve.dtypes.node_view import NodeView
    from cannlint.resolve.dtypes.promotion import Group
    from cannlint.resolve.dtypes.strategies import NodeFlags, Slot


COMPLEX = frozenset({"complex32", "complex64", "complex128"})


def node_flags(
    context: Context,
    store_entry: StoreEntry,
    view: NodeView,
    implementation: Implementation | None = None,
) -> NodeFlags:
    """What the strategies ask about a node; without an implementation its columns are unknown."""
    operator = store_entry.operator
    flags = NodeFlags(context.mode.strategy, context.colour(store_entry)[0])
    flags.is_null = operator.op_file in NULL_FILES
    flags.keeps = view.keeps is not None
    flags.inherits = view.inherits
    is_complex = any(dtype in COMPLEX for dtype in (*view.inputs, *view.outputs))
    flags.is_sensitive = is_complex or view.op_type == CAST
    flags.is_cube = view.op_type in context.cube
    if implementation and flags.is_cube and operator.inputs and operator.outputs:
        gives = implementation.dtypes[len(operator.inputs)]
        takes = implementation.dtypes[0]
        flags.gives_float = (FLOAT16, FLOAT) in zip(takes, gives, strict=False)
    return flags


EXACT_OPERATORS = frozenset({CAST, "TransData"})
"""Operators that are accepted only with a whole column of their own dtypes."""

_RAISED = {(FLOAT16, FLOAT), (BF16, FLOAT)}
_LOWERED = {(FLOAT, FLOAT16), (FLOAT, BF16), (BF16, FLOAT16)}

_NEVER = {
    FLOAT16: (Strategy.ALLOW_FP32_TO_BF16, Strategy.MIX_BF16),
    BF16: (Strategy.ALLOW_FP32_TO_FP16, Strategy.MIX_FP16),
}
"""16-bit dtype → the modes that do not lower to it."""

_NOT_IF_BLACK = {
    FLOAT16: (Strategy.FORCE_FP32, Strategy.MIX_FP16),
    BF16: (Strategy.FORCE_FP32, Strategy.MIX_BF16),
}


def unsupported(slots: Sequence[Slot], flags: NodeFlags, groups: Sequence[Group]) -> Slot | None:
    """The first tensor whose dtype no column takes, alone or promoted; None if all are accepted."""
    for slot in slots:
        is_accepted = any(accepts(slot.dtype, dtype, flags) for dtype in dict.fromkeys(slot.dtypes))
        if not is_accepted and not (slot.is_input and rescues(groups, slot)):
            return slot
    return None


def accepts(dtype: str, column: str, flags: NodeFlags) -> bool:
    """Whether a tensor's dtype may run as a column's: as it is, raised, or lowered."""
    if dtype == column or (dtype, column) in _RAISED:
        return True
    if (dtype, column) not in _LOWERED or flags.keeps or flags.strategy is Strategy.MUST_KEEP:
        return False
    if flags.strategy in _NEVER[column]:
        return False
    return flags.colour != BLACK or flags.strategy not in _NOT_IF_BLACK[column]


def has_whole_column(slots: Sequence[Slot], count: int) -> bool:
    """Whether one column has every tensor's own dtype."""
    return any(all(slot.dtypes[at] == slot.dtype for slot in slots) for at in range(count))
