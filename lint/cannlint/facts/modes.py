"""Implementation modes of an op_precision_mode file (resolution.md 4.1)."""

from __future__ import annotations

IMPL_MODES = (
    "high_performance",
    "high_precision",
    "super_performance",
    "support_out_of_bound_index",
    "enable_float_32_execution",
    "enable_hi_float_32_execution",
    "norm_class",
    "keep_fp16",
)
"""The values CANN accepts after `=`, exactly and in this case."""

SELECT_IMPLMODES = ("high_performance_for_all", "high_precision_for_all")
"""Values of op_select_implmode that name a whole built-in file: no mode of one operator."""

SECTIONS = {"[ByOpType]": "type", "[ByNodeName]": "name"}
"""The two section headers, exactly so, and what the keys below them are."""
