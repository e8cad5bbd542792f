"""What passes ask: about the SoC, the switches and the release, and about the shapes of a node."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cannlint.formats.ops_info.operator import Operator
from cannlint.graphs.model import Node

Shape = tuple[int, ...]


def is_known(shape: Shape | None) -> bool:
    """Whether every dimension of a shape is known."""
    return shape is not None and all(dim >= 0 for dim in shape)


def is_static(node: Node) -> bool:
    """Whether the shapes of all tensors of a node are known."""
    return all(
        is_known(tensor.shape) for tensor in (*node.inputs, *node.outputs) if tensor is not None
    )


def is_dynamic(node: Node) -> bool:
    """Whether a tensor of a node has an unknown dimension."""
    return any(
        tensor.shape is not None and min(tensor.shape, default=0) < 0
        for tensor in (*node.inputs, *node.outputs)
        if tensor is not None
    )


def shape_of(node: Node, number: int) -> Shape | None:
    """The shape of an input."""
    tensor = node.inputs[number] if number < len(node.inputs) else None
    return None if tensor is None else tensor.shape


def has_one_element(shape: Shape | None) -> bool:
    """Whether a tensor is a scalar, or like one."""
    return shape is not None and all(dim == 1 for dim in shape)


_LOWERED = {"float": ("float16",), "bf16": ("float",), "bfloat16": ("bf16", "float")}
"""dtype of a tensor → those that it may run as beside its own."""


@dataclass(eq=False, slots=True)
class Conditions:
    """What a model is compiled for.

    `operator` gives the entry of an operator type in the SoC's library, `runs` tells whether a
    fusion pass is on, `folder` is that of the SoC, `release` that of the library. `knows_all`
    says that the library has every operator of the SoC.
    """

    operator: Callable[[str], Operator | None]
    runs: Callable[[str], bool]
    folder: str
    release: str
    knows_all: bool = True

    def takes(self, op_type: str, dtypes: Sequence[str | None]) -> bool:
        """Whether the SoC has an operator that may run with these inputs.

        One whose kernel says so while compiling is taken to.
        """
        operator = self.operator(op_type)
        if operator is None:
            return False
        if operator.is_open:
            return True
        return all(
            dtype is None or not tensor.dtypes or _fits(dtype, tensor.dtypes)
            for dtype, tensor in zip(dtypes, operator.inputs, strict=False)
        )


def _fits(dtype: str, listed: Sequence[str]) -> bool:
    return any(name in listed for name in (dtype, *_LOWERED.get(dtype, ())))
