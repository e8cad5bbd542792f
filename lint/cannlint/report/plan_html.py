"""A plan as a single HTML page without external files.

Its texts come from users' files, so every text is escaped. The script only sorts and filters: the
page is complete without it, and in print.
"""

from __future__ import annotations

from collections import Counter
from html import escape

from cannlint.data import read_data
from cannlint.language import Phrase, enumerated, language_in_use, said, translated
from cannlint.report.plan_passes import pass_lines
from cannlint.report.plan_table import HEADINGS
from cannlint.report.plan_why import files_read, sections
from cannlint.report.plan_words import (
    circumstances,
    decided_by,
    dtypes_text,
    is_touched,
    job_name,
    list_text,
    mode_text,
    outcome_text,
    remarks,
    user_origins,
    written,
)
from cannlint.resolve.option_status import NO_EFFECT
from cannlint.resolve.outcome import DETERMINED, FAILS, REFUSED, UNDETERMINED
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cannlint.resolve.plan import Plan
    from cannlint.resolve.rows import Row

_MOST_BARS = 12
"""The maximum number of bars in a chart; one more bar shows the rest."""


def text(plan: Plan) -> str:
    """The whole page."""
    page = "".join(
        [
            f"<!doctype html>\n<html lang={language_in_use()}>\n<meta charset=utf-8>\n",
            '<meta name=viewport content="width=device-width, initial-scale=1">\n',
            f"<title>{_text(said('Plan of {job}', job=job_name(plan)))}</title>\n",
            f"<style>\n{read_data('report/page', 'plan.css')}</style>\n",
            _heading(plan),
            _numbers(plan),
            _bars(plan),
            _passes(plan),
            _table(plan),
            f"<script>\n{read_data('report/page', 'plan.js')}</script>\n</html>\n",
        ]
    )
    return page.encode("utf-8", "backslashreplace").decode("utf-8")


def _text(value: str) -> str:
    return escape(printable(value))


def _heading(plan: Plan) -> str:
    title = said("Plan of {job}", job=job_name(plan))
    files = " · ".join(files_read(plan)) or translated("no config file")
    lines = [
        f"<header><h1>{_text(title)}</h1>\n",
        f"<p>{_text(' · '.join(circumstances(plan)))}</p>\n",
        f"<p class=quiet>{_text(said('Read: {files}', files=files))}</p>\n",
        "<ul class=remarks>",
        *(f"<li class={style}>{_text(remark)}</li>" for style, remark in remarks(plan)),
        "</ul></header>\n",
    ]
    return "".join(lines)


def _numbers(plan: Plan) -> str:
    """The three most important numbers."""
    counts = Counter(row.dtypes.status for row in plan.rows)
    numbers = (
        (len(without_effect(plan)), Phrase("settings without effect")),
        (counts[UNDETERMINED], Phrase("undetermined operators")),
        (counts[REFUSED] + counts[FAILS], Phrase("operators that leave the AI Core or fail")),
    )
    cells = (f"<div><b>{number:,}</b> {translated(words)}</div>" for number, words in numbers)
    judged = sum(row.is_judged for row in plan.rows)
    of = said("of {number:,} operators in this plan", number=judged)
    return f"<section class=numbers>{''.join(cells)}</section><p class=quiet>{of}</p>\n"


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
        (Phrase("Decided by"), (_source(row) for row in rows)),
    )
    drawn = "".join(_chart(translated(title), values) for title, values in charts)
    return f"<section class=charts>{drawn}</section>\n"


def _passes(plan: Plan) -> str:
    """The fusion passes that settings of the job decide about."""
    lines = "".join(f"<li>{_text(line)}" for line in pass_lines(plan))
    title = translated("Fusion passes")
    return f"<section class=passes><h2>{title}</h2><ul>{lines}</ul></section>\n" if lines else ""


def _outcome(row: Row) -> str:
    """The output dtypes, or why there are none."""
    if row.dtypes.status != DETERMINED:
        return outcome_text(row.dtypes)
    dtypes = [dtype for dtype in row.dtypes.outputs or row.dtypes.inputs if dtype]
    return ", ".join(sorted({written(dtype) for dtype in dtypes})) or translated("no tensors")


def _mode(row: Row) -> str:
    return mode_text(row.mode) if row.mode.value or row.mode.reason else translated("not set")


def _source(row: Row) -> str:
    """The files that affect an operator, or `default`."""
    files = dict.fromkeys(origin.file or origin.kind for origin in user_origins(row))
    return enumerated(files) or translated("default")


def _chart(title: str, values: Iterable[str]) -> str:
    counts = Counter(values).most_common()
    rest = sum(count for _, count in counts[_MOST_BARS:])
    bars = [*counts[:_MOST_BARS], *([(translated("others"), rest)] if rest else [])]
    longest = max(count for _, count in bars)
    rows = (
        f"<tr><th>{_text(name)}<td><meter min=0 max={longest} value={count}></meter> {count:,}"
        for name, count in bars
    )
    return f"<table><caption>{title}</caption>{''.join(rows)}</table>"


def _table(plan: Plan) -> str:
    if not plan.rows:
        none = translated("No operators: CANN refuses the job, or the job names none (use --all).")
        return f"<p>{none}</p>\n"
    touched = translated("only operators that differ from the default")
    judged = [row for row in plan.rows if row.is_judged]
    others = [row for row in plan.rows if not row.is_judged]
    parts = [
        f"<form class=filter hidden><label>{translated('Filter')} "
        "<input type=search name=words></label> ",
        f"<label><input type=checkbox name=touched> {touched}</label> ",
        "<output></output></form>\n",
        *_rows_of(plan, judged, "plan"),
    ]
    if others:
        title = said("{number:,} data, constants and others that keep theirs", number=len(others))
        parts += [f"<details class=others><summary>{_text(title)}</summary>\n"]
        parts += [*_rows_of(plan, others, "plan unjudged"), "</details>\n"]
    return "".join(parts)


def _rows_of(plan: Plan, rows: list[Row], style: str) -> Iterator[str]:
    """A table of operators; nodes that have all in common, the reasons too, are one row."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        values = (dtypes_text(row.dtypes), mode_text(row.mode), list_text(row))
        key = (row.op_type, *values, decided_by(plan, row), "".join(_section(plan, row)))
        groups.setdefault(key, []).append(row)
    headings = "".join(f"<th scope=col>{translated(heading)}" for heading in HEADINGS)
    yield f'<table class="{style}"><thead><tr>{headings}</thead>\n'
    for (op_type, *cells, why), same in groups.items():
        yield _row(op_type, cells, why, same)
    yield "</table>\n"


def _row(op_type: str, cells: Sequence[str], why: str, rows: list[Row]) -> str:
    nodes = [row.node for row in rows if row.node is not None]
    count = f" ×{len(rows)}" if len(rows) > 1 else ""
    shown = nodes if len(nodes) < 2 else [f"{nodes[0]} … {nodes[-1]}"]
    under = "".join(f"<br><span class=quiet>{_text(name)}</span>" for name in shown)
    touched = " class=touched" if is_touched(rows[0]) else ""
    labels = [translated(heading) for heading in HEADINGS[1:]]
    return (
        f"<tbody{touched}><tr><th scope=row>{_text(op_type)}{count}{under}"
        + "".join(
            f'<td data-label="{_text(label)}">{_text(cell)}'
            for label, cell in zip(labels, cells, strict=True)
        )
        + f"<tr class=why><td colspan={len(HEADINGS)}>"
        + f"<details><summary>{translated('why')}</summary>"
        + (f"<p class=nodes>{_text(', '.join(nodes))}</p>" if len(nodes) > 1 else "")
        + why
        + "</details></tbody>\n"
    )


def _section(plan: Plan, row: Row) -> Iterator[str]:
    for title, value, chain in sections(plan, row):
        yield f"<p><b>{title}</b> {_text(value)}</p><table>"
        for cells in chain:
            yield "<tr>" + "".join(f"<td>{_text(cell)}" for cell, _ in cells)
        yield "</table>"
