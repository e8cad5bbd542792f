"""A plan says what made a node that is not in the model: the parser, or a pass."""

from __future__ import annotations

import csv
import io

import pytest

from onnx_models import Model


@pytest.fixture
def model(tmp_path):
    """A Gather, to which the parser adds a constant, a Gemm, whose two operators become one, and
    a Pow with 2, which becomes Square."""
    model = Model(opset=13)
    x = model.add("Gather", model.input("x", 4, 8), model.constant(1, 2))
    y = model.add("Gemm", x, model.weight(8, 16), model.weight(16))
    out = model.add("Pow", y, model.constant(2.0))
    (tmp_path / "m.onnx").write_bytes(model.bytes(out))
    return ("plan", "--soc", "Ascend910B3", "--model", "m.onnx")


def test_csv(cannlint, model):
    rows = csv.DictReader(io.StringIO(cannlint(*model, "--format", "csv").out))
    made = {row["type"]: (row["made_from"], row["made_by"]) for row in rows}
    assert made["GatherV2"][0].startswith("gather") and made["GatherV2"][1] == ""
    assert made["MatMulV2"][0].startswith("gemm") and "," not in made["MatMulV2"][0]
    assert made["MatMulV2"][1] == "MatMulBiasAddFusionPass"
    assert made["Square"][1] == "Pow2SquareFusionPass"
    assert made["Data"] == ("", "")


def test_html_and_why(cannlint, model):
    page = cannlint(*model, "--format", "html").out
    assert "made by the parser" in page and "made by Pow2SquareFusionPass" in page
    why = cannlint(*model, "--why").out
    assert "by the parser\n" in why and "by Pow2SquareFusionPass\n" in why
