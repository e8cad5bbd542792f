"""Precision modes, what they treat in their own way, and the dtypes that hifloat8 modes try."""

from __future__ import annotations

from enum import Enum


class Strategy(Enum):
    """How a precision mode chooses dtypes, by the compiler's name for it.

    See manual/dtype-selection.md#precision-modes.
    """

    FORCE_FP16 = "FORCE_FP16"
    FORCE_FP32 = "FORCE_FP32"
    ALLOW_FP32_TO_FP16 = "ALLOW_FP32_TO_FP16"
    ALLOW_FP32_TO_BF16 = "ALLOW_FP32_TO_BF16"
    MIX_FP16 = "MIX_FP16"
    MIX_BF16 = "MIX_BF16"
    MUST_KEEP = "MUST_KEEP"
    CUBE_HIF8 = "CUBE_HIF8"
    MIXED_HIF8 = "MIXED_HIF8"
    FORCE_LOWERPRECISION = "FORCE_LOWERPRECISION"
    ALLOW_FP32_TO_LOWPRECISION = "ALLOW_FP32_TO_LOWPRECISION"


V1_MODES = {
    "force_fp16": Strategy.FORCE_FP16,
    "force_fp32": Strategy.FORCE_FP32,
    "cube_fp16in_fp32out": Strategy.FORCE_FP32,
    "allow_mix_precision": Strategy.MIX_FP16,
    "allow_fp32_to_fp16": Strategy.ALLOW_FP32_TO_FP16,
    "must_keep_origin_dtype": Strategy.MUST_KEEP,
    "allow_mix_precision_fp16": Strategy.MIX_FP16,
    "allow_mix_precision_bf16": Strategy.MIX_BF16,
    "allow_fp32_to_bf16": Strategy.ALLOW_FP32_TO_BF16,
}
"""Value of precision_mode → what it is."""

V2_MODES = {
    "fp16": Strategy.FORCE_FP16,
    "origin": Strategy.MUST_KEEP,
    "cube_fp16in_fp32out": Strategy.FORCE_FP32,
    "mixed_float16": Strategy.MIX_FP16,
    "mixed_bfloat16": Strategy.MIX_BF16,
    "cube_hif8": Strategy.CUBE_HIF8,
    "mixed_hif8": Strategy.MIXED_HIF8,
}
"""Value of precision_mode_v2 → what it is."""

ENGINE_MODES = {
    **V2_MODES,
    **V1_MODES,
    "force_lowerprecision": Strategy.FORCE_LOWERPRECISION,
    "allow_fp32_to_lowprecision": Strategy.ALLOW_FP32_TO_LOWPRECISION,
}
"""Every value that the Fusion Engine takes, in either option; the layers above it take fewer."""

BF16_MODES = frozenset({"allow_fp32_to_bf16", "allow_mix_precision_bf16", "mixed_bfloat16"})
"""The modes refused where the hardware cannot convert float32 to bfloat16."""

FLOATS = ("float", "float16", "bf16")
"""The dtypes that a precision mode may convert; no other ever is.

See manual/dtype-selection.md#exceptions.
"""

CUBE_OPERATORS = frozenset(
    {
        "MatMul",
        "MatMulV2",
        "BatchMatMul",
        "BatchMatMulV2",
        "GEMM",
        "FullyConnection",
        "Conv2D",
        "Conv2DCompress",
        "Conv2DTranspose",
        "Conv2DTransposeD",
        "Conv2DBackpropFilter",
        "Conv2DBackpropFilterD",
        "Conv2DBackpropInput",
        "Conv2DBackpropInputD",
        "Conv3D",
        "Conv3DTranspose",
        "Conv3DTransposeD",
        "Conv3DBackpropFilter",
        "Conv3DBackpropFilterD",
        "Conv3DBackpropInput",
        "Conv3DBackpropInputD",
        "DepthwiseConv2D",
        "DepthwiseConv2DBackpropFilter",
        "DepthwiseConv2DBackpropFilterD",
        "DepthwiseConv2DBackpropInput",
        "DepthwiseConv2DBackpropInputD",
        "Deconvolution",
    }
)
"""The operators of `fp16.op_type`, which some modes lower to float16 by preference.

See manual/dtype-selection.md#precision-modes.
"""

_HIF8, _BF16, _FP16, _FP32 = "hifloat8", "bf16", "float16", "float"

# The dtypes that the hifloat8 modes try for a tensor, in their order
HIF8_WHITE: dict[str, tuple[str, ...]] = {
    _HIF8: (_HIF8, _FP16, _FP32),
    _BF16: (_HIF8, _BF16, _FP32),
    _FP16: (_HIF8, _FP16, _FP32),
    _FP32: (_HIF8, _FP16, _FP32),
}
HIF8_BLACK: dict[str, tuple[str, ...]] = {
    _BF16: (_BF16, _FP32),
    _FP16: (_FP16, _FP32),
    _FP32: (_FP32,),
}
HIF8_GRAY: dict[str, tuple[str, ...]] = {
    _HIF8: (_HIF8, _FP16, _FP32),
    _BF16: (_BF16, _FP32),
    _FP16: (_FP16, _FP32),
    _FP32: (_FP32,),
}
HIF8_GRAY_BF16_AFTER = (_HIF8, _BF16, _FP32)
"""What a bfloat16 tensor tries after a producer of hifloat8."""
