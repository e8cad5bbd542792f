"""The differences of two plans, as a table and as JSON."""

from __future__ import annotations

from collections import Counter

from cannlint.language import Phrase, counted, enumerated, said, translated
from cannlint.report.json_report import dump
from cannlint.report.origins import origin_text
from cannlint.report.plan_json import job_value, library_value, row_value
from cannlint.report.plan_words import (
    NOTHING,
    circumstances,
    dtypes_text,
    job_name,
    list_text,
    mode_text,
    user_origins,
)
from cannlint.report.styles import print_lines
from cannlint.report.tables import print_table
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.plan import Plan
    from cannlint.resolve.plan_difference import Change, PlanDifference
    from cannlint.resolve.rows import Row

SCHEMA = "cannlint/plan-diff/1"
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
    for sign, plan in (("-", difference.old), ("+", difference.new)):
        where = " · ".join([job_name(plan), *circumstances(plan)])
        print_lines([[(f"{sign} ", "name"), (where, "")]])
        if not plan.accepted:
            codes = ", ".join(plan.codes) or translated("without a code")
            print_lines([[(translated("  CANN refuses this job: "), "error"), (codes, "")]])
    if difference.changes:
        headings = [translated(heading) for heading in HEADINGS]
        print_table(headings, [_cells(change) for change in difference.changes], 0)
    print_lines([[(_summary(difference), "quiet")]])


def _cells(change: Change) -> list[str]:
    node = f" {printable(change.node)}" if change.node is not None else ""
    origin = _decider(change.field, change.new) if change.new is not None else NOTHING
    before, after = (_shown(change.field, row) for row in (change.old, change.new))
    return [
        printable(change.op_type) + node,
        translated(_WORDS[change.field]),
        before,
        after,
        origin,
    ]


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


def _decider(field: str, row: Row) -> str:
    """What decides the value after the change."""
    if field == "impl_mode":
        return str(row.mode.reason or "") or origin_text(row.mode.origin) or NOTHING
    if field == "colour":
        return origin_text(row.colour.origin) if row.colour is not None else NOTHING
    if field == "keep_dtype":
        return origin_text(row.keep) or NOTHING
    places = [origin_text(origin) for origin in user_origins(row)]
    return str(row.dtypes.reason or "") or enumerated(places) or translated("default")


def _summary(difference: PlanDifference) -> str:
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
    """The changes as JSON text: schemas/plan-diff.schema.json."""
    value = {
        "schema": SCHEMA,
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
    return dump(value) + "\n"


def _side(plan: Plan) -> dict[str, object]:
    return {"library": library_value(plan), "job": job_value(plan)}


def _value(field: str, row: Row | None) -> object:
    if row is None or field == "present":
        return row is not None
    return dict(row_value(row))[field]
