"""Models that CANN compiled: what is read of them are the facts that were taken from them."""

from __future__ import annotations

import json

import pytest

from cannlint.graphs.read import read_graph
from cannlint.planning.request import Request
from cannlint.verify.compiled import origin_dtype
from cannlint.verify.verification import verify

MODELS = {"hh": "hh.om", "lane": "lane.om", "msit_tdnn": "msit_tdnn.om.json"}


@pytest.fixture(params=MODELS)
def verified(request, recorded):
    folder = recorded / "compiled"
    if not folder.is_dir():
        pytest.skip("the compiled models are not on this machine")
    facts = json.loads((folder / f"{request.param}.json").read_text(encoding="utf-8"))
    asked = Request()
    asked.isolated = True
    return verify(str(folder / MODELS[request.param]), asked), facts


def test_each_operator_is_as_it_was_compiled(verified):
    found, facts = verified
    kernels = {kernel.node.name: kernel for kernel in found.compiled.kernels}
    for op in facts["ops"]:
        kernel = kernels[op["name"]]
        assert kernel.node.op_type == op["type"]
        assert list(kernel.members) == (op["fused"] or [op["type"]])
        assert kernel.is_inserted == op["inserted"]
        assert kernel.modes == (tuple(op["impl_mode"]) if op["impl_mode"] is not None else None)
        written = op["pass_name"] or []
        names = {written} if isinstance(written, str) else {*written}
        assert {*kernel.passes} == names | ({op["pass_name_ub"]} - {None})
        for tensor, fact in zip(kernel.node.inputs, op["inputs"], strict=False):
            assert (tensor is None) == (fact is None)
            if tensor is not None:
                assert (tensor.dtype, origin_dtype(tensor)) == (fact["dtype"], fact["origin_dtype"])
        assert [tensor.dtype for tensor in kernel.node.outputs] == [
            fact["dtype"] for fact in op["outputs"]
        ]


def test_the_model_says_what_it_was_compiled_with(verified):
    found, facts = verified
    compiled = found.compiled
    assert (compiled.soc, compiled.command) == (facts["soc"], facts["cmdline"])
    assert compiled.versions["opp_version"] == facts["opp_version"]
    precision = compiled.precision
    assert (precision.value if precision else None) == facts["graph_precision_mode"]


def test_the_plan_is_never_wrong_about_them(verified):
    found, _ = verified
    assert found.plan.accepted and found.is_clean
    assert found.counts.different == 0 and found.counts.equal > 0


def test_a_dump_from_before_the_judge_is_no_compiled_model(recorded):
    from cannlint.errors import CannlintError
    from cannlint.verify.compiled import Compiled

    dump = recorded / "compiled" / "ge_resnet50.txt"
    if not dump.is_file():
        pytest.skip("the compiled models are not on this machine")
    with pytest.raises(CannlintError, match="no operator says where it runs"):
        Compiled(read_graph(str(dump)))
