"""A plan as CSV: one operator per line."""

from __future__ import annotations

from cannlint.report.origins import origin_text
from cannlint.report.plan_words import bare, decided_by, written
from cannlint.report.tables import csv_text
from cannlint.resolve.plan import Plan
from cannlint.resolve.rows import Row

COLUMNS = (
    "type",
    "node",
    "dtypes",
    "inputs",
    "outputs",
    "asked_inputs",
    "asked_outputs",
    "facts",
    "implementation",
    "implementation_origin",
    "list",
    "default_list",
    "list_is_used",
    "keep_dtype",
    "decided_by",
    "made_from",
    "made_by",
)


def text(plan: Plan) -> str:
    """The rows with a heading; dtypes of inputs and outputs are joined by commas."""
    return csv_text(COLUMNS, (_cells(plan, row) for row in plan.rows))


def _cells(plan: Plan, row: Row) -> list[str]:
    colour, mode = row.colour, row.mode
    return [
        row.op_type,
        row.node or "",
        row.dtypes.status,
        ",".join(map(written, row.dtypes.inputs)),
        ",".join(map(written, row.dtypes.outputs)),
        *[",".join(map(written, side)) for side in row.dtypes.asked or ((), ())],
        row.dtypes.facts.text if row.dtypes.facts is not None else "",
        mode.value or "",
        origin_text(mode.origin),
        bare(colour.value) if colour is not None else "",
        bare(colour.default) if colour is not None else "",
        "yes" if row.colour_used else "no",
        origin_text(row.keep),
        decided_by(plan, row),
        ",".join(row.model_nodes),
        ",".join(row.passes),
    ]
