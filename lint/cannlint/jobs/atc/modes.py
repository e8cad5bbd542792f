"""What the modes and the frameworks of ATC take, and what not (options.md 2 X15, X16, 6.4)."""

from __future__ import annotations

NANO_SOCS = ("Ascend035", "Ascend035A", "Ascend035B")
"""The SoCs of --mode=30, and of no other."""

UNSUPPORTED_OM2 = frozenset(
    [
        "input_hint_shape",
        "om",
        "singleop",
        "check_report",
        "json",
        "virtual_type",
        "op_name_map",
        "quant_dumpable",
        "ac_parallel_enable",
        "tiling_schedule_optimize",
        "dump_mode",
        "display_model_info",
        "status_check",
        "save_original_model",
        "compress_weight_conf",
        "enable_compress_weight",
        "enable_attr_compression",
        "h2d_overlapped_with_compute",
        "cluster_config",
        "hccl_sub_comm_config",
        "input_shape_range",
        "static_model_ops_lower_limit",
    ]
)
"""The options that --mode=7 refuses, whatever their value (X16)."""

INPUT_FORMATS = {
    "0": ("NCHW", "ND"),
    "3": ("NCHW", "NHWC", "ND", "NCDHW", "NDHWC"),
    "5": ("NCHW", "ND", "NCDHW"),
}
"""What --input_format may be, for each --framework that looks at it."""
