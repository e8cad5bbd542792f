"""`cannlint inspect` as a user and as a script runs it."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest


def inspected(cannlint, tmp_path, name: str, text: str, *options: str):
    (tmp_path / name).write_text(text)
    result = cannlint("inspect", "--format", "json", *options, name)
    report = json.loads(result.out)
    is_accepted = all(file["accepted"] for file in report["files"])
    assert result.status == (0 if is_accepted else 1)
    schema = json.loads(cannlint("schema", "inspect").out)
    jsonschema.Draft202012Validator(schema).validate(report)
    assert report["schema"] == "cannlint/inspect/1"
    return report["files"][0]


def test_customize_dtypes(cannlint, tmp_path):
    text = "fp32_vars/Relu::InputDtype:float16,,OutputDtype:int8\nOpType::Relu:InputDtype:float32\n"
    assert inspected(cannlint, tmp_path, "a.cfg", text) == {
        "file": "a.cfg",
        "kind": "customize_dtypes",
        "accepted": True,
        "cann_codes": [],
        "by_name": {"fp32_vars/Relu": {"inputs": ["float16", "", ""], "outputs": ["int8"]}},
        "by_type": {"Relu": {"inputs": ["float"], "outputs": []}},
    }


@pytest.mark.parametrize(
    ("lists", "shown"),
    [
        ("InputDtype:float16,,OutputDtype:int8", "in float16 · out int8"),
        ("InputDtype:,float16,OutputDtype:", "in -, float16 · out -"),
    ],
)
def test_an_open_position_is_shown_in_front_of_others_only(cannlint, tmp_path, lists, shown):
    (tmp_path / "a.cfg").write_text(f"OpType::Relu:{lists}\n")
    out = cannlint("inspect", "--kind", "customize_dtypes", "a.cfg").out
    assert f"Relu = {shown}" in re.sub(r"\s+", " ", out)


def test_a_refused_file_has_codes_and_no_effect(cannlint, tmp_path):
    assert inspected(cannlint, tmp_path, "a.cfg", "a::InputDtype:half\n") == {
        "file": "a.cfg",
        "kind": "customize_dtypes",
        "accepted": False,
        "cann_codes": ["E20003", "E20101"],
    }


def test_a_crash_is_a_refusal(cannlint, tmp_path):
    entry = inspected(cannlint, tmp_path, "a.cfg", "a:InputDtype\n", "--kind", "customize_dtypes")
    assert entry["accepted"] is False and entry["crash"] is True and entry["cann_codes"] == []


def test_op_precision(cannlint, tmp_path):
    entry = inspected(
        cannlint, tmp_path, "b.ini", "Gelu=high_precision\n[ByNodeName]\na/b=keep_fp16\n"
    )
    assert entry["by_type"] == {"Gelu": "high_precision"}
    assert entry["by_name"] == {"a/b": "keep_fp16"}


def test_keep_dtype(cannlint, tmp_path):
    entry = inspected(cannlint, tmp_path, "keep.cfg", "layer1/conv\nOpType::Relu\nlayer1/conv\n")
    assert entry["names"] == ["layer1/conv"] and entry["types"] == ["Relu"]


def test_a_library_and_a_built_in_mode_file(cannlint, tmp_path):
    text = '{"MyOp": {"precision_reduce": {"flag": "true"}}}'
    entry = inspected(cannlint, tmp_path, "o.json", text, "--kind", "ops_info")
    assert entry["types"] == ["MyOp"]
    entry = inspected(cannlint, tmp_path, "o.json", '{"MyOp": 1}', "--kind", "ops_info")
    assert entry["accepted"] is False and entry["cann_codes"] == []
    text = "Gelu=high_precision\n"
    entry = inspected(cannlint, tmp_path, "high_precision.ini", text, "--kind", "impl_mode")
    assert entry["by_type"] == {"Gelu": "high_precision"}


def test_mixlist(cannlint, tmp_path):
    entry = inspected(cannlint, tmp_path, "c.json", '{"white-list": {"to-remove": ["Conv2D"]}}')
    assert entry["final"] == {
        "Conv2D": {
            "white-list": "gray-list",
            "black-list": "black-list",
            "gray-list": "gray-list",
        }
    }


@pytest.mark.parametrize(
    ("group", "name", "on", "decided_by"),
    [
        ("GraphFusion", "SoftmaxFusionPass", True, "user"),
        ("GraphFusion", "ConvConcatFusionPass", False, "user-all"),
        ("GraphFusion", "LayerNormGradV3FusionPass", True, "built-in"),
        ("GraphFusion", "SplitConvFusionPass", False, "built-in"),
        ("GraphFusion", "PassThroughFusionPass", True, "forbidden-close"),
        ("GraphFusion", "MyOwnPass", True, "exceptional"),
        ("UBFusion", "AutomaticUbFusion", True, "default"),
    ],
)
def test_fusion_switch_tells_who_decided(cannlint, tmp_path, group, name, on, decided_by):
    switches = {"ALL": "off", "SoftmaxFusionPass": "on", "MyOwnPass": "off"}
    text = json.dumps(
        {"Switch": {"GraphFusion": switches}, "ExceptionalPassOfO1Level": ["MyOwnPass"]}
    )
    entry = inspected(cannlint, tmp_path, "d.cfg", text)
    assert entry["passes"][group][name] == {"on": on, "decided_by": decided_by}


@pytest.mark.parametrize(
    ("library", "quant", "layer_norm"),
    [
        ("8.1.RC1", (False, "user-all"), (False, "user")),
        ("9.0.0", (True, "built-in"), (True, "exceptional")),
        ("8.5.0", (False, "user-all"), (False, "user")),
        ("9.1.0", (True, "built-in"), (True, "exceptional")),  # those of 9.0.0 hold
    ],
)
def test_the_built_in_switches_are_those_of_the_library(
    cannlint, tmp_path, library, quant, layer_norm
):
    """9.0.0 has a switch of its own for the one pass, and forces the other on."""
    text = '{"Switch": {"GraphFusion": {"ALL": "off", "LayerNormV4FusionPass": "off"}}}'
    (tmp_path / "d.cfg").write_text(text)
    options = ("--library", library, "--format", "json")
    (entry,) = json.loads(cannlint("inspect", *options, "d.cfg").out)["files"]
    passes = entry["passes"]["GraphFusion"]
    assert tuple(passes["IncreFlashAttentionQuantFusionPass"].values()) == quant
    assert tuple(passes["LayerNormV4FusionPass"].values()) == layer_norm


def test_the_sum_of_the_passes_names_the_library_and_follows_cannlint_toml(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('library = "9.0.0"\n')
    (tmp_path / "fusion_switch.cfg").write_text("SoftmaxFusionPass:off\n")
    assert "(CANN 9.0.0)" in cannlint("inspect", "fusion_switch.cfg").out
    assert "(CANN 8.1.RC1)" in cannlint("inspect", "--isolated", "fusion_switch.cfg").out


def test_people_get_it_line_by_line(cannlint, tmp_path):
    (tmp_path / "op_precision.ini").write_text(
        "Gelu = high_precision\nGelu=high_performance\n\nTanh = high_preformance\n[ByOpName]\n"
    )
    assert cannlint("inspect", "op_precision.ini").out.splitlines() == [
        "op_precision.ini · op_precision · accepted",
        "  line 1  Gelu = high_precision    counts, by operator type",
        "  line 2  Gelu = high_performance  ignored: line 1 came first",
        "  line 4  Tanh = high_preformance  ignored: no such mode",
        "  line 5  [ByOpName]               ignored: no section that CANN knows; "
        "operator types go on",
        "effect: 1 operator type, 0 nodes",
    ]


def test_people_see_where_each_type_of_a_mixlist_ends(cannlint, tmp_path):
    (tmp_path / "c.json").write_text(
        '{"white-list": {"to-remove": ["Conv2D"]}, "black-list": {"to-add": ["Relu", "Relu"]}}'
    )
    assert cannlint("inspect", "c.json").out.splitlines() == [
        "c.json · mixlist · accepted",
        "  line 1  Conv2D  white → gray",
        "  line 1  Relu    gray → black",
        "effect: 2 operator types moved",
    ]


def test_what_an_operator_of_a_mixlist_is_not_moved_from_is_not_shown(cannlint, tmp_path):
    """Relu is gray: CANN does not find it in the black list, as MX103 says."""
    (tmp_path / "c.json").write_text('{"black-list": {"to-remove": ["Relu"]}}')
    assert cannlint("inspect", "c.json").out.splitlines() == [
        "c.json · mixlist · accepted",
        "  line 1  Relu  stays where it is",
        "          MX103 `Relu` is not in the black-list, so removing it has no effect",
        "effect: 0 operator types moved",
    ]


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("keep_dtype", "# a comment"),
        ("keep_dtype", "OpType:LayerNorm"),
        ("keep_dtype", '"conv"'),
        ("customize_dtypes", "# OpType::Erf:InputDtype:float16,OutputDtype:float16"),
        ("customize_dtypes", "OpType:Erf:InputDtype:float16,OutputDtype:float16"),
        ("customize_dtypes", " OpType::Erf:InputDtype:float16,OutputDtype:float16"),
    ],
)
def test_a_name_that_no_node_has_does_not_count(cannlint, tmp_path, kind, line):
    (tmp_path / "a.cfg").write_text(f"{line}\n")
    _, shown, finding, effect = cannlint("inspect", "--kind", kind, "a.cfg").out.splitlines()
    assert shown.endswith("no effect: no node has this name")
    assert finding.split()[0][:2] in ("KD", "CD")
    assert effect == "effect: 0 operator types, 0 nodes"


def test_operators_that_cannot_be_initialised_are_shown_with_the_reason(cannlint, tmp_path):
    x = {"name": "x", "paramType": "required", "dtype": "float16", "format": "ND"}
    y = {**x, "name": "y", "dtype": "float16,float"}
    flag = {"precision_reduce": {"flag": "maybe"}}
    text = json.dumps({"Abs": {"input0": x, **flag}, "Neg": {"input0": x, "output0": y}})
    (tmp_path / "o.json").write_text(text)
    assert cannlint("inspect", "--kind", "ops_info", "o.json").out.splitlines() == [
        "o.json · ops_info · refused, without a code",
        "  line 1  Abs.precision_reduce.flag  `maybe` is neither true nor false",
        "  line 1  Neg.output0.dtype          columns: 2 in output0.dtype, 1 in input0.dtype",
        "effect: none: CANN stops",
    ]


NO_LIBRARY = """\
{
  "MyOp": {
    "output0": {"name": "y", "paramType": "maybe", "dtype": "fp16"},
    "input0": {"name": "x", "paramType": "required", "dtype": "float16,float"}
  },
  "Abs": {
    "precision_reduce": {"flag": "gray"}
  },
  "Neg": 1
}
"""


def test_the_lines_of_a_library_are_those_that_check_reports(cannlint, tmp_path):
    (tmp_path / "o.json").write_text(NO_LIBRARY)
    assert cannlint("inspect", "--kind", "ops_info", "o.json").out.splitlines()[1:-1] == [
        "  line 3  MyOp.output0.paramType     unknown paramType `maybe`; CANN knows required, "
        "optional, dynamic, reserved",
        "  line 3  MyOp.output0.dtype         unknown dtype `fp16`",
        "  line 3  MyOp.output0.dtype         columns: 1 in output0.dtype, 2 in input0.dtype",
        "  line 7  Abs.precision_reduce.flag  `gray` is neither true nor false",
        "  line 9  Neg                        the entry of `Neg` is not an object",
    ]
    report = json.loads(cannlint("check", "--format", "json", "--kind", "ops_info", "o.json").out)
    lines = [finding["range"]["start"]["line"] for finding in report["diagnostics"]]
    assert sorted(set(lines)) == [3, 7, 9]


def test_what_is_wrong_in_a_library_is_said_in_chinese(cannlint, tmp_path):
    (tmp_path / "o.json").write_text(NO_LIBRARY)
    lines = cannlint("inspect", "--lang", "zh-CN", "--kind", "ops_info", "o.json").out.splitlines()
    assert lines[1].endswith(
        "`maybe` 不是 paramType；CANN 认识的有 required, optional, dynamic, reserved"
    )
    assert not any(" is " in line or "columns" in line for line in lines)


def test_files_come_in_the_order_given_and_all_that_can_be_read(cannlint, tmp_path):
    for name in ("b.ini", "a.ini"):
        (tmp_path / name).write_text("Gelu=high_precision\n")
    result = cannlint("inspect", "--format", "json", "b.ini", "missing.ini", "a.ini")
    assert [entry["file"] for entry in json.loads(result.out)["files"]] == ["b.ini", "a.ini"]
    assert result.status == 2 and "missing.ini: no such file" in result.err


def shown(cannlint, tmp_path, name: str, text: str, *options: str) -> list[str]:
    """The lines of `cannlint inspect`, without the blanks around them."""
    (tmp_path / name).write_text(text)
    return [line.strip() for line in cannlint("inspect", *options, name).out.splitlines()]


def test_below_an_entry_that_counts_stands_why_it_comes_to_nothing(cannlint, tmp_path):
    """Two switches on one line: each finding is told below its own."""
    text = '{"Switch": {"GraphFusion": {"SoftmaxFusionPass": "off", "ZSplitVFusionPass": "off"}}}'
    lines = shown(cannlint, tmp_path, "fs.cfg", text)
    assert lines[1:4] == [
        "line 1  GraphFusion/SoftmaxFusionPass: off  counts",
        "line 1  GraphFusion/ZSplitVFusionPass: off  counts",
        "FS204 this file cannot turn `ZSplitVFusionPass` off; it stays on",
    ]


def test_a_name_that_matches_nothing_has_no_effect_and_is_told(cannlint, tmp_path):
    lines = shown(cannlint, tmp_path, "k.cfg", "# keep\nconv1\n", "--kind", "keep_dtype")
    assert lines[1] == "line 1  # keep  no effect: no node has this name"
    assert lines[2].startswith("KD101 ")
    assert lines[3] == "line 2  conv1   kept, by node name"


def test_a_refused_json_says_why(cannlint, tmp_path):
    text = '{"black-list": {"to-add": ["Relu"],\n"to-remove": ["Relu"]}}'
    lines = shown(cannlint, tmp_path, "mm.json", text)
    assert "refused: E20003" in lines[0]
    assert lines[1].startswith("MX006 line ") and lines[2] == "effect: none: CANN stops"


def test_the_sum_of_a_switch_file_has_no_passes_that_are_not_there(cannlint, tmp_path):
    def switches(*names: str) -> str:
        return json.dumps({"Switch": {"GraphFusion": dict.fromkeys(names, "off")}})

    def total(text: str) -> str:
        return shown(cannlint, tmp_path, "fs.cfg", text)[-1]

    nothing, pass_of_it = total(switches()), total(switches("SoftmaxFusionPass"))
    assert total(switches("NoSuchPass", "softmaxfusionpass", "ConstantFoldingPass")) == nothing
    assert pass_of_it != nothing
