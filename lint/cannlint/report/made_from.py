"""Where the nodes of a plan come from: CANN's parser and the passes before dtypes are selected."""

from __future__ import annotations

from cannlint.language import enumerated, said
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.resolve.rows import Row

_FEW = 3
"""Nodes that are all named."""


def made_from(row: Row) -> str:
    """The nodes of the model that a node is made from, and by what; empty if it is the same."""
    if not row.passes and not row.model_nodes:
        return ""
    nodes = row.model_nodes or ((row.node,) if row.node is not None else ())
    if not row.passes:
        return said("from {nodes} by the parser", nodes=_names(nodes))
    type_before = row.model_type or row.op_type
    return said(
        "from {type} {nodes} by {passes}",
        type=printable(type_before),
        nodes=_names(nodes),
        passes=enumerated(row.passes),
    )


def made_by(row: Row) -> str:
    """What made a node, without the names of nodes."""
    if not row.passes and not row.model_nodes:
        return ""
    if not row.passes:
        return said("made by the parser")
    return said("made by {passes}", passes=enumerated(row.passes))


def _names(nodes: Sequence[str]) -> str:
    shown = [printable(name) for name in nodes[:_FEW]]
    rest = len(nodes) - len(shown)
    return (
        said("{names} and {rest:,} more", names=", ".join(shown), rest=rest)
        if rest
        else (enumerated(shown))
    )
