"""A plan as a single HTML page: the job, numbers and bars, and the operators."""

from __future__ import annotations

from collections import Counter

from cannlint.language import Phrase, enumerated, said, translated
from cannlint.report.html_page import numbers, page, shown
from cannlint.report.plan_html_rows import tables
from cannlint.report.plan_passes import pass_groups
from cannlint.report.plan_why import files_read
from cannlint.report.plan_words import (
    circumstances,
    job_name,
    mode_text,
    outcome_text,
    remarks,
    user_origins,
    written,
)
from cannlint.resolve.option_status import NO_EFFECT
from cannlint.resolve.outcome import DETERMINED, FAILS, REFUSED, UNDETERMINED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.resolve.plan import Plan
    from cannlint.resolve.rows import Row

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
    yield from _passes(plan)
    yield from tables(plan)


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
        (Phrase("Decided by"), (_source(row) for row in rows)),
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
        f"<tr><th>{shown(name)}<td><meter min=0 max={longest} value={count}></meter> {count:,}"
        for name, count in bars
    )
    return f"<table><caption>{title}</caption>{''.join(rows)}</table>"
