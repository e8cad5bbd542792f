"""Which operators keep their dtypes (atc-front-end.md 13 to 15, options.md 3.1)."""

from __future__ import annotations

from cannlint.reading.keep_dtype import PASCAL_CASE, UNMATCHED_WINDOW
from cannlint.resolve.origins import of_entry
from cannlint.resolve.provenance import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.model import Graph, Node
    from cannlint.reading.keep_dtype import KeepDtype, Record

KEEP = "keep_dtype"
FRAMEWORK_OP = "FrameworkOp"
"""The type of a node that the parser could not map: a type matches it by its original type."""

ATTRIBUTE = "_keep_dtype"
"""The attribute that the entries of the file set on nodes; a dump may carry it already."""


def attribute_of(node: Node) -> Origin | None:
    """The attribute of a node that keeps its dtypes, or None."""
    return Origin("node", ATTRIBUTE) if node.attrs.get(ATTRIBUTE) == 1 else None


class Kept:
    """The entries of a keep_dtype file, looked up by type and by name."""

    __slots__ = ("_by_name", "_by_type", "reading")

    def __init__(self, reading: KeepDtype) -> None:
        self.reading = reading
        self._by_type: dict[str, Record] = {}
        self._by_name: dict[str, Record] = {}
        for record in reading.records:
            entries = self._by_type if record.line.is_type else self._by_name
            entries.setdefault(record.line.name, record)

    def of_type(self, op_type: str) -> Origin | None:
        """The entry that keeps every operator of a type, or None."""
        return self._origin(self._by_type.get(op_type))

    def of_name(self, name: str) -> Origin | None:
        """The entry that keeps the node of a name, or None."""
        return self._origin(self._by_name.get(name))

    def of_node(self, node: Node) -> Origin | None:
        """The entry that keeps a node: by its name, an original name, or its type."""
        for record in self._matching(node):
            return self._origin(record)
        return None

    def _matching(self, node: Node) -> list[Record]:
        records = [self._by_name.get(name) for name in (node.name, *node.origin_names)]
        if node.op_type != FRAMEWORK_OP or node.origin_type == FRAMEWORK_OP:
            records.append(self._by_type.get(node.op_type))
        return [record for record in records if record is not None]

    def _origin(self, record: Record | None) -> Origin | None:
        return of_entry(self.reading, record.line.text, KEEP) if record is not None else None

    def refused_by(self, graph: Graph) -> Record | None:
        """The entry that makes ATC stop with E10003 for a graph; None where it goes on.

        Of the entries that match no node only the first ten are looked at.
        """
        matched = {
            (record.line.is_type, record.line.name)
            for node in graph.nodes
            for record in self._matching(node)
        }
        unmatched = [
            record
            for record in self.reading.records
            if (record.line.is_type, record.line.name) not in matched
        ]
        for record in unmatched[:UNMATCHED_WINDOW]:
            if record.line.is_type and not PASCAL_CASE.fullmatch(record.line.name):
                return record
        return None
