"""A verification as CSV: one operator per line."""

from __future__ import annotations

from collections.abc import Sequence

from cannlint.report.plan_words import written
from cannlint.report.tables import csv_text
from cannlint.verify.operators import Operator
from cannlint.verify.verification import Verification

COLUMNS = (
    "name",
    "type",
    "members",
    "engine",
    "asked",
    "planned_status",
    "planned_inputs",
    "planned_outputs",
    "planned_mode",
    "compiled_inputs",
    "compiled_outputs",
    "compiled_modes",
    "dtypes",
    "impl_mode",
)


def text(of: Verification) -> str:
    """All operators of AI Core with a heading; lists are joined by commas."""
    return csv_text(COLUMNS, map(_cells, of.operators))


def _cells(operator: Operator) -> list[str]:
    kernel, row = operator.kernel, operator.row
    dtypes = row.dtypes if row is not None else None
    mode = operator.mode.value if operator.mode is not None else None
    return [
        kernel.node.name,
        kernel.node.op_type,
        ",".join(kernel.members),
        kernel.node.engine or "",
        "; ".join(asked.text for asked in operator.asked),
        dtypes.status if dtypes is not None else "",
        _joined(dtypes.inputs) if dtypes is not None else "",
        _joined(dtypes.outputs) if dtypes is not None else "",
        mode or "",
        _joined(operator.inputs),
        _joined(operator.outputs),
        ",".join(kernel.modes or ()),
        str(operator.dtypes),
        str(operator.modes),
    ]


def _joined(dtypes: Sequence[str | None]) -> str:
    return ",".join(map(written, dtypes))
