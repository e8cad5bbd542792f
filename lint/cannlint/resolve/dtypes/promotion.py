"""Inputs that an operator promotes to a common dtype (manual/dtype-selection.md#exceptions)."""

from __future__ import annotations

from cannlint.cann.promotion import promoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.resolve.dtypes.matchers import Columns
    from cannlint.resolve.dtypes.strategies import Slot

DYNAMIC = "dynamic"
"""A promoteType.value that leaves the groups to the operator's own code."""


class Group:
    """Inputs that are promoted together, and to what: None where their dtypes do not go."""

    __slots__ = ("slots", "target")

    def __init__(self, slots: Sequence[Slot], target: str | None) -> None:
        self.slots = slots
        self.target = target

    @property
    def differs(self) -> bool:
        """Whether the inputs have to be promoted at all."""
        return any(slot.dtype != self.target for slot in self.slots)


def groups_of(promote: str, inputs: Sequence[Slot]) -> list[Group]:
    """The groups of a promoteType.value, up to the first with an input that is absent."""
    by_name = {slot.name: slot for slot in inputs}
    groups = []
    for text in promote.split(";"):
        names = [name.strip() for name in text.split(",")]
        if len(names) < 2:
            continue
        if not all(name in by_name for name in names):
            break
        slots = [by_name[name] for name in names]
        groups.append(Group(slots, _target(slots)))
    return groups


def _target(slots: Sequence[Slot]) -> str | None:
    target: str | None = slots[0].dtype
    for slot in slots[1:]:
        target = promoted(slot.dtype, target) if target is not None else None
    return target


def rescues(groups: Sequence[Group], slot: Slot) -> bool:
    """Whether check-support accepts an input with the dtype of its group."""
    target = next((group.target for group in groups if slot in group.slots), None)
    return target is not None and any(promoted(target, dtype) == dtype for dtype in slot.dtypes)


def promote(groups: Sequence[Group], columns: Columns) -> Columns:
    """The columns for the common dtypes: for each input those with it, then those above it."""
    for group in groups:
        if group.differs and group.target is not None:
            for slot in group.slots:
                columns = _fitting(slot.dtypes, group.target, columns) or columns
    return columns


def _fitting(dtypes: tuple[str, ...], target: str, columns: Columns) -> Columns:
    same = [column for column in columns if dtypes[column] == target]
    above = [
        column
        for column in columns
        if dtypes[column] != target and promoted(target, dtypes[column]) == dtypes[column]
    ]
    return (*same, *above)
