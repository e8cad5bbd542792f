"""`cannlint suggest`: what it prints and writes, and its exit status."""

from __future__ import annotations

import json

import pytest

from suggest.written import graph_file, job_folder

FORCED = {"precision_mode": "force_fp16"}
COMPARE = "Index,NPUDump,GroundTruth,TensorIndex,CosineSimilarity\n"
SCRIPT = """#!/bin/sh
atc --model=m.onnx --framework=5 --output=m \\
    --soc_version=Ascend910B3 --precision_mode=force_fp16
echo "done"
"""


@pytest.fixture
def run(cannlint, tmp_path):
    """Runs the command in a folder with the job `net` and its graph."""
    graph_file(tmp_path)
    job_folder(tmp_path, FORCED)
    return lambda *arguments: cannlint("suggest", *arguments, cwd=tmp_path)


def test_ways_and_what_to_write(run):
    result = run("softmax=float32", "--job", "net")
    assert result.status == 0
    lines = result.out.splitlines()
    assert "softmax=float32: confirmed (1 operator)" in lines
    [first] = [line for line in lines if line.startswith("1 ")]
    assert first.split() == ["1", "keep_dtype:", "softmax", "confirmed", "–", "+2"]
    assert lines[lines.index("to write:") + 1 :][:4] == [
        "  in keep_dtype.cfg (new file):",
        "    softmax",
        "  options:",
        "    --keep_dtype=keep_dtype.cfg",
    ]


def test_what_does_not_work_is_shown_when_asked_for(run):
    want = ("softmax=float16", "--job", "net", "-O", "precision_mode=must_keep_origin_dtype")
    assert "it gets" not in run(*want).out
    assert "it gets float32 → float32" in run(*want, "--all").out


def test_a_mixed_mode_alone_is_shown_where_the_operator_is_in_the_list_already(cannlint, tmp_path):
    """ReduceSum is in the black list: the mode keeps it in float32 without a file."""
    wanted = ("suggest", "ReduceSum=float32", "--soc", "Ascend910B3")
    lines = cannlint(*wanted, cwd=tmp_path).out.splitlines()
    assert any("precision_mode=allow_mix_precision_fp16 " in line for line in lines)


def test_what_torch_npu_may_run_as_a_single_operator_is_so_in_graph_mode(cannlint, tmp_path):
    wanted = ("suggest", "MatMulV2=float32", "--soc", "Ascend910B3", "--front-end")
    assert "already so in graph mode" in cannlint(*wanted, "torch", cwd=tmp_path).out
    assert "in graph mode" not in cannlint(*wanted, "mindspore", cwd=tmp_path).out


def test_nothing_is_written_without_write(run, tmp_path):
    before = {path.name for path in tmp_path.iterdir()}
    assert run("softmax=float32", "--job", "net", "--diff").status == 0
    assert {path.name for path in tmp_path.iterdir()} == before


def test_the_diff_is_what_is_written(run, tmp_path):
    result = run("softmax=float32", "--job", "net", "--diff")
    assert "+softmax" in result.out and '+keep_dtype = "keep_dtype.cfg"' in result.out
    assert run("softmax=float32", "--job", "net", "--write").status == 0
    assert (tmp_path / "keep_dtype.cfg").read_text() == "softmax\n"
    assert 'keep_dtype = "keep_dtype.cfg"' in (tmp_path / "cannlint.toml").read_text()
    assert "already so" in run("softmax=float32", "--job", "net").out


def test_a_command_in_a_script_gets_the_option(run, tmp_path):
    (tmp_path / "run.sh").write_text(SCRIPT)
    model = ("--model", "g.json", "--job", "run.sh")
    result = run("softmax=float32", *model, "--write")
    assert "written: run.sh" in result.out
    assert (tmp_path / "run.sh").read_text() == SCRIPT.replace(
        "force_fp16\n", "force_fp16 --keep_dtype=keep_dtype.cfg\n"
    )
    assert "already so" in run("softmax=float32", *model).out


def test_a_command_that_is_not_certain_is_left_alone(run, tmp_path):
    """The options are in a variable, of which another command may be made, too."""
    script = SCRIPT.replace("atc ", 'ARGS="').replace("force_fp16\n", 'force_fp16"\natc $ARGS\n')
    (tmp_path / "run.sh").write_text(script)
    result = run("softmax=float32", "--model", "g.json", "--job", "run.sh", "--write")
    written = (tmp_path / "run.sh").read_text()
    if "add to run.sh:" in result.out:
        assert "--keep_dtype=keep_dtype.cfg" in result.out and written == script
    else:
        assert "already so" in run("softmax=float32", "--model", "g.json", "--job", "run.sh").out


def test_for_a_command_line_the_option_is_printed(cannlint, run, tmp_path):
    command = ("atc", "--model=m.onnx", "--framework=5", "--output=m", "--soc_version=Ascend910B3")
    result = cannlint(
        *("suggest", "softmax=float32", "--model", "g.json", "--write", "--isolated", "--"),
        *(*command, "--precision_mode=force_fp16"),
        cwd=tmp_path,
    )
    assert result.status == 0
    assert result.out.endswith("add to <command line>:\n  --keep_dtype=keep_dtype.cfg\n")
    assert (tmp_path / "keep_dtype.cfg").is_file()


def test_a_file_that_other_jobs_name_is_marked(run, tmp_path):
    (tmp_path / "keep.cfg").write_text("gelu\n")
    with (tmp_path / "cannlint.toml").open("a") as file:
        file.write('keep_dtype = "keep.cfg"\n[job.other]\nkeep_dtype = "keep.cfg"\n')
    assert "in keep.cfg, which is also used by other:" in run("softmax=float32", "--job", "net").out


def test_from_a_comparison(run, tmp_path):
    rows = "1,softmax,Softmax_1,softmax:output:0,0.5\n2,gelu,Gelu_1,gelu:output:0,0.999\n"
    (tmp_path / "compare.csv").write_text(COMPARE + rows + "3,gone,*,gone:output:0,0.1\n")
    result = run("--from", "compare.csv", "--below", "cosine=0.99", "--job", "net")
    assert "compare.csv: 2 nodes=float32: partly confirmed (1 operator)" in result.out
    assert "! gone: the model has no such node" in result.out
    assert result.status == 1
    found = run("keep", "--from", "compare.csv", "--below", "cosine=0.4", "--job", "net")
    assert found.status == 1 and "nodes=keep: impossible" in found.out


def test_nodes_without_a_number_in_a_comparison_are_told(run, tmp_path):
    rows = "1,softmax,Softmax_1,softmax:output:0,0.5\n2,gelu,Gelu_1,gelu:output:0,NaN\n"
    (tmp_path / "compare.csv").write_text(COMPARE + rows)
    asked = ("--from", "compare.csv", "--below", "cosine=0.99", "--job", "net")
    assert "! 1 node left out, because their measures are no numbers: gelu" in run(*asked).out
    [want] = json.loads(run(*asked, "--format", "json").out)["wants"]
    assert want["left_out"] == ["gelu"]
    (tmp_path / "compare.csv").write_text(COMPARE + rows.splitlines()[1] + "\n")
    result = run(*asked)
    assert result.status == 2 and "no node is beyond the limit; 1 node left out" in result.err


def test_json(run):
    result = run("softmax=float32", "Conv3D=float32", "--job", "net", "--format", "json")
    assert result.status == 2  # the model has no Conv3D
    document = json.loads(run("softmax=float32", "--job", "net", "--format", "json").out)
    [want] = document["wants"]
    assert (document["met"], want["status"]) == (True, "confirmed")
    assert want["operators"] == [{"type": "SoftmaxV2", "node": "softmax"}]
    assert want["ways"][0]["casts"] == {"added": 2, "removed": 0}
    assert document["together"]["ways"] == [1] and document["written"] == []


def test_json_says_what_was_written(run):
    found = run("softmax=float32", "--job", "net", "--format", "json", "--write")
    assert json.loads(found.out)["written"] == ["keep_dtype.cfg", "cannlint.toml"]


def test_what_the_plan_does_not_confirm_is_not_written(run, tmp_path):
    """Two wants that exclude each other."""
    wants = ("gelu=float32", "gelu=bfloat16", "--job", "net", "--way", "2,1", "--write")
    result = run(*wants)
    assert result.status == 2
    assert "not written: the plan does not confirm it for gelu: it gets bfloat16" in result.err
    assert not (tmp_path / "customize_dtypes.cfg").exists()


def test_a_want_that_is_met_already_counts_when_ways_are_written(run, tmp_path):
    result = run("softmax=float32", "softmax=float16", "--job", "net", "--write")
    assert result.status == 2 and "does not confirm it for softmax" in result.err
    assert not (tmp_path / "keep_dtype.cfg").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "nothing is wanted"),
        (("Relu=float32",), "which job? cannlint.toml has net"),
        (("Relu=float32", "--job", "nett"), "did you mean net?"),
        (("Rellu=float32", "--job", "net"), "did you mean Relu?"),
        (("Softmax=float32", "--job", "net"), "did you mean SoftmaxV2?"),
        (("--job", "net", "--below", "cosine=1"), "--below, --above and --node-column need --from"),
        (("--job", "net", "--from", "x.csv"), "--from needs --below or --above"),
        (("--job", "net", "--from", "x.csv", "--below", "cosine=1"), "x.csv"),
        (("relu=float32", "--job", "net", "--way", "x"), "--way takes numbers"),
    ],
)
def test_what_it_cannot_run(run, arguments, sentence):
    result = run(*arguments)
    assert result.status == 2
    assert sentence in result.err and result.err.count("\n") == 1


@pytest.mark.parametrize(
    "want",
    [
        "*" * 100_000 + "a=float32",
        "a" * 100_000 + "=float32",
        "*a" * 400 + "=float32",
        "[" * 900 + "=float32",
        "Relu=" + "x" * 100_000,
        "\x1b[31mRed=float32",
        "\udcff=float32",
        "a\nb=float32",
    ],
    ids=[f"want {number}" for number in range(8)],
)
def test_any_want_is_answered_with_a_short_sentence(run, want):
    result = run(want, "--job", "net")
    assert result.status == 2
    assert result.err.count("\n") == 1 and len(result.err) < 500
    assert result.err.rstrip("\n").isprintable()


def test_a_want_that_is_impossible_is_one_that_is_not_met(run):
    result = run("Conv2D=float32", "--isolated", "--soc", "Ascend310P3")
    assert result.status == 1
    assert "! impossible: Conv2D: Ascend310P3 supports only float16 → float16" in result.out


def test_a_way_with_which_other_operators_leave_the_ai_core_is_not_confirmed(cannlint, recorded):
    """With must_keep_origin_dtype 127 convolutions stay in float32, which Ascend310P3 lacks."""
    model = recorded / "compiled" / "lane.onnx"
    options = ("-O", "precision_mode=allow_mix_precision", "--soc", "Ascend310P3")
    out = cannlint("suggest", "PRelu=float32", "--model", str(model), *options).out
    assert "keep_dtype: OpType::PRelu" in out and "must_keep_origin_dtype" not in out


def test_what_torch_npu_may_run_through_aclnn_is_confirmed_for_graph_mode(cannlint):
    torch = ("suggest", "MatMulV2=float16", "--front-end", "torch", "--soc", "Ascend910B3")
    lines = cannlint(*torch).out.splitlines()
    assert "MatMulV2=float16: confirmed for graph mode (1 operator)" in lines
    [first] = [line for line in lines if line.startswith("1 ")]
    assert "confirmed for graph mode" in first
    # the mode that torch_npu sets when it starts keeps float32
    keeps = cannlint("suggest", "Conv2D=float32", "--front-end", "torch", "--soc", "Ascend910B3")
    assert "Conv2D=float32: already so (1 operator)" in keeps.out
