"""A real Emacs with Eglot: open, edit, fix, save, complete, and a server that is killed."""

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

PACKAGE = ROOT / "editors" / "emacs"
BLANK_LINE = "a::InputDtype:float16\n\nb::InputDtype:float16\n"


def emacs(*arguments, **more):
    """Run Emacs without the user's settings."""
    command = ["emacs", "-q", "--batch", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **more)


@pytest.fixture(scope="module")
def with_eglot():
    """Emacs is there, and has Eglot: part of Emacs 29, a package (elpa-eglot) before."""
    if shutil.which("emacs") is None:
        pytest.skip("Emacs is not installed")
    if emacs("--eval", "(package-initialize)", "--eval", "(require 'eglot)").returncode:
        pytest.skip("this Emacs has no Eglot: apt install elpa-eglot")


def driven(folder, function, *steps):
    """What the driver said, after it did all its steps."""
    (folder / "customize_dtypes.cfg").write_text(BLANK_LINE)
    process = emacs(
        *("-l", str(Path(__file__).parent / "drive.el"), "-f", function),
        cwd=folder,
        env={
            **os.environ,
            "HOME": str(folder),
            "PYTHONPATH": str(ROOT / "lint"),
            "CANNLINT_PYTHON": sys.executable,
            "CANNLINT_EMACS": str(PACKAGE),
        },
    )
    said = process.stdout
    assert process.returncode == 0, said + process.stderr
    for step in steps:
        assert re.search(f"^{step} ok$", said, re.MULTILINE), said
    return said


@pytest.mark.slow
def test_a_day_with_cannlint(with_eglot, tmp_path):
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "cannlint.toml").write_text('soc = "Ascend910B3"\n')
    (tmp_path / "project" / "run.sh").write_text("atc --precision_mode=fp16 $MORE\n")
    steps = "open", "edit", "undo", "fix", "not saved", "chosen", "script"
    said = driven(tmp_path, "drive-day", *steps)
    assert "mode cannlint-customize-dtypes-mode" in said and "completion Relu\n" in said
    assert (tmp_path / "customize_dtypes.cfg").read_text() == BLANK_LINE.replace("\n\n", "\n")


@pytest.mark.slow
def test_a_server_that_is_killed_is_started_again(with_eglot, tmp_path):
    driven(tmp_path, "drive-kill", "open", "new server", "edit")


@pytest.mark.slow
def test_the_package_compiles_without_a_warning(with_eglot, tmp_path):
    shutil.copy(PACKAGE / "cannlint.el", tmp_path)
    compiled = emacs(
        "--eval", "(package-initialize)", "--eval", "(setq byte-compile-error-on-warn t)",
        "-f", "batch-byte-compile", "cannlint.el", cwd=tmp_path,
    )  # fmt: skip
    assert compiled.returncode == 0, compiled.stderr
