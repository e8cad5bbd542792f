"""What becomes of each option and each entry: taken from compiled models that a test writes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from om_files import (
    AICORE,
    LOCAL,
    LOWERED,
    Desc,
    Op,
    header,
    model_def,
    om,
    partitions,
    recorded,
    relu_model,
)

KEPT = Desc("float", "float")
MIX = "--precision_mode=allow_mix_precision"
MODE_BITS = {"high_performance": 2, "high_precision": 4}


@pytest.fixture
def verify(cannlint, tmp_path):
    def run(data: bytes, *arguments: str, **files: str) -> tuple[dict[str, Any], int]:
        (tmp_path / "m.om").write_bytes(data)
        for name, text in files.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        result = cannlint("verify", "m.om", "--format", "json", "--isolated", *arguments)
        assert result.err == ""
        return json.loads(result.out), result.status

    return run


def outcome(document: dict[str, Any], text: str) -> tuple[str, bool, list[str], str | None]:
    """Status, loss, operators (else those that were not done) and reason of something asked for."""
    [asked] = [asked for asked in document["asked"] if text in asked["text"]]
    names = asked["operators"] or asked["not_done"]
    return asked["status"], asked["lost"], names, asked["reason"]


def kept_model() -> list[Op]:
    """The Relu keeps float32: no Cast is needed."""
    ops = relu_model()
    x, relu, out = ops[0], ops[2], ops[4]
    relu.links, relu.inputs, relu.outputs, out.links = ["x:0"], [KEPT], [KEPT], ["relu:0"]
    return [x, relu, out]


def test_a_model_in_which_nothing_is_lost(verify):
    document, code = verify(om(relu_model(), recorded()))
    assert (code, document["job"]["source"], document["job"]["front_end"]) == (0, "recorded", "atc")
    assert outcome(document, "--soc_version") == ("effect", False, [], None)
    assert outcome(document, "--framework") == ("effect", False, [], None)
    assert outcome(document, "--output=m")[0] == "unseen"
    [relu] = document["operators"]
    assert relu["planned"]["inputs"] == relu["compiled"]["inputs"] == ["float16"]
    assert (relu["dtypes"], relu["members"], relu["engine"]) == ("equal", ["Relu"], "AIcoreEngine")
    assert document["numbers"] == {
        "operators": 1,
        "on_ai_core": 1,
        "by_dtype": {"float16": 1},
        "float32_share": 0.0,
        "casts": 2,
        "layouts": 0,
        "inserted": {"Cast": 2},
    }
    assert document["summary"] == {"lost": 0, "different": 0, "equal": 1, "undecided": 0}
    assert [(cast["from"], cast["to"], cast["causes"]) for cast in document["casts"]] == [
        ("float", "float16", []),
        ("float16", "float", []),
    ]


def test_a_compile_that_differs_from_the_plan(verify):
    """The mode lowers to float16, and the Relu is compiled in float32."""
    document, code = verify(om(kept_model(), recorded("--precision_mode=force_fp16")))
    assert (code, document["operators"][0]["dtypes"]) == (1, "different")
    assert document["summary"]["different"] == 1


@pytest.mark.parametrize("text", ["OpType::Relu", "relu"])
def test_keep_dtype(verify, text):
    options = recorded("--keep_dtype=keep.cfg")
    document, code = verify(om(kept_model(), options), **{"keep.cfg": f"{text}\n"})
    assert (*outcome(document, text), code) == ("effect", False, ["relu"], None, 0)
    document, code = verify(om(relu_model(), options), **{"keep.cfg": f"{text}\n"})
    assert outcome(document, text) == ("none", True, ["relu"], "it was compiled with float16")
    assert (code, document["summary"]) == (
        1,
        {"lost": 1, "different": 1, "equal": 0, "undecided": 0},
    )


def test_the_casts_around_an_operator_that_keeps_its_dtypes(verify):
    """Only the second Relu is kept: CANN converts for it, and back."""
    x, first, relu, _, out = relu_model()
    kept = Op("kept", "Relu", ["trans_Cast_3:0"], [KEPT], [KEPT], {**relu.attrs})
    kept.attrs["_datadump_original_op_names"] = ["kept"]
    up = Op("trans_Cast_3", "Cast", ["relu:0"], [LOWERED], [KEPT], {**AICORE})
    out.links = ["kept:0"]
    data = om([x, first, relu, up, kept, out], recorded("--keep_dtype=keep.cfg"))
    document, _ = verify(data, **{"keep.cfg": "kept\nrelu2\n"})
    named = {
        cast["name"]: [at["range"]["start"] for at in cast["causes"]] for cast in document["casts"]
    }
    assert named == {"trans_Cast_0": [], "trans_Cast_3": [{"line": 1, "column": 1}]}


def test_an_entry_without_its_operator_is_a_loss_where_it_names_a_node(verify):
    """A type may be in the file for another model; a name is for one node."""
    options = recorded("--keep_dtype=keep.cfg")
    data = om(relu_model(), options)
    document, code = verify(data, **{"keep.cfg": "OpType::Softmax\n"})
    reason = "no operator of the compiled model has this type"
    assert (*outcome(document, "OpType"), code) == ("none", False, [], reason, 0)
    document, code = verify(data, **{"keep.cfg": "encoder/softmax\n"})
    reason = "no operator of the compiled model has this name"
    assert (*outcome(document, "encoder"), code) == ("none", True, [], reason, 1)


@pytest.mark.parametrize(("name", "behind"), [("trans_TransData_1", "relu"), ("layout", "layout")])
def test_what_takes_a_cast_is_an_operator_of_the_model(verify, name, behind):
    """A TransData of CANN is passed over, one of the model is an operator like others."""
    ops = relu_model()
    layout = Op(name, "TransData", ["trans_Cast_0:0"], [LOWERED], [LOWERED], {**AICORE})
    ops[2].links = [f"{name}:0"]
    document, _ = verify(om([*ops[:2], layout, *ops[2:]], recorded()))
    assert document["casts"][0]["behind"] == [behind]


def test_customize_dtypes_and_the_casts_that_it_causes(verify):
    options = recorded(f"{MIX} --customize_dtypes=dtypes.cfg")
    entry = "OpType::Relu:InputDtype:float16,OutputDtype:float16"
    document, code = verify(om(relu_model(), options), **{"dtypes.cfg": entry + "\n"})
    assert (*outcome(document, entry), code) == ("effect", False, ["relu"], None, 0)
    causes = [cast["causes"] for cast in document["casts"]]
    assert [[cause["file"] for cause in each] for each in causes] == [["dtypes.cfg"]] * 2
    assert document["operators"][0]["asked"] == [
        number for number, asked in enumerate(document["asked"]) if asked["text"] == entry
    ]
    lowered = recorded("--precision_mode=force_fp16 --customize_dtypes=dtypes.cfg")
    document, _ = verify(om(relu_model(), lowered), **{"dtypes.cfg": entry + "\n"})
    assert [cast["causes"] for cast in document["casts"]] == [[], []]  # the mode lowers it as well
    document, code = verify(om(kept_model(), options), **{"dtypes.cfg": entry + "\n"})
    assert outcome(document, entry) == ("none", True, ["relu"], "it was compiled with float")
    assert code == 1


@pytest.mark.parametrize("text", ["Relu=high_precision", "[ByNodeName]\nrelu=high_precision"])
def test_op_precision_mode(verify, text):
    options = recorded("--op_precision_mode=modes.ini")
    files = {"modes.ini": f"{text}\n"}
    asked = text.splitlines()[-1]
    document, code = verify(om(relu_model(_op_impl_mode_enum=4), options), **files)
    assert (*outcome(document, asked), code) == ("effect", False, ["relu"], None, 0)
    assert document["operators"][0]["impl_mode"] == "equal"
    document, code = verify(om(relu_model(_op_impl_mode_enum=2), options), **files)
    assert (*outcome(document, asked), code) == (
        *("none", True, ["relu"], "it was compiled with high_performance"),
        1,
    )
    document, code = verify(om(relu_model(), options), **files)
    reason = "this release of CANN does not record implementation modes"
    assert (*outcome(document, asked), code) == ("unseen", False, [], reason, 0)


def test_op_select_implmode_is_overridden_by_op_precision_mode(verify):
    options = recorded("--op_precision_mode=modes.ini --op_select_implmode=high_performance")
    data = om(relu_model(_op_impl_mode_enum=4), options)
    document, _ = verify(data, **{"modes.ini": "Relu=high_precision\n"})
    reason = "no operator of the compiled model gets its mode from it"
    assert outcome(document, "--op_select") == ("none", False, [], reason)


def test_a_line_that_repeats_another(verify):
    options = recorded("--op_precision_mode=modes.ini")
    data = om(relu_model(_op_impl_mode_enum=4), options)
    document, code = verify(data, **{"modes.ini": "Relu=high_precision\nRelu=high_performance\n"})
    reason = "line 1 has the same entry: CANN takes the first"
    assert outcome(document, "Relu=high_performance") == ("none", False, [], reason)
    assert code == 0


def test_an_entry_for_a_name_comes_before_one_for_a_type(verify):
    reason = "the file has an entry for the operator's name, which comes first"
    options = recorded("--op_precision_mode=modes.ini")
    text = "Relu=high_precision\n[ByNodeName]\nrelu=high_performance\n"
    data = om(relu_model(_op_impl_mode_enum=2), options)
    document, code = verify(data, **{"modes.ini": text})
    assert outcome(document, "Relu=high_precision") == ("none", False, [], reason)
    assert outcome(document, "relu=high_performance")[0] == "effect"
    assert code == 0
    options = recorded(f"{MIX} --customize_dtypes=d.cfg --keep_dtype=keep.cfg")
    text = "OpType::Relu:InputDtype:float32\nrelu:InputDtype:float16,OutputDtype:float16\n"
    files = {"d.cfg": text, "keep.cfg": "OpType::Relu\n"}
    document, code = verify(om(relu_model(), options), **files)
    assert outcome(document, "OpType::Relu:Input") == ("none", False, [], reason)
    assert outcome(document, "relu:InputDtype")[0] == "effect"
    [kept] = [asked for asked in document["asked"] if asked["text"] == "OpType::Relu"]
    assert (kept["status"], kept["lost"], kept["reason"]) == (
        *("none", False),
        "customize_dtypes has an entry for the operator, which comes first",
    )
    assert code == 0


LISTS = {
    "black": ('{"black-list": {"to-add": ["Relu"]}}', kept_model, "effect", "none"),
    "white": ('{"white-list": {"to-add": ["Relu"]}}', relu_model, "effect", "none"),
    "gray": ('{"gray-list": {"to-add": ["Relu"]}}', relu_model, "unseen", "unseen"),
}


@pytest.mark.parametrize("name", LISTS)
def test_modify_mixlist(verify, name):
    text, model, status, other = LISTS[name]
    options = recorded(f"{MIX} --modify_mixlist=lists.json")
    entry = f"{name}-list to-add Relu"
    document, _ = verify(om(model(), options), **{"lists.json": text})
    assert outcome(document, entry)[0] == status
    opposite = relu_model if model is kept_model else kept_model
    document, _ = verify(om(opposite(), options), **{"lists.json": text})
    assert outcome(document, entry)[0] == other


SWITCHES = '{"Switch": {"GraphFusion": {"SplitPass": "off"}, "UBFusion": {"TbeReluPass": "on"}}}'


def test_fusion_switches(verify):
    options = recorded("--fusion_switch_file=fusion.json")
    files = {"fusion.json": SWITCHES}
    document, code = verify(om(relu_model(), options), **files)
    assert {outcome(document, name)[0] for name in ("SplitPass", "TbeReluPass")} == {"unseen"}
    ran = relu_model(pass_name=["SplitPass"], pass_name_ub="TbeReluPass")
    document, code = verify(om(ran, options), **files)
    reason = "the operator names this pass: it ran"
    assert outcome(document, "SplitPass:off") == ("none", True, ["relu"], reason)
    assert outcome(document, "TbeReluPass:on") == ("effect", False, ["relu"], None)
    assert (code, document["operators"][0]["passes"]) == (1, ["SplitPass", "TbeReluPass"])


def times(matched: str, effective: str) -> dict[str, str]:
    return {"match_times": matched, "effect_times": effective}


RESULT = {
    "session_and_graph_id": "0_0",
    "graph_fusion": {"SplitPass": times("3", "2")},
    "ub_fusion": {"TbeReluPass": times("1", "0")},
}


@pytest.mark.parametrize("result", [RESULT, [RESULT], {"session_and_graph_id_0_0": RESULT}])
def test_fusion_result_says_which_passes_matched(verify, result):
    files = {"fusion.json": SWITCHES, "fusion_result.json": json.dumps(result)}
    data = om(relu_model(), recorded("--fusion_switch_file=fusion.json"))
    document, code = verify(data, "--fusion-result", "fusion_result.json", **files)
    assert outcome(document, "SplitPass:off") == (
        *("none", True, []),
        "it matched 3 times and took effect 2 times",
    )
    assert outcome(document, "TbeReluPass:on")[0] == "none"
    assert code == 1
    assert document["fusion_passes"]["SplitPass"] == {"matched": 3, "effective": 2}


def test_the_recorded_precision_mode(verify):
    """Number 2 is the mixed mode with float16, number 0 force_fp16."""
    options = "--precision_mode=allow_mix_precision"
    for number, status in ((2, "effect"), (0, "none")):
        data = om(relu_model(), {**recorded(options), "graph_precision_mode": number})
        document, _ = verify(data)
        assert outcome(document, options)[:2] == (status, status == "none")


def test_a_file_that_is_not_here_is_said_to_be_missing(verify):
    data = om(relu_model(), recorded("--keep_dtype=/root/keep.cfg"))
    document, code = verify(data)
    assert document["job"]["not_found"] == [{"option": "keep_dtype", "path": "/root/keep.cfg"}]
    assert document["job"]["accepted"] is True
    assert outcome(document, "keep_dtype") == (
        *("unseen", False, []),
        "its file was not found here",
    )
    assert document["operators"][0]["dtypes"] == "undecided"
    assert code == 0


def test_a_file_beside_the_model_is_found(cannlint, tmp_path):
    (tmp_path / "models").mkdir()
    data = om(relu_model(), recorded("--keep_dtype=keep.cfg"))
    (tmp_path / "models" / "m.om").write_bytes(data)
    (tmp_path / "models" / "keep.cfg").write_text("OpType::Relu\n")
    result = cannlint("verify", "models/m.om", "--format", "json", "--isolated")
    document = json.loads(result.out)
    assert document["job"]["not_found"] == []
    assert outcome(document, "OpType::Relu")[:2] == ("none", True)


def test_another_job_and_another_soc(verify):
    data = om(relu_model(), recorded())
    atc = ("atc", "--model=m.onnx", "--framework=3", "--output=m", "--soc_version=Ascend910B3")
    document, code = verify(data, "--", *atc)
    assert (document["job"]["source"], document["library"]["soc"]) == ("given", "Ascend910B3")
    assert outcome(document, "--soc_version") == (
        *("none", True, []),
        "the model was compiled with Ascend310P3",
    )
    assert outcome(document, "--framework")[3] == "the model was compiled with Onnx"
    assert code == 1


def test_a_model_without_a_command_is_planned_for_its_soc(verify):
    attrs = {**recorded(), "atc_cmdline": ""}
    document, code = verify(om(relu_model(), attrs))
    assert (document["job"]["source"], document["model"]["command"]) == ("none", None)
    assert (document["library"]["soc"], code) == ("Ascend310P3", 0)


def test_a_recorded_option_that_another_release_refuses_is_left_out(verify):
    """CANN took it: the plan of another release is made without it."""
    document, code = verify(om(relu_model(), recorded("--no_such_option=1")))
    job = document["job"]
    assert (job["accepted"], len(job["reasons"]), code) == (False, 1, 0)
    assert document["operators"][0]["dtypes"] == "equal"
    atc = ["atc", "--model=m", "--framework=5", "--output=m", "--soc_version=Ascend310P3"]
    document, code = verify(om(relu_model(), recorded()), "--", *atc, "--no_such_option=1")
    assert (document["job"]["accepted"], document["operators"][0]["planned"], code) == (
        *(False, None),
        1,
    )


def test_the_names_of_a_second_model_are_those_of_cann_too(verify):
    """Names that occur twice have the graph's name before them."""
    model = model_def(relu_model(), recorded())
    data = header(models=2) + partitions(model) + partitions(model)
    document, _ = verify(data)
    assert document["numbers"]["inserted"] == {"Cast": 4}
    assert [operator["name"] for operator in document["operators"]] == ["relu", "g/relu"]


def test_the_text_of_a_file_outside_of_the_project_is_not_shown(cannlint, tmp_path):
    (tmp_path / "secret").write_text("OpType::Hunter\nhunter\n")
    (tmp_path / "project").mkdir()
    option = f"--keep_dtype={tmp_path}/secret"
    (tmp_path / "project" / "m.om").write_bytes(om(relu_model(), recorded(option)))
    for format in ("table", "json", "csv", "html"):
        result = cannlint("verify", "m.om", "--format", format, cwd=tmp_path / "project")
        assert "unter" not in result.out + result.err


def test_the_recorded_soc_comes_before_that_of_the_configuration(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('soc = "Ascend910B3"\n')
    attrs = recorded()
    attrs["atc_cmdline"] = attrs["atc_cmdline"].replace("--soc_version=Ascend310P3", "")
    (tmp_path / "m.om").write_bytes(om(relu_model(), attrs))
    document = json.loads(cannlint("verify", "m.om", "--format", "json").out)
    assert document["library"]["soc"] == "Ascend310P3"


@pytest.mark.parametrize(
    ("option", "status", "is_lost", "reason"),
    [
        ("--input_shape=x:1,3", "effect", False, None),
        ("--input_shape=x:1,4", "none", True, "it was compiled with the shape 1,3"),
        ("--input_shape=x:-1,3", "unseen", False, "a compiled model does not show it"),
        ("--input_shape=other:1,3", "unseen", False, "a compiled model does not show it"),
        ("--output_type=FP32", "effect", False, None),
        ("--output_type=FP16", "none", True, "it was compiled with float"),
        ("--output_type=relu:0:FP16", "unseen", False, "a compiled model does not show it"),
        ("--out_nodes=relu:0", "effect", False, None),
        ("--out_nodes=re:0", "unseen", False, "a compiled model does not show it"),
        ("--input_fp16_nodes=x", "none", True, "it was compiled with float"),
        ("--input_fp16_nodes=y", "none", True, "no input of the compiled model has this name"),
    ],
)
def test_what_goes_in_and_comes_out(verify, option, status, is_lost, reason):
    ops = relu_model()
    ops[0].outputs[0].attrs["origin_shape"] = [1, 3]
    attrs = {**recorded(option), "attr_model_out_nodes_name": ["relu:0:y"]}
    document, _ = verify(om(ops, attrs))
    found = outcome(document, option)
    assert (found[0], found[1], found[3]) == (status, is_lost, reason)


def fused_model(kernel: str, op_type: str = "AutomaticBufferFusionOp") -> list[Op]:
    """One kernel with several operators, between Data and NetOutput."""
    names = {"_datadump_original_op_names": ["pool", "quant"], "_kernelname": kernel}
    return [
        Op("x", "Data", [], [KEPT], [KEPT], {**LOCAL}),
        Op("trans_Cast_0", "Cast", ["x:0"], [KEPT], [LOWERED], {**AICORE}),
        Op(
            "poolquant",
            op_type,
            ["trans_Cast_0:0"],
            [LOWERED],
            [Desc("int8", "int8")],
            {**AICORE, **names, "_datadump_original_op_types": ["MaxPool", "Bias"]},
        ),
        Op("out", "NetOutput", ["poolquant:0"], [Desc("int8", "int8")], [], {**LOCAL}),
    ]


RELU_QUANT = "te_fused_op_relu_ascend_quant_0123456789abcdef_1__kernel0"


def test_operators_that_share_a_kernel_are_judged_one_by_one(verify):
    """A Relu that an AscendQuant follows: the kernel gives int8, the Relu does not."""
    document, code = verify(om(fused_model(RELU_QUANT), recorded()))
    [kernel] = document["operators"]
    assert kernel["members"] == ["Relu", "AscendQuant"]
    assert (kernel["planned"]["type"], kernel["planned"]["outputs"]) == ("Relu", ["float16"])
    assert (kernel["compiled"]["outputs"], kernel["dtypes"], code) == (["int8"], "equal", 0)


def test_an_entry_for_an_operator_behind_the_first_of_a_kernel_cannot_be_seen(verify):
    options = recorded("--keep_dtype=keep.cfg")
    files = {"keep.cfg": "OpType::AscendQuant\nOpType::Bias\n"}
    document, _ = verify(om(fused_model(RELU_QUANT), options), **files)
    reason = "it shares a kernel with Relu, AscendQuant: the model does not show its own dtypes"
    assert outcome(document, "AscendQuant") == ("unseen", False, [], reason)
    assert outcome(document, "Bias") == ("unseen", False, [], "fused into another operator")


def test_the_mode_of_a_kernel_is_that_of_its_first_operator(verify):
    ops = fused_model(RELU_QUANT)
    ops[2].attrs["_op_impl_mode_enum"] = 2
    options = recorded("--op_precision_mode=modes.ini")
    text = "Relu=high_precision\nAscendQuant=high_precision\n"
    document, code = verify(om(ops, options), **{"modes.ini": text})
    assert outcome(document, "Relu=") == (
        *("none", True, ["poolquant"]),
        "it was compiled with high_performance",
    )
    assert outcome(document, "AscendQuant=")[0] == "unseen"
    assert code == 1


def test_a_fully_connection_keeps_the_mode_of_the_convolution(verify):
    """CANN stamps modes before fusion makes a FullyConnection of a Conv2D."""
    ops = relu_model(_op_impl_mode_enum=4)
    ops[2].op_type = "FullyConnection"
    ops[2].attrs["_kernelname"] = "te_fullyconnection_0123456789abcdef__kernel0"
    options = recorded("--op_precision_mode=modes.ini")
    document, _ = verify(om(ops, options), **{"modes.ini": "Conv2D=high_precision\n"})
    [operator] = document["operators"]
    assert operator["impl_mode"] == "equal"
    assert outcome(document, "Conv2D=high_precision") == ("effect", False, ["relu"], None)
    assert (operator["planned"]["impl_mode"], operator["planned"]["impl_mode_of"]) == (
        "high_precision",
        "Conv2D",
    )


def test_an_operator_elsewhere_is_listed_with_its_engine(verify):
    ops = relu_model()
    engine = {"_lxfusion_engine_name": "DNN_VM_AICPU"}
    ops.insert(4, Op("top", "TopK", ["trans_Cast_2:0"], [KEPT], [KEPT], engine))
    ops[-1].links = ["top:0"]
    document, _ = verify(om(ops, recorded()))
    assert document["elsewhere"] == [{"name": "top", "type": "TopK", "engine": "DNN_VM_AICPU"}]
    assert (document["numbers"]["operators"], document["numbers"]["on_ai_core"]) == (2, 1)


DUMP = """
graph {{
  op {{ name: "x" type: "Data" output_desc {{ dtype: DT_FLOAT }}
       attr {{ key: "_lxfusion_engine_name" value {{ s: "DNN_VM_GE_LOCAL" }} }} }}
  op {{ name: "relu" type: "Relu" input: "x:0"
       attr {{ key: "_lxfusion_engine_name" value {{ s: "AIcoreEngine" }} }}
       input_desc {{ dtype: {0} attr {{ key: "origin_data_type" value {{ s: "DT_FLOAT" }} }} }}
       output_desc {{ dtype: {0} attr {{ key: "origin_data_type" value {{ s: "DT_FLOAT" }} }} }} }}
}}
"""


def test_a_dump_from_behind_the_judge(cannlint, tmp_path):
    dump = tmp_path / "ge_proto_00040.txt"
    dump.write_text(DUMP.format("DT_FLOAT16"))
    result = cannlint("verify", dump.name, "--isolated", "--format", "json", "--soc", "Ascend310P3")
    document = json.loads(result.out)
    assert (document["model"]["format"], document["job"]["source"]) == ("ge_proto", "none")
    assert (document["operators"][0]["dtypes"], result.status) == ("equal", 0)


def test_a_dump_from_before_the_judge_is_one_sentence(cannlint, tmp_path):
    dump = tmp_path / "ge_proto_00020.txt"
    dump.write_text(DUMP.format("DT_FLOAT"))
    result = cannlint("verify", dump.name, "--isolated", "--soc", "Ascend310P3")
    assert (result.status, result.out) == (2, "")
    assert "a dump from before the precision judge: CANN has not chosen dtypes yet" in result.err


def test_what_cannot_be_read_has_the_status_2(cannlint, tmp_path):
    (tmp_path / "m.om").write_bytes(om(relu_model(), recorded())[:300])
    for arguments in (("m.om",), ("nothing.om",), ("m.om", "--library", "0.0")):
        result = cannlint("verify", *arguments, "--isolated")
        assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
