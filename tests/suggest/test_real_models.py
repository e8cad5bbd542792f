"""Twenty wants of each real model: no way is offered as confirmed that its plan contradicts.

Each way is written into a folder of its own, and planned from there.
"""

from __future__ import annotations

from itertools import islice

import pytest

from cannlint.cann.dtypes import compiler_name
from cannlint.planning.plan import plan_of
from cannlint.suggest.job_file import Writing
from cannlint.suggest.search import suggest
from cannlint.suggest.wants import want_of
from suggest.written import errors_in_folder, job_folder, request_of

pytestmark = pytest.mark.slow  # hundreds of plans

MODELS = {
    "lane.onnx": ("Ascend310B4", "allow_mix_precision"),
    "ge_resnet50.txt": ("Ascend910A", "allow_fp32_to_fp16"),
    "lane.om": ("Ascend310B4", "force_fp16"),
    "hh.om": ("Ascend310", "force_fp16"),
    "msit_tdnn.om.json": ("Ascend310P3", "must_keep_origin_dtype"),
}
VALUES = ("float32", "float16", "high_precision", "keep", "high_performance")
COUNT = 20


@pytest.fixture(params=MODELS)
def model(request, recorded):
    path = recorded / "compiled" / request.param
    if not path.is_file():
        pytest.skip("the compiled models are not on this machine")
    return path, *MODELS[request.param]


def wants_of(plan) -> list[str]:
    """Wants about each operator type and the first node of it, with the values in turn."""
    firsts = {}
    for row in plan.rows:
        if row.is_judged:
            firsts.setdefault(row.op_type, row.node)
    names = [name for pair in firsts.items() for name in pair]
    turns = (f"{name}={VALUES[(at // 2 + at) % len(VALUES)]}" for at, name in enumerate(names * 4))
    return list(islice(turns, COUNT))


def is_so(row, value) -> bool:
    """Whether the row of a plan has a value in its first input and output, or as its mode."""
    if value.startswith("high"):
        return row.mode.value == value
    sides = [dtypes for dtypes in (row.dtypes.inputs, row.dtypes.outputs) if dtypes]
    floats = ("float", "float16", "bf16")
    firsts = [next((d for d in map(named, side) if d in floats), None) for side in sides]
    return compiler_name(value) in firsts and {*firsts} <= {compiler_name(value), None}


def named(dtype):
    return compiler_name(dtype) if dtype else None


def test_no_way_is_contradicted_by_its_plan(folder, model):
    path, soc, mode = model
    options = {"precision_mode": mode}
    job_folder(folder, options, soc=soc, graph=str(path))
    ways = 0
    for want in wants_of(plan_of(request_of())):
        [found] = suggest(request_of(), [want_of(want)]).found
        value = want.rpartition("=")[2]
        names = {row.node for row, _ in (*found.goals, *found.met)}
        for outcome in found.ways:
            Writing(outcome.draft).write()
            plan = plan_of(request_of())
            assert plan.accepted, want
            if outcome.status == "confirmed":
                ways += 1
                rows = [row for row in plan.rows if row.node in names]
                assert len(rows) == len(names)
                assert value == "keep" or all(is_so(row, value) for row in rows), want
                assert errors_in_folder() == [], want
            for file in folder.iterdir():
                file.unlink()
            job_folder(folder, options, soc=soc, graph=str(path))
    assert ways > 5
