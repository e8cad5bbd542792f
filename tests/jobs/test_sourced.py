"""Commands that a script keeps in a variable, and files that it reads with `source`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.jobs.model import Job
from cannlint.kinds import Kind
from cannlint.text.source import Source, read_source
from job_scripts import values_of

COMMAND = "atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend310P3"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project with a script of shared functions."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "common").mkdir()
    (tmp_path / "net").mkdir()
    write(
        tmp_path / "common/common.sh",
        "SOC=Ascend310P3",
        "function convert() {",
        "    cd model || return 1",
        "    timeout 1200 ${model_atc}",
        "}",
        "main() { convert; }",
    )
    return tmp_path


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


def jobs_of(path: Path) -> list[Job]:
    return read(read_source(str(path)), Kind.ATC_COMMANDS).jobs


def findings_of(path: Path) -> list[tuple[str, str]]:
    reading = read(read_source(str(path)), Kind.ATC_COMMANDS)
    return [(one.code, reading.source.slice(one.span)) for one in check_reading(reading)]


def in_text(text: str) -> list[Job]:
    return read(Source("run.sh", text.encode()), Kind.ATC_COMMANDS).jobs


@pytest.mark.parametrize(
    "path",
    [
        "../common/common.sh",
        "${script_path}/../common/common.sh",
        "$(dirname $0)/../common/common.sh",
        "common/common.sh",  # from the root of the project
        "${ROOT}/common/common.sh",
    ],
)
def test_a_function_of_another_file_runs_the_command(tree: Path, path: str) -> None:
    script = write(
        tree / "net/run.sh",
        'script_path="$( cd "$(dirname $BASH_SOURCE)" ; pwd -P)"',
        f'model_atc="{COMMAND} --precision_mode=fp16"',
        f". {path}",
        "main",
    )
    [job] = jobs_of(script)
    assert job.complete
    assert findings_of(script) == [("JB002", "fp16")]


def test_what_is_missing_is_told_where_the_command_is_written(tree: Path) -> None:
    script = write(
        tree / "net/run.sh",
        'model_atc="atc --model=a.onnx --framework=5 --output=a"',
        "source ../common/common.sh && main",
    )
    assert findings_of(script) == [("JB013", "atc")]


def test_values_of_the_other_file_are_known(tree: Path) -> None:
    script = write(
        tree / "net/run.sh",
        "source ../common/common.sh",
        "atc --model=a.onnx --framework=5 --output=a --soc_version=$SOC",
    )
    [job] = jobs_of(script)
    assert job.value("soc_version") == "Ascend310P3"
    assert findings_of(script) == []


def test_a_value_that_the_other_file_changes_is_the_new_one(tree: Path) -> None:
    script = write(
        tree / "net/run.sh",
        "SOC=none",
        'cmd="atc --model=a.onnx --framework=5 --output=a"',
        "[ -f ../common/common.sh ] && . ../common/common.sh",
        "$cmd --soc_version=$SOC",
    )
    [job] = jobs_of(script)
    assert values_of(job)["soc_version"] is None  # only where the file is there


def test_options_of_the_other_file_leave_the_command_open(tree: Path) -> None:
    write(tree / "net/options.sh", 'OPTIONS="--framework=5 --soc_version=Ascend310P3"')
    script = write(tree / "net/run.sh", ". ./options.sh", "atc --model=a.onnx $OPTIONS")
    [job] = jobs_of(script)
    assert not job.complete
    assert values_of(job) == {"model": "a.onnx"}


def test_a_file_may_read_others_and_itself(tree: Path) -> None:
    write(tree / "net/a.sh", ". ./b.sh", "X=1")
    write(tree / "net/b.sh", ". ./a.sh", ". ./c.sh", "MODE=fp16")
    write(tree / "net/c.sh", "return 0", "MODE=never")
    script = write(tree / "net/run.sh", ". ./a.sh", f"{COMMAND} --precision_mode=$MODE")
    assert findings_of(script) == [("JB002", "$MODE")]


def test_nothing_outside_of_the_project_is_read(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    write(tmp_path / "values.sh", "MODE=fp16")
    (project / "linked.sh").symlink_to(tmp_path / "values.sh")
    for path in ("../values.sh", str(tmp_path / "values.sh"), "./linked.sh"):
        script = write(project / "run.sh", f". {path}", f"{COMMAND} --precision_mode=$MODE")
        [job] = jobs_of(script)
        assert values_of(job)["precision_mode"] is None


@pytest.mark.parametrize("text", ["echo 'never closed", "if true; then", "\0\0\0\0(((("])
def test_a_file_that_is_no_script_is_left_out(tree: Path, text: str) -> None:
    write(tree / "net/values.sh", "MODE=fp16", text)
    script = write(tree / "net/run.sh", ". ./values.sh", f"{COMMAND} --precision_mode=$MODE")
    assert findings_of(script) == []


def test_a_file_read_within_quotes_changes_nothing(tree: Path) -> None:
    write(tree / "net/values.sh", "MODE='fp16'", 'echo "it\'s"')
    script = write(
        tree / "net/run.sh",
        'X="$(. ./values.sh; echo $MODE)"',
        "Y=`. ./values.sh`",
        "ssh host '. ./values.sh; echo'",
        COMMAND,
    )
    assert findings_of(script) == []


def test_a_command_that_nothing_runs_is_read_with_open_end() -> None:
    [job] = in_text('model_atc="atc --model=a.onnx --precision_mode=fp16"\n. nowhere.sh\nmain\n')
    assert not job.complete
    assert values_of(job) == {"model": "a.onnx", "precision_mode": "fp16"}


@pytest.mark.parametrize("shape", ["x:1,3;y:1", "'x:1,3;y:1'", '\\"x:1,3;y:1\\"'])
def test_a_semicolon_in_a_text_ends_no_command(shape: str) -> None:
    [job] = in_text(f'cmd="{COMMAND} --input_shape={shape} --log=error"\n. common.sh\nmain\n')
    assert job.value("input_shape") == "x:1,3;y:1"
    assert job.value("log") == "error"
    assert job.slips == []


@pytest.mark.parametrize(
    "text",
    [
        f'cmd="{COMMAND}"\n$cmd\n',
        f'cmd="{COMMAND}"\neval "$cmd"\n',
        f'run() {{ $1; }}\ncmd="{COMMAND}"\nrun "$cmd"\n',
        f'cmd="{COMMAND}"\ncmd="$cmd --log=error"\n$cmd\n',
        f'cmd="{COMMAND}"\nbash -c "cd x; $cmd"\n',
        f'for i in 1 2; do cmd="{COMMAND}"; done\n$cmd\n',
    ],
)
def test_a_command_that_runs_is_read_once(text: str) -> None:
    [job] = in_text(text)
    assert job.value("soc_version") == "Ascend310P3"


@pytest.mark.parametrize(
    "text", ['note="the atc --model flag"\n', 'path="/opt/atc"\n', 'log="atc -> model"\n']
)
def test_other_texts_are_no_commands(text: str) -> None:
    assert in_text(text) == []


def test_a_place_ends_behind_its_start_wherever_a_value_is_written() -> None:
    [job] = in_text(f'LEVEL="loud or"\n{COMMAND} --log=not"$LEVEL"\n')
    setting = job.get("log")
    assert setting is not None
    assert setting.value == "notloud or"
    assert setting.value_span.start <= setting.value_span.end
