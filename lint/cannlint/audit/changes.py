"""Differences of one job between targets: findings, acceptance, plans of operators."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from cannlint.audit.record import Change, FindingRecord, Value
from cannlint.library.model import Library
from cannlint.resolve.outcome import UNDETERMINED
from cannlint.resolve.plan import Plan
from cannlint.resolve.plan_difference import FIELDS, rows_of, values_of
from cannlint.resolve.rows import Row
from cannlint.rules.loading import rule_of

_WITHOUT_OPERATORS = ("FS", "JB007", "JB019", "OP204")
"""Rules that need only fusion passes, SoCs and their hardware, which every library has."""


def changes_between(
    plans: Sequence[Plan | str],
    findings: Sequence[FindingRecord],
    known: Sequence[tuple[Library, str | None]],
) -> list[Change]:
    """The differences of a job between targets, each with one value per target; None is unknown.

    `what` is `finding` (whether a rule reports it), `accepted`, or a field of the plan of an
    operator. `known` has the library and the SoC that the rules used, for each target.
    """
    return [*_of_findings(findings, known), *_of_plans(plans)]


def _of_findings(
    findings: Sequence[FindingRecord], known: Sequence[tuple[Library, str | None]]
) -> Iterator[Change]:
    """Rules that report a place for some targets only; the message may differ."""
    present: dict[tuple[str, str, str, int, int], set[int]] = {}
    for found in findings:
        place = (found["rule"], found["severity"], found["file"], found["line"], found["column"])
        present.setdefault(place, set()).update(found["targets"])
    changes: dict[tuple[object, ...], Change] = {}
    for (rule, *_), targets in present.items():
        if len(targets) != len(known):
            values: list[Value] = [
                target in targets or (False if can_tell(rule, *known[target]) else None)
                for target in range(len(known))
            ]
            changes[(rule, *values)] = {"what": "finding", "of": rule, "values": values}
    yield from changes.values()


def can_tell(code: str, library: Library, soc: str | None) -> bool:
    """Whether the absence of a finding means that there is no problem.

    Rules report nothing about operators if the library is not complete or lacks the SoC.
    """
    if not _needs_library(code):
        return True
    folder = library.folder_of(soc) if soc is not None else None
    if soc is not None and folder is None:
        return False
    is_complete = library.is_complete if folder is None else library.is_complete_in(folder)
    return is_complete or code.startswith(_WITHOUT_OPERATORS)


@cache
def _needs_library(code: str) -> bool:
    return rule_of(code).needs_library


def is_certain(change: Change) -> bool:
    """Whether two targets are known to differ; unknown values do not count."""
    return _differ([_known(change["what"], value) for value in change["values"]])


def _known(what: str, value: Any) -> object:
    """The value to compare; None if it is unknown."""
    if value is None:
        return None
    if what == "dtypes":
        is_determined = value["status"] != UNDETERMINED
        return (value["status"], value["inputs"], value["outputs"]) if is_determined else None
    if what == "impl_mode":
        return value if value["reason"] is None else None
    return value


def _of_plans(plans: Sequence[Plan | str]) -> Iterator[Change]:
    made = [None if isinstance(plan, str) else plan for plan in plans]
    accepted: list[Value] = [plan.accepted if plan is not None else None for plan in made]
    if _differ(accepted):
        yield {"what": "accepted", "of": None, "values": accepted}
    rows = [rows_of(plan) if plan is not None and plan.accepted else None for plan in made]
    for key in dict.fromkeys(key for found in rows if found is not None for key in found):
        of_each = [found.get(key) if found is not None else None for found in rows]
        present: list[Value] = [(key in found) if found is not None else None for found in rows]
        yield from _of_operator(key[0], of_each, present)


def _of_operator(op_type: str, rows: list[Row | None], present: list[Value]) -> Iterator[Change]:
    if _differ(present):
        yield {"what": "present", "of": op_type, "values": present}
    known = [values_of(row) if row is not None else None for row in rows]
    for number, field in enumerate(FIELDS[:-1]):
        compared = [values[number] if values is not None else None for values in known]
        if _differ(compared):
            shown = [_shown(field, row) if row is not None else None for row in rows]
            yield {"what": field, "of": op_type, "values": shown}


def _differ(values: Sequence[object]) -> bool:
    """Whether two known values are different."""
    known = [value for value in values if value is not None]
    return any(value != known[0] for value in known)


def _shown(field: str, row: Row) -> Value:
    if field == "dtypes":
        dtypes = row.dtypes
        return {
            "status": dtypes.status,
            "reason": str(dtypes.reason) if dtypes.reason is not None else None,
            "inputs": list(dtypes.inputs),
            "outputs": list(dtypes.outputs),
        }
    if field == "impl_mode":
        reason = row.mode.reason
        return {"value": row.mode.value, "reason": str(reason) if reason is not None else None}
    if field == "colour":
        return row.colour.value if row.colour is not None else None
    return row.keep is not None
