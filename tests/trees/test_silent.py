"""Files that were not recognised, findings that were muted, and commands that disagree."""

from __future__ import annotations

import json
import re

import pytest

ALL_OFF = '{"Switch": {"GraphFusion": {"ALL": "off"}, "UBFusion": {"ALL": "off"}}}'


def codes(cannlint, *arguments):
    report = json.loads(cannlint("check", "--format", "json", *arguments).out)
    return [(each["rule"], each["range"]["start"]["line"]) for each in report["diagnostics"]]


@pytest.mark.parametrize(
    "comment", ["# operators\n", "# a\n\n# b\n", "; operators\n", "", "\ufeff"]
)
def test_a_comment_above_an_unknown_section_hides_no_file(cannlint, tmp_path, comment):
    (tmp_path / "ops.ini").write_text(comment + "[Ops]\nGelu=high_precision\n")
    assert "OP102" in [code for code, _ in codes(cannlint, ".")]


@pytest.mark.parametrize(
    "text",
    [
        "# a\n[main]\nkey = value\n",
        "[power]\nmode = high_performance\n",
        "[model]\nprecision = high_precision\nfusion = off\n",
        "# a\n[1, 2]\n",
        "[INFO] FE: run MulSquareFusionPass\n[INFO] MulSquareFusionPass:off\n",
    ],
)
def test_other_programs_have_sections_too(cannlint, tmp_path, text):
    (tmp_path / "settings.ini").write_text(text)
    assert codes(cannlint, ".") == []


def test_an_unknown_section_mutes_no_look_up(cannlint, tmp_path):
    entries = "MaxPool=high_performance\nNoSuchOp=high_precision\n"
    (tmp_path / "ops.ini").write_text("[Ops]\n" + entries)
    assert codes(cannlint, ".") == [("OP102", 1), ("OP203", 2), ("OP201", 3)]
    (tmp_path / "ops.ini").write_text("[ByNodeNames]\n" + entries)
    assert codes(cannlint, ".") == [("OP102", 1)]


def test_a_first_configuration_passes_the_check(cannlint, tmp_path):
    (tmp_path / "train.py").write_text(
        'import npu_bridge\ncustom_op.parameter_map["precision_mode"].s = b"force_fp16"\n'
    )
    (tmp_path / "run.py").write_text("import torch_npu\ntorch.npu.set_compile_mode()\n")
    (tmp_path / "a.sh").write_text("atc --model=a.onnx --framework=5\n")
    (tmp_path / "README.md").write_text("```\natc --model=a.onnx --framework=5\n```\n")
    (tmp_path / "keep_dtype.cfg").write_text("layer1/conv\n")
    assert cannlint("init").status == 0
    written = (tmp_path / "cannlint.toml").read_text()
    assert codes(cannlint, "cannlint.toml") == []
    assert '"keep_dtype.cfg" = "keep_dtype"' in written and "#   train.py: tf_script" in written


@pytest.mark.parametrize("release", ["8.1.RC1", "9.0.0", "9.1.0"])
def test_the_check_and_the_inspection_count_the_same_passes(cannlint, tmp_path, release):
    (tmp_path / "fusion_switch.cfg").write_text(ALL_OFF)
    effect = cannlint("inspect", "--library", release, "fusion_switch.cfg").out
    off, number = re.findall(r"GraphFusion (\d+) of (\d+) passes off", effect)[0]
    report = json.loads(cannlint("check", "--library", release, "--format", "json", ".").out)
    [message, _] = [each["message"] for each in report["diagnostics"] if each["rule"] == "FS205"]
    assert f"does not turn off {int(number) - int(off)} passes of GraphFusion" in message
