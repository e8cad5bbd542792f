"""The graph that a plan is about: the shapes that a job gives, and its switches."""

from __future__ import annotations

import pytest

from cannlint.api import plan
from cannlint.jobs.configured_jobs import job_of
from cannlint.jobs.settings import FrontEnd
from cannlint.resolve.judged import input_shapes
from onnx_models import Model


@pytest.mark.parametrize(
    ("options", "shapes"),
    [
        ([], {}),
        (["input_shape=x:1,3,224,224;y:-1"], {"x": (1, 3, 224, 224), "y": (-1,)}),
        (["input_shape=a:b:1, 2 ;c:"], {"a:b": (1, 2), "c": ()}),
        (["input_shape=x:1~10,3;y:4,?;:5;z"], {"x": (-1, 3), "y": (4, -1)}),
        (["input_shape=x:-1,3;y:-1", "dynamic_batch_size=4,8"], {"x": (4, 3), "y": (4,)}),
        (["input_shape=x:1,3,-1,-1", "dynamic_image_size=64,32;8,8"], {"x": (1, 3, 64, 32)}),
        (["input_shape=x:-1,3;y:-1", "dynamic_dims=2,7;1,1"], {"x": (2, 3), "y": (7,)}),
        (["input_shape=x:-1,-1", "dynamic_dims=2;3"], {"x": (2, -1)}),
    ],
)
def test_the_shapes_of_a_job(options, shapes):
    assert input_shapes(job_of(FrontEnd.ATC, options)) == shapes


@pytest.fixture
def planned(tmp_path):
    """The plan of a model with a transposition that is dynamic in its first dimension."""
    m = Model()
    y = m.add("Transpose", m.input("x", "batch", 8), name="turn", perm=[1, 0])
    path = tmp_path / "m.onnx"
    path.write_bytes(m.bytes(m.add("Pow", y, m.constant(2.0), name="power")))

    def run(**options: str):
        return plan(model=str(path), options=options, soc="Ascend910B3", isolated=True)

    return run


def types(found) -> list[str]:
    return [row["type"] for row in found["ops"] if row["type"] not in ("Const", "Data")]


def test_a_shape_of_the_job_makes_a_model_static(planned):
    assert types(planned()) == ["Transpose", "Square"]
    assert types(planned(input_shape="x:4,8")) == ["TransposeD", "Square"]


def test_a_model_for_several_sizes_is_planned_with_the_first(planned):
    found = planned(input_shape="x:-1,8", dynamic_batch_size="4,8")
    assert types(found) == ["TransposeD", "Square"]
    assert found["graph"]["notes"] == [
        "dynamic_batch_size compiles the model for several sizes; the plan is that of the first"
    ]


def test_a_pass_that_a_switch_file_turns_off_does_nothing(planned, tmp_path):
    path = tmp_path / "switch.cfg"
    path.write_text("Pow2SquareFusionPass:off\n")
    assert types(planned(fusion_switch_file=str(path))) == ["Transpose", "Pow"]


def test_a_row_says_what_it_was_made_from(planned):
    rows = {row["type"]: row for row in planned(input_shape="x:4,8")["ops"]}
    assert rows["Square"]["node"] == "power/Square"
    assert rows["Square"]["made_from"] == {"nodes": ["power"], "passes": ["Pow2SquareFusionPass"]}
    assert rows["TransposeD"]["made_from"] == {"nodes": ["turn"], "passes": ["ConstToAttrPass"]}
