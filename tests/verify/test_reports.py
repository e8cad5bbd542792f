"""A verification as table, page and CSV, in both languages."""

from __future__ import annotations

import csv
import io
import json

import pytest

from om_files import om, recorded, relu_model
from test_plan_html import Page
from verify.test_entries import fused_model

NASTY = '<script>alert("x")</script>&\'"'


@pytest.fixture
def verify(cannlint, tmp_path):
    def run(data: bytes, *arguments: str, **files: str):
        (tmp_path / "m.om").write_bytes(data)
        for name, text in files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        return cannlint("verify", "m.om", "--isolated", *arguments)

    return run


KEEP = {"keep.cfg": "OpType::Relu\nOpType::Softmax\n"}
LOST = om(relu_model(), recorded("--keep_dtype=keep.cfg"))


def test_the_table(verify):
    result = verify(LOST, **KEEP)
    lines = [line.split("  ") for line in result.out.splitlines()]
    told = [[cell.strip() for cell in line if cell.strip()] for line in lines]
    assert result.status == 1
    assert result.out.startswith("Model: m.om · Ascend310P3 · atc 7.6.0.1.220 · Onnx\n")
    assert "! CANN 8.0.0 compiled the model, and the plan is made with the operators of 8.1" in (
        result.out
    )
    assert [
        "OpType::Relu (keep.cfg:1:1)",
        "not done on 1 operator: it was compiled with float16",
        "relu",
    ] in told
    assert [
        "OpType::Softmax (keep.cfg:2:1)",
        "no effect: no operator of the compiled model has this type",
    ] in told
    assert ["Relu relu", "OpType::Relu", "float32 → float32", "float16 → float16", "different"] in (
        told
    )
    assert "1 operators run on AI Core, 0 elsewhere; first outputs: float16 1; float32 0%" in (
        result.out
    )
    assert "1 of what is asked for is lost" in result.out


def test_operators_that_nothing_is_asked_of_are_counted(verify):
    plain = om(relu_model(), recorded())
    hidden = "1 more operators: nothing is asked of them, and none differs (--all)"
    assert hidden in verify(plain).out
    shown = verify(plain, "--all").out
    assert hidden not in shown and "float16 → float16  float16 → float16  equal" in shown


def test_a_fused_kernel_names_its_operators(verify):
    kernel = "te_fused_op_relu_ascend_quant_0123456789abcdef_1__kernel0"
    out = verify(om(fused_model(kernel), recorded()), "--all").out
    assert "Relu+AscendQuant poolquant" in out and "Relu: float16 → float16" in out


def test_casts_that_an_entry_causes(verify):
    entry = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
    options = recorded("--precision_mode=allow_mix_precision --customize_dtypes=d.cfg")
    out = verify(om(relu_model(), options), **{"d.cfg": entry}).out
    assert "trans_Cast_0: float32 → float16, before relu; caused by d.cfg:1:1" in out
    assert "trans_Cast_2: float16 → float32, before out; caused by d.cfg:1:1" in out


def test_csv_has_one_operator_a_line(verify):
    rows = [*csv.DictReader(io.StringIO(verify(LOST, "--format", "csv", **KEEP).out))]
    [row] = rows
    assert (row["name"], row["type"], row["asked"]) == ("relu", "Relu", "OpType::Relu")
    assert (row["planned_inputs"], row["compiled_inputs"]) == ("float32", "float16")
    assert (row["dtypes"], row["impl_mode"]) == ("different", "undecided")


def test_the_page_is_whole_and_escaped(verify):
    ops = relu_model()
    ops[2].name = ops[2].attrs["_datadump_original_op_names"][0] = NASTY
    ops[3].links = [f"{NASTY}:0"]
    data = om(ops, recorded("--keep_dtype=keep.cfg"))
    page = Page(verify(data, "--format", "html", **KEEP).out)
    assert NASTY in page.text.replace("\n", " ")
    assert len(page.scripts) == 3  # the styles of the page and of its ribbon, and the script
    assert not any("alert" in script for script in page.scripts)
    assert not any("src" in attrs for _, attrs in page.tags)
    assert all(attrs.get("href", "#").startswith("#") for _, attrs in page.tags)
    assert [attrs.get("class") for tag, attrs in page.tags if tag == "table"] == [
        "plan asked",
        "plan sortable",
    ]


@pytest.mark.parametrize("format", ["table", "html"])
def test_in_chinese(verify, format):
    result = verify(LOST, "--format", format, "--lang", "zh-CN", **KEEP)
    assert "在 1 个算子上未生效：编译结果是 float16" in result.out
    assert "不一致" in result.out and "未确定" not in result.out


def test_the_passes_of_fusion_result_are_counted(verify):
    times = '{"match_times": "2", "effect_times": "%d"}'
    text = f'{{"graph_fusion": {{"A": {times % 0}, "B": {times % 2}}}, "ub_fusion": {{}}}}'
    plain = om(relu_model(), recorded())
    result = verify(plain, "--fusion-result", "r.json", **{"r.json": text})
    assert "r.json: 2 fusion passes matched, 1 took effect" in result.out


def test_a_plan_from_a_compiled_model_says_that_it_is_one(cannlint, tmp_path):
    (tmp_path / "m.om").write_bytes(om(relu_model(), recorded()))
    options = ("--model", "m.om", "--soc", "Ascend310P3", "--isolated")
    result = cannlint("plan", "-O", "precision_mode=force_fp16", *options)
    assert result.status == 0
    assert "this is a compiled model: the graph has the operators and dtypes that CANN chose" in (
        result.out
    )


def test_a_plan_from_a_compiled_model_does_not_judge_a_fused_kernel(cannlint, tmp_path):
    """The kernel gives int8: its first operator, by itself, does not."""
    kernel = "te_fused_op_relu_ascend_quant_0123456789abcdef_1__kernel0"
    (tmp_path / "m.om").write_bytes(om(fused_model(kernel, "Relu"), recorded()))
    options = ("--model", "m.om", "--soc", "Ascend310P3", "--isolated", "--format", "json")
    document = json.loads(cannlint("plan", "-O", "precision_mode=force_fp16", *options).out)
    [row] = [row for row in document["ops"] if row["node"] == "poolquant"]
    assert (row["dtypes"]["status"], row["dtypes"]["column"]) == ("determined", None)
    assert (row["dtypes"]["inputs"], row["dtypes"]["outputs"]) == (["float16"], ["int8"])
    ends = [row["dtypes"]["status"] for row in document["ops"] if row["node"] in ("x", "out")]
    assert ends == ["determined", "determined"]  # data is no kernel: it leaves nothing
