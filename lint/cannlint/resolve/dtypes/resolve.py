"""The dtypes of every node of a graph, or of an operator without one (resolution.md 7)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.model import Graph
    from cannlint.resolve.dtypes.context import Context
    from cannlint.resolve.outcome import Dtypes


def resolve_graph(graph: Graph, context: Context) -> dict[str, Dtypes]:
    """Node name → its dtypes, in the graph's order."""
    raise NotImplementedError


def resolve_operator(
    op_type: str, original: str, context: Context, name: str | None = None
) -> Dtypes:
    """The dtypes of an operator without a graph.

    Every tensor that can be float32, float16 or bfloat16 is taken to be `original`; `name` is
    the node's, for customize_dtypes. What produces the inputs is not known.
    """
    raise NotImplementedError
