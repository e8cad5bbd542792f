"""What a run may do: read files, and nothing else that Python would report to an audit hook."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial

import pytest

from conftest import ROOT

pytestmark = pytest.mark.slow  # it starts many programs

CHILD = """
import os, sys
FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn",
             "os.remove", "os.rename", "os.rmdir", "os.chmod", "shutil.", "ctypes.dlopen",
             "urllib.", "ftplib.", "smtplib.", "http.client.", "webbrowser.")
HERE = os.getcwd()
def hook(event, arguments):
    if event.startswith(FORBIDDEN):
        os.write(2, f"FORBIDDEN {event} {arguments}\\n".encode()); os._exit(99)
    if event == "import" and os.path.exists(os.path.join(HERE, f"{arguments[0]}.py")):
        os.write(2, f"FORBIDDEN import {arguments[0]}\\n".encode()); os._exit(99)
    if event == "open" and isinstance(arguments[2], int):
        written = arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        if written and str(arguments[0]) != os.devnull:
            os.write(2, f"FORBIDDEN open {arguments}\\n".encode()); os._exit(99)
sys.dont_write_bytecode = True
from cannlint.__main__ import main
sys.addaudithook(hook)
sys.exit(main())
"""

SCRIPT = """import os
import npu_device
npu.global_options().precision_mode = "allow_fp32"
open("executed", "w")
os.system("touch executed")
"""


def files(folder):
    (folder / "a.cfg").write_text("OpType::Relu:InputDtype:fp16\n")
    (folder / "train.py").write_text(SCRIPT)
    (folder / "npu_device.py").write_text("open('imported', 'w')\n")
    (folder / "run.sh").write_text("touch executed\natc --model=a --framework=5 --output=$(id)\n")
    (folder / "cannlint.toml").write_text('[job.a]\nsoc_version = "Ascend910B3"\n')


slow = partial(pytest.param, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    "arguments",
    [
        ("check",),
        slow(("check", "--format", "sarif", "--statistics")),
        ("check", "--diff"),
        ("plan", "a", "--op", "Relu"),
        slow(("plan", "--soc", "Ascend910B3", "--op", "MatMulV2", "--format", "json")),
        slow(("inspect", "--kind", "customize_dtypes", "a.cfg")),
        slow(("rule", "CD104")),
        ("rule", "--all"),
        slow(("library", "list")),
        slow(("library", "show", "Relu")),
    ],
)
def test_a_command_reads_and_does_nothing_else(tmp_path, arguments):
    files(tmp_path)
    before = sorted(os.listdir(tmp_path))
    process = subprocess.run(
        [sys.executable, "-c", CHILD, *arguments],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT / "lint"), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "FORBIDDEN" not in process.stderr and "Traceback" not in process.stderr
    assert process.returncode in (0, 1), process.stderr
    assert sorted(os.listdir(tmp_path)) == before
