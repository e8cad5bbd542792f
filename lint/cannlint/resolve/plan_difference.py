"""What two plans have differently, operator by operator."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.resolve.plan import Plan, Row

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

    `compared` counts the operators that either has.
    """

    __slots__ = ("changes", "compared", "new", "old")

    def __init__(self, old: Plan, new: Plan) -> None:
        self.old = old
        self.new = new
        before, after = rows_of(old), rows_of(new)
        keys = dict.fromkeys([*before, *after])
        self.compared = len(keys)
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
    values = zip(FIELDS, values_of(old), values_of(new), strict=False)
    yield from (field for field, before, after in values if before != after)


def values_of(row: Row) -> tuple[object, ...]:
    """What counts of a row, in the order of FIELDS."""
    dtypes, mode = row.dtypes, row.mode
    known = (dtypes.status, dtypes.reason_id, dtypes.inputs, dtypes.outputs, dtypes.candidates)
    list_name = row.colour.value if row.colour is not None else None
    return known, (mode.value, mode.reason is not None), list_name, row.keep is not None
