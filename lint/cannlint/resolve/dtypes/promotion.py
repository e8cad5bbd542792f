"""Inputs that an operator promotes to a common dtype (manual/dtype-selection.md#exceptions)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.resolve.dtypes.customized import Columns
    from cannlint.resolve.dtypes.strategies import Slot


_INTEGERS = ("bool", "uint8", "int8", "int16", "int32", "int64")
_COMPLEX = ("complex32", "complex64", "complex128")
_PROMOTABLE = (*_INTEGERS, "bf16", "float16", "float", "double", *_COMPLEX)

_UNSIGNED = {"uint16": "complex64", "uint32": "complex64", "uint64": "complex128"}
"""The unsigned integers that CANN promotes before a complex64, and only in this order: to what."""


def promoted(first: str, second: str) -> str | None:
    """The dtype that two are promoted to; None where there is none.

    It is as in PyTorch, but that the wider unsigned integers have hardly any partner.
    """
    if first == second:
        return first
    if first in _UNSIGNED:
        return {"complex64": _UNSIGNED[first], "complex128": "complex128"}.get(second)
    if first not in _PROMOTABLE or second not in _PROMOTABLE:
        return None
    pair = {first, second}
    return _of_complex(pair) or _of_floats(pair) or _of_integers(pair)


def _of_complex(pair: set[str]) -> str | None:
    if not pair & set(_COMPLEX):
        return None
    if "complex128" in pair or "double" in pair:
        return "complex128"
    return "complex64" if pair & {"complex64", "float", "bf16"} else "complex32"


def _of_floats(pair: set[str]) -> str | None:
    floats = pair & {"bf16", "float16", "float", "double"}
    if len(floats) == 1:
        return floats.pop()
    return ("double" if "double" in floats else "float") if floats else None


def _of_integers(pair: set[str]) -> str:
    if pair == {"int8", "uint8"}:
        return "int16"
    return max(pair, key=_INTEGERS.index)


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
