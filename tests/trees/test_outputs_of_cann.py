"""What CANN itself wrote as JSON names passes and operators too; it is no config file."""

from __future__ import annotations

import json

import pytest

NOTHING = "nothing checked: no config file and no compile job found\n"

RESULT = {
    "session_and_graph_id_0_0": {
        "graph_fusion": {"ConvBatchnormFusionPass": {"effect_times": "2", "match_times": "2"}},
        "ub_fusion": {"TbeConvDequantFusionPass": {"effect_times": "0", "match_times": "1"}},
    }
}
OLD_RESULT = [
    {
        "graph_fusion": {"MulSquareFusionPass": {"effect_times": "1", "match_times": "1"}},
        "session_and_graph_id": "0_0",
        "ub_fusion": {},
    },
    {"graph_fusion": {}, "session_and_graph_id": "0_1", "ub_fusion": {}},
]
MODEL = {
    "attr": [{"key": "om_info_list", "value": {"list": {"i": [1], "val_type": "VT_LIST_INT"}}}],
    "graph": [
        {
            "name": "net",
            "op": [
                {
                    "name": "conv",
                    "type": "Conv2D",
                    "input_desc": [{"dtype": "DT_FLOAT"}],
                    "attr": [{"key": "pass_name", "value": {"s": "ConvBatchnormFusionPass"}}],
                }
            ],
        }
    ],
}
REPORT = {"schema": "cannlint/report/1", "diagnostics": [{"message": "`AFusionPass` stays on"}]}

OUTPUTS = {
    "fusion_result.json": RESULT,
    "fusion_switch.json": OLD_RESULT,
    "fused_model.json": MODEL,
    "fusion_report.json": REPORT,
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_output_is_skipped_in_a_folder_under_any_name(cannlint, tmp_path, name):
    (tmp_path / name).write_text(json.dumps(OUTPUTS[name], indent=4))
    result = cannlint("check", ".")
    assert (result.status, result.out) == (0, NOTHING)


def test_the_list_of_files_says_why_an_output_is_skipped(cannlint, tmp_path):
    (tmp_path / "fusion_result.json").write_text(json.dumps(RESULT))
    out = cannlint("check", "--show-files", ".").out
    assert "fusion_result.json" in out and "an output of CANN" in out


@pytest.mark.parametrize("command", ["check", "inspect"])
@pytest.mark.parametrize("name", OUTPUTS)
def test_a_named_output_is_called_one(cannlint, tmp_path, name, command):
    (tmp_path / name).write_text(json.dumps(OUTPUTS[name]))
    result = cannlint(command, name)
    assert result.status == 2
    word = "a document of cannlint" if OUTPUTS[name] is REPORT else "an output of CANN"
    assert f"{name}: this is {word}" in result.err


def test_an_output_that_is_asked_for_as_a_switch_file_is_read_as_one(cannlint, tmp_path):
    (tmp_path / "fusion_result.json").write_text(json.dumps(RESULT))
    result = cannlint("check", "--kind", "fusion_switch", "fusion_result.json")
    assert "FS004" in result.out


def test_groups_in_small_letters_with_switches_are_still_a_switch_file(cannlint, tmp_path):
    (tmp_path / "a.json").write_text('{"graph_fusion": {"MulSquareFusionPass": "off"}}')
    assert "FS004" in cannlint("check", ".").out


@pytest.mark.parametrize(
    "text",
    [
        '{"slow": ["MulSquareFusionPass"], "why": "UBFusion"}',
        '{"model": "a.onnx", "enable_graph_fusion": true, "graph_fusion": "O2"}',
        '{"pass": "MulSquareFusionPass", "times": 3}',
    ],
)
def test_passes_that_are_only_mentioned_make_no_switch_file(cannlint, tmp_path, text):
    (tmp_path / "notes.json").write_text(text)
    assert cannlint("check", ".").out == NOTHING
