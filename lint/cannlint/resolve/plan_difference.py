"""What two plans have differently, operator by operator."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.resolve.outcome import UNDETERMINED, Dtypes
from cannlint.resolve.plan import Plan
from cannlint.resolve.rows import Row

FIELDS = ("dtypes", "impl_mode", "colour", "keep_dtype", "present")


class Change:
    """A value of an operator that differs: `old` and `new` are its rows, None where it has none.

    `field` is one of FIELDS; `present` is an operator that only one of the plans has.
    """

    __slots__ = ("field", "new", "node", "old", "op_type")

    def __init__(self, key: tuple[str, str | None], field: str, old: Row | None, new: Row | None):
        self.op_type, self.node = key
        self.field = field
        self.old = old
        self.new = new


class PlanDifference:
    """Two plans, `old` and `new`, and the changes from the one to the other.

    `compared` counts the operators that either has, `incomparable` those of which a value cannot
    be compared, as one of the plans does not know it: all where CANN refuses a job (`is_refused`).
    """

    __slots__ = ("changes", "compared", "incomparable", "is_refused", "new", "old")

    def __init__(self, old: Plan, new: Plan) -> None:
        self.old = old
        self.new = new
        before, after = rows_of(old), rows_of(new)
        keys = dict.fromkeys([*before, *after])
        self.compared = len(keys)
        self.is_refused = any(not plan.accepted and not plan.rows for plan in (old, new))
        if self.is_refused:
            self.incomparable, self.changes = len(keys), list[Change]()
            return
        self.incomparable = sum(1 for key in keys if any(_unknown(before.get(key), after.get(key))))
        self.changes = [
            Change(key, field, before.get(key), after.get(key))
            for key in keys
            for field in _changed(before.get(key), after.get(key))
        ]


def rows_of(plan: Plan) -> dict[tuple[str, str | None], Row]:
    """The rows of a plan by operator type and node."""
    return {(row.op_type, row.node): row for row in plan.rows}


def _changed(old: Row | None, new: Row | None) -> Iterator[str]:
    if old is None or new is None:
        yield "present"
        return
    dtypes, mode = _unknown(old, new)
    unknown = {"dtypes": dtypes, "impl_mode": mode}
    values = zip(FIELDS, values_of(old), values_of(new), strict=False)
    for field, before, after in values:
        if before != after and not unknown.get(field):
            yield field


def _unknown(old: Row | None, new: Row | None) -> tuple[bool, bool]:
    """Whether the dtypes, and the mode, of an operator in both plans cannot be compared.

    Dtypes that are not determined can, where the other plan's are not among the candidates.
    """
    if old is None or new is None:
        return False, False
    dtypes = _may_be_equal(old.dtypes, new.dtypes) or _may_be_equal(new.dtypes, old.dtypes)
    return dtypes, old.mode.reason is not None or new.mode.reason is not None


def _may_be_equal(open_one: Dtypes, other: Dtypes) -> bool:
    """Whether dtypes that are not determined may be those of another plan."""
    if open_one.status != UNDETERMINED:
        return False
    if not open_one.candidates or other.status == UNDETERMINED:
        return True
    return (other.inputs, other.outputs) in open_one.candidates


def values_of(row: Row) -> tuple[object, ...]:
    """What counts of a row, in the order of FIELDS."""
    dtypes, mode = row.dtypes, row.mode
    known = (dtypes.status, dtypes.reason_id, dtypes.inputs, dtypes.outputs, dtypes.candidates)
    list_name = row.colour.value if row.colour is not None else None
    return known, (mode.value, mode.reason is not None), list_name, row.keep is not None
