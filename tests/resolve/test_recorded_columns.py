"""Plans of operators whose columns op_select_format gives: recorded, and under which conditions."""

from __future__ import annotations

import itertools
import json

import pytest

from cannlint.cann.option_names import V1
from cannlint.cann.precision import ENGINE_MODES
from cannlint.formats.ops_info.reading import read
from cannlint.graphs.model import Graph, Node, Tensor
from cannlint.library.model import Library
from cannlint.library.snapshot import embedded
from cannlint.resolve.dtypes.context import Context
from cannlint.resolve.dtypes.graph import resolve_graph
from cannlint.resolve.dtypes.single import resolve_operator
from cannlint.resolve.precision import PrecisionMode
from cannlint.resolve.provenance import Origin
from cannlint.resolve.target import Target
from cannlint.text.source import Source

LIBRARY = embedded("8.1.RC1")
ANYWHERE = Origin("option", V1)


def context_of(target, mode, colour=None) -> Context:
    def list_of(entry):
        return colour or entry.operator.default_list, ANYWHERE

    return Context(PrecisionMode(ENGINE_MODES[mode], mode, ANYWHERE), target.stores, list_of)


def tensor(dtype, shape=None, form=None) -> Tensor:
    made = Tensor(dtype)
    made.shape, made.format = shape, form
    return made


def planned(op_type, inputs, outputs, mode="force_fp16", soc="Ascend910B3", **attrs):
    """What one node runs as; AI Core is known to take it."""
    node = Node("n", op_type, inputs, outputs)
    node.attrs, node.engine = attrs, "AIcoreEngine"
    graph = Graph("g.json", "cannlint/graph/1", [node])
    return resolve_graph(graph, context_of(Target(LIBRARY, soc), mode)).dtypes["n"]


def ran(dtypes):
    return dtypes.inputs, dtypes.outputs


def conv(x, kernel, form="NCHW", dtype="float", **attrs):
    tensors = [tensor(dtype, x, form), tensor(dtype, kernel, form), None, None]
    attrs = {"groups": 1, **attrs}
    return planned("Conv2D", tensors, [tensor(dtype, x, form)], "must_keep_origin_dtype", **attrs)


def test_a_matmul_without_a_graph_is_the_same_for_all_shapes():
    found = resolve_operator(
        "MatMulV2", "float32", context_of(Target(LIBRARY, "Ascend910B3"), "force_fp16")
    )
    assert (found.status, found.inputs[:2], found.outputs) == (
        "determined",
        ["float16", "float16"],
        ["float16"],
    )
    facts = found.facts
    assert (facts.kind, facts.cann, facts.folder) == ("recorded", "8.1.RC1", "ascend910b")
    [columns] = [step for step in found.steps if step.name == "S2"]
    assert columns.origin.file == "CANN 8.1.RC1, ascend910b"
    assert str(columns.origin.detail) == "recorded runs of op_select_format of MatMulV2"


@pytest.mark.parametrize(
    ("shape", "runs_as"),
    [((8, 16), "float"), ((-1, 16), "float16"), ((-2,), "float16")],
)
def test_mixed_columns_of_add_are_for_unknown_shapes_only(shape, runs_as):
    """float16 + float32 → float32 has a column of its own where a dimension is unknown."""
    inputs = [tensor("float16", shape, "ND"), tensor("float", shape, "ND")]
    found = planned("Add", inputs, [tensor("float", shape, "ND")], "must_keep_origin_dtype")
    assert found.status == "determined"
    assert found.inputs[0] == ("float16" if runs_as == "float16" else found.inputs[0])
    is_mixed = ran(found) == (["float16", "float"], ["float"])
    assert is_mixed == (runs_as == "float16")


def test_without_shapes_all_cases_have_to_agree():
    inputs = [tensor("float16"), tensor("float")]
    found = planned("Add", inputs, [tensor("float")], "must_keep_origin_dtype")
    assert (found.status, found.reason_id) == ("undetermined", "recorded-cases")
    assert "whether all dimensions are known" in str(found.reason)
    assert (["float16", "float"], ["float"]) in found.candidates
    same = planned("Add", [tensor("float"), tensor("float")], [tensor("float")])
    assert (same.status, ran(same)) == ("determined", (["float16", "float16"], ["float16"]))


def test_an_attribute_decides_and_says_so_where_it_is_not_known():
    inputs, outputs = [tensor("float16", (8, 16), "ND")], [tensor("float", (8, 16), "ND")]
    raised = planned("SoftmaxV2", inputs, outputs, half_to_float=True)
    assert ran(raised) == (["float16"], ["float"])
    plain = planned("SoftmaxV2", inputs, outputs, half_to_float=False)
    assert ran(plain) == (["float16"], ["float16"])
    # without the attribute the dtypes of the model say it
    assumed = planned("SoftmaxV2", inputs, outputs)
    assert ran(assumed) == ran(raised)
    assert "assumes default attributes" in assumed.marks
    assert "assumes default attributes" not in raised.marks
    same = [tensor("float16", (8, 16), "ND")]
    assert ran(planned("SoftmaxV2", inputs, same)) == ran(plain)
    found = planned("ArgMaxWithKD", inputs, [tensor("int32"), tensor("float16")])
    assert found.status == "undetermined"
    assert str(found.reason) == (
        "the columns of op_select_format depend on the attribute `out_max_val`"
    )


def test_few_channels_of_a_first_layer_have_no_bfloat16():
    """Four channels or less, a kernel that is not 1x1, one group, and the first layer."""
    assert ran(conv((1, 64, 8, 8), (8, 64, 3, 3), dtype="bfloat16"))[1] == ["bfloat16"]
    assert ran(conv((1, 3, 8, 8), (8, 3, 3, 3), dtype="bfloat16"))[1] == ["bfloat16"]
    first = conv((1, 3, 8, 8), (8, 3, 3, 3), dtype="bfloat16", is_first_layer=True)
    assert ran(first)[1] != ["bfloat16"]
    pointwise = conv((1, 3, 8, 8), (8, 3, 1, 1), dtype="bfloat16", is_first_layer=True)
    assert ran(pointwise)[1] == ["bfloat16"]


def test_layer_norm_with_blocks_has_no_mixed_column():
    def layer_norm(size):
        mixed = [tensor("float16", (32, size), "ND"), *[tensor("float", (size,), "ND")] * 2]
        outputs = [tensor("float16", (32, size), "ND"), *[tensor("float", (32, 1), "ND")] * 2]
        attrs = {"begin_norm_axis": 1, "begin_params_axis": 1}
        return ran(planned("LayerNorm", mixed, outputs, "must_keep_origin_dtype", **attrs))

    mixed = ["float16", "float", "float"], ["float16", "float", "float"]
    assert layer_norm(768) != mixed  # rows of 768 fill blocks of 16
    assert layer_norm(8192) == mixed  # too long for blocks


def test_what_the_runs_do_not_explain_stays_undetermined():
    inputs = [tensor("float16", (2, 16, 8, 8), "NCHW") for _ in range(3)]
    found = planned("MaxPoolGrad", inputs, [tensor("float16", (2, 16, 8, 8), "NCHW")])
    assert (found.status, found.reason_id) == ("undetermined", "recorded-runs")
    assert len(found.candidates) > 1


def test_a_white_list_with_bfloat16_depends_on_formats():
    """MatMulV2: the first 16-bit column in order, but formats leave one or the other."""
    tensors = [tensor("bfloat16", (16, 16), "ND"), tensor("bfloat16", (16, 16), "ND"), None, None]
    node = Node("n", "MatMulV2", tensors, [tensor("bfloat16", (16, 16), "ND")])
    node.engine = "AIcoreEngine"
    context = context_of(Target(LIBRARY, "Ascend910B3"), "allow_mix_precision", "white-list")
    graph = Graph("g.json", "cannlint/graph/1", [node])
    found = resolve_graph(graph, context).dtypes["n"]
    assert (found.status, found.reason_id) == ("undetermined", "format-dependent")


def test_a_custom_package_has_its_own_columns():
    entry = {
        "dynamicFormat": {"flag": "true"},
        "input0": {"name": "x1", "paramType": "required"},
        "input1": {"name": "x2", "paramType": "required"},
        "output0": {"name": "y", "paramType": "required"},
    }
    custom = read(Source("ops.json", json.dumps({"Add": entry}).encode()))
    target = Target(LIBRARY, "Ascend910B3", [custom])
    found = resolve_operator("Add", "float32", context_of(target, "force_fp16"))
    assert (found.status, found.reason_id) == ("undetermined", "op_select_format")


def test_another_release_says_that_its_columns_are_of_another():
    folder = "ascend910b"
    operator = LIBRARY.operator_in("Add", folder)
    install = Library(
        "8.5.0", "install", "/opp", (folder,), {}, lambda name: {folder: operator}, lambda: ["Add"]
    )
    found = resolve_operator("Add", "float32", context_of(Target(install, folder), "force_fp16"))
    assert found.status == "determined"
    assert found.facts.cann == "8.1.RC1"
    assert "columns recorded in another release, which has the same library entry" in found.marks


RECORDED_MODES = {
    "force_fp16": "force_fp16",
    "must_keep": "must_keep_origin_dtype",
    "allow_fp32_to_fp16": "allow_fp32_to_fp16",
    "mix_white": "allow_mix_precision",
    "force_fp32": "force_fp32",
}
UNEXPLAINED = {"AxpyV2", "CropAndResizeD", "GroupNorm", "MaxPoolGrad", "UnsortedSegmentSumD"}


def is_result(operator, found, result):
    """Whether a recorded result is that of a plan, without optional tensors that it lacks."""
    dtypes = [{"float": "float32"}.get(dtype, dtype) for dtype in (*found.inputs, *found.outputs)]
    optional = [at for at, one in enumerate(operator.tensors) if one.param_type == "optional"]
    absent = len(dtypes) - len(result)
    return absent >= 0 and any(
        [dtype for at, dtype in enumerate(dtypes) if at not in left_out] == result
        for left_out in itertools.combinations(optional, absent)
    )


@pytest.mark.slow
@pytest.mark.parametrize("mode", RECORDED_MODES)
def test_where_one_result_is_recorded_the_plan_without_a_graph_says_it(recorded, mode):
    results = json.loads((recorded / "select_format/resolved.json").read_text(encoding="utf-8"))
    colour = "white-list" if mode == "mix_white" else None
    for folder, operators in results.items():
        target = Target(LIBRARY, folder)
        context = context_of(target, RECORDED_MODES[mode], colour)
        for op_type, by_mode in operators.items():
            operator = target.stores(op_type)[0].operator
            for original, expected in by_mode.get(mode, {}).items():
                if not expected["single"]:
                    continue
                found = resolve_operator(op_type, original, context)
                if op_type in UNEXPLAINED and found.status == "undetermined":
                    continue
                assert found.status == "determined", (folder, op_type, original)
                assert any(is_result(operator, found, one) for one in expected["results"]), (
                    folder,
                    op_type,
                    original,
                )
