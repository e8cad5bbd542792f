"""What a plan is asked for, and neither the library nor the graph has."""

from __future__ import annotations

from cannlint.language import Phrase, said
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.resolve.plan import Plan


def asked_in_vain(plan: Plan) -> Iterator[str]:
    """A sentence for each operator type or node that is not there."""
    for op_type, meant in _misspelt_types(plan):
        yield said(
            "unknown operator `{op_type}`: did you mean `{meant}`?",
            op_type=printable(op_type),
            meant=meant,
        )
    yield from _not_in_the_graph(plan)


def _not_in_the_graph(plan: Plan) -> Iterator[str]:
    """Types and nodes asked for that the graph does not have, each with the closest that it has."""
    graph = plan.wanted.graph
    if graph is None or not (plan.wanted.types or plan.wanted.nodes):
        return
    from cannlint.nearest import Names

    nodes = [*graph.nodes, *(node.parsed for node in graph.nodes if node.parsed is not None)]
    types = {node.op_type for node in nodes}
    names = {node.name for node in nodes}
    asked = [(_NO_TYPE, one) for one in plan.wanted.types if one not in types]
    asked += [(_NO_NAME, name) for _, name in plan.wanted.nodes if name not in names]
    for template, one in asked:
        sentence = said(template, asked=printable(one))
        meant = Names(types if template == _NO_TYPE else names).nearest_type(one)
        more = said("; did you mean `{meant}`?", meant=printable(meant)) if meant else ""
        yield sentence + more


_NO_TYPE = Phrase("no operator of this graph has the type `{asked}`")
_NO_NAME = Phrase("no operator of this graph is named `{asked}`")


def _misspelt_types(plan: Plan) -> Iterator[tuple[str, str]]:
    """Operator types asked for that the library lacks, each with the closest known type."""
    unknown = {row.op_type for row in plan.rows if row.colour is None}.intersection(
        plan.wanted.types
    )
    if unknown:
        from cannlint.nearest import Names

        known = Names(plan.target.op_types())
        for op_type in sorted(unknown):
            meant = known.nearest_type(op_type)
            if meant is not None:
                yield op_type, meant
