"""Python with other switches: no docstrings, warnings that are errors, the development mode."""

from __future__ import annotations

import subprocess
import sys

import pytest

from conftest import environment_of_commands

pytestmark = pytest.mark.slow  # it starts many programs

BLANK = "OpType::Relu:InputDtype:half\n\n"
COMMANDS = [
    "check .",
    "check --format sarif .",
    "rule",
    "rule CD004",
    "rule --format json",
    "rule E20101",
    "plan -O precision_mode=force_fp16 --soc Ascend910B3 --op Relu",
    "inspect a.cfg",
    "audit .",
    "library show Relu",
    "schema report",
]


def run(folder, command: str, *switches: str) -> tuple[int, str, str]:
    process = subprocess.run(
        [sys.executable, *switches, "-m", "cannlint", *command.split()],
        cwd=folder, env=environment_of_commands(), capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    return process.returncode, process.stdout, process.stderr


@pytest.mark.parametrize("command", ["rule CD004", "rule E20101"])
def test_the_pages_of_rules_are_there_without_docstrings(tmp_path, command):
    assert run(tmp_path, command, "-OO") == run(tmp_path, command)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_switches_change_nothing(tmp_path, command):
    (tmp_path / "a.cfg").write_text(BLANK)
    expected = run(tmp_path, command)
    assert expected[0] in (0, 1)
    for switches in (["-O"], ["-OO"], ["-W", "error"], ["-X", "dev"]):
        assert run(tmp_path, command, *switches) == expected, switches
