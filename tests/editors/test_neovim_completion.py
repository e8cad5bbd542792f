"""A real Neovim: options are completed in a shell script and in `parameter_map["…"]`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT
from editors.test_neovim import neovim  # noqa: F401

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")
pytestmark = pytest.mark.slow  # a real editor


def test_options_are_completed_while_they_are_typed(neovim, tmp_path):  # noqa: F811
    (tmp_path / "run.sh").write_text("#!/bin/bash\n")
    (tmp_path / "train.py").write_text("from npu_bridge.npu_init import *\n")
    process = subprocess.run(
        [neovim, "--headless", "--clean", "-S", str(Path(__file__).parent / "complete.lua")],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        env={
            **os.environ,
            "HOME": str(tmp_path),
            "PYTHONPATH": str(ROOT / "lint"),
            "CANNLINT_PYTHON": sys.executable,
            "CANNLINT_NEOVIM": str(ROOT / "editors" / "neovim"),
        },
    )
    said = process.stdout + process.stderr  # without a terminal all is written to the second
    assert process.returncode == 0, said
    assert "offered --precision_mode --precision_mode_v2" in said
    assert (tmp_path / "run.sh").read_text().splitlines()[1:] == [
        "atc --model=a.onnx --precision_mode=allow_mix_precision_bf16"
    ]
    assert (tmp_path / "train.py").read_text().splitlines()[1:] == [
        'op.parameter_map["precision_mode_v2"].s = b"cube_fp16in_fp32out'
    ]
