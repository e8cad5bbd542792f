"""A model that CANN compiled: the graph that is planned has the operators that were compiled."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from cannlint.api import plan
from conftest import SHARED

INSERTED = ("Cast", "TransData", "FixPipe")


@pytest.mark.skipif(not (SHARED / "compiled").is_dir(), reason="compiled models are not here")
def test_the_operators_of_a_compiled_model_are_those_of_its_plan():
    facts = json.loads((SHARED / "compiled" / "lane.json").read_text(encoding="utf-8"))
    compiled = Counter(
        op_type
        for op in facts["ops"]
        if op["engine"] == "AIcoreEngine"
        for op_type in op["fused"] or [op["type"]]
        if op_type not in INSERTED
    )
    # FixPipe took in what followed a convolution
    for op in facts["ops"]:
        if "FixPipe" in (op["fused"] or ()):
            compiled.update(one for one in op["original_types"] if one != "BatchNorm")
    found = plan(
        model=str(SHARED / "compiled" / "lane.onnx"),
        options={"input_shape": "input_image:1,3,256,512"},
        soc="Ascend310B4",
        isolated=True,
    )
    planned = Counter(row["type"] for row in found["ops"])
    del planned["Const"], planned["Data"]
    assert planned == compiled
