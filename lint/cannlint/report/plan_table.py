"""A plan as a table: one operator per line, then a summary and warnings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cannlint.language import Phrase, counted, enumerated, said, translated
from cannlint.planning.job import ListedJob
from cannlint.report.plan_passes import pass_lines
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
from cannlint.report.tables import print_table, table
from cannlint.resolve.plan import Plan
from cannlint.resolve.rows import Row
from cannlint.text.printable import printable

if TYPE_CHECKING:
    from cannlint.report.styles import Line

_MAX_DTYPES_LENGTH = 80
"""The maximum number of characters; `--why` and the other formats show all."""

_LONGEST_NAME = 40
"""Characters of a node's name that a group shows; `--all` and the other formats show all."""

HEADINGS = (
    Phrase("operator"),
    Phrase("dtypes in → out"),
    Phrase("implementation"),
    Phrase("list"),
    Phrase("decided by"),
)


def print_plan(plan: Plan) -> None:
    """Print the plan; of a graph only the nodes whose dtypes CANN chooses, unless --all."""
    rows = shown_rows(plan)
    print_lines([*_heading(plan), *_operators(plan, rows), *_notes(plan, rows)])


def text(plan: Plan) -> str:
    """The same as a text, with lines of any length."""
    rows = shown_rows(plan)
    lines = [*_heading(plan), *_operators(plan, rows), *_notes(plan, rows)]
    return "".join("".join(part for part, _ in line).rstrip() + "\n" for line in lines)


def _heading(plan: Plan) -> list[Line]:
    return [[(translated("Job: "), ""), (job_name(plan), "name")], _circumstances(plan)]


def _notes(plan: Plan, rows: list[Row]) -> list[Line]:
    """What stands below the operators."""
    below = [*summary(plan, rows), *pass_lines(plan)]
    lines: list[Line] = [[(line, "quiet")] for line in below]
    return [*lines, *([("! ", style), (text, "")] for style, text in remarks(plan))]


def _operators(plan: Plan, rows: list[Row]) -> list[Line]:
    """The rows with their headings; nothing without rows."""
    cells = [[(cell, "") for cell in line] for line in _lines(plan, rows)]
    return table([translated(heading) for heading in HEADINGS], cells) if cells else []


def _circumstances(plan: Plan) -> Line:
    return [(" · ".join(circumstances(plan)), "quiet")]


def shown_rows(plan: Plan) -> list[Row]:
    """The rows to print: those asked for; of a graph those with a choice, the user's own first.

    With --all those without a choice, such as weights, are last.
    """
    wanted = plan.wanted
    if wanted.types or wanted.nodes or plan.graph is None:
        return plan.rows
    ranked = ((not is_touched(row), not row.is_judged) for row in plan.rows)
    by_rank: dict[tuple[bool, bool], list[Row]] = {}
    for rank, row in zip(ranked, plan.rows, strict=True):
        by_rank.setdefault(rank, []).append(row)
    is_shown = (rank for rank in sorted(by_rank) if wanted.every or rank != (True, True))
    return [row for rank in is_shown for row in by_rank[rank]]


def _lines(plan: Plan, rows: list[Row]) -> list[list[str]]:
    """The cells of the rows; nodes of a graph with the same ones are a line, unless with --all."""
    if not is_grouped(plan):
        return [[operator_text(row), *_cells(plan, row)] for row in rows]
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.op_type, *_cells(plan, row)), []).append(row)
    return [[operator_text(*same), *cells] for (_, *cells), same in groups.items()]


def is_grouped(plan: Plan) -> bool:
    """Whether equal nodes are shown together."""
    return plan.graph is not None and not plan.wanted.every


def operator_text(first: Row, *others: Row) -> str:
    """The type of a row with its node; of several the number, and the ends of two names."""
    operator = printable(first.op_type)
    if not others:
        return operator if first.node is None else f"{operator} {printable(first.node)}"
    names = (printable(row.node or "") for row in (first, others[-1]))
    return f"{operator} ×{len(others) + 1} {' … '.join(map(_end, names))}"


def _end(name: str) -> str:
    """A name, or the last scopes of a long one: there the names of a group differ."""
    if len(name) <= _LONGEST_NAME:
        return name
    end = name[1 - _LONGEST_NAME :]
    return f"…{end[max(end.find('/'), 0) :]}"


def _cells(plan: Plan, row: Row) -> list[str]:
    return [
        _cut(dtypes_text(row.dtypes)),
        mode_text(row.mode),
        list_text(row),
        decided_by(plan, row),
    ]


def _cut(dtypes: str) -> str:
    """Cut the dtypes of operators with many tensors, to keep the table narrow."""
    return dtypes if len(dtypes) <= _MAX_DTYPES_LENGTH else f"{dtypes[: _MAX_DTYPES_LENGTH - 1]}…"


def summary(plan: Plan, rows: list[Row]) -> list[str]:
    """The number of operators, and of each status of their dtypes."""
    if not plan.accepted and not plan.rows:
        return [translated("CANN refuses the job: nothing is compiled")]
    lines = [_operator_count(plan, rows)]
    if plan.rows:
        lines.append(_status_counts(plan))
    if not plan.accepted:
        lines.append(translated("CANN refuses the job: this is the plan without what it refuses"))
    return lines


def _operator_count(plan: Plan, rows: list[Row]) -> str:
    if plan.graph is not None:
        others = len(plan.rows) - len(rows)
        more = (
            said("; without a choice: {others:,} (show them with --all)", others=others)
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


def _status_counts(plan: Plan) -> str:
    """How many operators end how; data, constants and the like are counted apart."""
    judged = [row for row in plan.rows if row.is_judged]
    counts = Counter(row.dtypes.status for row in judged)
    ends = [
        said("{number:,} {status}", number=count, status=translated(status))
        for status, count in counts.items()
    ]
    others = len(plan.rows) - len(judged)
    if others:
        ends.append(said("{number:,} data, constants and others that keep theirs", number=others))
    return said("dtypes: {ends}", ends=enumerated(ends))


_HEADINGS_OF_JOBS = (Phrase("job"), Phrase("front end"), Phrase("SoC"), Phrase("model"))


def print_jobs(jobs: Sequence[ListedJob]) -> None:
    """Print a row for each job, and how to plan one."""
    rows = [
        [printable(text) for text in (job.name, job.front_end, job.soc, job.model)] for job in jobs
    ]
    print_table([translated(heading) for heading in _HEADINGS_OF_JOBS], rows)
    print_lines([[(translated("make the plan of one of them with `cannlint plan JOB`"), "quiet")]])
