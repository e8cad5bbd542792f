"""What an entry of a job's files comes to in its graph, asked of the plan."""

from __future__ import annotations

from cannlint.graphs.model import Census, Graph
from cannlint.library.snapshot import embedded
from cannlint.resolve.effects import Effects
from cannlint.resolve.plan import make_plan
from cannlint.resolve.target import Target
from cannlint.resolve.wanted import Wanted
from jobs_in_words import SOC, job
from resolving import data, node

ENTRY = "OpType::Xlog1py:InputDtype:float,float,OutputDtype:float\n"


def effects_in(made):
    log = node("log", "Xlog1py", ["fp32 < data", "fp32 < data"], ["fp32"])
    wanted = Wanted()
    wanted.graph = Graph("graph.json", "cannlint/graph/1", [data("fp32"), log])
    plan = make_plan(made, Target(embedded("8.1.RC1"), SOC), wanted)
    return Effects(plan, Census(wanted.graph))


def test_an_entry_comes_to_nothing_where_the_mode_has_its_dtypes_too():
    for mode, is_same in (("must_keep_origin_dtype", True), ("force_fp16", False)):
        made = job({"precision_mode": mode}, {"customize_dtypes": ENTRY})
        assert effects_in(made).is_same_without_dtypes("Xlog1py", is_type=True) is is_same


def test_an_entry_for_a_type_is_not_for_a_node_that_has_its_own():
    for names, found in (("", ["log"]), ("log:InputDtype:float\n", [])):
        effects = effects_in(job({}, {"customize_dtypes": ENTRY + names}))
        assert [node.name for node in effects.customized("Xlog1py", is_type=True)] == found


def test_nothing_comes_to_nothing_for_certain_where_the_mode_is_not_known():
    made = job({"precision_mode": "x"}, {"customize_dtypes": ENTRY})
    made.get("precision_mode").value = None
    effects = effects_in(made)
    assert [found.name for found in effects.customized("Xlog1py", is_type=True)] == ["log"]
    assert not effects.is_same_without_dtypes("Xlog1py", is_type=True)
