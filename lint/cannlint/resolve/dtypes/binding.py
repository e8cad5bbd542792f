"""Which tensor of an operator each tensor of a node is (resolution.md 1.4)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.reading.operator import Tensor

_DYNAMIC, _OPTIONAL = "dynamic", "optional"


def bind(tensors: Sequence[Tensor], count: int) -> list[int] | None:
    """For each of a node's `count` tensors, by position, the number of the operator's tensor.

    A dynamic one takes what the others leave. None where the counts do not fit, and where more
    than one dynamic tensor makes it a matter of names.
    """
    dynamic = [at for at, tensor in enumerate(tensors) if tensor.param_type == _DYNAMIC]
    if count == len(tensors):
        return list(range(count))
    if count < len(tensors):
        missing = tensors[count:]
        return list(range(count)) if all(t.param_type == _OPTIONAL for t in missing) else None
    if len(dynamic) != 1:
        return None
    before, extra = dynamic[0], count - len(tensors)
    return [*range(before), *[before] * (extra + 1), *range(before + 1, len(tensors))]
