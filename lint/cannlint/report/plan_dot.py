"""A plan of a model as a graph for Graphviz: types, dtypes, and the edges that get a Cast."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.errors import CannlintError
from cannlint.report.plan_words import dtypes_text, mode_text
from cannlint.report.ribbon import COLOURS, style_of
from cannlint.resolve.plan import Plan
from cannlint.resolve.rows import Row
from cannlint.suggest.casts import casts_in
from cannlint.text.printable import printable


def lines(plan: Plan) -> Iterator[str]:
    """The graph, line by line. Raises CannlintError for a plan without a model."""
    if plan.graph is None:
        raise CannlintError("--format dot needs a model: name one with --model FILE")
    rows = {row.node: row for row in plan.rows if row.is_judged}
    cast_outputs = {(producer, output) for producer, output, _ in casts_in(plan)}
    yield "digraph plan {"
    yield '  node [shape=box, style="rounded,filled", fontname="sans-serif", fontcolor=white];'
    for name, row in rows.items():
        yield f"  {_text(name or '')} [label={_label(row)}, fillcolor={_colour(row)}];"
    for node in plan.graph.nodes:
        for tensor in node.inputs if node.name in rows else ():
            producer = tensor.producer if tensor is not None else None
            if producer is not None and producer[0] in rows:
                cast = ' [label="Cast", style=bold]' if producer in cast_outputs else ""
                yield f"  {_text(producer[0])} -> {_text(node.name)}{cast};"
    yield "}"


def _label(row: Row) -> str:
    parts = (row.op_type, row.node or "", dtypes_text(row.dtypes), mode_text(row.mode))
    return '"' + r"\n".join(map(_escaped, parts)) + '"'


def _colour(row: Row) -> str:
    return _text(COLOURS[style_of(row.dtypes)])


def _text(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    r"""A text in quotation marks: `\N` and others would mean something to Graphviz."""
    return printable(text).replace("\\", "\\\\").replace('"', '\\"')
