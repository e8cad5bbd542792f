"""In a real terminal: messages wrap, and many files get a progress bar on stderr."""

from __future__ import annotations

import os
import sys

import pytest

from conftest import ROOT

pty = pytest.importorskip("pty", reason="pseudo terminals are a Unix thing")

ENTRY = "OpType::Relu:InputDtype:float16\n"


def in_terminal(arguments: list[str], cwd, columns: int) -> str:
    """What a terminal of this width shows, stdout and stderr."""
    path = str(ROOT / "lint")
    pid, terminal = pty.fork()
    if pid == 0:  # the command's own process
        os.chdir(cwd)
        environment = {**os.environ, "PYTHONPATH": path, "COLUMNS": str(columns), "TERM": "xterm"}
        environment.pop("NO_COLOR", None)
        os.execve(sys.executable, [sys.executable, "-m", "cannlint", *arguments], environment)
    shown = b""
    while True:
        try:
            data = os.read(terminal, 65536)
        except OSError:  # Linux says so when the other side has closed
            break
        if not data:
            break
        shown += data
    os.waitpid(pid, 0)
    return shown.decode("utf-8", "replace")


def test_the_paragraphs_of_a_help_fill_the_width_of_the_terminal(tmp_path):
    shown = in_terminal(["check", "--help"], tmp_path, 80)
    [line] = [line for line in shown.splitlines() if "Exit status" in line]
    assert "any do, 2 if" in line


def test_messages_wrap_and_source_lines_are_cut(tmp_path):
    import re

    (tmp_path / "a.cfg").write_text(ENTRY + "\n" + "x" * 200 + "::InputDtype:fp16\n")
    shown = in_terminal(["check", "a.cfg"], tmp_path, 60)
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).replace("\r", "")
    assert "\x1b[" in shown
    assert max(map(len, plain.split("\n"))) <= 60
    assert "…" in plain and "blank lines and no comments" in " ".join(plain.split())


def test_many_files_get_a_progress_bar(tmp_path):
    for number in range(320):
        (tmp_path / f"{number}.cfg").write_text(ENTRY)
    assert "checking" in in_terminal(["check"], tmp_path, 80)


def test_few_files_get_none(tmp_path):
    (tmp_path / "a.cfg").write_text(ENTRY)
    assert "checking" not in in_terminal(["check"], tmp_path, 80)
