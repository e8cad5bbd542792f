"""Which precision mode two options set, or why CANN refuses them."""

from __future__ import annotations

import pytest

from cannlint.cann.precision import BF16_MODES, ENGINE_MODES, V1_MODES, V2_MODES
from cannlint.resolve.precision import precision_mode


def chosen(v1, v2, training=False, fp32_cube=True, bf16=True) -> str:
    choice = precision_mode(v1, v2, training, fp32_cube, bf16)
    return choice.code or " or ".join(f"{mode.strategy.value}" for mode in choice.modes)


@pytest.mark.parametrize(
    ("v1", "v2", "outcome"),
    [
        ("allow_mix_precision", None, "MIX_FP16"),
        ("allow_mix_precision_fp16", "", "MIX_FP16"),
        (None, "mixed_float16", "MIX_FP16"),
        ("force_fp16", None, "FORCE_FP16"),
        ("", "fp16", "FORCE_FP16"),
        ("must_keep_origin_dtype", None, "MUST_KEEP"),
        (None, "origin", "MUST_KEEP"),
        ("force_fp32", None, "FORCE_FP32"),
        ("cube_fp16in_fp32out", None, "FORCE_FP32"),
        (None, "cube_fp16in_fp32out", "FORCE_FP32"),
        ("fp16", None, "E10001"),
        (None, "force_fp16", "E10001"),
        ("force_lowerprecision", None, "E10001"),
        ("allow_fp32_to_lowprecision", None, "E10001"),
        ("Force_fp16", None, "E10001"),
        ("force_fp16", "fp16", "E10056"),
        ("nonsense", "nonsense", "E10056"),
    ],
)
def test_the_options(v1, v2, outcome):
    assert chosen(v1, v2) == outcome


@pytest.mark.parametrize("mode", sorted(BF16_MODES))
def test_bfloat16_modes_need_a_soc_with_bfloat16(mode):
    options = (mode, None) if mode in V1_MODES else (None, mode)
    assert chosen(*options, bf16=False) == "E20101"
    assert chosen(*options, bf16=None) == chosen(*options) != "E20101"


@pytest.mark.parametrize(
    ("training", "fp32_cube", "outcome"),
    [
        (False, True, "FORCE_FP16"),
        (False, None, "FORCE_FP16"),
        (True, True, "MUST_KEEP"),
        (True, False, "ALLOW_FP32_TO_FP16"),
        (True, None, "MUST_KEEP or ALLOW_FP32_TO_FP16"),
        (None, True, "FORCE_FP16 or MUST_KEEP"),
        (None, False, "FORCE_FP16 or ALLOW_FP32_TO_FP16"),
    ],
)
def test_the_default_is_as_certain_as_the_run_mode_and_the_soc(training, fp32_cube, outcome):
    assert chosen(None, None, training, fp32_cube) == outcome


def test_the_engine_takes_every_mode_in_either_option():
    assert set(ENGINE_MODES) > {*V1_MODES, *V2_MODES}
