"""The dtypes that the hifloat8 modes try for a tensor, in their order.

See manual/dtype-selection.md#what-a-tensor-wants.
"""

from __future__ import annotations

_HIF8, _BF16, _FP16, _FP32 = "hifloat8", "bf16", "float16", "float"

WHITE: dict[str, tuple[str, ...]] = {
    _HIF8: (_HIF8, _FP16, _FP32),
    _BF16: (_HIF8, _BF16, _FP32),
    _FP16: (_HIF8, _FP16, _FP32),
    _FP32: (_HIF8, _FP16, _FP32),
}
BLACK: dict[str, tuple[str, ...]] = {_BF16: (_BF16, _FP32), _FP16: (_FP16, _FP32), _FP32: (_FP32,)}
GRAY: dict[str, tuple[str, ...]] = {
    _HIF8: (_HIF8, _FP16, _FP32),
    _BF16: (_BF16, _FP32),
    _FP16: (_FP16, _FP32),
    _FP32: (_FP32,),
}
GRAY_BF16_AFTER_HIF8 = (_HIF8, _BF16, _FP32)
"""What a bfloat16 tensor tries after a producer of hifloat8."""
