"""Which tensor of an operator each tensor of a node is (manual/operator-libraries.md#columns)."""

from __future__ import annotations

import pytest

from cannlint.formats.ops_info.operator import Tensor
from cannlint.resolve.dtypes.columns import bind


def tensors(*param_types: str) -> list[Tensor]:
    return [
        Tensor(f"x{at}", param, ("float",), ("ND",), ()) for at, param in enumerate(param_types)
    ]


@pytest.mark.parametrize(
    ("param_types", "count", "bound"),
    [
        (("required", "required"), 2, [0, 1]),
        (("required", "optional", "optional"), 1, [0]),
        (("required", "required", "optional"), 2, [0, 1]),
        (("required", "dynamic", "required"), 5, [0, 1, 1, 1, 2]),
    ],
)
def test_a_node_may_leave_out_optional_tensors_and_repeat_a_dynamic_one(param_types, count, bound):
    assert bind(tensors(*param_types), count) == bound


@pytest.mark.parametrize(
    ("param_types", "count"),
    [
        (("required", "required", "optional"), 1),
        (("required", "optional", "required"), 1),
        (("required",), 2),
        (("dynamic", "dynamic"), 3),
    ],
)
def test_a_node_whose_tensors_do_not_fit(param_types, count):
    """One of the tensors left out is required; there is no dynamic one, or more than one."""
    assert bind(tensors(*param_types), count) is None
