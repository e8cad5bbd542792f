"""The commands that write files, and a project that has all they need: for tests of failures."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import installs
from conftest import ROOT
from onnx_models import Model

SOC = "Ascend910B3"
ENTRY = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
FIXABLE = "".join(f"n{number}:InputDtype:float16\n" for number in range(100)) + "\n" + ENTRY
JOB = f"""[job.net]
model = "m.onnx"
soc_version = "{SOC}"
precision_mode = "force_fp16"
"""


def _model() -> bytes:
    model = Model()
    value = model.input("x", 4)
    for _ in range(12):
        value = model.add("Softmax", model.add("Add", value, value))
    return model.bytes(value)


MODEL = _model()

WRITING: dict[str, tuple[str, ...]] = {
    "--fix": ("check", "--fix", "a.cfg", "b.cfg"),
    "--output-file": ("check", "--output-file", "json:out", "a.cfg"),
    "baseline": ("check", "--baseline", "old.json", "--update-baseline", "a.cfg"),
    "library index": (
        "library", "index", "--opp", "opp", "--cann", "9.9", "-o", "own.ops", "--force",
    ),
    "init": ("init", "--force"),
    "--annotate": ("plan", "net", "--annotate", "with.onnx", "--force"),
    "--write": ("suggest", "SoftmaxV2=float32", "--job", "net", "--write"),
    "bisect start": ("bisect", "start", "--job", "net", "--all"),
    "bisect answer": ("bisect", "good"),
    "bisect reset": ("bisect", "reset"),
}  # fmt: skip
"""What writes files; those that are there are written over."""

ENVIRONMENT = {
    "PYTHONPATH": str(ROOT / "lint"),
    "PYTHONDONTWRITEBYTECODE": "1",  # Python's own cache would be cut by a full disk
    "PATH": os.environ["PATH"],
}


def project(folder: Path, name: str) -> Path:
    """A project for one of these commands, with what it writes over."""
    folder.mkdir(exist_ok=True)
    (folder / "cannlint.toml").write_text(JOB)
    (folder / "m.onnx").write_bytes(MODEL)
    for file in ("a.cfg", "b.cfg"):
        (folder / file).write_text(FIXABLE)
    for file in ("out", "own.ops", "with.onnx"):
        (folder / file).write_text("what was there before\n")
    installs.built_in(folder / "opp", Relu=installs.entry())
    if name == "baseline":
        entry = {"rule": "CD001", "path": "gone.cfg", "key": ["x"], "values": {}, "count": 1}
        document = {"schema": "cannlint/baseline/1", "findings": [entry]}
        (folder / "old.json").write_text(json.dumps(document))
    if name in ("bisect answer", "bisect reset"):
        assert run(folder, *WRITING["bisect start"]).returncode == 0
        assert run(folder, "bisect", "bad").returncode == 0
    return folder


def run(folder: Path, *arguments: str, setup: str = "") -> subprocess.CompletedProcess[bytes]:
    """A command in a process that first does what `setup` says."""
    code = f"import os, signal, sys\n{setup}\nfrom cannlint.__main__ import script\nscript()"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=120,
    )  # fmt: skip


def files_in(folder: Path) -> dict[str, bytes]:
    """The files of a project, without the operator library."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "opp" not in path.relative_to(folder).parts
    }
