"""The names and operator types of the nodes of a graph."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.model import Graph, Node


EXPANDED = "PartitionedCall_"
"""What the names of operators begin with that CANN's plugins make of one operator."""

_MOST_PARTS = 8
"""Parts between underscores that a parser adds to a name."""

_NUMBER = re.compile(r"_[0-9]+$")

_WRITTEN = ("onnx", "tensorflow", "caffe", "cannlint/graph/1")
"""Formats of graphs that are not dumps of a compile."""


class Census:
    """The nodes of a graph by name and by type.

    `origins` are the original names that nodes have recorded. `is_final` says that engines have
    been assigned, so that the graph is the one after fusion, `is_first` that it is the model as
    CANN reads it: of a dump without engines neither is known. `has_unknown` says that some nodes
    have the type of another framework, and may become any operator of CANN. `expanded` are the
    names, without their numbers, of operators that CANN's plugins make of one operator.
    """

    __slots__ = (
        "by_name",
        "by_type",
        "expanded",
        "has_unknown",
        "is_final",
        "is_first",
        "origins",
        "path",
        "unknown",
    )

    def __init__(self, graph: Graph) -> None:
        self.path = graph.path
        self.by_name = {node.name: node for node in graph.nodes}
        self.by_type: dict[str, list[Node]] = {}
        for node in graph.nodes:
            self.by_type.setdefault(node.op_type, []).append(node)
        self.origins = frozenset(name for node in graph.nodes for name in node.origin_names)
        self.is_final = any(node.engine is not None for node in graph.nodes)
        self.is_first = not self.is_final and graph.format in _WRITTEN
        self.expanded = frozenset(
            node.name
            for node in graph.nodes
            if node.name.startswith(EXPANDED) and node.origin_names
        )
        self.unknown = tuple(node.name for node in graph.nodes if not node.mapped)
        self.has_unknown = bool(self.unknown)

    def may_name(self, name: str) -> bool:
        """Whether a node of that name may come from one that CANN takes apart in its own way."""
        if without_number(name) in self.expanded or self._may_be_made(name):
            return True
        return any(name.startswith(node) for node in self.unknown)

    def _may_be_made(self, name: str) -> bool:
        """Whether it is what parsers of 2022 call a node that later ones leave its name."""
        if not (self.is_first and name.startswith(EXPANDED)):
            return False
        stem = name.removeprefix(EXPANDED)
        for _ in range(_MOST_PARTS):
            stem = stem.rpartition("_")[0]
            if stem in self.by_name:
                return True
        return False


def without_number(name: str) -> str:
    """The name of an operator of an expansion without the number that CANN puts at its end.

    The number counts the nodes of a whole process in an order that a model does not show.
    """
    return _NUMBER.sub("", name) if name.startswith(EXPANDED) else name
