"""What is asked for each tensor, beside what it gets."""

from __future__ import annotations

import pytest

from resolving import compile_in, node, operator, resolved


def asked(context, *nodes):
    return resolved(context, *nodes)["n"].asked


def asked_of(mode, inputs, outputs, colour="gray", **more):
    op = operator("Op", ["fp32"] * len(inputs), ["fp32"] * len(outputs), colour=colour)
    return asked(compile_in(mode, op, **more), node("n", "Op", inputs, outputs))


@pytest.mark.parametrize(
    ("mode", "colour", "wanted"),
    [
        ("force_fp16", "gray", "float16"),
        ("must_keep_origin_dtype", "white", "float"),
        ("allow_fp32_to_fp16", "gray", "float"),
        ("force_lowerprecision", "gray", "bfloat16"),
        ("allow_mix_precision", "white", "float16"),
        ("allow_mix_precision_bf16", "white", "bfloat16"),
        ("allow_mix_precision", "black", "float"),
        ("mixed_hif8", "white", "hifloat8"),
    ],
)
def test_a_mode_asks_whatever_the_columns_are(mode, colour, wanted):
    assert asked_of(mode, ["fp32"], ["fp32"], colour) == ([wanted], [wanted])


def test_what_is_not_float_keeps_its_dtype_and_an_absent_input_has_none():
    assert asked_of("force_fp16", ["int32", None], ["fp32"]) == (["int32", None], ["float16"])


def test_an_entry_asks_before_the_mode_where_it_names_a_dtype():
    entry = "OpType::Op:InputDtype:,bfloat16,OutputDtype:float32\n"
    found = asked_of("force_fp16", ["fp32", "fp32"], ["fp32"], customize=entry)
    assert found == (["float16", "bfloat16"], ["float"])


def test_keep_dtype_asks_for_the_dtypes_that_are_there():
    assert asked_of("force_fp16", ["fp32"], ["bf16"], keeps=["n"]) == (["float"], ["bfloat16"])


def test_a_gray_input_follows_its_producer():
    op = operator("Op", ["fp32"], ["fp32"])
    context = compile_in("allow_mix_precision", op)
    given = node("p", "Data", [], ["fp32"])
    assert asked(context, given, node("n", "Op", ["fp32 < p"], ["fp32"])) == ([""], [""])
    assert asked(context, node("n", "Op", ["fp32"], ["fp32"])) == (["float"], ["float"])


def test_a_cube_operator_is_asked_to_take_float16():
    cube = operator("MatMulV2", ["fp16,fp32", "fp16,fp32"], ["fp32,fp32"])
    multiply = node("n", "MatMulV2", ["fp32", "fp32"], ["fp32"])
    lowered = asked(compile_in("allow_fp32_to_fp16", cube), multiply)
    assert lowered == (["float16", "float16"], ["float16"])
    forced = asked(compile_in("force_fp32", cube), multiply)
    assert forced == (["float16", "float"], ["float"])


def test_nothing_is_asked_of_a_node_that_is_not_judged():
    assert asked(compile_in("force_fp16"), node("n", "Data", [], ["fp32"])) is None


def test_an_entry_for_unknown_columns_holds_or_the_compile_fails():
    op = operator("Op", [""], [""], flags=["dynamicFormat"])
    entry = "OpType::Op:InputDtype:float16,OutputDtype:float16\n"
    found = resolved(
        compile_in("force_fp16", op, customize=entry), node("n", "Op", ["fp32"], ["fp32"])
    )["n"]
    assert (found.status, found.marks) == ("undetermined", ["or the compile fails"])
    assert found.asked == (["float16"], ["float16"])
