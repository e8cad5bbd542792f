"""`cannlint plan` as a user and as a script runs it."""

from __future__ import annotations

import csv
import io
import json

import jsonschema
import pytest

from cannlint.cann.dtypes import graph_name
from cannlint.library.snapshot import VERSION, embedded
from graph_files import node
from onnx_models import Model

TOML = """\
soc = "Ascend910B3"

[job.bert]
front-end = "atc"
precision_mode = "allow_mix_precision"
modify_mixlist = "conf/mixlist.json"
op_precision_mode = "conf/op_precision.ini"
op_select_implmode = "high_precision"

[job.bert-fp16]
precision_mode = "force_fp16"
customize_dtypes = "conf/customize_dtypes.cfg"
keep_dtype = "conf/keep.cfg"

[job.broken]
precision_mode = "force_fp16"
modify_mixlist = "conf/mixlist.json"
"""

FILES = {
    "mixlist.json": '{\n  "white-list": {\n    "to-add": ["Xlog1py"]\n  }\n}\n',
    "op_precision.ini": "Gelu=high_precision\nGelu=high_performance\n"
    "[ByNodeName]\nencoder/gelu=keep_fp16\n",
    "customize_dtypes.cfg": "OpType::Xlog1py:InputDtype:float32,float32,OutputDtype:float32\n",
    "keep.cfg": "OpType::Gelu\n",
}


def chain(name, *producers):
    """A node with float32 tensors that come from other nodes."""
    op_type = {"gelu": "Gelu", "log": "Xlog1py", "relu": "Relu", "x": "Data"}[name]
    return {
        "name": name if name == "x" else f"encoder/{name}",
        "type": op_type,
        "inputs": [{"dtype": "float", "from": [producer, 0]} for producer in producers],
        "outputs": [{"dtype": "float"}],
    }


GRAPH = {
    "schema": "cannlint/graph/1",
    "nodes": [
        chain("x"),
        chain("gelu", "x"),
        chain("log", "encoder/gelu", "x"),
        chain("relu", "encoder/log"),
    ],
}


@pytest.fixture
def project(tmp_path):
    (tmp_path / "conf").mkdir()
    (tmp_path / "cannlint.toml").write_text(TOML)
    for name, text in FILES.items():
        (tmp_path / "conf" / name).write_text(text)
    (tmp_path / "graph.json").write_text(json.dumps(GRAPH))
    return tmp_path


def valid(cannlint, schema, text):
    value = json.loads(text)
    checker = jsonschema.Draft202012Validator(json.loads(cannlint("schema", schema).out))
    checker.validate(value)
    return value


def planned(cannlint, *arguments, status=0):
    result = cannlint("plan", *arguments, "--format", "json")
    assert result.status == status, result.err
    return valid(cannlint, "plan", result.out)


def by_type(report):
    return {op["type"]: op for op in report["ops"]}


def test_the_table_of_a_job(cannlint, project):
    result = cannlint("plan", "bert")
    assert result.status == 0
    assert result.out == (
        "Job: bert (cannlint.toml)\n"
        "atc · Ascend910B3 · CANN 8.1.RC1 (embedded) · no graph: "
        "float tensors are assumed to be float32\n"
        "operator  dtypes in → out                                implementation  list           "
        "decided by\n"
        "Xlog1py   float16 ×2 → float16                           –               black → white  "
        "conf/mixlist.json:3:16\n"
        "Gelu      either float16 → float16 or float32 → float32  high_precision  gray           "
        "conf/op_precision.ini:1:1; the column depends on the output dtypes of the producers\n"
        "2 operators named by the job; 1,092 more by default (show them with --all)\n"
        "dtypes: 1 determined, 1 undetermined\n"
        "! op_select_implmode=high_precision: no effect, op_precision_mode is set\n"
        "! names of nodes, whose types are unknown without --model or --node TYPE=NAME: "
        "encoder/gelu\n"
    )


def test_what_was_asked_for_in_vain_has_a_row_too(cannlint, tmp_path):
    """`gray-list` `to-add` alone moves nothing.

    See manual/mixed-precision-list.md#what-a-move-does.
    """
    (tmp_path / "mixlist.json").write_text('{"gray-list": {"to-add": ["Relu"]}}')
    options = ("-O", "precision_mode=allow_mix_precision", "-O", "modify_mixlist=mixlist.json")
    out = cannlint("plan", "--soc", "Ascend910B3", *options).out
    [row] = [line for line in out.splitlines() if line.startswith("Relu ")]
    assert row.endswith("; no effect: mixlist.json:1:27")
    assert "1 operator named by the job" in out


def test_a_job_with_a_flag_that_atc_does_not_have_is_refused(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('soc = "Ascend910B3"\n[job.a]\nbogus = 1\n')
    result = cannlint("plan", "a", "--op", "Relu")
    assert result.status == 1 and "JB001 at cannlint.toml:" in result.out


def test_bfloat16_is_refused_by_the_engine_whatever_the_front_end(cannlint):
    """TF1's adapter refuses other modes itself, without a code (manual/tensorflow.md)."""
    plan = ("plan", "--front-end", "tf1", "--soc", "Ascend310P3", "--op", "Relu")
    bfloat16 = cannlint(*plan, "-O", "precision_mode_v2=mixed_bfloat16")
    assert bfloat16.status == 1 and "E20101" in bfloat16.out
    slip = cannlint(*plan, "-O", "precision_mode_v2=fp61")
    assert slip.status == 1 and "without a code" in slip.out


def test_why_a_list_is_not_read_of_a_kept_operator(cannlint, tmp_path):
    (tmp_path / "keep.cfg").write_text("OpType::Relu\n")
    options = ("-O", "precision_mode=allow_mix_precision", "-O", "keep_dtype=keep.cfg")
    out = cannlint("plan", "--soc", "Ascend910B3", *options, "--op", "Relu", "--why").out
    assert "not used: keep_dtype takes precedence" in out


def test_with_a_graph_the_users_own_nodes_come_first(cannlint, project):
    result = cannlint("plan", "bert", "--model", "graph.json")
    assert result.out.splitlines()[1:] == [
        "atc · Ascend910B3 · CANN 8.1.RC1 (embedded) · graph: graph.json, 4 nodes",
        "operator             dtypes in → out       implementation  list           decided by",
        "Gelu encoder/gelu    float32 → float32     keep_fp16       gray           "
        "conf/op_precision.ini:4:1",
        "Xlog1py encoder/log  float16 ×2 → float16  –               black → white  "
        "conf/mixlist.json:3:16",
        "Relu encoder/relu    float16 → float16     –               gray           precision_mode",
        "3 of 4 nodes; without a choice: 1 (show them with --all)",
        "dtypes: 3 determined, 1 data, constants and others that keep theirs",
        "! op_select_implmode=high_precision: no effect, op_precision_mode is set",
    ]
    everything = cannlint("plan", "bert", "--model", "graph.json", "--all").out
    # gray: Relu follows Xlog1py, which the mixlist made float16
    assert "\nRelu encoder/relu    float16 → float16     –               gray  " in everything


def test_equal_nodes_of_a_graph_are_one_line(cannlint, tmp_path):
    nodes = [node("x", "Data"), *(node(f"relu{at}", "Relu", "x") for at in range(15))]
    graph = {"schema": "cannlint/graph/1", "nodes": [*nodes, node("tanh", "Tanh", "x")]}
    (tmp_path / "g.json").write_text(json.dumps(graph))
    (tmp_path / "c.cfg").write_text(
        "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
        "OpType::Tanh:InputDtype:float16,OutputDtype:float16\n"
    )
    asked = ("plan", "--soc", "Ascend910B3", "--model", "g.json", "-O", "customize_dtypes=c.cfg")
    out = cannlint(*asked).out
    assert "\nRelu ×15 relu0 … relu14  float16 → float16" in out
    assert "\nTanh tanh" in out
    assert "16 of 17 nodes; without a choice: 1" in out
    assert "dtypes: 16 determined, 1 data, constants and others that keep theirs" in out
    everything = cannlint(*asked, "--all").out
    assert "×" not in everything and "\nRelu relu7" in everything


def test_a_type_of_a_framework_is_asked_for(cannlint, tmp_path):
    model = Model()
    (tmp_path / "m.onnx").write_bytes(model.bytes(model.add("Softmax", model.input("x", 1, 8))))
    asked = ("plan", "--soc", "Ascend910B3", "--op", "Softmax")
    sentence = "no operator of this graph has the type `Softmax`; did you mean `SoftmaxV2`?"
    assert sentence in cannlint(*asked, "--model", "m.onnx").out
    assert (
        "unknown operator `Conv`: did you mean `Conv2D, Conv3D`?"
        in cannlint(*asked[:3], "--op", "Conv").out
    )


def test_the_reasons_of_a_model_begin_with_what_the_user_wrote(cannlint, tmp_path):
    model = Model()
    value = model.input("x", 1, 8)
    for _ in range(3):
        value = model.add("Gemm", value, model.weight(8, 8), model.weight(8))
        value = model.add("Relu", value)
    (tmp_path / "m.onnx").write_bytes(model.bytes(model.add("Erf", value, name="last")))
    (tmp_path / "c.cfg").write_text("last::InputDtype:float32,OutputDtype:float32\n")
    asked = ("plan", "--soc", "Ascend910B3", "--model", "m.onnx", "-O", "customize_dtypes=c.cfg")
    out = cannlint(*asked, "--why").out
    titles = [line for line in out.splitlines() if " on Ascend910B3" in line]
    assert titles[0] == "Erf last on Ascend910B3"
    assert "Relu ×3 relu4 … relu12 on Ascend910B3" in titles
    assert "\n  the reasons of relu4; those of the others are the same\n" in out
    assert not [title for title in titles if title.startswith(("Const", "Data"))]
    assert "7 of 14 nodes; without a choice: 7 (show them with --all)" in out
    everything = cannlint(*asked, "--why", "--all").out
    titles = [line for line in everything.splitlines() if " on Ascend910B3" in line]
    assert titles[0] == "Erf last on Ascend910B3" and titles[-1].startswith(("Const", "Data"))


def test_a_folder_as_a_fusion_switch_file_has_no_effect(cannlint, tmp_path):
    """CANN finds no JSON and no line in it; an empty file is refused."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").write_bytes(b"")
    for name, accepted in (("folder", True), ("empty", False)):
        option = f"fusion_switch_file={name}"
        out = cannlint("plan", "--soc", "Ascend910B3", "--op", "Relu", "-O", option).out
        assert ("CANN refuses the job" not in out) is accepted


def test_the_passes_that_a_file_turns_off_and_those_that_stay_on(cannlint, tmp_path):
    asked = ("plan", "--soc", "Ascend910B3", "--op", "Relu", "-O", "fusion_switch_file=f.cfg")
    (tmp_path / "f.cfg").write_text("SoftmaxFusionPass:off\n")
    lines = cannlint(*asked).out.splitlines()
    assert "GraphFusion: off by the switch file: SoftmaxFusionPass (f.cfg:1:1)" in lines
    assert not any("stay on" in line for line in lines)
    (tmp_path / "f.cfg").write_text("SoftmaxFusionPas:off\n")
    lines = cannlint(*asked).out.splitlines()
    assert "GraphFusion: off by the switch file: SoftmaxFusionPas (unknown) (f.cfg:1:1)" in lines
    (tmp_path / "f.cfg").write_text("ALL:off\n")
    out = cannlint(*asked, "--why").out
    assert "GraphFusion: off by `ALL` in the switch file (f.cfg:1:1): " in out
    # manual/fusion-switch.md#what-decides-about-a-pass: some passes cannot be closed by a file
    assert "GraphFusion: stay on: CANN does not let a file turn them off: " in out
    assert "<h2>Fusion passes</h2>" in cannlint(*asked, "--format", "html").out
    assert "Fusion passes" not in cannlint(*asked[:-2], "--format", "html").out


def test_a_misspelt_operator_type_has_a_suggestion(cannlint):
    asked = ("--op", "conv2d", "--op", "Gelu", "--op", "Zzzzzz")
    result = cannlint("plan", *asked, "--soc", "Ascend910B3", "-O", "precision_mode=force_fp16")
    assert result.status == 2
    said = [line for line in result.out.splitlines() if line.startswith("! unknown operator")]
    assert said == ["! unknown operator `conv2d`: did you mean `Conv2D`?"]


def test_why(cannlint, project):
    result = cannlint("plan", "bert", "--why", "--op", "Xlog1py", ASCEND_OPP_PATH="")
    lines = [" ".join(line.split()) for line in result.out.splitlines()]
    assert lines[3:] == [
        "Xlog1py on Ascend910B3",
        "list white-list, used in allow_mix_precision",
        "✓ conf/mixlist.json:3:16 white white-list to-add",
        "✗ CANN 8.1.RC1, ascend910b black-list modify_mixlist has Xlog1py",
        "mode not set: the default of the kernel",
        "· conf/op_precision.ini no entry for Xlog1py",
        "· high_precision.ini op_precision_mode is set",
        "· allow_hf32_matmul_f_conv_t.ini no entry for Xlog1py",
        "dtypes float16 ×2 → float16 (column 1, counted from 0, of 3)",
        "mode allow_mix_precision is MIX_FP16 cannlint.toml:5:1",
        "list white-list conf/mixlist.json:3:16",
        "columns 3 columns CANN 8.1.RC1, ascend910b",
        "support AI Core supports the dtypes",
        "tensor x, float32: 1 column left",
        "tensor y, z, float32: unchanged",
        "formats column 1, whatever the formats",
        "without conf/mixlist.json: float32 ×2 → float32, black",
        "",
        "read: conf/mixlist.json (modify_mixlist) · conf/op_precision.ini (op_precision_mode) · "
        "ASCEND_OPP_PATH (not set) · ASCEND_HOME_PATH (not set)",
        "! op_select_implmode=high_precision: no effect, op_precision_mode is set",
        "! names of nodes, whose types are unknown without --model or --node TYPE=NAME: "
        "encoder/gelu",
    ]


def test_why_names_the_losers_in_their_order(cannlint, project):
    result = cannlint("plan", "bert", "--why", "--node", "Gelu=encoder/gelu")
    lines = [" ".join(line.split()) for line in result.out.splitlines()]
    at = lines.index("mode keep_fp16")
    assert lines[at + 1 : at + 5] == [
        "✓ conf/op_precision.ini:4:1 keep_fp16 op_precision_mode",
        "✗ conf/op_precision.ini:1:1 high_precision an entry for the node's name comes before any "
        "for its type",
        "✗ conf/op_precision.ini:2:1 high_performance line 1 has it already: the first entry "
        "counts",
        "✗ high_precision.ini:9 high_precision op_precision_mode is set",
    ]


def test_json_has_the_whole_chain(cannlint, project):
    report = planned(cannlint, "bert")
    library = {"cann": "8.1.RC1", "soc": "Ascend910B3", "origin": "embedded"}
    assert report["library"] == {**library, "known_by": "install"}
    job = report["job"]
    assert (job["name"], job["front_end"], job["accepted"]) == ("bert", "atc", True)
    assert {option["name"]: option["status"] for option in job["options"]} == {
        "precision_mode": "effective",
        "modify_mixlist": "effective",
        "op_precision_mode": "effective",
        "op_select_implmode": "no effect",
    }
    assert job["unplaced_names"] == ["encoder/gelu"]
    assert report["original"] == "float" and report["graph"] is None
    log = by_type(report)["Xlog1py"]
    assert log["colour"]["origin"] == {
        "kind": "file",
        "file": "conf/mixlist.json",
        "range": {"start": {"line": 3, "column": 16}, "end": {"line": 3, "column": 25}},
        "detail": "white-list to-add",
    }
    assert log["colour"]["used"] is True and log["colour"]["default"] == "black-list"
    dtypes = log["dtypes"]
    assert (dtypes["status"], dtypes["column"], dtypes["columns"]) == ("determined", 1, 3)
    assert (dtypes["inputs"], dtypes["outputs"]) == (["float16", "float16"], ["float16"])
    gelu = by_type(report)["Gelu"]
    assert gelu["dtypes"]["reason_id"] == "producer"
    assert [entry["value"] for entry in gelu["impl_mode"]["shadowed"]] == [
        "high_performance",
        "high_precision",
    ]


def test_a_refused_job_has_no_operators(cannlint, project):
    report = planned(cannlint, "broken", status=1)
    assert report["job"]["accepted"] is False and report["job"]["cann_codes"] == ["E10001"]
    assert report["ops"] == [] and report["passes"] == {}
    result = cannlint("plan", "broken")
    assert result.status == 1
    assert "CANN refuses the job: nothing is compiled\n" in result.out
    assert "! refused, E10001: JB303 at cannlint.toml:17:1: `--modify_mixlist` needs" in result.out


def test_a_job_that_is_not_there(cannlint, project):
    (project / "cannlint.toml").write_text('soc = "Ascend910B3"\n')
    lists = "`cannlint plan` lists the jobs of the folder"
    assert lists in cannlint("plan", "resnet", COLUMNS="300").err
    (project / "cannlint.toml").write_text('[job.bert]\nsoc_version = "Ascend910B3"\n')
    assert "no job 'resnet'; it has bert" in cannlint("plan", "resnet").err


def test_a_value_that_python_cannot_store_stops_the_job(cannlint, project):
    script = (
        "custom_op.name = 'NpuOptimizer'\n"
        'custom_op.parameter_map["graph_run_mode"].i = "0"\n'
        'custom_op.parameter_map["iterations_per_loop"].i = 1180591620717411303424\n'
    )
    (project / "eval.py").write_text(script)
    result = cannlint("plan", "eval.py", "--soc", "Ascend910B3", "--op", "Relu")
    assert result.status == 1
    for place in ("eval.py:2:48", "eval.py:3:52"):
        assert (
            f"! refused, without a code: JB003 at {place}: the field `.i` takes an " in result.out
        )
    checked = cannlint("check", "eval.py", "--format", "concise").out
    assert checked.count("error JB003") == 2


def test_a_hybrid_graph_of_datasets_is_refused(cannlint, project):
    gears = ("-O", "input_shape=data:1,-1", "-O", "dynamic_dims=20;40", "-O", "dynamic_node_type=0")
    tf1 = ("--soc", "Ascend910B3", "--front-end", "tf1", *gears, "-O", "compile_hybrid_mode=1")
    result = cannlint("plan", *tf1, "--op", "Relu")
    assert result.status == 1
    assert "`compile_hybrid_mode` needs `dynamic_node_type` to be 1" in result.out


def test_a_file_that_is_not_there_stops_the_job(cannlint, project):
    arguments = ("-O", "customize_dtypes=nope.cfg", "--op", "Gelu")
    report = planned(cannlint, *arguments, status=1)
    assert report["job"]["cann_codes"] == ["E20101"]


def test_a_refused_file_stops_the_job_with_its_own_codes(cannlint, project):
    (project / "bad.cfg").write_text("a::InputDtype:half\n")
    report = planned(cannlint, "-O", "customize_dtypes=bad.cfg", "--op", "Gelu", status=1)
    assert report["job"]["cann_codes"] == ["E20003", "E20101"]


def test_an_atc_command_line(cannlint, project):
    line = ["atc", "--soc_version=Ascend310P3", "--precision_mode=force_fp16", "--model=m.onnx"]
    report = planned(cannlint, "--op", "Conv2D", *())
    assert report["library"]["soc"] == "Ascend910B3"
    result = cannlint("plan", "--op", "Gelu", "--format", "json", "--", *line)
    assert result.status == 0, result.err
    report = valid(cannlint, "plan", result.out)
    assert report["library"]["soc"] == "Ascend310P3"
    [mode, *_] = report["job"]["options"][1:]
    assert (mode["name"], mode["value"]) == ("precision_mode", "force_fp16")


def test_what_atc_refuses_on_its_line(cannlint, project):
    line = ["atc", "--precision_mode=fp16", "--allow_hf32=1"]
    result = cannlint("plan", "--format", "json", "--", *line)
    assert result.status == 1
    assert json.loads(result.out)["job"]["cann_codes"] == ["E10001", "E10005"]


def test_a_refusal_of_options_together_stands_at_the_first(cannlint, project):
    line = ["atc", "--precision_mode=force_fp16", "--precision_mode_v2=fp16"]
    result = cannlint("plan", "--format", "json", "--", *line)
    [refusal] = json.loads(result.out)["job"]["refusals"]
    assert refusal["cann_codes"] == ["E10056"]
    assert refusal["origin"]["detail"] == "precision_mode"
    assert refusal["origin"]["range"] == {
        "start": {"line": 1, "column": 5},
        "end": {"line": 1, "column": 32},
    }


def test_options_beside_a_job_come_first(cannlint, project):
    report = planned(cannlint, "bert", "-O", "precision_mode=allow_mix_precision_bf16")
    option = next(o for o in report["job"]["options"] if o["name"] == "precision_mode")
    assert option["value"] == "allow_mix_precision_bf16"
    assert option["origin"]["file"] == "<command line>"


SESSION = """\
import tensorflow as tf
from npu_bridge.npu_init import *
op = tf.ConfigProto().graph_options.rewrite_options.custom_optimizers.add()
op.name = "NpuOptimizer"
op.parameter_map["precision_mode"].s = tf.compat.as_bytes("must_keep_origin_dtype")
op.parameter_map["customize_dtypes"].s = tf.compat.as_bytes("conf/customize_dtypes.cfg")
"""

CONVERT = """\
atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend910B3 --keep_dtype=conf/keep.cfg
atc --model=b.onnx --framework=5 --output=b --soc_version=Ascend910B3 --precision_mode=$MODE
"""


def test_a_job_of_a_python_script(cannlint, project):
    (project / "train.py").write_text(SESSION)
    report = planned(cannlint, "train.py")
    assert report["job"]["front_end"] == "tf1"
    assert by_type(report)["Xlog1py"]["dtypes"]["inputs"] == ["float", "float"]
    assert report == planned(cannlint, "train.py:3")


BRANCHES = """\
import npu_device as npu
opts = npu.global_options()
if args.exact:
    opts.precision_mode = "force_fp32"
else:
    opts.precision_mode = "allow_mix_precision"
    opts.keep_dtype = "conf/keep.cfg"
"""


MINDSPORE = """\
import mindspore as ms
ms.device_context.ascend.op_precision.precision_mode("force_fp32")
ms.set_context(ascend_config={"precision_mode": "force_fp16"})
"""


@pytest.mark.parametrize("lines", [(0, 1, 2), (0, 2, 1)])
def test_a_function_of_mindspore_wins_over_ascend_config(cannlint, project, lines):
    """Whichever is called first."""
    written = MINDSPORE.splitlines(keepends=True)
    (project / "train.py").write_text("".join(written[line] for line in lines))
    done = cannlint("plan", "train.py", "--op", "Relu", "--soc", "Ascend910B3")
    assert "float32 → float32" in done.out
    assert "precision_mode=force_fp16: no effect, precision_mode is set again" in done.out


def test_each_branch_of_a_script_is_a_job_with_a_place_of_its_own(cannlint, project):
    (project / "train.py").write_text(BRANCHES)
    asked = cannlint("plan", "train.py", "--soc", "Ascend910B3")
    assert "train.py has train.py:4 (tf2), train.py:6 (tf2)" in asked.err
    done = cannlint("plan", "train.py:6", "--soc", "Ascend910B3")
    assert done.status == 1
    assert (
        "refused, without a code: JB001 at train.py:7:10: npu_device has no option `keep_dtype`"
        in done.out
    )


def test_a_job_of_a_shell_script_by_its_line(cannlint, project):
    (project / "convert.sh").write_text(CONVERT)
    report = planned(cannlint, "convert.sh:1")
    assert by_type(report)["Gelu"]["keep_dtype"]["value"] is True
    given = planned(cannlint, "convert.sh:2", "-O", "precision_mode=force_fp32", "--op", "Gelu")
    assert by_type(given)["Gelu"]["dtypes"]["inputs"] == ["float"]


@pytest.mark.parametrize(
    ("job", "sentence"),
    [
        ("convert.sh", "which job? convert.sh has convert.sh:1 (atc), convert.sh:2 (atc)"),
        ("convert.sh:7", "convert.sh has no job on line 7; it has convert.sh:1 (atc)"),
        (
            "convert.sh:2",
            "convert.sh:2: the value of precision_mode is only known when",
        ),
        ("loop.sh", "loop.sh:2: the value of precision_mode is only known when the script runs"),
        ("once.sh:1", "which job? once.sh has once.sh:1:1 (atc), once.sh:1:17 (atc)"),
        ("none.py", "none.py has no compile job"),
        ("conf/keep.cfg", "conf/keep.cfg is not a script with compile jobs"),
    ],
)
def test_a_script_with_no_job_of_that_name(cannlint, project, job, sentence):
    (project / "convert.sh").write_text(CONVERT)
    (project / "once.sh").write_text("atc --model=a ; atc --model=b\n")
    (project / "loop.sh").write_text(
        "for mode in force_fp16 force_fp32; do\natc --model=a --framework=5 --output=o"
        " --soc_version=Ascend910B3 --precision_mode=$mode\ndone\n"
    )
    (project / "none.py").write_text("import torch_npu\ntorch.npu.set_option\n")
    result = cannlint("plan", job)
    assert (result.status, result.out) == (2, "")
    assert sentence in result.err


@pytest.mark.slow
def test_every_operator_of_a_soc(cannlint, project):
    """With force_fp16: each has a combination of its own, and float16 wherever it has that."""
    mode = ("-O", "precision_mode=force_fp16")
    report = planned(cannlint, "--isolated", "--soc", "Ascend910B3", "--all", *mode)
    library = embedded(VERSION)
    entries = {op["type"]: library.operator_in(op["type"], "ascend910b") for op in report["ops"]}
    assert (
        None not in entries.values() and len(entries) == 1094
    )  # manual/mixed-precision-list.md: 1,094 operators
    determined = [op for op in report["ops"] if op["dtypes"]["status"] == "determined"]
    assert len(determined) > 0.95 * len(entries)
    simple = 0
    for op in determined:
        entry, dtypes = entries[op["type"]], op["dtypes"]
        columns = [(list(map(graph_name, i)), list(map(graph_name, o)))
                   for i, o in entry.columns()]  # fmt: skip
        gets = tuple([one for one in side if one] for side in (dtypes["inputs"], dtypes["outputs"]))
        if dtypes["facts"] is None or dtypes["facts"]["kind"] != "library":
            continue  # what op_select_format gives is in tests/library/test_columns_file.py
        if all(tensor.param_type == "required" for tensor in entry.tensors):
            assert gets in columns, op["type"]
        if len(entry.tensors) == 2 and {(("float",), ("float",)), (("float16",), ("float16",))} <= {
            *entry.columns()
        }:
            assert gets == (["float16"], ["float16"]), op["type"]
            simple += 1
    assert simple > 100  # Abs, Relu, Exp, ...


def test_files_of_a_script_are_looked_for_in_the_folders_above_up_to_the_current_one(
    cannlint, tmp_path
):
    """Nobody says where a script is run from: `check .` and `audit .` find the file there, too."""
    (tmp_path / "a" / "conf").mkdir(parents=True)
    (tmp_path / "a" / "b").mkdir()
    (tmp_path / "a" / "conf" / "mix.json").write_text('{"black-list": {"to-add": ["Relu"]}}')
    (tmp_path / "a" / "b" / "run.sh").write_text(
        "atc --model=m.onnx --framework=5 --output=o --soc_version=Ascend910B3 "
        "--precision_mode=allow_mix_precision --modify_mixlist=conf/mix.json\n"
    )
    assert "gray → black  a/conf/mix.json:1:28" in cannlint("plan", "a/b/run.sh").out
    assert "JB004" not in cannlint("check", ".").out
    [job] = json.loads(cannlint("audit", ".", "--format", "json").out)["jobs"]
    assert job["files"] == ["a/conf/mix.json"]


def test_a_custom_library_is_searched_first(cannlint, project):
    entry = {
        "input0": {"name": "x", "dtype": "int8", "format": "ND", "paramType": "required"},
        "output0": {"name": "y", "dtype": "int8", "format": "ND", "paramType": "required"},
        "precision_reduce": {"flag": "true"},
    }
    (project / "ops.json").write_text(json.dumps({"Gelu": entry, "MyOp": entry}))
    report = planned(cannlint, "--ops-info", "ops.json", "--op", "MyOp", "--op", "Gelu")
    own, gelu = report["ops"]
    assert own["colour"]["value"] == gelu["colour"]["value"] == "white-list"
    assert own["colour"]["origin"]["file"] == "ops.json"
    assert own["dtypes"]["inputs"] == ["int8"]


def test_what_the_originals_are_without_a_graph(cannlint, project):
    keep = ("-O", "precision_mode=must_keep_origin_dtype", "--op", "Relu")
    for original, dtype in (("float16", "float16"), ("bfloat16", "bfloat16"), (None, "float")):
        given = ("--original", original) if original else ()
        [relu] = planned(cannlint, *keep, *given)["ops"]
        assert relu["dtypes"]["inputs"] == [dtype]
    text = cannlint("plan", *keep, "--original", "float16").out
    assert "no graph: float tensors are assumed to be float16" in text


def test_csv(cannlint, project):
    result = cannlint("plan", "bert", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert [row["type"] for row in rows] == ["Xlog1py", "Gelu"]
    assert rows[0]["inputs"] == "float16,float16" and rows[0]["default_list"] == "black"
    assert rows[1]["implementation_origin"] == "conf/op_precision.ini:1:1"


def test_what_changes_under_another_soc(cannlint, project):
    result = cannlint("plan", "--op", "Conv2D", "--op", "Abs", "--diff", "soc=Ascend310P3")
    lines = [" ".join(line.split()) for line in result.out.splitlines()]
    assert lines[0].startswith("- the job of the command line · atc · Ascend910B3")
    assert lines[1].startswith("+ the job of the command line · atc · Ascend310P3")
    assert lines[3:] == [
        "Conv2D implementation enable_hi_float_32_execution – "
        "allow_hf32_matmul_f_conv_t.ini:1 → default of Ascend310P3",
        "1 of 2 operators differ: 1 implementation",
    ]


def test_a_difference_says_what_differs_in_the_jobs_and_what_decides(cannlint, project):
    asked = ("plan", "--op", "Relu", "-O", "precision_mode=force_fp32")
    lines = cannlint(*asked, "--diff", "precision_mode=force_fp16").out.splitlines()
    assert lines[0].endswith(" · precision_mode=force_fp32")
    assert lines[1].endswith(" · precision_mode=force_fp16")
    assert lines[3].endswith("precision_mode=force_fp32 → precision_mode=force_fp16")


def test_a_refused_side_says_its_rule_and_is_not_compared(cannlint, project):
    asked = ("plan", "--op", "Relu", "--diff", "precision_mode=force_fp17")
    lines = cannlint(*asked).out.splitlines()
    assert "E10001" in lines[2] and "JB002" in lines[2]
    assert lines[3:] == ["nothing is compared: CANN compiles nothing of a job that it refuses"]
    report = valid(cannlint, "plan-diff", cannlint(*asked, "--format", "json").out)
    assert (report["compared"], report["incomparable"], report["changes"]) == (1, 1, [])
    assert "JB002" in cannlint(*asked, "--format", "html").out


def test_nodes_that_change_in_the_same_way_are_one_row(cannlint, tmp_path):
    def relu(at):
        edge = {"dtype": "float", "from": ["x", 0]}
        return {"name": f"r{at}", "type": "Relu", "inputs": [edge], "outputs": [{"dtype": "float"}]}

    data = {"name": "x", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]}
    graph = {"schema": "cannlint/graph/1", "nodes": [data, *map(relu, range(12))]}
    (tmp_path / "g.json").write_text(json.dumps(graph))
    asked = ("plan", "--soc", "Ascend910B3", "--model", "g.json", "-O", "precision_mode=force_fp16")
    asked += ("--diff", "precision_mode=must_keep_origin_dtype")
    table = cannlint(*asked).out
    assert "Relu ×12 r0 … r11" in table and "12 of 13 operators differ: 12 dtypes" in table
    page = cannlint(*asked, "--format", "html").out
    assert page.count("<tbody id=c") == 1 and "r0, r1, r2," in page
    assert "float16 → float16" in page and "float32 → float32" in page
    assert len(json.loads(cannlint(*asked, "--format", "json").out)["changes"]) == 12
    assert cannlint(*asked, "--format", "csv").status == 2


def test_without_a_job_those_of_the_folder_are_listed(cannlint, project):
    (project / "build.sh").write_text(
        "atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3\n"
        "atc --model=b.onnx --framework=5 --output=b --soc_version=Ascend310P3\n"
    )
    result = cannlint("plan")
    lines = [line.split() for line in result.out.splitlines()]
    assert lines[0] == ["job", "front", "end", "SoC", "model"]
    assert ["build.sh:1", "atc", "Ascend310P3", "a.onnx"] in lines
    assert ["build.sh:2", "atc", "Ascend310P3", "b.onnx"] in lines
    assert [line[0] for line in lines[1:4]] == ["bert", "bert-fp16", "broken"]
    assert result.status == 0
    assert cannlint("plan", "build.sh:2", "--op", "Gelu").status == 0


def test_a_refused_file_is_told_with_the_rule_and_the_place(cannlint, tmp_path):
    (tmp_path / "c.cfg").write_text("Relu:InputDtype:float16\nTanh:InputDtype:fp17\n")
    asked = ("plan", "--soc", "Ascend910B3", "--op", "Relu", "-O", "customize_dtypes=c.cfg")
    result = cannlint(*asked)
    assert result.status == 1
    assert "customize_dtypes: c.cfg is refused (c.cfg); CD004 at c.cfg:2:" in result.out


def test_a_plan_names_operators_of_unknown_sizes_where_the_soc_has_no_kernels_for_such(
    cannlint, tmp_path
):
    x = {"dtype": "float", "shape": [-1, 4]}
    nodes = [
        {"name": "x", "type": "Data", "inputs": [], "outputs": [x]},
        {"name": "r", "type": "Relu", "inputs": [{**x, "from": ["x", 0]}], "outputs": [x]},
    ]
    (tmp_path / "g.json").write_text(json.dumps({"schema": "cannlint/graph/1", "nodes": nodes}))
    told = "1 operator with unknown sizes, for which Ascend310 has no kernels: Relu"
    asked = ("plan", "--model", "g.json", "--soc")
    assert f"! {told}" in cannlint(*asked, "Ascend310").out.splitlines()
    assert "unknown sizes" not in cannlint(*asked, "Ascend910B3").out
    report = valid(cannlint, "plan", cannlint(*asked, "Ascend310", "--format", "json").out)
    assert report["graph"]["notes"] == [told]


def test_a_folder_without_jobs_says_so(cannlint, tmp_path):
    result = cannlint("plan")
    assert result.status == 2 and "no compile job here" in result.err


def test_the_model_that_the_job_names_is_read_where_it_is_there(cannlint, tmp_path):
    nodes = [{"name": "n", "type": "Relu", "inputs": [], "outputs": [{"dtype": "float"}]}]
    (tmp_path / "m.json").write_text(json.dumps({"schema": "cannlint/graph/1", "nodes": nodes}))
    line = "atc --model={} --framework=5 --output=m --soc_version=Ascend910B3\n"
    (tmp_path / "build.sh").write_text(line.format("m.json"))
    assert "graph: m.json, 1 nodes" in cannlint("plan", "build.sh").out
    assert "no graph" in cannlint("plan", "build.sh", "--no-model").out
    (tmp_path / "m.json").write_text("no graph at all")
    out = cannlint("plan", "build.sh").out
    assert "no graph" in out and "! the model of the job is not read: m.json: " in out
    (tmp_path / "build.sh").write_text(line.format("elsewhere.onnx"))
    assert "not read" not in cannlint("plan", "build.sh").out


def test_what_a_plan_does_not_know_is_counted_apart(cannlint, project):
    """The dtypes of MaxPoolGrad are undetermined on both SoCs: neither equal nor different."""
    asked = ("--op", "Abs", "--op", "MaxPoolGrad", "-O", "precision_mode=force_fp16")
    result = cannlint("plan", *asked, "--diff", "soc=Ascend310P3")
    assert result.out.splitlines()[-1] == (
        "1 of 2 operators differ: 1 list; not compared, because a plan leaves them undetermined: 1"
    )


def test_what_changes_in_another_job(cannlint, project):
    result = cannlint("plan", "bert", "--diff", "bert-fp16", "--format", "json")
    report = valid(cannlint, "plan-diff", result.out)
    assert (report["old"]["job"]["name"], report["new"]["job"]["name"]) == ("bert", "bert-fp16")
    changes = {(change["type"], change["field"]): change for change in report["changes"]}
    assert set(changes) == {
        ("Xlog1py", "dtypes"),
        ("Xlog1py", "colour"),
        ("Gelu", "keep_dtype"),
    }
    # in one of the jobs the dtypes of Gelu depend on what is before it
    assert (report["compared"], report["incomparable"]) == (2, 1)
    assert changes["Gelu", "keep_dtype"]["old"] is None
    assert changes["Xlog1py", "dtypes"]["new"]["inputs"] == ["float", "float"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("bret",), "cannlint.toml has no job 'bret'"),
        (("-O", "precison_mode=x"), "atc has no option 'precison_mode'; did you mean precision_mo"),
        (("-O", "precision_mode"), "'precision_mode' is no KEY=VALUE"),
        (
            ("--op", "Gelu", "--soc", "Ascend777"),
            "unknown SoC version 'Ascend777'; for a newer SoC",
        ),
        (("--op", "Gelu", "--isolated"), "no SoC given: use --soc"),
        (("--op", "Gelu", "--model", "nope.json"), "nope.json: no such file"),
        (("--op", "Gelu", "--ops-info", "cannlint.toml"), "cannot load this operator library"),
        (("bert", "--front-end", "torch"), "the job's front end is atc, not torch"),
        (("bert", "--why", "--format", "csv"), "--why needs --format table"),
        (("--format", "json"), "which job? cannlint.toml has bert, bert-fp16, broken"),
        (("bert", "--", "atc", "--model=m.onnx"), "one job: 'bert' or a command line, not both"),
    ],
)
def test_what_cannot_be_planned_is_said_in_a_sentence(cannlint, project, arguments, sentence):
    result = cannlint("plan", *arguments)
    assert result.status == 2
    assert sentence in result.err and result.out == ""


@pytest.mark.parametrize("node", ["Gelu", "=x", "Gelu="])
def test_a_node_needs_a_type_and_a_name(cannlint, project, node):
    result = cannlint("plan", "--node", node)
    assert result.status == 2 and "TYPE=NAME" in result.err


@pytest.fixture
def relu_model(tmp_path):
    """A script with its model: a node `block/relu` of the type Relu."""
    nodes = [{"name": "block/relu", "type": "Relu", "inputs": [], "outputs": [{"dtype": "float"}]}]
    (tmp_path / "m.json").write_text(json.dumps({"schema": "cannlint/graph/1", "nodes": nodes}))
    line = "atc --model=m.json --framework=5 --output=m --soc_version=Ascend910B3\n"
    (tmp_path / "build.sh").write_text(line)


def test_a_node_of_the_model_needs_no_type(cannlint, relu_model):
    out = cannlint("plan", "build.sh", "--node", "block/relu").out
    assert "Relu block/relu" in out and "named" not in out


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (("--op", "Softmax"), "no operator of this graph has the type `Softmax`\n"),
        (("--op", "relu"), "no operator of this graph has the type `relu`; did you mean `Relu`?"),
        (
            ("--node", "block/relo"),
            "no operator of this graph is named `block/relo`; did you mean `block/relu`?",
        ),
    ],
)
def test_what_the_model_does_not_have_is_said(cannlint, relu_model, asked, sentence):
    result = cannlint("plan", "build.sh", *asked)
    assert result.status == 2 and f"! {sentence}" in result.out
    result = cannlint("plan", "build.sh", *asked, "--format", "json")
    assert result.status == 2 and sentence.strip() in result.err


def test_what_leaves_the_ai_core_goes_to_the_ai_cpu_or_fails(cannlint):
    """zero_points of Quantize has no float32 column.

    See manual/dtype-selection.md#is-the-operator-taken.
    """
    asked = ("plan", "--soc", "Ascend910B3", "-O", "precision_mode=allow_mix_precision")
    out = cannlint(*asked, "--op", "Quantize").out
    assert "leaves the AI Core" in out and "runs on the AI CPU if that has the operator" in out
    assert "AI CPU" not in cannlint(*asked, "--op", "Relu").out


def test_a_misspelt_mode_is_told_without_what_the_right_one_would_need(cannlint, tmp_path):
    (tmp_path / "m.json").write_text('{"black-list": {"to-add": ["Gelu"]}}')
    arguments = (
        "plan",
        "--soc",
        "Ascend910B3",
        "--front-end",
        "tf1",
        "-O",
        "modify_mixlist=m.json",
    )
    misspelt = cannlint(*arguments, "-O", "precision_mode=allow_mix_precison")
    assert misspelt.status == 1 and "allow_mix_precison" in misspelt.out
    assert "mixed precision mode" not in misspelt.out
    other = cannlint(*arguments, "-O", "precision_mode=force_fp16")
    assert other.status == 1 and "mixed precision mode" in other.out


def test_an_option_that_only_a_branch_adds_is_named(cannlint, tmp_path):
    (tmp_path / "run.sh").write_text(
        "cmd=(--model=m.onnx --framework=5 --output=m --soc_version=Ascend310P3)\n"
        'if [ -n "$1" ]; then cmd+=(--precision_mode=force_fp32 --log=info); fi\n'
        'atc "${cmd[@]}"\n'
    )
    told = "run.sh:2: only a branch of the script adds precision_mode, and this plan is without it"
    out = cannlint("plan", "run.sh").out
    assert told in out and out.count("only a branch") == 1
    assert "only a branch" not in cannlint("plan", "run.sh", "-O", "precision_mode=force_fp16").out
