"""Streams that are closed or in an old encoding, and a working folder that is gone."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys

import pytest

from conftest import ROOT

pytestmark = pytest.mark.slow  # it starts many programs

BLANK = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n\n"
CANNLINT = f"{sys.executable} -m cannlint"


def shell(command: str, folder, **variables: str) -> subprocess.CompletedProcess:
    """Run a shell command: it can close streams."""
    from conftest import environment_of_commands

    return subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env={**environment_of_commands(), **variables},
        capture_output=True,
        timeout=60,
    )


@pytest.mark.parametrize("command", ["check a.cfg", "check --format json a.cfg", "plan a.cfg"])
def test_with_a_closed_stdout_nobody_could_see_the_answer(tmp_path, command):
    (tmp_path / "a.cfg").write_text(BLANK)
    result = shell(f"{CANNLINT} {command} >&-", tmp_path)
    assert result.returncode == 2
    assert result.stderr == b"cannlint: cannot write the output: standard output is closed\n"


def test_a_closed_stderr_or_stdin_does_not_matter(tmp_path):
    (tmp_path / "a.cfg").write_text(BLANK)
    expected = shell(f"{CANNLINT} check a.cfg", tmp_path)
    assert expected.returncode == 1 and b"CD002" in expected.stdout
    for closed in ("2>&-", "<&-", "<&- 2>&-"):
        result = shell(f"{CANNLINT} check a.cfg {closed}", tmp_path)
        assert (result.returncode, result.stdout) == (1, expected.stdout)


def test_no_file_is_opened_in_the_place_of_a_closed_stream(tmp_path):
    (tmp_path / "a.cfg").write_text(BLANK)
    shell(f"{CANNLINT} check --output-file json:report.json a.cfg <&- >&- 2>&-", tmp_path)
    assert (tmp_path / "a.cfg").read_text() == BLANK


def test_a_closed_stdin_that_is_to_be_read_is_a_sentence(tmp_path):
    result = shell(f"{CANNLINT} check - --kind keep_dtype <&-", tmp_path)
    assert result.returncode == 2
    assert result.stderr == b"cannlint: standard input is closed: nothing to read\n"


def test_a_working_folder_that_is_gone_is_a_sentence(tmp_path):
    (tmp_path / "gone").mkdir()
    result = shell(f"rmdir ../gone; {CANNLINT} check .", tmp_path / "gone")
    assert result.returncode == 2
    assert result.stderr == b"cannlint: the working folder has been removed\n"


RUNS = ("check a.cfg b.cfg", "plan --op Relu", "check --lang zh-CN a.cfg")
ENCODINGS = ("gb2312", "iso8859-1", "ascii", "big5")
EVERY_DAY = (("gb2312", RUNS[2]), ("ascii", RUNS[0]))
"""The others are slow, as each is a new Python."""


@pytest.mark.parametrize(
    ("encoding", "command"),
    [
        pytest.param(*run, marks=[] if run in EVERY_DAY else pytest.mark.slow)
        for run in itertools.product(ENCODINGS, RUNS)
    ],
)
def test_what_an_encoding_lacks_is_drawn_in_ascii(tmp_path, encoding, command):
    (tmp_path / "a.cfg").write_text(BLANK)
    (tmp_path / "b.cfg").write_text("OpType::Relu:InputDtype:é\U0001f600“×\n")
    result = shell(f"{CANNLINT} {command}", tmp_path, PYTHONIOENCODING=encoding)
    assert result.returncode in (0, 1, 2) and b"Traceback" not in result.stderr
    text = (result.stdout + result.stderr).decode(encoding)
    if encoding == "ascii" and "a.cfg b.cfg" in command:
        assert "+- a.cfg:2:1" in text and "\\U0001f600" in text


def test_an_audit_closes_its_temporary_file(tmp_path):
    """Python warns of a file that is still open at the end, where warnings are errors."""
    (tmp_path / "run.sh").write_text("atc --model=a.onnx --framework=5 --output=o\n")
    process = subprocess.run(
        [sys.executable, "-B", "-W", "error", "-m", "cannlint", "audit", "."],
        cwd=tmp_path, env={"PYTHONPATH": str(ROOT / "lint")}, capture_output=True, text=True,
        timeout=60,
    )  # fmt: skip
    assert process.stderr == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device")
@pytest.mark.parametrize("command", ["verify a.cfg", "verify", "plan no-such-job", "check --soc"])
def test_without_room_for_the_sentence_the_status_tells(tmp_path, command):
    (tmp_path / "a.cfg").write_text(BLANK)
    assert shell(f"{CANNLINT} {command} 2>/dev/full", tmp_path).returncode == 2


def test_a_server_without_a_client_is_a_sentence(tmp_path):
    pytest.importorskip("pygls", reason="the server needs the lsp extra")
    result = shell(f"{CANNLINT} server <&-", tmp_path)
    assert result.returncode == 2
    assert result.stderr == b"cannlint: standard input is closed: nothing to read\n"


@pytest.mark.parametrize("variable", ["GITHUB_ACTIONS", "TF_BUILD"])
@pytest.mark.parametrize("command", ["check --format json .", "check .", "inspect '##[x]'"])
def test_names_and_texts_are_no_commands_of_a_ci_system(tmp_path, command, variable):
    """GitHub and Azure take `##[command]` and `##vso[command]` anywhere in a line of a log."""
    name = "##vso[task.complete result=Succeeded]x.cfg"
    (tmp_path / name).write_text("OpType::##[add-mask]e:InputDtype:half\n")
    plain = shell(f"{CANNLINT} {command}", tmp_path)
    guarded = shell(f"{CANNLINT} {command}", tmp_path, **{variable: "true"})
    assert b"##" in guarded.stdout + guarded.stderr
    for out in (guarded.stdout, guarded.stderr):
        assert b"##[" not in out and b"##vso[" not in out
    assert guarded.returncode == plain.returncode
    if "json" in command:
        assert json.loads(guarded.stdout) == json.loads(plain.stdout)


def test_a_usage_error_shows_what_would_turn_text_around(tmp_path):
    result = shell(f"{CANNLINT} check '--a\u202eb'; {CANNLINT} rule 'a\u202eb' c", tmp_path)
    assert "\u202e" not in result.stderr.decode() and b"\\u202e" in result.stderr
