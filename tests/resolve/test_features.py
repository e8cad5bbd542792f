"""What the conditions of recorded columns ask of a node: what is known of it, and what is not."""

from __future__ import annotations

import pytest

from cannlint.graphs.model import Node, Tensor
from cannlint.library.snapshot import embedded
from cannlint.resolve.dtypes.described import Described
from cannlint.resolve.dtypes.features import values_of
from cannlint.resolve.dtypes.node_view import NodeView

LIBRARY = embedded("8.1.RC1")
FOLDER = LIBRARY.folder_of("Ascend910B3")
OPEN = (-2,)
"""A shape without a rank."""


def described(op_type: str, *shapes: tuple[int, ...] | None, form: str | None = None) -> Described:
    inputs = []
    for shape in shapes:
        tensor = Tensor("float16")
        tensor.shape, tensor.format = shape, form
        inputs.append(tensor)
    operator = LIBRARY.operator_in(op_type, FOLDER or "")
    assert operator is not None
    view = NodeView(op_type, ["float16"] * len(inputs), ["float16"], [])
    view.node = Node("n", op_type, inputs, [Tensor("float16")])
    return Described(view, operator)


@pytest.mark.parametrize(
    ("feature", "shapes", "found"),
    [
        ("in0.one_elem", [(1, 1)], True),
        ("in0.one_elem", [()], True),
        ("in0.one_elem", [(1, 0)], False),
        ("in0.one_elem", [(1, -1)], None),
        ("in0.one_elem", [OPEN], None),
        ("in0.rank==in1.rank", [(2, 3), (4, 5)], True),
        ("in0.rank==in1.rank", [(2, 3), (4,)], False),
        ("in0.rank==in1.rank", [(2, 3), OPEN], None),
        ("in0.rank==in1.rank", [None, (4,)], None),
        ("same_batch", [(5, 2, 3), (5, 3, 4)], True),
        ("same_batch", [(5, 2, 3), (3, 4)], False),
        ("same_batch", [(5, 2, -1), (5, 3, 4)], None),
        ("rank>2", [(2, 3), (3, 4)], False),
        ("rank>2", [(5, 2, 3), (3, 4)], True),
        ("in0.dim0%16==0", [(32, 1), (1,)], True),
        ("in0.dim0%16==0", [(8, 1), (1,)], False),
        ("in0.dim0%16==0", [(-1, 1), (1,)], "unk"),
        ("in0.dim0%16==0", [(), (1,)], "absent"),
    ],
)
def test_a_feature_of_shapes(feature, shapes, found):
    values = values_of(feature, described("Mul", *shapes))
    assert values == (None if found is None else frozenset((str(found),)))
