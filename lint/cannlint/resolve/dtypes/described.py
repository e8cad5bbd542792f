"""A node beside its operator, as the conditions of recorded columns ask about it."""

from __future__ import annotations

from cannlint.resolve.dtypes.customized import FLOAT, FLOAT16

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.formats.ops_info.operator import Operator
    from cannlint.graphs.model import Tensor
    from cannlint.resolve.dtypes.node_view import NodeView

    Shape = tuple[int, ...]

UNKNOWN_RANK = -2
CHANNELS = {"NCHW": 1, "NHWC": 3, "HWCN": 2, "NCDHW": 1, "NDHWC": 4, "DHWCN": 3}
"""Format → the dimension of its channels."""

_SOFTMAX, _HALF_TO_FLOAT = "SoftmaxV2", "half_to_float"
"""An operator, and its attribute that makes a float32 output of a float16 input."""

_DEFAULTS: dict[str, Any] = {_HALF_TO_FLOAT: False, "mode": "constant", "out_max_val": False}
"""Attribute that a condition asks for → its default."""


class Described:
    """A node beside its operator, as features ask about it.

    Inputs stand by position: operators whose columns depend on any have no dynamic input. Without
    a graph nothing but dtypes is known, and attributes have the defaults of the Ascend IR. An
    attribute that follows from the dtypes is known in any graph. `is_static` says whether all
    dimensions are known, None where the graph does not.
    """

    __slots__ = ("_given", "attrs", "dtypes", "inputs", "is_static", "names", "op_type", "outputs")

    def __init__(self, view: NodeView, operator: Operator) -> None:
        node = view.node
        self.op_type = operator.op_type
        self.names = [tensor.name for tensor in operator.inputs]
        self.dtypes = view.inputs
        self.inputs: list[Tensor | None] = [] if node is None else node.inputs
        self.outputs: list[Tensor] = [] if node is None else node.outputs
        self._given = None if node is None else node.attrs
        self.attrs = _DEFAULTS if self._given is None else self._given
        if self.op_type == _SOFTMAX and _HALF_TO_FLOAT not in self.attrs:
            raised = (*view.inputs, *view.outputs) == (FLOAT16, FLOAT)
            self.attrs = {**self.attrs, _HALF_TO_FLOAT: raised}
        self.is_static = _static(self)

    @property
    def assumes_attributes(self) -> bool:
        """Whether an attribute is taken that the graph does not give."""
        return self.attrs is not self._given

    def at(self, position: int | str) -> Tensor | None:
        """An input, by position or by name; None where the node does not have it."""
        number = self.names.index(position) if isinstance(position, str) else position
        return self.inputs[number] if number < len(self.inputs) else None

    def shape(self, position: int | str) -> Shape | None:
        """The shape of an input; None where its rank is not known."""
        tensor = self.at(position)
        shape = tensor.shape if tensor is not None else None
        return None if shape is None or UNKNOWN_RANK in shape else shape


def _static(node: Described) -> bool | None:
    """Whether no dimension of any tensor is unknown.

    The operators that are asked have outputs whose shapes follow from those of the inputs: what
    is not known of an output does not count.
    """
    shapes = [tensor.shape for tensor in node.inputs if tensor is not None]
    known = [shape for shape in (*shapes, *(out.shape for out in node.outputs)) if shape]
    if any(size < 0 for shape in known for size in shape):
        return False
    return True if shapes and all(shape is not None for shape in shapes) else None


def channels_of(tensor: Tensor | None) -> int | None:
    """The number of channels; None where it is not known."""
    if tensor is None or tensor.shape is None or tensor.format not in CHANNELS:
        return None
    at = CHANNELS[tensor.format]
    return tensor.shape[at] if len(tensor.shape) == len(tensor.format) else None
