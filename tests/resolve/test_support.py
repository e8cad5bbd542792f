"""Check-support: whether AI Core takes a node for its dtypes."""

from __future__ import annotations

import pytest

from cannlint.cann.precision import Strategy
from cannlint.resolve.dtypes.strategies import NodeFlags
from cannlint.resolve.dtypes.support import accepts
from resolving import SHORT, compile_in, node, operator, resolved, shown

LOWER = {"fp32 fp16", "fp32 bf16", "bf16 fp16"}
RAISE = {"fp16 fp32", "bf16 fp32"}
TO_FP16, TO_BF16 = {"fp32 fp16", "bf16 fp16"}, {"fp32 bf16"}

BOTH_WAYS = LOWER | RAISE
NOT_TO_BF16, NOT_TO_FP16 = RAISE | TO_FP16, RAISE | TO_BF16

TAKEN = {
    Strategy.FORCE_FP16: (BOTH_WAYS, BOTH_WAYS),
    Strategy.FORCE_FP32: (BOTH_WAYS, RAISE),
    Strategy.ALLOW_FP32_TO_FP16: (NOT_TO_BF16, NOT_TO_BF16),
    Strategy.ALLOW_FP32_TO_BF16: (NOT_TO_FP16, NOT_TO_FP16),
    Strategy.MIX_FP16: (NOT_TO_BF16, RAISE),
    Strategy.MIX_BF16: (NOT_TO_FP16, RAISE),
    Strategy.MUST_KEEP: (RAISE, RAISE),
    Strategy.CUBE_HIF8: (BOTH_WAYS, BOTH_WAYS),
    Strategy.MIXED_HIF8: (BOTH_WAYS, BOTH_WAYS),
    Strategy.FORCE_LOWERPRECISION: (BOTH_WAYS, BOTH_WAYS),
    Strategy.ALLOW_FP32_TO_LOWPRECISION: (BOTH_WAYS, BOTH_WAYS),
}
"""Mode → the pairs `own dtype, column's` that are taken beside equal ones: of an operator of the
white or gray list, and of one of the black list."""

DTYPES = ["fp32", "fp16", "bf16", "int32", "hif8", "double"]


def taken(strategy: Strategy, colour: str, keeps: bool = False) -> set[str]:
    flags = NodeFlags(strategy, f"{colour}-list")
    flags.keeps = keeps
    pairs = [(own, column) for own in DTYPES for column in DTYPES if own != column]
    assert all(accepts(dtype, dtype, flags) for dtype in DTYPES)
    return {
        f"{own} {column}"
        for own, column in pairs
        if accepts(SHORT.get(own, own), SHORT.get(column, column), flags)
    }


@pytest.mark.parametrize("strategy", Strategy)
def test_which_dtypes_may_run_as_which(strategy):
    usual, black = TAKEN[strategy]
    assert taken(strategy, "white") == taken(strategy, "gray") == usual
    assert taken(strategy, "black") == black


@pytest.mark.parametrize("strategy", Strategy)
def test_what_keeps_its_dtypes_is_only_raised(strategy):
    for colour in ("white", "black", "gray"):
        assert taken(strategy, colour, keeps=True) == RAISE


def outcome(mode, op, inputs, outputs, **attrs):
    judged = node("n", op.op_type, inputs, outputs, False, **attrs)
    return shown(resolved(compile_in(mode, op), judged)["n"])


def test_each_tensor_is_looked_at_alone():
    """Every tensor finds a column, but not the same: AI Core takes it, and column 0 it is."""
    op = operator("Op", ["fp32,int8", "int32,fp32"], ["int8,int8"])
    assert outcome("origin", op, ["fp32", "fp32"], ["int8"]) == "fp32,int32 -> int8"


@pytest.mark.parametrize("mode", ["force_fp16", "origin"])
def test_a_cast_is_taken_with_a_whole_column_only(mode):
    cast = operator("Cast", ["fp32,fp16,int32"], ["fp16,fp32,int8"])
    assert outcome(mode, cast, ["fp32"], ["fp16"]) == "fp32 -> fp16"
    assert outcome(mode, cast, ["fp32"], ["int8"]) == "refused: support"
    assert outcome(mode, cast, ["bf16"], ["fp16"]) == "refused: support"


def test_the_reason_names_the_tensor():
    op = operator("Op", ["fp16,bf16", "fp32,fp32"], ["fp32,fp32"])
    judged = node("n", "Op", ["fp32", "int32"], ["fp32"], taken=False)
    dtypes = resolved(compile_in("force_fp16", op), judged)["n"]
    assert str(dtypes.reason) == "x1 is int32, which no column supports: float32"
    assert (dtypes.inputs, dtypes.outputs) == (["float", "int32"], ["float"])


SWEEP = {
    "GOnlyfp32": "uint8,int8,double,fp32",
    "GOnlyBf16": "uint8,int8,double,bf16",
    "GOnlyFp16": "uint8,int8,double,fp16",
    "GSupportFp32Bf16": "uint8,int8,double,fp32,bf16",
    "GSupportfp32Fp16": "uint8,int8,double,fp32,fp16",
    "GSupportBf16Fp16": "uint8,int8,double,bf16,fp16",
    "G": "uint8,int8,double,fp32,bf16,fp16",
}
"""Operators whose columns begin with dtypes that no float becomes: column 0 shows."""

SAME_FP16 = "fp32 uint8 fp16 fp32 fp16 fp16 fp16"
RESULTS = {
    ("force_fp16", "fp32"): SAME_FP16,
    ("force_fp16", "bf16"): SAME_FP16,
    ("force_fp16", "fp16"): SAME_FP16,
    ("force_lowerprecision", "fp32"): "fp32 bf16 fp16 bf16 fp16 bf16 bf16",
    ("force_lowerprecision", "bf16"): "fp32 bf16 fp16 bf16 fp16 bf16 bf16",
    ("force_lowerprecision", "fp16"): SAME_FP16,
    ("allow_fp32_to_fp16", "fp32"): "fp32 uint8 fp16 fp32 fp32 fp16 fp32",
    ("allow_fp32_to_fp16", "bf16"): "fp32 bf16 fp16 bf16 fp32 bf16 bf16",
    ("allow_fp32_to_fp16", "fp16"): SAME_FP16,
    ("allow_fp32_to_bf16", "fp32"): "fp32 bf16 uint8 fp32 fp32 bf16 fp32",
    ("allow_fp32_to_bf16", "bf16"): "fp32 bf16 uint8 bf16 fp32 bf16 bf16",
    ("allow_fp32_to_bf16", "fp16"): SAME_FP16,
    ("allow_fp32_to_lowprecision", "fp32"): "fp32 bf16 fp16 fp32 fp32 bf16 fp32",
    ("allow_fp32_to_lowprecision", "bf16"): "fp32 bf16 fp16 bf16 fp32 bf16 bf16",
    ("allow_fp32_to_lowprecision", "fp16"): SAME_FP16,
    ("force_fp32", "fp32"): "fp32 uint8 fp16 fp32 fp32 fp16 fp32",
    ("must_keep_origin_dtype", "fp32"): "fp32 - - fp32 fp32 - fp32",
    ("must_keep_origin_dtype", "bf16"): "fp32 bf16 - bf16 fp32 bf16 bf16",
    ("must_keep_origin_dtype", "fp16"): SAME_FP16,
}
"""Mode, original dtype → what each becomes once AI Core has taken it; `-` is not told."""


@pytest.mark.parametrize(("mode", "original"), RESULTS)
def test_the_sweep_of_seven_operators(mode, original):
    for (op_type, columns), result in zip(
        SWEEP.items(), RESULTS[mode, original].split(), strict=True
    ):
        op = operator(op_type, [columns], [columns])
        judged = node("n", op_type, [original], [original])
        dtypes = resolved(compile_in(mode, op), judged)["n"]
        if result != "-":
            assert shown(dtypes) == f"{result} -> {result}", op_type
        assert ("no supported combination" in dtypes.marks) == (result in ("uint8", "-")) or (
            result == "-"
        )
