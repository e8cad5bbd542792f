"""What is shown of many findings: from a severity on, by rule, with what --fix can do."""

from __future__ import annotations

import json

import pytest

ATC = "atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3"
INFO = f"{ATC} --op_select_implmode=high_precision\n"
WARNING = f"{ATC} --keep_dtype=missing.cfg --precision_mode=force_fp16\n"
ERROR = f"{ATC} --log=loud\n"


@pytest.mark.parametrize(
    ("severity", "shown", "hidden"),
    [("info", 3, 0), ("warning", 2, 1), ("error", 1, 2)],
)
def test_a_severity_to_show_from(cannlint, tmp_path, severity, shown, hidden):
    (tmp_path / "a.sh").write_text(INFO + WARNING + ERROR)
    command = ("check", "--severity", severity, "--select", "JB313,JB004,JB002", "a.sh")
    report = json.loads(cannlint(*command, "--format", "json").out)
    assert len(report["diagnostics"]) == shown
    summary = report["summary"]
    assert summary["hidden"] == hidden
    assert [summary[one] for one in ("error", "warning", "info")] == [1, 1, 1]
    assert (f"{hidden} below --severity" in cannlint(*command).out) == bool(hidden)


def test_what_is_not_shown_counts_for_the_exit_status(cannlint, tmp_path):
    (tmp_path / "a.sh").write_text(WARNING)
    command = ("check", "--severity", "error", "--fail-on", "warning", "a.sh")
    result = cannlint(*command)
    assert result.status == 1 and "JB004" not in result.out
    assert "1 file and 1 job checked: 1 warning, 1 below --severity" in result.out


def test_many_findings_are_counted_by_rule_on_request(cannlint, tmp_path):
    for number in (50, 51):
        lines = (f"{ATC} --log=loud{each}\n" for each in range(number))
        (tmp_path / "a.sh").write_text("".join(lines))
        assert ("--statistics" in cannlint("check", "a.sh").out) == (number > 50)


def test_which_option_fixes_how_many(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text("OpType::Relu:InputDtype:fp16,OutputDtype:float16\n")
    assert "1 fixable with --unsafe-fixes" in cannlint("check", "a.cfg").out
    (tmp_path / "b.cfg").write_text("\nOpType::Relu:InputDtype:float16,OutputDtype:float16\n")
    assert "1 fixable with --fix" in cannlint("check", "b.cfg").out
    both = "2 fixable (1 with --fix, 1 more with --unsafe-fixes)"
    assert both in cannlint("check", "a.cfg", "b.cfg").out


def test_advice_about_a_project_is_said_once(cannlint, tmp_path):
    for name in ("a.sh", "b.sh", "c.sh"):
        (tmp_path / name).write_text(INFO)
    report = json.loads(cannlint("check", "--format", "json", ".").out)
    [found] = [each for each in report["diagnostics"] if each["rule"] == "JB313"]
    assert found["message"].endswith("(3 times in 3 files)")
    assert [each["file"] for each in found["related"]] == ["b.sh", "c.sh"]


def test_unknown_values_are_counted(cannlint, tmp_path):
    unknown = "--log=$1 --precision_mode=$(mode) --op_debug_config=$X"
    (tmp_path / "a.sh").write_text(f"{ATC} {unknown}\n{ATC} --log=${{1:-info}}\n")
    assert "2 values unknown" in cannlint("check", "a.sh").out
    shown = cannlint("check", "--show-files", "a.sh").out
    assert "2 values unknown: log (line 1), precision_mode (line 1)" in shown
    report = json.loads(cannlint("check", "--show-files", "--format", "json", "a.sh").out)
    assert report["summary"]["unknown_values"] == 2
    [first, second] = report["files"][0]["jobs"]
    assert [each["option"] for each in first["unknown"]] == ["log", "precision_mode"]
    assert second["unknown"] == []


def test_unknown_values_of_python_are_counted(cannlint, tmp_path):
    text = "import npu_bridge\nNPURunConfig(precision_mode=mode(), op_debug_level=[1])\n"
    (tmp_path / "a.py").write_text(text)
    assert "1 value unknown" in cannlint("check", "a.py").out
