"""What is known about the shapes of a node's tensors."""

from __future__ import annotations

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
