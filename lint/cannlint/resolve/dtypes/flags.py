"""What a node, its operator and the job mean for the rules of the precision modes."""

from __future__ import annotations

from cannlint.reading.operator import NULL_FILES
from cannlint.resolve.dtypes.matchers import FLOAT, FLOAT16
from cannlint.resolve.dtypes.node_view import CAST
from cannlint.resolve.dtypes.strategies import NodeFlags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.dtypes.columns import Implementation
    from cannlint.resolve.dtypes.context import Context, StoreEntry
    from cannlint.resolve.dtypes.node_view import NodeView

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
