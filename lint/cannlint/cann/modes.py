"""Implementation modes of an op_precision_mode file (manual/implementation-modes.md#modes)."""

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

SELECT_PLAIN = ("high_performance", "high_precision")
"""Values of op_select_implmode that take the operators of optypelist_for_implmode, or those of
the built-in file of the same name."""

MODE_LIST = "all_ops_impl_mode.ini"
"""The modes of each operator, several after one `=`: CANN's build scripts read it, not CANN."""

UNSTAMPED_MODES = ("norm_class", "keep_fp16")
"""Modes that no bit stands for: only the final operator's own name or type finds them.

See manual/implementation-modes.md#before-and-after-fusion.
"""

HF32_FILES = {
    value: f"allow_hf32_matmul_{matmul}_conv_{conv}"
    for matmul, conv, values in (
        ("f", "f", ("0", "00", "false")),
        ("t", "f", ("01",)),
        ("f", "t", ("10",)),
        ("t", "t", ("1", "11", "true")),
    )
    for value in values
}
"""Value of allow_hf32, as the engine takes it → the built-in file it loads.

See manual/implementation-modes.md#hf32.
"""
