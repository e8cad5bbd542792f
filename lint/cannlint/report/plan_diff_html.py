"""The differences of two plans as a single HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cannlint.language import Phrase, said, translated
from cannlint.report.html_page import cell, filter_form, headings, numbers, page, shown
from cannlint.report.plan_diff import HEADINGS, grouped, nodes_of, summary, where
from cannlint.report.plan_html import stripes_of
from cannlint.report.plan_refusals import refused
from cannlint.report.ribbon import ribbons
from cannlint.resolve.plan_difference import Change, PlanDifference
from cannlint.suggest.casts import casts_in


def text(difference: PlanDifference) -> str:
    """The whole page."""
    title = translated("Two plans compared")
    return "".join(page(title, _body(difference, title)))


def _body(difference: PlanDifference, title: str) -> Iterator[str]:
    yield f"<header><h1>{shown(title)}</h1>\n"
    old, new = difference.old, difference.new
    for label, plan, other in ((Phrase("before"), old, new), (Phrase("after"), new, old)):
        line = said("{value}: {reason}", value=label, reason=where(plan, other))
        yield f"<p>{shown(line)}</p>\n"
        yield from (f"<p class=error>{shown(refused(one))}</p>\n" for one in plan.refusals)
    yield "</header>\n"
    differ = len({(change.op_type, change.node) for change in difference.changes})
    cells = (
        (differ, Phrase("operators that differ")),
        (difference.compared, Phrase("operators in either plan")),
        (difference.incomparable, Phrase("not compared: a plan leaves them undetermined")),
    )
    yield numbers((f"{number:,}", translated(what)) for number, what in cells)
    yield f"<p class=quiet>{shown(summary(difference))}</p>\n"
    groups = [*grouped(difference)]
    yield from _ribbons(difference, groups)
    if groups:
        yield filter_form()
        titles = [translated(heading) for heading in HEADINGS]
        yield f'<table class="plan sortable">{headings(titles)}'
        yield from (_row(titles, *group, f"c{at}") for at, group in enumerate(groups))
        yield "</table>\n"


def _ribbons(
    difference: PlanDifference, groups: Sequence[tuple[list[str], list[Change]]]
) -> Iterator[str]:
    """Both plans, line under line; what differs leads to its row."""
    targets = {
        change.node: f"c{at}"
        for at, (_, same) in enumerate(groups)
        for change in same
        if change.node is not None
    }
    sides, counts = [], []
    for label, plan in ((Phrase("before"), difference.old), (Phrase("after"), difference.new)):
        casts = casts_in(plan)
        sides.append((translated(label), stripes_of(plan, casts, targets)))
        counts.append(len(casts))
    return ribbons(sides, counts)


def _row(titles: Sequence[str], cells: list[str], same: list[Change], identity: str) -> str:
    nodes = nodes_of(same)
    count = f" <span class=count>×{len(nodes):,}</span>" if len(nodes) > 1 else ""
    first = nodes if len(nodes) < 2 else [f"{nodes[0]} … {nodes[-1]}"]
    under = "".join(f"<br><span class=quiet>{shown(name)}</span>" for name in first)
    columns = "".join(map(cell, titles[1:], cells))
    row = f"<tr><th scope=row>{shown(same[0].op_type)}{count}{under}{columns}"
    if len(nodes) < 2:
        return f"<tbody id={identity}>{row}</tbody>\n"
    names = f"<p class=nodes>{shown(', '.join(nodes))}</p>"
    return (
        f"<tbody id={identity}>{row}<tr class=why><td colspan={len(titles)}>"
        f"<details><summary>{translated('nodes')}</summary>{names}</details></tbody>\n"
    )
