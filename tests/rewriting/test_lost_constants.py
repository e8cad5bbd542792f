"""JB356: constants that float16 cannot hold, in operators that run in float16."""

from __future__ import annotations

import pytest

from cannlint.api import check, plan
from onnx_models import Model

TOML = """\
soc = "Ascend910B3"

[job.net]
graph = "m.onnx"
precision_mode = "{mode}"
"""


@pytest.fixture
def messages(tmp_path):
    """What JB356 says of a job with a model that adds a number to its input, twice."""

    def run(value: float, mode: str = "force_fp16", keep: str | None = None) -> list[str]:
        m = Model()
        y = m.add("Add", m.input("x", 1, 8), m.constant(value), name="plus")
        (tmp_path / "m.onnx").write_bytes(m.bytes(m.add("Relu", y)))
        text = TOML.format(mode=mode)
        if keep is not None:
            (tmp_path / "keep.cfg").write_text(keep)
            text += 'keep_dtype = "keep.cfg"\n'
        path = tmp_path / "cannlint.toml"
        path.write_text(text)
        found = check([str(path)], config=str(path))["diagnostics"]
        return [one["message"] for one in found if one["rule"] == "JB356"]

    return run


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (1e-12, "Add `plus` runs in float16, in which its constant 1e-12 is 0"),
        (2.0**-25, "Add `plus` runs in float16, in which its constant 2.98023e-08 is 0"),
        (-70000.0, "Add `plus` runs in float16, which ends at 65504, and its constant is -70000"),
    ],
)
def test_a_number_out_of_range(messages, value, message):
    assert messages(value) == [message]


@pytest.mark.parametrize("value", [0.0, 1.0, 65504.0, 2.0**-24, float("inf"), float("nan")])
def test_a_number_that_float16_has_as_well_as_float32(messages, value):
    assert messages(value) == []


def test_an_operator_that_stays_float32(messages):
    assert messages(1e-12, mode="must_keep_origin_dtype") == []
    assert messages(1e-12, mode="allow_mix_precision", keep="plus\n") == []


def test_a_plan_says_it_too(tmp_path):
    m = Model()
    y = m.add("Mul", m.input("x", 1, 8), m.constant(1e30), name="large")
    path = tmp_path / "m.onnx"
    path.write_bytes(m.bytes(y))
    found = plan(model=str(path), options={"precision_mode": "force_fp16"}, soc="Ascend910B3")
    assert found["graph"]["notes"] == [
        "Mul `large` runs in float16, which ends at 65504, and its constant is 1e+30"
    ]
