"""The differences of two plans, as a table and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cannlint.cann.option_names import SOC
from cannlint.language import Phrase, counted, enumerated, said, translated
from cannlint.report.json_text import dump
from cannlint.report.library_list import name_of
from cannlint.report.origins import made_from, origin_text
from cannlint.report.plan_json import job_value, library_value, row_value
from cannlint.report.plan_refusals import refused
from cannlint.report.plan_words import (
    circumstances,
    dtypes_text,
    job_name,
    list_text,
    mode_option,
    mode_text,
    user_origins,
)
from cannlint.report.styles import print_lines
from cannlint.report.tables import print_table
from cannlint.resolve.plan import Plan
from cannlint.resolve.plan_difference import Change, PlanDifference
from cannlint.resolve.rows import Row
from cannlint.results import plan as results
from cannlint.text.printable import printable

HEADINGS = (
    Phrase("operator"),
    Phrase("property"),
    Phrase("before"),
    Phrase("after"),
    Phrase("decided by"),
)
_WORDS = {
    "dtypes": Phrase("dtypes"),
    "impl_mode": Phrase("implementation"),
    "colour": Phrase("list"),
    "keep_dtype": "keep_dtype",
    "present": Phrase("operator"),
}


def print_difference(difference: PlanDifference) -> None:
    """Print the changes, one value per line, and their number."""
    old, new = difference.old, difference.new
    for sign, plan, other in (("-", old, new), ("+", new, old)):
        print_lines([[(f"{sign} ", "name"), (where(plan, other), "")]])
        print_lines([[("  ", ""), (refused(one), "error")] for one in plan.refusals])
    if difference.changes:
        headings = [translated(heading) for heading in HEADINGS]
        rows = [[_operator(same), *cells] for cells, same in grouped(difference)]
        print_table(headings, rows)
    print_lines([[(summary(difference), "quiet")]])


def where(plan: Plan, other: Plan) -> str:
    """The job of a plan, the conditions under which it is made, and what the other has not."""
    return " · ".join([job_name(plan), *circumstances(plan), *_own_values(plan, other)])


def _own_values(plan: Plan, other: Plan) -> Iterator[str]:
    """The options that have another value in the job of the other plan, or none."""
    theirs = _values(other)
    for key, value in _values(plan).items():
        if theirs.get(key) != value:
            yield printable(key if value is None else f"{key}={value}")


def _values(plan: Plan) -> dict[str, str | None]:
    """The values of the options of a job; None where only the running script knows it."""
    job = plan.job
    chosen = (job.get(option) for option in dict.fromkeys(one.option for one in job.settings))
    return {one.key: one.value for one in chosen if one is not None and one.option != SOC}


def grouped(difference: PlanDifference) -> Iterator[tuple[list[str], list[Change]]]:
    """The changes that say the same of operators of one type: cells without that of the operator.

    In the order of the first of each.
    """
    groups: dict[tuple[str, ...], list[Change]] = {}
    for change in difference.changes:
        groups.setdefault((change.op_type, *_cells(change, difference)), []).append(change)
    return ((cells, same) for (_, *cells), same in groups.items())


def _operator(same: Sequence[Change]) -> str:
    """The type, the number of nodes, and the first and the last of them."""
    op_type, nodes = printable(same[0].op_type), nodes_of(same)
    if len(nodes) < 2:
        return " ".join([op_type, *nodes])
    return f"{op_type} ×{len(nodes)} {nodes[0]} … {nodes[-1]}"


def nodes_of(same: Iterable[Change]) -> list[str]:
    """The names of the nodes of some changes."""
    return [printable(change.node) for change in same if change.node is not None]


def _cells(change: Change, difference: PlanDifference) -> list[str]:
    before, after = (_shown(change.field, row) for row in (change.old, change.new))
    return [translated(_WORDS[change.field]), before, after, _why(change, difference)]


def _why(change: Change, difference: PlanDifference) -> str:
    """What decides before and after; once if that is the same."""
    old, new = difference.old, difference.new
    sides = [
        _decider(change.field, row, plan, other)
        for row, plan, other in ((change.old, old, new), (change.new, new, old))
        if row is not None
    ]
    return " → ".join(dict.fromkeys(sides))


def _shown(field: str, row: Row | None) -> str:
    if row is None or field == "present":
        return translated("in the plan") if row is not None else translated("not in the plan")
    if field == "dtypes":
        return dtypes_text(row.dtypes)
    if field == "impl_mode":
        return mode_text(row.mode)
    if field == "colour":
        return list_text(row)
    return translated("kept") if row.keep is not None else translated("not kept")


def _decider(field: str, row: Row, plan: Plan, other: Plan) -> str:
    """What decides a value of an operator in one plan: of what is default, what it depends on."""
    if decided := _decided(field, row, plan):
        return decided
    what = _what_differs(plan, other)
    return said("default of {what}", what=what) if what is not None else translated("default")


def _decided(field: str, row: Row, plan: Plan) -> str:
    if field == "present":
        return made_from(row)
    if field == "impl_mode":
        return str(row.mode.reason or "") or origin_text(row.mode.origin)
    if field == "colour":
        return origin_text(row.colour.origin) if row.colour is not None else ""
    if field == "keep_dtype":
        return origin_text(row.keep)
    places = [origin_text(at) for at in user_origins(row) if at is not row.mode.origin]
    mode = mode_option(plan, row)
    value = f"{mode}={plan.job.value(mode)}" if mode is not None else ""
    follows = any("producer" in step.effect.values for step in row.dtypes.steps)
    before = translated("the operators before it") if follows else ""
    return str(row.dtypes.reason or "") or enumerated(filter(None, (*places, value, before)))


def _what_differs(plan: Plan, other: Plan) -> str | None:
    """The SoC, release or front end of a plan, where the other is for another."""
    mine, theirs = plan.target, other.target
    if mine.soc != theirs.soc:
        return mine.soc
    if mine.library.cann != theirs.library.cann:
        return name_of(mine.library)
    front_end = plan.job.front_end
    return front_end.value if front_end is not other.job.front_end else None


def summary(difference: PlanDifference) -> str:
    """How many operators differ, in what, and how many cannot be compared."""
    if difference.is_refused:
        return translated("nothing is compared: CANN compiles nothing of a job that it refuses")
    counts = Counter(_WORDS[change.field] for change in difference.changes)
    operators = len({(change.op_type, change.node) for change in difference.changes})
    changed = (said("{number:,} {what}", number=count, what=word) for word, count in counts.items())
    compared = counted(difference.compared, "operator")
    if operators:
        differ = said(
            "{operators:,} of {compared} differ: {what}",
            operators=operators,
            compared=compared,
            what=enumerated(changed),
        )
    else:
        differ = said("no difference found in {compared}", compared=compared)
    if not difference.incomparable:
        return differ
    return said(
        "{differ}; not compared, because a plan leaves them undetermined: {number:,}",
        differ=differ,
        number=difference.incomparable,
    )


def text(difference: PlanDifference) -> str:
    """The changes as JSON text: `cannlint/plan-diff/1`."""
    document: results.PlanDiff = {
        "schema": "cannlint/plan-diff/1",
        "old": _side(difference.old),
        "new": _side(difference.new),
        "compared": difference.compared,
        "incomparable": difference.incomparable,
        "changes": [
            {
                "type": change.op_type,
                "node": change.node,
                "field": change.field,
                "old": _value(change.field, change.old),
                "new": _value(change.field, change.new),
            }
            for change in difference.changes
        ],
    }
    return dump(document) + "\n"


def _side(plan: Plan) -> results.PlannedJob:
    return {"library": library_value(plan), "job": job_value(plan)}


def _value(field: str, row: Row | None) -> results.Planned:
    if row is None or field == "present":
        return row is not None
    value = row_value(row)
    planned: dict[str, results.Planned] = {
        "dtypes": value["dtypes"],
        "impl_mode": value["impl_mode"],
        "colour": value["colour"],
        "keep_dtype": value["keep_dtype"],
    }
    return planned[field]
