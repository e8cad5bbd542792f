"""aoe and omg: the config files that their command lines name; nothing else is judged."""

from __future__ import annotations

import pytest

from cannlint.discovery.detect import kind_of
from cannlint.jobs.atc_commands import read
from cannlint.kinds import Kind
from cannlint.text.source import Source

AOE = "aoe --framework=5 --model=m.onnx --job_type=2 --modify_mixlist=x.json"
OMG = "/usr/local/bin/omg --model=m.pb --framework=3 --modify_mixlist x.json"
BROKEN = '{"black-list": {"to-add": ["MatMul"], "zz": 3}}'

FILES = {
    "run.sh": "#!/bin/sh\nsudo {} \\\n  --log=error\n",
    "page.md": "# Tune\n\n```bash\n$ {}\n```\n",
    "Dockerfile": "FROM image\nRUN {}\n",
    "ci.yml": "jobs:\n  tune:\n    steps:\n    - run: |\n        {}\n",
    "Makefile": "tune:\n\t{}\n",
}


def jobs_of(name, text):
    return read(Source(name, text.encode())).jobs


@pytest.mark.parametrize("command", [AOE, OMG])
@pytest.mark.parametrize("name", FILES)
def test_the_mixlist_is_checked_as_one(cannlint, tmp_path, name, command):
    (tmp_path / name).write_text(FILES[name].format(command))
    (tmp_path / "x.json").write_text(BROKEN)
    result = cannlint("check", "--format", "concise", name)
    assert result.status == 1
    assert result.out.startswith("x.json:1:39: error MX004")
    assert "2 files and 1 job checked" in result.out


@pytest.mark.parametrize("command", [AOE, OMG])
def test_a_command_line_to_check(cannlint, tmp_path, command):
    (tmp_path / "x.json").write_text(BROKEN)
    result = cannlint("check", "--format", "concise", "--", *command.split())
    assert result.out.startswith("x.json:1:39: error MX004")
    assert "2 files and 1 job checked" in result.out


def test_a_plan_is_of_atc_only(cannlint):
    result = cannlint("plan", "--soc", "Ascend910B3", "--", *AOE.split())
    assert "begins with its name, not with 'aoe'" in result.err


def test_a_file_that_is_not_there_is_an_info(cannlint, tmp_path):
    (tmp_path / "run.sh").write_text(f"{AOE}\n")
    result = cannlint("check", "--format", "concise", "run.sh")
    assert result.out.startswith(f"run.sh:1:{AOE.index('x.json') + 1}: info JB004")
    assert result.status == 0


@pytest.mark.parametrize(
    "more",
    [
        "--no_such_flag=1",
        "--ddk_version=1.60",
        "word",
        "--tune_optimization_level=O2 --reload --Fdeeper_opat=x",
        "--tune_optimization_level=none_such",
        "--precision_mode=none_such --precision_mode=force_fp16",
    ],
)
@pytest.mark.parametrize("program", ["aoe", "omg"])
def test_what_the_program_refuses_is_not_known(cannlint, tmp_path, program, more):
    (tmp_path / "run.sh").write_text(f"{program} --model=m.onnx --framework=5 {more}\n")
    assert "nothing to report" in cannlint("check", "run.sh").out


@pytest.mark.parametrize(
    "text",
    [
        "aoe --fetch page\n",
        "omg --output x\n",
        "echo omg\n./aoe.sh --model=m.onnx\n",
        "aoe start; run --model=m.onnx\n",
        "myaoe --model=m.onnx --modify_mixlist=x.json\n",
    ],
)
def test_other_programs(text):
    assert kind_of("run.sh", text.encode()) is None
    assert kind_of("run.sh", f"{AOE}\n".encode()) is Kind.ATC_COMMANDS


@pytest.mark.parametrize(
    "text", ["echo aoe --model=m.onnx\n", "aoe --fetch=page --zz\n", "msit convert omg --model=m\n"]
)
def test_no_job(text):
    assert jobs_of("run.sh", text) == []


@pytest.mark.parametrize(
    ("command", "severity"),
    [
        ("aoe --job_type=2 --framework=5 --model=m.onnx", "error"),
        ("omg --framework=5 --model=m.onnx", "error"),
        ("msit convert aoe --job_type 2 --model m.onnx", "info"),
        ("msit convert atc --model m.onnx --output m --soc_version Ascend310P3", "info"),
    ],
)
def test_values_are_those_of_atc(cannlint, tmp_path, command, severity):
    (tmp_path / "run.sh").write_text(f"{command} --precision_mode=force_fp61\n")
    out = cannlint("check", "--format", "concise", "run.sh").out
    at = len(f"{command} --precision_mode=") + 1
    assert out.startswith(f"run.sh:1:{at}: {severity} JB002 invalid value `force_fp61`")


@pytest.mark.parametrize("value", ["force_fp16", "$MODE", "<mode>", "{mode}"])
def test_legal_and_unknown_values(cannlint, tmp_path, value):
    (tmp_path / "run.sh").write_text(f"aoe --framework=5 --model=m.onnx --precision_mode={value}\n")
    assert "nothing to report" in cannlint("check", "run.sh").out
