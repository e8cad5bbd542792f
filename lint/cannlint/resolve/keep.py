"""Which operators keep their dtypes (manual/keep-dtype.md)."""

from __future__ import annotations

from cannlint.cann.option_names import KEEP
from cannlint.formats.keep_dtype.reading import UNMATCHED_WINDOW
from cannlint.graphs.model import KEEP_DTYPE
from cannlint.resolve.provenance import Origin, of_entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from cannlint.formats.keep_dtype.reading import KeepDtype, Record
    from cannlint.graphs.model import Graph, Node

FRAMEWORK_OP = "FrameworkOp"
"""The type of a node that the parser could not map: a type matches it by its original type."""

_ATTRIBUTE = Origin("node", KEEP_DTYPE)


def attribute_of(node: Node) -> Origin | None:
    """The attribute of a node that keeps its dtypes, or None; for all nodes the same object."""
    return _ATTRIBUTE if node.keeps_dtype else None


class KeepEntries:
    """The entries of a keep_dtype file, looked up by type and by name."""

    __slots__ = ("_by_name", "_by_type", "_origins", "reading")

    def __init__(self, reading: KeepDtype) -> None:
        self.reading = reading
        self._by_type: dict[str, Record] = {}
        self._by_name: dict[str, Record] = {}
        self._origins: dict[Record, Origin] = {}
        for record in reading.records:
            entries = self._by_type if record.line.is_type else self._by_name
            entries.setdefault(record.line.name, record)

    def of_type(self, op_type: str) -> Origin | None:
        """The entry that keeps every operator of a type, or None."""
        return self._origin(self._by_type.get(op_type))

    def of_name(self, name: str) -> Origin | None:
        """The entry that keeps the node of a name, or None."""
        return self._origin(self._by_name.get(name))

    def of_node(self, node: Node, without: Collection[Record] = ()) -> Origin | None:
        """The entry that keeps a node, those `without` left out."""
        for record in self.matching(node):
            if record not in without:
                return self._origin(record)
        return None

    def matching(self, node: Node) -> list[Record]:
        """The entries for a node: by its name, an original name, and its type.

        They are those of the model as it is read; what passes make of its nodes keeps them.
        """
        node = node.parsed or node
        records = [self._by_name.get(name) for name in (node.name, *node.origin_names)]
        if node.op_type != FRAMEWORK_OP or node.origin_type == FRAMEWORK_OP:
            records.append(self._by_type.get(node.op_type))
        return [record for record in records if record is not None]

    def _origin(self, record: Record | None) -> Origin | None:
        """Where an entry stands: always the same object, so that nodes can be compared by it."""
        if record is None:
            return None
        if record not in self._origins:
            self._origins[record] = of_entry(self.reading, record.line.text, KEEP)
        return self._origins[record]

    def unmatched(self, graph: Graph) -> list[Record]:
        """The entries that match no node of a graph."""
        matched = {
            (record.line.is_type, record.line.name)
            for node in graph.nodes
            for record in self.matching(node)
        }
        return [
            record
            for record in self.reading.records
            if (record.line.is_type, record.line.name) not in matched
        ]

    def refused_by(self, graph: Graph) -> list[Record]:
        """The entries that make ATC stop with E10003 for a graph, at the first of them.

        Of the entries that match no node only the first ten are looked at.
        """
        return [
            record
            for record in self.unmatched(graph)[:UNMATCHED_WINDOW]
            if record.line.alternative == "odd_type"
        ]
