"""CONTRIBUTING.md: the commands of its guides, run as they stand in a copy of the repository."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

GUIDES = dict(
    re.findall(
        r"^## (Your first \w+)\n(.*?)(?=^## )",
        (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
)
_BLOCK = re.compile(r"^( *)```console\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_NOT_COPIED = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "node_modules", "build", "dist"
)


def test_there_is_a_guide_to_each():
    assert {"Your first rule", "Your first option", "Your first format"} <= set(GUIDES)


@pytest.mark.slow
@pytest.mark.parametrize("guide", GUIDES)
def test_the_commands_of_a_guide_work(guide, tmp_path):
    commands = [block for _, block in _BLOCK.findall(GUIDES[guide])]
    assert commands
    copy = shutil.copytree(ROOT, tmp_path / "copy", ignore=_NOT_COPIED)
    programs = Path(sys.executable).parent
    environment = os.environ | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(copy / "lint"),
        "PYTEST_ADDOPTS": "-p no:cacheprovider",
    }
    process = subprocess.run(
        ["bash", "-exc", "\n".join(commands)], cwd=copy, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
    )  # fmt: skip
    assert process.returncode == 0, process.stdout


def test_every_word_of_the_glossary_is_used():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    glossary = text[text.index("## Glossary") : text.index("## Are the tests")]
    words = re.findall(r"^\| ([a-z][\w -]*?)(?: \(.*?\))? \|", glossary, re.MULTILINE)
    files = (ROOT / "lint").rglob("*.py")
    code = "\n".join(path.read_text(encoding="utf-8") for path in files).lower().replace("_", " ")
    assert [word for word in words if not re.search(rf"\b{word}", code)] == []


def test_every_file_that_is_named_is_there():
    """But in the guides, which make some: their commands are run."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for guide in GUIDES.values():
        text = text.replace(guide, "")
    named = re.findall(r"`((?:lint|dev|tests|docs|schemas|grammars|benchmarks)/[\w./-]*)`", text)
    assert len(named) > 5
    assert [path for path in named if not (ROOT / path).exists()] == []
