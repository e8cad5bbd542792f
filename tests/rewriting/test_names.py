"""Names of the operators that CANN makes: what a user's entries are matched with."""

from __future__ import annotations

import pytest

from cannlint.api import check, plan
from onnx_models import Model

TOML = """\
soc = "Ascend910B3"

[job.net]
graph = "m.onnx"
precision_mode = "force_fp16"
customize_dtypes = "d.cfg"
"""


@pytest.fixture
def project(tmp_path):
    """A job with a model of a Gather and a power, and a customize_dtypes file."""

    def write(entry: str):
        m = Model()
        y = m.add("Gather", m.input("x", 4, 8), m.constant(1, 3), name="pick", axis=0)
        y = m.add("Pow", m.add("Relu", y, name="relu"), m.constant(2.0), name="power")
        (tmp_path / "m.onnx").write_bytes(m.bytes(y))
        (tmp_path / "d.cfg").write_text(entry)
        path = tmp_path / "cannlint.toml"
        path.write_text(TOML)
        return path

    return write


def planned(path):
    found = plan("net", config=str(path))
    rows = {row["node"]: row for row in found["ops"]}
    return {name: row["dtypes"]["outputs"] for name, row in rows.items()}


def test_an_operator_of_an_expansion_is_named_with_the_number_of_the_entry(project):
    path = project("PartitionedCall_pick_gatherv2_7:InputDtype:float32,,,OutputDtype:float32")
    found = planned(path)
    assert found["PartitionedCall_pick_gatherv2_7"] == ["float"]
    assert found["relu"] == ["float16"]


def test_without_an_entry_it_has_no_number(project):
    found = planned(project("relu:InputDtype:float32,OutputDtype:float32"))
    assert found["PartitionedCall_pick_gatherv2"] == ["float16"]
    assert found["relu"] == ["float"]


@pytest.mark.parametrize(
    ("entry", "rules"),
    [
        ("power/Square:InputDtype:float32,OutputDtype:float32", []),
        ("OpType::Square:InputDtype:float32,OutputDtype:float32", []),
        ("PartitionedCall_pick_gatherv2_12:InputDtype:float32,OutputDtype:float32", []),
        ("PartitionedCall_pick_other_12:InputDtype:float32,OutputDtype:float32", ["CD201"]),
        ("powers:InputDtype:float32,OutputDtype:float32", ["CD201"]),
    ],
)
def test_a_name_that_a_pass_gives_is_one_of_the_model(project, entry, rules):
    path = project(entry)
    found = check([str(path.parent)], config=str(path))["diagnostics"]
    assert [one["rule"] for one in found if one["rule"] == "CD201"] == rules
