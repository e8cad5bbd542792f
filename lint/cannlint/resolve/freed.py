"""What the files of a job set for a node, and a context without what some of them set."""

from __future__ import annotations

from copy import copy

from cannlint.cann.option_names import CUSTOMIZE, KEEP, MIXLIST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from cannlint.graphs.model import Node
    from cannlint.resolve.dtypes.context import Context
    from cannlint.resolve.provenance import Origin


def entries_for(context: Context, node: Node) -> Iterator[tuple[str, Origin]]:
    """The entries of files that count for a node, by option; the most special first."""
    entry = context.customized(node.name, node.op_type)
    if entry is not None:
        yield CUSTOMIZE, entry.origin
    kept = context.keeps(node)
    if kept is not None:
        yield KEEP, kept
    stores = context.stores(node.op_type)
    if stores:
        colour, origin = context.colour(stores[0])
        if colour != stores[0].operator.default_list:
            yield MIXLIST, origin


def freed(context: Context, options: Collection[str]) -> Context:
    """The context without the files of some options."""
    other = context.without_entries() if CUSTOMIZE in options else copy(context)
    if KEEP in options:
        other.keeps = lambda node: None
    if MIXLIST in options:
        other.colour = lambda entry: (entry.operator.default_list, entry.origin)
    return other
