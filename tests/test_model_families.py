"""Models of the usual families, as exporters write them: how many operators a plan determines.

They are built with onnx.helper, and need the package `onnx`. Data and constants are not counted.
"""

from __future__ import annotations

import json

import pytest

pytest.importorskip("onnx", reason="the package onnx, which builds the models, is not installed")

import model_families as families

FP16 = ("-O", "precision_mode=allow_fp32_to_fp16")
MIXED = ("-O", "precision_mode=allow_mix_precision")


@pytest.fixture
def planned(cannlint, tmp_path):
    def plan(model, soc="Ascend910B3", options=FP16):
        (tmp_path / "m.onnx").write_bytes(model.SerializeToString())
        asked = ("plan", "--soc", soc, "--model", "m.onnx", *options, "--format", "json")
        result = cannlint(*asked)
        assert result.status == 0, result.err
        ops = json.loads(result.out)["ops"]
        return [op for op in ops if op["type"] not in ("Data", "Const", "Constant")]

    return plan


def types(ops):
    return {op["type"] for op in ops}


def undetermined(ops):
    return {
        (op["type"], op["dtypes"]["reason_id"])
        for op in ops
        if op["dtypes"]["status"] != "determined"
    }


@pytest.mark.parametrize("soc", ["Ascend910B3", "Ascend310P3", "Ascend310B4"])
@pytest.mark.parametrize("family", ["resnet", "bert", "yolo"])
def test_every_operator_of_these_is_determined(planned, family, soc):
    ops = planned(getattr(families, family)(), soc)
    assert len(ops) > 15
    assert undetermined(ops) == set()


@pytest.mark.parametrize("soc", ["Ascend910B3", "Ascend310P3", "Ascend310B4"])
def test_mixed_precision(planned, soc):
    """Here gray operators follow their producers. TransposeD refuses unknown shapes only, so that
    what follows it is known; whether AI Core takes a resize is told at the resize alone."""
    for family in (families.resnet, families.bert, families.yolo):
        assert undetermined(planned(family(), soc, MIXED)) == set()


def test_what_becomes_of_a_resnet(planned):
    """BatchNormalization is folded into the convolutions, and the rest runs in float16."""
    ops = planned(families.resnet())
    assert {"Conv2D", "Relu", "Add", "MatMulV2"} <= types(ops)
    assert not {"BatchNorm", "BNInferenceD"} & types(ops)
    conv = next(op for op in ops if op["type"] == "Conv2D")
    assert conv["dtypes"]["outputs"] == ["float16"]


def test_what_becomes_of_a_bert_layer(planned):
    """The small nodes of LayerNorm and Gelu become one operator each."""
    ops = planned(families.bert())
    assert {"LayerNorm", "Gelu", "BatchMatMulV2", "SoftmaxV2", "GatherV2"} <= types(ops)
    assert not {"Erf", "Sqrt", "Pow", "ReduceMeanD"} & types(ops)


@pytest.mark.parametrize("family", ["resnet", "bert"])
def test_a_dynamic_batch(planned, family):
    ops = planned(getattr(families, family)(batch="batch"))
    assert undetermined(ops) == set()


def test_a_recurrent_layer(planned):
    """DynamicRNN gives its columns with compiled code on ascend910b: nobody has recorded them."""
    ops = planned(families.lstm(), "Ascend310P3")
    assert "DynamicRNN" in types(ops) and undetermined(ops) == set()
    reasons = undetermined(planned(families.lstm()))
    assert ("DynamicRNN", "op_select_format") in reasons
    assert {reason for _, reason in reasons} <= {"op_select_format", "producer"}


def test_a_recurrent_layer_in_two_directions(planned):
    """Which operators the pass makes of it is not known."""
    ops = planned(families.lstm("bidirectional"), "Ascend310P3")
    assert undetermined(ops) == {("CommonLSTM", "passes")}
