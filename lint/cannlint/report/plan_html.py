"""A plan as a single HTML page: the job, numbers and bars, and the operators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from cannlint.language import Phrase, enumerated, said, translated
from cannlint.report.html_page import cell, filter_form, headings, numbers, page, shown
from cannlint.report.origins import made_by
from cannlint.report.plan_passes import pass_groups
from cannlint.report.plan_table import HEADINGS
from cannlint.report.plan_why import example_text, files_read, sections
from cannlint.report.plan_words import (
    circumstances,
    decided_by,
    dtypes_text,
    is_touched,
    job_name,
    list_text,
    mode_option,
    mode_text,
    outcome_text,
    remarks,
    user_origins,
    written,
)
from cannlint.report.ribbon import Stripe, ribbons, style_of
from cannlint.resolve.option_status import NO_EFFECT
from cannlint.resolve.outcome import DETERMINED, FAILS, REFUSED, UNDETERMINED
from cannlint.resolve.plan import Plan
from cannlint.resolve.rows import Row
from cannlint.suggest.casts import casts_in

Group = tuple[list[str], str, str, list[Row]]
"""Cells, the reasons, what made the nodes, and the rows that have these."""


_STYLES: dict[str, str] = {UNDETERMINED: "warning", REFUSED: "error", FAILS: "error"}
_OWN_NAME = "\0"
"""Stands for the name of the node while the reasons of nodes are compared."""

_JUDGED, _OTHERS = "r", "o"
"""What the ids of rows begin with: a link of the ribbon leads to them."""


def tables(judged: list[Group], others: list[Group]) -> Iterator[str]:
    """The operators, then those whose dtypes CANN does not choose, which are folded."""
    if not judged and not others:
        none = translated("No operators: CANN refuses the job, or the job names none (use --all).")
        yield f"<p>{none}</p>\n"
        return
    yield filter_form(translated("only operators that differ from the default"))
    yield from _table(judged, "plan sortable", _JUDGED)
    if others:
        number = sum(len(rows) for *_, rows in others)
        title = said("{number:,} data, constants and others that keep theirs", number=number)
        yield f"<details class=others><summary>{shown(title)}</summary>\n"
        yield from _table(others, "plan", _OTHERS)
        yield "</details>\n"


def _table(groups: list[Group], style: str, prefix: str) -> Iterator[str]:
    """A table; nodes that have all in common, the reasons too, are one row.

    `prefix` is what the ids of its rows begin with.
    """
    yield f'<table class="{style}">{headings([translated(text) for text in HEADINGS])}'
    yield from (_row(group, f"{prefix}{number}") for number, group in enumerate(groups))
    yield "</table>\n"


def _groups(plan: Plan, rows: Iterable[Row]) -> Iterator[Group]:
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        cells = (dtypes_text(row.dtypes), mode_text(row.mode), list_text(row))
        why = "".join(_reasons(plan, row)) if row.is_judged else ""
        key = (row.op_type, *cells, decided_by(plan, row), made_by(row), why)
        groups.setdefault(key, []).append(row)
    for (_, *cells_of, made, why), same in groups.items():
        why = why or "".join(_reasons(plan, same[0]))  # constants, of which there are many
        yield cells_of, why.replace(_OWN_NAME, shown(same[0].node or "")), made, same


def _row(group: Group, identity: str) -> str:
    cells, why, made, rows = group
    first = rows[0]
    style = _STYLES.get(first.dtypes.status, "")
    styles = (style, "", "", style)
    labels = [translated(heading) for heading in HEADINGS[1:]]
    columns = "".join(map(cell, labels, cells, styles))
    touched = " class=touched" if is_touched(first) else ""
    return (
        f"<tbody id={identity}{touched}><tr><th scope=row>{_operator(rows, made)}{columns}"
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
    return f"<p class=nodes>{shown(nodes)}</p><p class=quiet>{shown(example_text(rows[0]))}</p>"


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


_MOST_BARS = 12
"""The maximum number of bars in a chart; one more bar shows the rest."""

_FEW = 3
"""Passes that are named without a click."""


def text(plan: Plan) -> str:
    """The whole page."""
    return "".join(page(_title(plan), _body(plan)))


def _title(plan: Plan) -> str:
    return said("Plan of {job}", job=job_name(plan))


def _body(plan: Plan) -> Iterator[str]:
    files = " · ".join(files_read(plan)) or translated("no config file")
    yield f"<header><h1>{shown(_title(plan))}</h1>\n"
    yield f"<p>{shown(' · '.join(circumstances(plan)))}</p>\n"
    yield f"<p class=quiet>{shown(said('Read: {files}', files=files))}</p>\n"
    yield "<ul class=remarks>"
    yield from (f"<li class={style}>{shown(remark)}" for style, remark in remarks(plan))
    yield "</ul></header>\n"
    yield _numbers(plan)
    yield _bars(plan)
    judged = [*_groups(plan, (row for row in plan.rows if row.is_judged))]
    others = [*_groups(plan, (row for row in plan.rows if not row.is_judged))]
    targets = {
        row.node: f"{_JUDGED}{number}"
        for number, (*_, rows) in enumerate(judged)
        for row in rows
        if row.node is not None
    }
    casts = casts_in(plan)
    yield from ribbons([("", stripes_of(plan, casts, targets))], [len(casts)])
    yield from _passes(plan)
    yield from tables(judged, others)


def stripes_of(
    plan: Plan, casts: set[tuple[str, int, str]], targets: Mapping[str, str]
) -> list[Stripe]:
    """The ribbon of a plan of a model; `targets` are the ids of the rows of its nodes."""
    before_cast = {producer for producer, _, _ in casts}
    return [
        Stripe(
            row.node,
            style_of(row.dtypes),
            f"{row.op_type} {row.node}: {dtypes_text(row.dtypes)}",
            row.node in before_cast,
            targets.get(row.node, ""),
        )
        for row in plan.rows
        if row.node is not None and row.is_judged and plan.graph is not None
    ]


def _numbers(plan: Plan) -> str:
    """The three most important numbers."""
    counts = Counter(row.dtypes.status for row in plan.rows)
    values = (
        (len(without_effect(plan)), Phrase("settings without effect")),
        (counts[UNDETERMINED], Phrase("undetermined operators")),
        (counts[REFUSED] + counts[FAILS], Phrase("operators that leave the AI Core or fail")),
    )
    judged = sum(row.is_judged for row in plan.rows)
    of = said("of {number:,} operators in this plan", number=judged)
    cells = ((f"{number:,}", translated(words)) for number, words in values)
    return f"{numbers(cells)}<p class=quiet>{shown(of)}</p>\n"


def without_effect(plan: Plan) -> set[str]:
    """Settings without effect: options, overridden entries, node names without a node."""
    options = {
        f"option {option.name}"
        for option in plan.options
        if option.status == NO_EFFECT and option.origin.kind == "option"
    }
    losers = {
        f"{shadowed.origin.file}:{shadowed.origin.span.start}"
        for row in plan.rows
        for shadowed in (*row.mode.shadowed, *(row.colour.shadowed if row.colour else ()))
        if shadowed.origin.kind == "file" and shadowed.origin.span is not None
    }
    winners = {
        f"{origin.file}:{origin.span.start}"
        for row in plan.rows
        for origin in user_origins(row)
        if origin.span is not None
    }
    return options | (losers - winners) | {f"name {name}" for name in plan.unplaced}


def _bars(plan: Plan) -> str:
    rows = [row for row in plan.rows if row.is_judged]
    if not rows:
        return ""
    charts = (
        (Phrase("Dtypes"), (_outcome(row) for row in rows)),
        (Phrase("Implementation"), (_mode(row) for row in rows)),
        (Phrase("Decided by"), (_source(plan, row) for row in rows)),
    )
    drawn = "".join(_chart(translated(title), values) for title, values in charts)
    return f"<section class=charts>{drawn}</section>\n"


def _passes(plan: Plan) -> Iterator[str]:
    """The fusion passes that settings of the job decide about."""
    groups = [*pass_groups(plan)]
    if not groups:
        return
    yield f"<section class=passes><h2>{translated('Fusion passes')}</h2>\n"
    for group in groups:
        names = shown(", ".join(group.names))
        title = f"{shown(group.title)} <span class=count>×{len(group.names):,}</span>"
        yield (
            f"<p>{title}: {names}</p>\n"
            if len(group.names) <= _FEW
            else f"<details><summary>{title}</summary><p>{names}</p></details>\n"
        )
    yield "</section>\n"


def _outcome(row: Row) -> str:
    """The output dtypes, or why there are none."""
    if row.dtypes.status != DETERMINED:
        return outcome_text(row.dtypes)
    dtypes = [dtype for dtype in row.dtypes.outputs or row.dtypes.inputs if dtype]
    return ", ".join(sorted({written(dtype) for dtype in dtypes})) or translated("no tensors")


def _mode(row: Row) -> str:
    return mode_text(row.mode) if row.mode.value or row.mode.reason else translated("not set")


def _source(plan: Plan, row: Row) -> str:
    """The files that affect an operator, or else the precision mode that is set, or `default`."""
    files = dict.fromkeys(origin.file or origin.kind for origin in user_origins(row))
    return enumerated(files) or mode_option(plan, row) or translated("default")


def _chart(title: str, values: Iterable[str]) -> str:
    counts = Counter(values).most_common()
    rest = sum(count for _, count in counts[_MOST_BARS:])
    bars = [*counts[:_MOST_BARS], *([(translated("others"), rest)] if rest else [])]
    longest = max(count for _, count in bars)
    rows = (
        f"<tr><th>{shown(name)}<td><meter min=0 max={longest} value={count}></meter> {count:,}"
        for name, count in bars
    )
    return f"<table><caption>{title}</caption>{''.join(rows)}</table>"
