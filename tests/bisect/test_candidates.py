"""What is left out of a search certainly changes nothing, and what is taken may."""

from __future__ import annotations

import json

import pytest

from cannlint.bisect.candidates import NO_EFFECT, leave_out_idle, operators
from cannlint.bisect.start import plan_holding
from cannlint.bisect.step_file import Candidate, Form, Sort, StepFile
from cannlint.planning.plan import plan_of
from cannlint.planning.request import Request
from cannlint.resolve.outcome import DETERMINED

STEP_FILES = [
    StepFile(Sort.NODES, Form.KEEP, ""),
    StepFile(Sort.TYPES, Form.KEEP, ""),
    StepFile(Sort.TYPES, Form.MIXLIST, ""),
]


def planned(model, mode="allow_mix_precision", soc="Ascend910B3"):
    request = Request()
    request.options = [f"precision_mode={mode}", f"soc_version={soc}"]
    request.model = str(model)
    return plan_of(request)


def dtypes(plan):
    return {
        row.node: (row.dtypes.status, row.dtypes.inputs, row.dtypes.outputs) for row in plan.rows
    }


def searched(plan, step_file):
    found = operators(plan, step_file, ())

    def held(candidates):
        return plan_holding(plan, step_file, found.taken, candidates)

    leave_out_idle(found, step_file, plan, held)
    return found, held


@pytest.mark.parametrize(
    "step_file", STEP_FILES, ids=lambda step_file: f"{step_file.sort.value} {step_file.form.value}"
)
def test_what_is_left_out_of_a_recorded_model_changes_nothing_by_itself(recorded, step_file):
    plan = planned(recorded / "compiled" / "lane.onnx")
    found, held = searched(plan, step_file)
    left_out = [name for name, reason in found.left_out.items() if reason == NO_EFFECT]
    assert left_out and found.taken
    before = dtypes(plan)
    for name in left_out[:: len(left_out) // 5 + 1]:
        assert dtypes(held([Candidate(name)])) == before, name


def node(name, op_type, producer, attrs=None):
    tensor = {"dtype": "float", "from": [producer, 0]}
    count = 1 if op_type in ("Gelu", "MaxPoolV3") else 2
    return {
        "name": name,
        "type": op_type,
        "inputs": [tensor] * count,
        "outputs": [{"dtype": "float"}],
        "attrs": attrs or {},
    }


GRAPH = {
    "schema": "cannlint/graph/1",
    "nodes": [
        {"name": "x", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]},
        node("gelu", "Gelu", "x"),
        node("log", "Xlog1py", "gelu"),
        node("kept", "Xlog1py", "log", {"_keep_dtype": 1}),
        node(" blank", "Xlog1py", "kept"),
        node("own", "MyOperator", " blank"),
    ],
}


def test_what_is_in_float32_already_is_left_out_and_what_is_unknown_is_not(tmp_path):
    """An operator that no library has may change: nothing is certain about it."""
    (tmp_path / "graph.json").write_text(json.dumps(GRAPH))
    found, _ = searched(planned(tmp_path / "graph.json", "force_fp16"), STEP_FILES[0])
    assert [one.name for one in found.taken] == ["gelu", "log", "own"]
    assert found.left_out == {" blank": "not-writable", "kept": "no-effect"}


@pytest.mark.parametrize(
    "step_file", STEP_FILES, ids=lambda one: f"{one.sort.value} {one.form.value}"
)
def test_what_has_no_kernel_in_float32_is_left_out_so_that_every_step_compiles(tmp_path, step_file):
    """On Ascend310P3 the only kernel of MaxPoolV3 takes float16."""
    nodes = [GRAPH["nodes"][0], node("pool", "MaxPoolV3", "x"), node("gelu", "Gelu", "pool")]
    (tmp_path / "graph.json").write_text(json.dumps({**GRAPH, "nodes": nodes}))
    found, held = searched(planned(tmp_path / "graph.json", soc="Ascend310P3"), step_file)
    pool, gelu = ("pool", "gelu") if step_file.sort is Sort.NODES else ("MaxPoolV3", "Gelu")
    assert [one.name for one in found.taken] == [gelu]
    assert found.left_out == {pool: "no-kernel"}
    statuses = {row.op_type: row.dtypes.status for row in held(found.taken).rows}
    assert statuses["MaxPoolV3"] == DETERMINED
