"""The operators with unknown dimensions, where a SoC has no kernels for such."""

from __future__ import annotations

from cannlint.formats.ops_info.operator import NULL_FILES
from cannlint.language import counted, said
from cannlint.resolve.dtypes.node_view import UNJUDGED
from cannlint.rewriting.conditions import is_dynamic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.model import Graph, Node
    from cannlint.resolve.target import Target

_EVERYWHERE = ("Add", "Conv2D", "MatMulV2", "Relu")
"""Operators that take unknown dimensions on every SoC that has kernels for such."""


def unknown_sizes(graph: Graph, target: Target) -> list[Node]:
    """The operators with unknown dimensions, on a SoC that has no kernels for such."""
    stores = [target.stores(op_type) for op_type in _EVERYWHERE]
    flags = [store[0].operator.flags for store in stores if store]
    if len(flags) < len(_EVERYWHERE) or any("dynamicShapeSupport" in one for one in flags):
        return []
    return [
        node
        for node in graph.nodes
        if node.judged and _has_kernel(target, node.op_type) and is_dynamic(node)
    ]


def _has_kernel(target: Target, op_type: str) -> bool:
    """Whether an operator is one of the library that needs a kernel, and has none for any sizes."""
    stores = target.stores(op_type)
    if not stores or op_type in UNJUDGED:
        return False
    operator = stores[0].operator
    return operator.op_file not in NULL_FILES and "dynamicShapeSupport" not in operator.flags


def note_of_unknown_sizes(graph: Graph, target: Target) -> list[str]:
    """A sentence about them, if there are any."""
    nodes = unknown_sizes(graph, target)
    if not nodes:
        return []
    types = [*dict.fromkeys(node.op_type for node in nodes)]
    shown = ", ".join([*types[:_MOST_TYPES], *(["…"] if len(types) > _MOST_TYPES else [])])
    return [
        said(
            "{operators} with unknown sizes, for which {soc} has no kernels: {types}",
            operators=counted(len(nodes), "operator"),
            soc=target.soc,
            types=shown,
        )
    ]


_MOST_TYPES = 5
