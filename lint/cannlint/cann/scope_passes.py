"""The scope fusion passes of the TensorFlow parser, by name.

Source: their registration in CANN's open code of 2020; a closed release may have others.
"""

from __future__ import annotations

GENERAL = ("ScopeLayerNormGradPass", "ScopeLayerNormPass")
"""Those that always run, and that no option turns off."""

ON_REQUEST = (
    "ScopeBasicLSTMCellPass",
    "ScopeBatchMultiClassNMSPass",
    "ScopeBatchMultiClassNonMaxSuppressionPass",
    "ScopeClipBoxesPass",
    "ScopeDecodeBboxPass",
    "ScopeDecodeBboxV2Pass",
    "ScopeDynamicGRUPass",
    "ScopeDynamicLSTMPass",
    "ScopeDynamicRNNPass",
    "ScopeFastrcnnPredictionsPass",
    "ScopeInstanceNormGradPass",
    "ScopeInstanceNormPass",
    "ScopeKeepRatioResizeBilinearPass",
    "ScopeNormalizeBBoxPass",
    "ScopeROIAlignPass",
    "ScopeRpnProposalsPass",
    "ScopeToAbsoluteBBoxPass",
)
"""Those that run only where `enable_scope_fusion_passes` names them."""
