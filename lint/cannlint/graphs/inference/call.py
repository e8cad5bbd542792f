"""One operator with what is known about its inputs, as the functions of shapes need it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cannlint.graphs.model import Node

Shape = tuple[int, ...]

UNKNOWN_RANK = (-2,)


class Call:
    """An operator, the shapes of its inputs, and the numbers of those that are constants."""

    __slots__ = ("node", "shapes", "values")

    def __init__(self, node: Node, values: list[tuple[float, ...] | None]) -> None:
        self.node = node
        self.values = values
        self.shapes = [None if tensor is None else tensor.shape for tensor in node.inputs]

    def shape(self, number: int) -> Shape | None:
        """The shape of an input; None where it is absent or not known."""
        return self.shapes[number] if number < len(self.shapes) else None

    def integers(self, number: int) -> list[int] | None:
        """The numbers of an input that is a known constant."""
        value = self.values[number] if number < len(self.values) else None
        return None if value is None else [int(one) for one in value]

    def attribute(self, name: str, default: Any = None) -> Any:
        """An attribute of the operator."""
        value = self.node.attrs.get(name)
        return default if value is None else value

    def listed(self, name: str) -> list[int] | None:
        """An attribute that is a list of integers."""
        value = self.node.attrs.get(name)
        if isinstance(value, int):
            return [value]
        return [int(one) for one in value] if isinstance(value, list) else None


def names(text: str) -> frozenset[str]:
    """The operators that a text names, between blanks."""
    return frozenset(text.split())


def broadcast(shapes: Sequence[Shape | None]) -> Shape | None:
    """The shape of tensors that are stretched to each other."""
    result: list[int] = []
    for shape in shapes:
        if shape is None:
            return None
        if shape == UNKNOWN_RANK:
            return UNKNOWN_RANK
        if len(shape) > len(result):
            result = [1] * (len(shape) - len(result)) + result
        offset = len(result) - len(shape)
        for number, dim in enumerate(shape):
            other = result[offset + number]
            if other == 1 or (other == -1 and dim > 1):
                result[offset + number] = dim
    return tuple(result)


def axis_in(axis: int, rank: int) -> int:
    """An axis counted from the front. Raises IndexError."""
    found = axis + rank if axis < 0 else axis
    if not 0 <= found < rank:
        raise IndexError(axis)
    return found


def product(dims: Sequence[int]) -> int:
    """The number of elements; -1 where a dimension is unknown."""
    count = 1
    for dim in dims:
        if dim < 0:
            return -1
        count *= dim
    return count
