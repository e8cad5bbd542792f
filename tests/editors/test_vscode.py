"""A real VS Code: code-server in a headless Chromium, with our extension as it is packaged.

CANNLINT_TEST_CODE_SERVER is the folder of the npm package code-server (`tests/editors/README.md`).
The screenshots are kept in the folder that CANNLINT_TEST_SCREENSHOTS names.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")
pytestmark = pytest.mark.slow  # a real editor

EXTENSION = ROOT / "editors" / "vscode"
DRIVER = Path(__file__).parent / "drive_vscode.mjs"
STEPS = (
    "open", "edit", "save", "page of the rule", "complete in a shell script",
    "complete in parameter_map", "without a name", "kill",
)  # fmt: skip
BAD = "a::InputDtype:float16\n\nOpType::Relu:InputDtype:fp16,OutputDtype:float16\n"
SERVER = f"echo $$ > pid; PYTHONPATH={ROOT / 'lint'} exec {sys.executable} -m cannlint server"


@pytest.fixture(scope="module")
def code_server():
    """The folder of code-server; skips where something is missing, and says what."""
    folder = os.environ.get("CANNLINT_TEST_CODE_SERVER", "")
    if not (Path(folder) / "out" / "node" / "entry.js").is_file():
        pytest.skip("CANNLINT_TEST_CODE_SERVER is not the folder of code-server")
    if not (Path(folder).parent / "puppeteer-core").is_dir():
        pytest.skip("puppeteer-core is not installed beside code-server")
    for program in ("node", "npm", "chromium"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    return folder


@pytest.fixture(scope="module")
def vsix():
    """The extension, packaged from these sources."""
    if not (EXTENSION / "node_modules").is_dir():
        pytest.skip(f"run `npm ci` in {EXTENSION} first")
    built = subprocess.run(
        ["npm", "run", "package"], cwd=EXTENSION, capture_output=True, text=True, timeout=300
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return EXTENSION / "cannlint.vsix"


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return str(listening.getsockname()[1])


@pytest.fixture
def drive(code_server, vsix, tmp_path, tmp_path_factory, request):
    """Drives VS Code through a scenario; what it said."""

    home = tmp_path_factory.mktemp("home")

    def run(scenario, **settings):
        chosen = {"cannlint.command": ["sh", "-c", SERVER], **settings}
        driven = subprocess.run(
            ["node", DRIVER, scenario, tmp_path, home, code_server, shutil.which("chromium"), vsix,
             json.dumps(chosen), free_port()],
            capture_output=True,
            text=True,
            timeout=300,
            env={**os.environ, "HOME": str(home)},
        )  # fmt: skip
        kept = os.environ.get("CANNLINT_TEST_SCREENSHOTS")
        for picture in home.glob("*.png") if kept else ():
            shutil.copy(picture, Path(kept) / f"{request.node.name}-{picture.name}")
        assert driven.returncode == 0, driven.stdout + driven.stderr
        return driven.stdout

    (tmp_path / "customize_dtypes.cfg").write_text(BAD)
    return run


def test_a_day_with_cannlint(drive, tmp_path, capsys):
    command = "atc --model=a.onnx --framework=5 --output=a --soc_version=Ascend910B3"
    (tmp_path / "run.sh").write_text(f"{command} --precision_mode")
    (tmp_path / "train.py").write_text("from npu_bridge.npu_init import *\n")
    said = drive("day", **{"security.workspace.trust.enabled": False})
    with capsys.disabled():
        print("\nVS Code:", "; ".join(said.splitlines()))
    for step in STEPS:
        assert re.search(f"^{step} ok", said, re.MULTILINE), said
    assert (tmp_path / "customize_dtypes.cfg").read_text() == BAD.replace("\n\n", "\n")


@pytest.mark.parametrize("is_trusted", [False, True])
def test_a_workspace_that_is_not_trusted_cannot_choose_the_command(drive, tmp_path, is_trusted):
    """The command of a trusted one runs, which shows that this test would notice it."""
    (tmp_path / ".vscode").mkdir()
    command = ["sh", "-c", f"touch ran; {SERVER}"]
    (tmp_path / ".vscode" / "settings.json").write_text(json.dumps({"cannlint.command": command}))
    trust = {
        "security.workspace.trust.enabled": not is_trusted,
        "security.workspace.trust.startupPrompt": "never",
    }
    said = drive("trust", **trust)
    assert f"restricted {str(not is_trusted).lower()}" in said
    assert "open ok" in said  # with findings: a server runs in both
    assert f"command of the workspace ran {str(is_trusted).lower()}" in said
