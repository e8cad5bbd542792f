"""A plan of a model as a graph for Graphviz: types, dtypes, and the edges that get a Cast."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.errors import CannlintError
from cannlint.report.plan_words import dtypes_text, mode_text
from cannlint.report.ribbon import colour_of
from cannlint.resolve.plan import Plan
from cannlint.resolve.rows import Row
from cannlint.suggest.casts import casts_in
from cannlint.text.escaped import graphviz


def lines(plan: Plan) -> Iterator[str]:
    """The graph, line by line. Raises CannlintError for a plan without a model."""
    if plan.graph is None:
        raise CannlintError("--format dot needs a model: name one with --model FILE")
    rows = {row.node: row for row in plan.rows if row.is_judged}
    cast_outputs = {(producer, output) for producer, output, _ in casts_in(plan)}
    yield "digraph plan {"
    yield '  node [shape=box, style=rounded, penwidth=3, fontname="sans-serif"];'
    for name, row in rows.items():
        colour = colour_of(row.dtypes)
        yield f'  "{graphviz(name or "")}" [label="{_label(row)}", color="{colour}"];'
    for node in plan.graph.nodes:
        for tensor in node.inputs if node.name in rows else ():
            producer = tensor.producer if tensor is not None else None
            if producer is not None and producer[0] in rows:
                cast = ' [label="Cast", style=bold]' if producer in cast_outputs else ""
                yield f'  "{graphviz(producer[0])}" -> "{graphviz(node.name)}"{cast};'
    yield "}"


def _label(row: Row) -> str:
    parts = (row.op_type, row.node or "", dtypes_text(row.dtypes), mode_text(row.mode))
    return r"\n".join(map(graphviz, parts))
