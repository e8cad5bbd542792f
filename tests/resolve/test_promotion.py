"""Inputs that are promoted to one dtype."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.resolve.dtypes.promotion import promoted
from resolving import compile_in, node, operator, resolved, shown

DTYPES = [
    *("bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64"),
    *("bf16", "float16", "float", "double", "complex32", "complex64", "complex128"),
    *("hifloat8", "string"),
]


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        ("float16", "float", "float"),
        ("float16", "bf16", "float"),
        ("int64", "float16", "float16"),
        ("int8", "uint8", "int16"),
        ("uint8", "int32", "int32"),
        ("bool", "bf16", "bf16"),
        ("float", "double", "double"),
        ("float16", "complex32", "complex32"),
        ("bf16", "complex32", "complex64"),
        ("double", "complex32", "complex128"),
        ("uint16", "int32", None),
        ("uint32", "float", None),
        ("hifloat8", "float", None),
        ("string", "string", "string"),
    ],
)
def test_the_common_dtype(first, second, both):
    assert promoted(first, second) == promoted(second, first) == both


def test_wider_unsigned_integers_are_promoted_only_before_a_complex_dtype():
    assert promoted("uint16", "complex64") == "complex64"
    assert promoted("uint64", "complex64") == "complex128"
    assert promoted("uint32", "complex128") == "complex128"
    assert promoted("complex64", "uint16") is None


@given(st.sampled_from(DTYPES), st.sampled_from(DTYPES))
def test_the_common_dtype_takes_both_in(first, second):
    both = promoted(first, second)
    if both is not None:
        assert promoted(both, both) == both
        if second != "complex64" or first != "uint64":
            assert promoted(first, both) == both or first.startswith("uint")


LESS = operator(
    "Less",
    ["fp16,fp32,int32,int64", "fp16,fp32,int32,int64"],
    ["bool,bool,bool,bool"],
    promote="x0,x1",
)


@pytest.mark.parametrize(
    ("inputs", "outcome"),
    [
        (["fp16", "fp32"], "fp32,fp32 -> bool"),
        (["int32", "fp16"], "fp16,fp16 -> bool"),
        (["int32", "int64"], "int64,int64 -> bool"),
        (["int8", "int16"], "fp16,fp16 -> bool"),  # no int16 column: the first above it
        (["fp32", "fp32"], "fp16,fp16 -> bool"),  # alike: the mode decides
        (["hif8", "fp32"], "refused: support"),
        (["fp32", "complex64"], "refused: support"),  # complex64, which no column takes
    ],
)
def test_differing_inputs_are_promoted_whatever_the_mode(inputs, outcome):
    judged = node("n", "Less", inputs, ["bool"], taken=False)
    assert shown(resolved(compile_in("force_fp16", LESS), judged)["n"]) == outcome


def test_a_column_below_the_common_dtype_does_not_fit():
    less = operator("Less", ["int8,fp16"] * 2, ["bool,bool"], promote="x0,x1")
    judged = node("n", "Less", ["int8", "int16"], ["bool"])
    assert shown(resolved(compile_in("force_fp16", less), judged)["n"]) == "fp16,fp16 -> bool"


def test_the_steps_say_so():
    judged = node("n", "Less", ["fp16", "fp32"], ["bool"])
    steps = resolved(compile_in("force_fp16", LESS), judged)["n"].steps
    assert "x0, x1 are promoted to float32" in [str(step.effect) for step in steps]


def test_groups_that_only_the_operators_code_knows_are_undetermined():
    axpy = operator("Axpy", ["fp16,fp32"], ["fp16,fp32"], promote="dynamic")
    judged = node("n", "Axpy", ["fp32"], ["fp32"])
    assert shown(resolved(compile_in("force_fp16", axpy), judged)["n"]) == (
        "undetermined: promotion"
    )
