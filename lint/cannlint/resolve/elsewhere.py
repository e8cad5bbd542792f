"""Operators that another release has otherwise, where nobody said which release is used."""

from __future__ import annotations

from cannlint.library.snapshot import others_than

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.ops_info.operator import Operator
    from cannlint.library.model import Library
    from cannlint.resolve.target import Target


def differs_in(target: Target, op_type: str) -> tuple[str, ...]:
    """The embedded releases in which the dtypes, the list or the modes of an operator differ.

    Empty where a release was chosen, and for operators of the user's own packages.
    """
    library = target.library
    if library.is_chosen or any(op_type in reading.operators for reading in target.custom):
        return ()
    entries = {library.cann: False}
    found = []
    for other in others_than(library):
        folder = other.folder_of(target.soc)
        if folder is None:
            continue
        base = other.carried_from(op_type, folder)
        if base not in entries:
            entries[base] = _has_other_entry(target, other, folder, op_type)
        if entries[base] or library.modes.get(op_type) != other.modes.get(op_type):
            found.append(other.cann)
    return tuple(found)


def _has_other_entry(target: Target, other: Library, folder: str, op_type: str) -> bool:
    here = target.library.operator_in(op_type, target.folder)
    there = other.operator_in(op_type, folder)
    if here is None or there is None:
        return here is not there and (there is not None or other.is_complete_in(folder))
    return here.default_list != there.default_list or _dtypes(here) != _dtypes(there)


def _dtypes(operator: Operator) -> list[tuple[tuple[str, ...], ...]]:
    """What the columns are made of."""
    return [
        tuple(tensor.dtypes for tensor in side if tensor.dtypes)
        for side in (operator.inputs, operator.outputs)
    ]
