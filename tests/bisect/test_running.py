"""The user's command is run in one place, and its exit status is the answer, as in git bisect."""

from __future__ import annotations

import ast
import re
import sys

import pytest

from cannlint.bisect.running import answer_of
from cannlint.bisect.search import Answer
from cannlint.errors import CannlintError
from conftest import ROOT

STARTS_PROGRAMS = re.compile(r"subprocess|os\.(system|popen|exec\w+|spawn\w+|posix_spawnp?)")


def programs_started_in(text: str) -> list[str]:
    """The imported modules and the called functions of a module that start programs."""
    names = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names += [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Call):
            names.append(ast.unparse(node.func))
    return [name for name in names if STARTS_PROGRAMS.fullmatch(name)]


def test_no_other_module_starts_programs():
    modules = sorted((ROOT / "lint" / "cannlint").rglob("*.py"))
    texts = {path: path.read_text(encoding="utf-8") for path in modules}
    suspects = [path for path, text in texts.items() if STARTS_PROGRAMS.search(text)]
    found = [path for path in suspects if programs_started_in(texts[path])]
    assert [path.relative_to(ROOT / "lint").as_posix() for path in found] == [
        "cannlint/bisect/running.py"
    ]


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        *((0, Answer.GOOD), (1, Answer.BAD), (124, Answer.BAD)),
        *((125, Answer.SKIP), (126, Answer.BAD), (127, Answer.BAD)),
    ],
)
def test_an_exit_status_is_an_answer(status, answer):
    assert answer_of([sys.executable, "-c", f"raise SystemExit({status})"], "file") is answer


@pytest.mark.parametrize("code", ["raise SystemExit(128)", "import os; os.kill(os.getpid(), 9)"])
def test_another_status_or_a_signal_is_no_answer(code):
    with pytest.raises(CannlintError, match="no answer"):
        answer_of([sys.executable, "-c", code], "file")


@pytest.mark.parametrize("command", [["./no-such-file"], ["/"], ["a\0b"]])
def test_what_cannot_be_started_is_one_sentence(command):
    with pytest.raises(CannlintError, match="cannot be started"):
        answer_of(command, "file")
