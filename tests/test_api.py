"""cannlint from Python; the examples of docs/api.md run here."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import cannlint
from cannlint.errors import CannlintError
from cases import blocks
from conftest import ROOT


def test_the_examples_of_the_documentation(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    found = list(blocks((ROOT / "docs" / "api.md").read_text(encoding="utf-8")))
    assert [info for info, _ in found].count("python") >= 3
    for info, text in found:
        if info == "python":
            exec(compile(text, "docs/api.md", "exec"), names)
        elif info == "op_precision":
            (tmp_path / "op_precision.ini").write_text(text)


def test_start_up_pays_nothing_for_it():
    code = "import sys, cannlint; print(sorted(m for m in sys.modules if m.startswith('cannlint')))"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env={"PYTHONPATH": str(ROOT / "lint")}
    )
    assert process.stdout.decode().strip() == "['cannlint']"


def test_check_gives_the_report_of_the_command(cannlint_command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "op_precision.ini").write_text("Gelu=fast\n")
    printed = json.loads(cannlint_command("check", "--format", "json", "op_precision.ini").out)
    assert cannlint.check("op_precision.ini") == printed
    assert cannlint.check(["op_precision.ini"], ignore=["OP"])["summary"]["warning"] == 0


def test_inspect_gives_one_file_of_the_inspection(cannlint_command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.cfg").write_text("a::InputDtype:half\n")
    printed = json.loads(cannlint_command("inspect", "--format", "json", "a.cfg").out)
    assert [cannlint.inspect("a.cfg")] == printed["files"]


def test_plan_gives_what_the_command_prints(cannlint_command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = ("--soc", "Ascend910B3", "--op", "Gelu", "-O", "precision_mode=force_fp16")
    printed = json.loads(cannlint_command("plan", "--format", "json", *arguments).out)
    made = cannlint.plan(options={"precision_mode": "force_fp16"}, ops=["Gelu"], soc="Ascend910B3")
    assert made == printed


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: cannlint.check(select=["XX999"]), "no rule has the code 'XX999'"),
        (lambda: cannlint.inspect("nope.cfg"), "nope.cfg: no such file"),
        (lambda: cannlint.inspect("nope.cfg", kind="mixlst"), "'mixlst' is no kind"),
        (lambda: cannlint.plan(ops=["Gelu"], isolated=True), "a plan is for one SoC"),
        (lambda: cannlint.plan(front_end="at"), "'at' is no front end; there are atc, ge"),
        (lambda: cannlint.plan(original="int8", soc="Ascend910B3"), "'int8' is no original"),
    ],
)
def test_why_there_is_no_answer(call, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CannlintError, match=sentence):
        call()


def test_the_package_lists_what_it_offers():
    assert {"check", "inspect", "plan", "CannlintError"} <= set(dir(cannlint))
    with pytest.raises(AttributeError, match="has no attribute 'lint'"):
        _ = cannlint.lint


@pytest.fixture
def cannlint_command(request):
    """The command's fixture by a name that does not hide the package."""
    return request.getfixturevalue("cannlint")
