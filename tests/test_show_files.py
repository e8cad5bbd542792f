"""`cannlint check --show-files`: nothing is checked, or skipped, in silence."""

from __future__ import annotations

import json

import pytest

DTYPES = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
SCRIPT = """\
set -e
if [ -n "$1" ]; then SOC=Ascend910B3; else SOC=Ascend310P3; fi
atc --model=a.onnx --framework=5 --output=a --soc_version=$SOC
atc --model=b.onnx --framework=5 --output=b --soc_version=$SOC --customize_dtypes=cfg/a.cfg
"""
SESSION = """\
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["precision_mode"].s = tf.compat.as_bytes("allow_mix_precision")
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project as people have them: two scripts, a config file, and files of other tools."""
    files = {
        "cannlint.toml": 'exclude = ["old"]\n',
        ".gitignore": "build/\n",
        "cfg/a.cfg": DTYPES,
        "cfg/labels.txt": "cat\ndog\n",
        "convert.sh": SCRIPT,
        "train.py": SESSION,
        "model.onnx": "",
        "photos/1.png": "",
        "photos/2.png": "",
        "old/a.cfg": DTYPES,
        "build/b.cfg": DTYPES,
        "node_modules/x/c.cfg": DTYPES,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_file_has_its_kind_its_jobs_or_the_reason_why_it_is_skipped(cannlint, project):
    listed, _, rest = cannlint("check", "--show-files", ".").out.partition("\n\n")
    assert listed.splitlines() == [
        "cfg/a.cfg       customize_dtypes",
        "convert.sh      atc_script, 2 jobs: lines 3, 4",
        "train.py        tf_script, 1 job: line 1",
        "build/          skipped: ignored by .gitignore",
        "cannlint.toml   skipped: a configuration without jobs",
        "cfg/labels.txt  skipped: neither a config file of CANN nor a script that sets its options",
        "node_modules/   skipped: a folder that has no files of users",
        "old/            skipped: excluded by the configuration",
        "1 skipped: hidden",
        "3 skipped: no suffix of a config file or script (.png 2, .onnx 1)",
    ]
    assert "3 files and 3 jobs checked" in rest


def test_the_json_report_has_the_files_only_where_they_are_asked_for(cannlint, project):
    assert json.loads(cannlint("check", "--format", "json", ".").out)["files"] is None
    report = json.loads(cannlint("check", "--format", "json", "-v", ".").out)
    by_name = {file["file"]: file for file in report["files"]}
    assert by_name["convert.sh"] == {
        "file": "convert.sh",
        "kind": "atc_script",
        "jobs": [
            {"line": 3, "front_end": "atc", "name": None, "unknown": []},
            {"line": 4, "front_end": "atc", "name": None, "unknown": []},
        ],
        "skipped": None,
    }
    assert by_name["photos/1.png"]["skipped"] == "no suffix of a config file or script"
    assert report["summary"]["jobs"] == 3


def test_beside_a_report_for_programs_the_files_are_listed_on_stderr(cannlint, project):
    result = cannlint("check", "--format", "sarif", "--show-files", ".")
    assert json.loads(result.out)["version"] == "2.1.0"
    assert "convert.sh      atc_script, 2 jobs: lines 3, 4" in result.err


def test_statistics_count_the_files_of_each_kind_and_the_skipped_ones(cannlint, project):
    lines = cannlint("check", "--statistics", ".").out.splitlines()
    assert "1  customize_dtypes" in lines
    assert "3  skipped: no suffix of a config file or script" in lines


def test_a_file_that_is_named_is_shown_though_other_processes_check_it(cannlint, project):
    for number in range(400):
        (project / "cfg" / f"{number}.txt").write_text("cat\n")
    listed = cannlint("check", "--show-files", "--jobs", "2", ".").out
    assert "cfg/399.txt     skipped: neither a config file" in listed
    assert "convert.sh      atc_script, 2 jobs: lines 3, 4" in listed


def test_the_list_is_in_the_language_of_the_user(cannlint, project):
    listed = cannlint("--lang", "zh-CN", "check", "-v", ".").out
    assert "atc_script，2 个任务：第 3, 4 行" in listed and "被 .gitignore 忽略" in listed
