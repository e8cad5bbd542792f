"""What customize_dtypes does to the columns: at check-support, in the judge, outside AI Core."""

from __future__ import annotations

import pytest

from resolving import compile_in, node, operator, resolved, shown

MATMUL = operator(
    "MatMulV2",
    ["fp16,fp16,fp32,fp32", "fp16,fp16,fp32,fp32", "fp16,fp32,fp32,int32"],
    ["fp16,fp32,fp32,int32"],
    param_types={"x2": "optional"},
)
NODE = ["fp32", "fp32", None]


def outcome(customize, mode="allow_fp32_to_fp16", taken=False, inputs=NODE, *operators):
    context = compile_in(mode, *(operators or [MATMUL]), customize=customize)
    judged = node("layer/m", "MatMulV2", inputs, ["fp32"], taken)
    return shown(resolved(context, judged)["layer/m"])


def test_what_is_asked_for_is_honoured_and_the_mode_decides_the_rest():
    assert outcome("OpType::MatMulV2:InputDtype:float16,\n", "origin") == "fp16,fp16,- -> fp32"
    asked = "OpType::MatMulV2:InputDtype:float16,,,OutputDtype:float16\n"
    assert outcome(asked) == "fp16,fp16,- -> fp16"
    assert outcome(asked, "force_fp32") == "fp16,fp16,- -> fp16"


def test_an_entry_by_name_hides_that_by_type():
    both = (
        "OpType::MatMulV2:InputDtype:float16,float16,OutputDtype:float16\n"
        "layer/m::InputDtype:,OutputDtype:float\n"
    )
    assert outcome(both, "origin") == "fp32,fp32,- -> fp32"


def test_the_entry_that_is_hidden_is_told_after_the_one_that_counts():
    asked = "OpType::MatMulV2:OutputDtype:float16\nn::OutputDtype:float\n"
    context = compile_in("origin", MATMUL, customize=asked)
    steps = resolved(context, node("n", "MatMulV2", NODE, ["fp32"]))["n"].steps
    lines = [
        step.origin.source.position(step.origin.span.start)[0]
        for step in steps
        if step.name == "D3"
    ]
    assert lines == [2, 1]


def test_a_store_without_such_a_column_refuses_and_the_dtypes_are_written_over():
    asked = "layer/m::InputDtype:int8,,int8,float16,OutputDtype:,int8\n"
    context = compile_in("force_fp16", MATMUL, customize=asked)
    judged = node("layer/m", "MatMulV2", NODE, ["fp32"], taken=False)
    dtypes = resolved(context, judged)["layer/m"]
    assert (dtypes.status, dtypes.reason_id) == ("refused", "support")
    assert dtypes.inputs == ["int8", "float", None]  # what is absent stays so
    assert dtypes.outputs == ["float"]
    assert dtypes.steps[-1].name == "S3" and dtypes.steps[-1].origin.source.path == "customize.cfg"


def test_once_ai_core_has_taken_the_node_the_compile_fails():
    asked = "layer/m::InputDtype:float16,float,OutputDtype:float\n"
    assert outcome(asked, taken=True) == "fails: customize_dtypes"


@pytest.mark.parametrize(
    "asked",
    [
        "layer/m::InputDtype:,,\n",
        "layer/m::InputDtype:,,OutputDtype:,float16\n",  # a position beyond the tensors
    ],
)
@pytest.mark.parametrize("taken", [True, False])
def test_an_entry_that_asks_for_nothing_fails(asked, taken):
    assert outcome(asked, taken=taken) == "fails: customize_dtypes"


def test_what_follows_a_node_that_fails_sees_the_dtypes_it_has():
    """CANN stops at the node and has written nothing: its consumers are as if it stayed so."""
    gray = operator("Gray", ["fp16,fp32"], ["fp16,fp32"])
    context = compile_in("mixed_float16", MATMUL, gray, customize="m::InputDtype:,\n")
    nodes = (
        node("m", "MatMulV2", NODE, ["fp32"]),
        node("g", "Gray", ["fp16 < m"], ["fp16"]),
    )
    found = resolved(context, *nodes)
    assert shown(found["m"]) == "fails: customize_dtypes"
    assert shown(found["g"]) == "fp32 -> fp32"


def test_what_is_asked_for_an_absent_input_counts_too():
    """CANN filters by the positions that the operator has, whether or not the node uses them."""
    assert outcome("layer/m::InputDtype:,,float16\n", "origin") == "fp16,fp16,- -> fp16"
    assert outcome("layer/m::InputDtype:,,int8\n") == "refused: support"
    assert outcome("layer/m::InputDtype:,,int8\n", taken=True) == "fails: customize_dtypes"


def test_positions_beyond_the_tensors_do_no_harm():
    asked = "layer/m::InputDtype:float16,float16,,int8,int8,OutputDtype:float16,int8\n"
    assert outcome(asked) == "fp16,fp16,- -> fp16"


def test_an_entry_rescues_a_node_from_check_support():
    low = operator("MatMulV2", ["fp16", "fp16"], ["fp16"])
    inputs = ["fp32", "fp32"]
    assert outcome("", "origin", False, inputs, low) == "refused: support"
    asked = "OpType::MatMulV2:InputDtype:float16\n"
    assert outcome(asked, "origin", False, inputs, low) == "fp16,fp16 -> fp16"


def test_an_entry_outranks_keep_dtype():
    context = compile_in(
        "origin", MATMUL, customize="OpType::MatMulV2:OutputDtype:float16\n", keeps=["n"]
    )
    judged = node("n", "MatMulV2", ["fp32", "fp32"], ["fp32"], taken=False)
    assert shown(resolved(context, judged)["n"]) == "fp16,fp16 -> fp16"


def test_inputs_that_narrow_to_nothing_leave_the_first_column_asked_for():
    """mixed_float16 throws bfloat16 out of a white operator, and nothing is left."""
    op = operator("Sink", ["fp16,bf16"], [], "white")
    context = compile_in("mixed_float16", op, customize="OpType::Sink:InputDtype:bfloat16\n")
    assert shown(resolved(context, node("n", "Sink", ["fp32"], []))["n"]) == "bf16 -> "


def test_outputs_then_start_from_all_columns():
    op = operator("MatMulV2", ["fp16,bf16", "fp16,bf16"], ["fp16,bf16"], "white")
    asked = "OpType::MatMulV2:InputDtype:bfloat16\n"
    found = outcome(asked, "mixed_float16", True, ["fp32", "fp32"], op)
    assert found == "fp16,fp16 -> fp16"


def test_a_custom_package_that_cannot_is_passed_over():
    custom = operator("MatMulV2", ["fp32", "fp32"], ["fp32"], "white")
    built_in = operator("MatMulV2", ["fp16", "fp16"], ["fp16"])
    inputs = ["fp32", "fp32"]
    both = (custom, built_in)
    assert outcome("", "force_fp16", False, inputs, *both) == "fp32,fp32 -> fp32"
    asked = "OpType::MatMulV2:OutputDtype:float16\n"
    assert outcome(asked, "force_fp16", False, inputs, *both) == "fp16,fp16 -> fp16"


def test_the_list_is_that_of_the_package_that_takes_the_node():
    custom = operator("Op", ["int8"], ["int8"], "white")
    built_in = operator("Op", ["fp16,fp32"], ["fp16,fp32"], "black")
    context = compile_in("mixed_float16", custom, built_in)
    judged = node("n", "Op", ["fp32"], ["fp32"], taken=False)
    assert shown(resolved(context, judged)["n"]) == "fp32 -> fp32"


def test_a_refused_file_has_no_entries():
    refused = "OpType::MatMulV2:OutputDtype:float16\n\n"
    assert outcome(refused, "origin") == "fp32,fp32,- -> fp32"


def test_the_step_names_the_line():
    asked = "OpType::Other:InputDtype:float16\nOpType::MatMulV2:InputDtype:float16\n"
    context = compile_in("origin", MATMUL, customize=asked)
    steps = resolved(context, node("n", "MatMulV2", NODE, ["fp32"]))["n"].steps
    [origin] = [step.origin for step in steps if step.name == "D3"]
    assert origin.source is not None and origin.span is not None
    assert origin.source.position(origin.span.start) == (2, 1)


OPEN = operator("Mul", ["", ""], [""], flags=["dynamicFormat"], pattern="customize")


def test_columns_that_nobody_knows_do_not_hide_what_is_asked_for():
    context = compile_in("origin", OPEN, customize="n::InputDtype:,float16,OutputDtype:bfloat16\n")
    found = resolved(context, node("n", "Mul", ["fp32", "fp32"], ["fp32"]))["n"]
    assert shown(found) == "undetermined: op_select_format"
    [*_, step] = found.steps
    assert (step.name, step.origin.span.start) == ("D3", 0)
    assert str(step.effect).endswith(": x1 float16, y0 bfloat16")


def test_an_entry_that_asks_for_nothing_fails_whatever_the_columns():
    context = compile_in("origin", OPEN, customize="OpType::Mul:InputDtype:,\n")
    found = resolved(context, node("n", "Mul", ["fp32", "fp32"], ["fp32"], taken=False))["n"]
    assert shown(found) == "fails: customize_dtypes"
