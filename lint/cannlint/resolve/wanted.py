"""Which operators a plan is asked for."""

from __future__ import annotations

from cannlint.cann.precision import FLOATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Message
    from cannlint.graphs.model import Graph, Node

DEFAULT_ORIGINAL = FLOATS[0]
"""The dtype of float tensors where there is no graph."""


class Wanted:
    """Which operators a plan is asked for.

    `types` and `nodes` (type, name) are those named; a node of `graph` needs no type, which is "".
    `every` asks for all that the library has. Where nothing is named they are the nodes of `graph`,
    or the types that the job's files mention. `original` is the dtype of float tensors where there
    is no graph. `model_note` says why the model that the job names is not read.
    """

    __slots__ = ("every", "graph", "model_note", "nodes", "original", "types")

    def __init__(self) -> None:
        self.types: list[str] = []
        self.nodes: list[tuple[str, str]] = []
        self.every = False
        self.graph: Graph | None = None
        self.model_note: Message | None = None
        self.original = DEFAULT_ORIGINAL

    @property
    def is_selective(self) -> bool:
        """Whether certain operators are asked for, or all, and not what the job makes of some."""
        return self.every or bool(self.types or self.nodes)

    def takes(self, node: Node) -> bool:
        """Whether a node of the graph is asked for, by what it is now or what it was."""
        if not (self.types or self.nodes):
            return True
        known = (node, node.parsed) if node.parsed is not None else (node,)
        return any(
            one.op_type in self.types
            or (one.op_type, one.name) in self.nodes
            or ("", one.name) in self.nodes
            for one in known
        )
