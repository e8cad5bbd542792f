"""`plan --assume-fixed`: the plan of a job that CANN refuses, without what it refuses."""

from __future__ import annotations

import json

import pytest

TO_FLOAT16 = "OpType::{}:InputDtype:float16,OutputDtype:float16\n"
CUSTOMIZED = TO_FLOAT16.format("Relu") + "Tanh:InputDtype:fp17\n" + TO_FLOAT16.format("Gelu")
MIXED = ("-O", "precision_mode=allow_mix_precision", "-O", "modify_mixlist=mix.json")


def planned(cannlint, *arguments, fixed=True):
    extra = ("--assume-fixed",) if fixed else ()
    asked = ("plan", "--soc", "Ascend910B3", *extra, "--format", "json", *arguments)
    result = cannlint(*asked)
    assert result.status == 1, result.err
    return json.loads(result.out)


def left_out(report):
    return [(part["text"], part["origin"]["range"]) for part in report["job"]["left_out"]]


def lists(report):
    return {op["type"]: op["colour"]["value"] for op in report["ops"]}


def test_a_line_that_cann_refuses_is_left_out_and_the_others_count(cannlint, tmp_path):
    (tmp_path / "c.cfg").write_text(CUSTOMIZED)
    report = planned(cannlint, "-O", "customize_dtypes=c.cfg")
    assert report["job"]["accepted"] is False and report["job"]["cann_codes"][-1] == "E20101"
    [(text, place)] = left_out(report)
    assert text == "Tanh:InputDtype:fp17" and place["start"] == {"line": 2, "column": 1}
    relu, gelu = report["ops"]
    assert relu["dtypes"]["outputs"] == gelu["dtypes"]["outputs"] == ["float16"]


def test_the_lines_behind_keep_their_numbers(cannlint, tmp_path):
    (tmp_path / "c.cfg").write_text(CUSTOMIZED)
    result = cannlint(
        "plan", "--soc", "Ascend910B3", "-O", "customize_dtypes=c.cfg", "--assume-fixed"
    )
    [gelu] = [line for line in result.out.splitlines() if line.startswith("Gelu")]
    assert gelu.endswith("c.cfg:3:1")
    assert "this is the plan without what it refuses" in result.out
    assert "c.cfg is refused (c.cfg); CD004 at c.cfg:2:17: " in result.out
    assert "! left out: `Tanh:InputDtype:fp17` (c.cfg:2:1); CD004\n" in result.out


MIXLISTS = {
    "the first item": ('{"black-list": {"to-add": [3, "Relu"]}}', ["3"]),
    "the last item": ('{"black-list": {"to-add": ["Relu", 3, true]}}', ["3", "true"]),
    "in between": ('{"black-list": {"to-add": ["Tanh", 3, "Relu"]}}', ["3"]),
    "a key": (
        '{"blacklist": {"to-add": ["Add"]}, "black-list": {"to-add": ["Relu"]}}',
        ['"blacklist": {"to-add": ["Add"]}'],
    ),
    "a comma": ('{"black-list": {"to-add": ["Relu",]}}', [","]),
    "all operations that do not go together": (
        '{"black-list": {"to-add": ["Add", "Relu"]}, "white-list": {"to-add": ["Add"]}}',
        ['"Add"', '"Add"'],
    ),
}


@pytest.mark.parametrize("name", MIXLISTS)
def test_members_and_items_of_a_mixlist(cannlint, tmp_path, name):
    text, gone = MIXLISTS[name]
    (tmp_path / "mix.json").write_text(text)
    report = planned(cannlint, *MIXED)
    assert [part for part, _ in left_out(report)] == gone
    assert lists(report)["Relu"] == "black-list"
    assert "Add" not in lists(report)


@pytest.mark.parametrize("text", ["", "[1, 2]", '{"black-list": ', "\\"])
def test_a_file_without_a_single_good_entry_is_left_out_whole(cannlint, tmp_path, text):
    (tmp_path / "mix.json").write_text(text)
    report = planned(cannlint, *MIXED, "--op", "Xlog1py")
    assert left_out(report) == [(None, None)]
    assert report["job"]["left_out"][0]["origin"]["file"] == "mix.json"
    assert lists(report) == {"Xlog1py": "black-list"}  # as in the library


def test_options_and_words_of_a_command_line(cannlint, tmp_path):
    line = ["atc", "--precision_mode=fp16", "--precision_mode_v2=fp16", "--nonsense=1", "word"]
    result = cannlint(
        *("plan", "--soc", "Ascend910B3", "--op", "Relu", "--assume-fixed", "--", *line)
    )
    assert result.status == 1
    for text in ("--precision_mode=fp16", "--nonsense=1", "word"):
        assert f"left out: `{text}`" in result.out
    [relu] = [row for row in result.out.splitlines() if row.startswith("Relu")]
    assert "float16 → float16" in relu and relu.endswith("precision_mode_v2")


def test_a_job_that_cann_accepts_is_planned_as_it_is(cannlint):
    asked = ("plan", "--soc", "Ascend910B3", "--op", "Relu")
    assert cannlint(*asked, "--assume-fixed").out == cannlint(*asked).out


def test_a_refusal_is_told_with_the_rule_and_what_to_do(cannlint, tmp_path):
    (tmp_path / "c.cfg").write_text(CUSTOMIZED)
    (tmp_path / "convert.sh").write_text(
        "atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend910B3 \\\n"
        "  --allow_hf32=1 --customize_dtypes=c.cfg\n"
    )
    out = cannlint("plan", "convert.sh").out
    assert "JB002 at convert.sh:2:16: invalid value `1`" in out
    assert "! to see how to fix this: cannlint check convert.sh\n" in out
    assert "! to see how to fix this: cannlint check c.cfg\n" in out
    assert "add --assume-fixed" in out
    assert "convert.sh:2:16: error JB002" in cannlint("check", "--format", "concise", ".").out


@pytest.mark.slow
def test_a_file_of_nothing_but_faults_ends_soon(cannlint, tmp_path):
    (tmp_path / "c.cfg").write_text("Tanh:InputDtype:fp17\n" * 20_000)
    report = planned(cannlint, "-O", "customize_dtypes=c.cfg", "--op", "Relu")
    assert left_out(report) == [(None, None)]
