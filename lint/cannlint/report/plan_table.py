"""A plan as a table: an operator on each line, and what else there is to know."""

from __future__ import annotations

import sys
from collections import Counter

from cannlint.language import Phrase, counted, enumerated, said, translated
from cannlint.report.plan_words import (
    circumstances,
    decided_by,
    dtypes_text,
    is_touched,
    job_name,
    list_text,
    mode_text,
    remarks,
)
from cannlint.report.styles import print_lines
from cannlint.report.tables import aligned, print_table
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.report.styles import Line
    from cannlint.resolve.plan import Plan, Row

_MOST_FOLDED = 500
"""Rows of a table that is laid out cell by cell: of more that takes seconds."""

_LONGEST_DTYPES = 80
"""Characters; `--why` and the other formats have all."""

HEADINGS = (
    Phrase("operator"),
    Phrase("dtypes in → out"),
    Phrase("implementation"),
    Phrase("list"),
    Phrase("decided by"),
)


def print_plan(plan: Plan) -> None:
    """Print the plan; of a graph only the nodes that are not as by default, unless asked for."""
    print_lines([[(translated("Job: "), ""), (job_name(plan), "name")], _circumstances(plan)])
    rows = shown_rows(plan)
    _print_rows([_cells(plan, row) for row in rows])
    print_lines([[(line, "quiet")] for line in summary(plan, rows)])
    print_lines([[("! ", style), (text, "")] for style, text in remarks(plan)])


def _print_rows(rows: list[list[str]]) -> None:
    """A table that folds its cells on a terminal; elsewhere, and a long one, plain columns."""
    if not rows:
        return
    headings = [translated(heading) for heading in HEADINGS]
    if sys.stdout.isatty() and len(rows) <= _MOST_FOLDED:
        print_table(headings, rows, indent=0)
    else:
        cells = [[(cell, "") for cell in row] for row in (headings, *rows)]
        print_lines(aligned(cells, indent=""))


def _circumstances(plan: Plan) -> Line:
    return [(" · ".join(circumstances(plan)), "quiet")]


def shown_rows(plan: Plan) -> list[Row]:
    """The rows to print: those asked for; of a graph those that somebody wrote about."""
    if plan.wanted.is_selective or plan.graph is None:
        return plan.rows
    return [row for row in plan.rows if is_touched(row)]


def _cells(plan: Plan, row: Row) -> list[str]:
    operator = printable(row.op_type)
    if row.node is not None:
        operator += f" {printable(row.node)}"
    return [
        operator,
        _cut(dtypes_text(row.dtypes)),
        mode_text(row.mode),
        list_text(row),
        decided_by(plan, row),
    ]


def _cut(dtypes: str) -> str:
    """Dtypes of an operator with very many tensors would make every line of the table as long."""
    return dtypes if len(dtypes) <= _LONGEST_DTYPES else f"{dtypes[: _LONGEST_DTYPES - 1]}…"


def summary(plan: Plan, rows: list[Row]) -> list[str]:
    """How many operators there are, and how they end."""
    if not plan.accepted:
        return [translated("CANN refuses the job: nothing is compiled")]
    return [_how_many(plan, rows), _how_they_end(plan)] if plan.rows else [_how_many(plan, rows)]


def _how_many(plan: Plan, rows: list[Row]) -> str:
    if plan.graph is not None:
        others = len(plan.rows) - len(rows)
        more = (
            said("; {others:,} more by default (show them with --all)", others=others)
            if others
            else ""
        )
        return said(
            "{number:,} of {things}{more}",
            number=len(rows),
            things=counted(len(plan.graph.nodes), "node"),
            more=more,
        )
    if plan.wanted.is_selective:
        return counted(len(rows), "operator")
    others = len(plan.target.op_types()) - len(rows)
    named = counted(len(rows), "operator")
    return said(
        "{named} named by the job; {others:,} more by default (show them with --all)",
        named=named,
        others=others,
    )


def _how_they_end(plan: Plan) -> str:
    counts = Counter(row.dtypes.status for row in plan.rows)
    ends = (
        said("{number:,} {status}", number=count, status=translated(status))
        for status, count in counts.items()
    )
    return said("dtypes: {ends}", ends=enumerated(ends))
