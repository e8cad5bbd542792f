"""A real Neovim: a bad file is opened, its quick fix applied and saved, and the fault is gone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")
pytestmark = pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")


def test_a_fault_is_shown_mended_saved_and_gone(tmp_path, capsys):
    file = tmp_path / "customize_dtypes.cfg"
    file.write_text("a::InputDtype:float16\n\nb::InputDtype:float16\n")
    process = subprocess.run(
        ["nvim", "--headless", "--clean", "-S", str(Path(__file__).parent / "drive.lua")],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / "lint"),
            "CANNLINT_PYTHON": sys.executable,
            "CANNLINT_NEOVIM": str(ROOT / "editors" / "neovim"),
            "CANNLINT_FILE": str(file),
        },
    )
    said = process.stdout
    with capsys.disabled():
        print("\nNeovim:", "; ".join(re.findall(r"^(?:shown|gone) .*$", said, re.MULTILINE)))
    assert process.returncode == 0, said + process.stderr
    assert "diagnostic 2:1 CD002" in said and "action remove the line" in said
    assert file.read_text() == "a::InputDtype:float16\nb::InputDtype:float16\n"
