"""A message that no engine supports an operator is answered with what the operator takes."""

from __future__ import annotations

import json

import pytest

from documents import must_be_valid

EZ3002 = (
    "EZ3002: [PID: 1] 2026-11-20-10:00:00.123.456 Optype [{op}] of Ops kernel [AIcoreEngine] is "
    "unsupported. Reason: data type DT_FLOAT of input [x] is not supported.\n"
)
EZ3003 = "EZ3003: No supported Ops kernel and engine are found for [a/b], optype [{op}].\n"
SCRIPT = "atc --model=m.onnx --framework=5 --output=m --soc_version={soc}\n"


@pytest.fixture
def explain(cannlint, tmp_path):
    def run(log: str, *arguments: str, **files: str) -> str:
        for name, text in {"atc.log": log, **files}.items():
            (tmp_path / name).write_text(text)
        return cannlint("rule", "--log", "atc.log", *arguments).out

    return run


@pytest.mark.parametrize("message", [EZ3002, EZ3003])
def test_the_columns_for_the_soc_of_the_job(explain, message):
    out = explain(message.format(op="Gelu"), **{"run.sh": SCRIPT.format(soc="Ascend310P3")})
    assert "  Gelu on Ascend310P3 takes:\n    float16 → float16\n    float32 → float32\n" in out
    assert "OPERATOR" not in out


def test_the_soc_that_is_asked_for_counts_more(explain):
    script = {"run.sh": SCRIPT.format(soc="Ascend310P3")}
    out = explain(EZ3003.format(op="Gelu"), "--soc", "Ascend910B3", **script)
    assert "Gelu on Ascend910B3 takes:" in out and "bfloat16 → bfloat16" in out
    assert "Ascend310P3" not in out


def test_without_a_soc_the_command_is_told(explain):
    out = explain(EZ3002.format(op="Gelu"))
    assert "what to do: `cannlint library show OPERATOR --soc SOC`" in out


def test_an_operator_that_the_soc_does_not_have(explain):
    out = explain(EZ3002.format(op="NoSuchOp"), "--soc", "Ascend310P3")
    expected = "NoSuchOp is not among the operators of Ascend310P3 in CANN 8.1.RC1 (embedded)"
    assert expected in out


def test_of_many_combinations_the_first(explain):
    out = explain(EZ3002.format(op="Cast"), "--soc", "Ascend910B3")
    assert out.count(" → ") == 6
    assert "more: `cannlint library show Cast --soc Ascend910B3`" in out


def test_as_json(explain):
    report = json.loads(
        explain(EZ3002.format(op="Gelu"), "--soc", "Ascend310P3", "--format", "json")
    )
    must_be_valid(report)
    [found] = report["messages"][0]["supported"]
    assert (found["operator"], found["soc"]) == ("Gelu", "Ascend310P3")
    assert found["entries"][0]["columns"][0] == {"inputs": ["float16"], "outputs": ["float16"]}


def test_an_entry_of_customize_dtypes_may_be_the_cause(explain):
    entry = "OpType::Gelu:InputDtype:int8,OutputDtype:int8\n"
    script = SCRIPT.format(soc="Ascend310P3").rstrip() + " --customize_dtypes=d.cfg\n"
    out = explain(EZ3003.format(op="Gelu"), **{"run.sh": script, "d.cfg": entry})
    assert "cause: d.cfg:1:" in out and "warning CD204" in out


UNSUPPORTED = (
    "EZ3002: Optype [Conv2D] of Ops kernel [AIcoreEngine] is unsupported. Reason: {reason}\n"
)
NO_STORE = "[tbe-custom]:op type Conv2D is not found in this op store."


@pytest.mark.parametrize(
    ("reason", "meaning"),
    [
        (
            NO_STORE
            + "[Dynamic shape check]: data type DT_FLOAT of input [x] is not supported. All "
            "supported data type and format of tensor input0.x is: Data Type: {DT_FLOAT16}",
            "reason: `x` has float32, which no kernel takes there\n",
        ),
        (
            NO_STORE + "[Static shape check]:The format and dtype is not precisely equivalent to "
            "format and dtype in op information library",
            "reason: no kernel takes these dtypes together in these formats\n",
        ),
        (
            "Dynamic shape is not supported on this chip!",
            "reason: this SoC has no kernels for unknown sizes: write the sizes, or list them with "
            "dynamic_batch_size, dynamic_image_size or dynamic_dims\n",
        ),
        (
            "[Dynamic shape check]: Op c type Conv2D is not supported in the operator's "
            "implementation. Reason is: the kernel is too large.",
            "reason: the operator's own check refuses it: the kernel is too large\n",
        ),
    ],
)
def test_what_a_reason_means(explain, reason, meaning):
    out = explain(UNSUPPORTED.format(reason=reason), "--soc", "Ascend310P3")
    assert out.count("  reason: ") == 1 and meaning in out
    assert "Conv2D on Ascend310P3 takes:" in out


def test_an_operator_of_the_library_that_no_store_has_was_not_loaded(explain):
    out = explain(UNSUPPORTED.format(reason=NO_STORE), "--soc", "Ascend310P3")
    assert "has Conv2D for Ascend310P3, so CANN did not load its operators" in out
    assert "takes:" not in out and "  reason: " not in out


def test_a_reason_that_is_given_for_two_kernels_is_told_once(explain):
    reason = "[Dynamic shape check]: {0}[Static shape check]:{0}".format(
        "data type DT_BF16 of output [y] is not supported."
    )
    out = explain(UNSUPPORTED.format(reason=reason))
    assert out.count("`y` has bfloat16") == 1
