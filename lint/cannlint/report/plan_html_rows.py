"""The tables of operators in the page of a plan."""

from __future__ import annotations

from cannlint.language import said, translated
from cannlint.report.html_page import cell, filter_form, headings, shown
from cannlint.report.made_from import made_by
from cannlint.report.plan_table import HEADINGS
from cannlint.report.plan_why import sections
from cannlint.report.plan_words import (
    decided_by,
    dtypes_text,
    is_touched,
    list_text,
    mode_text,
)
from cannlint.resolve.outcome import FAILS, REFUSED, UNDETERMINED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.resolve.plan import Plan
    from cannlint.resolve.rows import Row

    Group = tuple[list[str], str, str, list[Row]]
    """Cells, the reasons, what made the nodes, and the rows that have these."""

_STYLES: dict[str, str] = {UNDETERMINED: "warning", REFUSED: "error", FAILS: "error"}
_OWN_NAME = "\0"
"""Stands for the name of the node while the reasons of nodes are compared."""


def tables(plan: Plan) -> Iterator[str]:
    """The operators, then those whose dtypes CANN does not choose, which are folded."""
    if not plan.rows:
        none = translated("No operators: CANN refuses the job, or the job names none (use --all).")
        yield f"<p>{none}</p>\n"
        return
    judged = [row for row in plan.rows if row.is_judged]
    others = [row for row in plan.rows if not row.is_judged]
    yield filter_form(translated("only operators that differ from the default"))
    yield from _table(plan, judged, "plan sortable")
    if others:
        title = said("{number:,} data, constants and others that keep theirs", number=len(others))
        yield f"<details class=others><summary>{shown(title)}</summary>\n"
        yield from _table(plan, others, "plan")
        yield "</details>\n"


def _table(plan: Plan, rows: list[Row], style: str) -> Iterator[str]:
    """A table; nodes that have all in common, the reasons too, are one row."""
    yield f'<table class="{style}">{headings([translated(text) for text in HEADINGS])}'
    for group in _groups(plan, rows):
        yield _row(group)
    yield "</table>\n"


def _groups(plan: Plan, rows: list[Row]) -> Iterator[Group]:
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        cells = (dtypes_text(row.dtypes), mode_text(row.mode), list_text(row))
        why = "".join(_reasons(plan, row)) if row.is_judged else ""
        key = (row.op_type, *cells, decided_by(plan, row), made_by(row), why)
        groups.setdefault(key, []).append(row)
    for (_, *cells_of, made, why), same in groups.items():
        why = why or "".join(_reasons(plan, same[0]))  # constants, of which there are many
        yield cells_of, why.replace(_OWN_NAME, shown(same[0].node or "")), made, same


def _row(group: Group) -> str:
    cells, why, made, rows = group
    first = rows[0]
    style = _STYLES.get(first.dtypes.status, "")
    styles = (style, "", "", style)
    labels = [translated(heading) for heading in HEADINGS[1:]]
    columns = "".join(map(cell, labels, cells, styles))
    touched = " class=touched" if is_touched(first) else ""
    return (
        f"<tbody{touched}><tr><th scope=row>{_operator(rows, made)}{columns}"
        f"<tr class=why><td colspan={len(HEADINGS)}>"
        f"<details><summary>{translated('why')}</summary>{_nodes(rows)}{why}</details></tbody>\n"
    )


def _operator(rows: list[Row], made: str) -> str:
    """The type, the number of nodes and their names, and what made them."""
    nodes = [row.node for row in rows if row.node is not None]
    count = f" <span class=count>×{len(rows):,}</span>" if len(rows) > 1 else ""
    names = nodes if len(nodes) < 2 else [f"{nodes[0]} … {nodes[-1]}"]
    under = [*names, *([made] if made else [])]
    lines = "".join(f"<br><span class=quiet>{shown(text)}</span>" for text in under)
    return f"{shown(rows[0].op_type)}{count}{lines}"


def _nodes(rows: list[Row]) -> str:
    """The names of several nodes, for the filter too; the reasons name the first."""
    if len(rows) < 2:
        return ""
    nodes = ", ".join(row.node or "" for row in rows)
    example = said("the reasons of {node}; those of the others are the same", node=rows[0].node)
    return f"<p class=nodes>{shown(nodes)}</p><p class=quiet>{shown(example)}</p>"


def _reasons(plan: Plan, row: Row) -> Iterator[str]:
    """The reasons, with a mark in place of the name of the node."""
    for title, value, chain in sections(plan, row):
        yield f"<p><b>{title}</b> {_nameless(value, row)}</p><table>"
        for cells in chain:
            yield "<tr>" + "".join(f"<td>{_nameless(text, row)}" for text, _ in cells)
        yield "</table>"


def _nameless(text: str, row: Row) -> str:
    safe = shown(text)
    return safe.replace(shown(row.node), _OWN_NAME) if row.node else safe
