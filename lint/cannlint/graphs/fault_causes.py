"""Why CANN's parser stops at a model: its faults, those with one cause together."""

from __future__ import annotations

from cannlint.diagnostics import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.graphs.model import ParserFault

_NOT_REGISTERED = "E16002"

_SHOWN = 5
"""Operators that a message names."""


def causes_of(faults: Sequence[ParserFault]) -> Iterator[tuple[str | None, Message]]:
    """The code and the reason of each fault; operators registered for the same opsets are one.

    A model of an opset that CANN does not know mostly has many of them.
    """
    alike: dict[object, list[ParserFault]] = {}
    for fault in faults:
        others = {**fault.message.values, "op": None}
        cause = str(others) if fault.code == _NOT_REGISTERED else fault
        alike.setdefault(cause, []).append(fault)
    for same in alike.values():
        why = same[0].message
        if len(same) > 1:
            ops = tuple(fault.op_type for fault in same[:_SHOWN])
            why = Message(_several(len(same)), {**why.values, "ops": ops, "number": len(same)})
        yield same[0].code, why


def _several(number: int) -> str:
    if number <= _SHOWN:
        return "{ops} are registered for the opsets {versions}, and the model has {opset}"
    return (
        "{number} operator types are registered for the opsets {versions}, and the model has "
        "{opset}: {ops} and others"
    )
