"""No module of the folder that is checked is imported, by whatever process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from conftest import ROOT

NAMES = ("multiprocessing", "concurrent", "pickle", "json", "typing", "cannlint", "encodings")
CALL = """
import sys
import cannlint

if __name__ == "__main__":
    print(cannlint.check(["."], jobs=2)["summary"]["files"])
"""


@pytest.fixture
def folder(tmp_path):
    """A folder of more files than one process checks, and of modules named like Python's own."""
    checked = tmp_path / "checked"
    checked.mkdir()
    for name in NAMES:
        (checked / f"{name}.py").write_text(f"open({str(tmp_path / 'executed')!r}, 'w')\n")
    for number in range(210):
        (checked / f"{number}.cfg").write_text("OpType::Relu:InputDtype:float16\n")
    return checked


def test_processes_that_are_started_anew_import_nothing_of_the_folder(folder, tmp_path):
    """As on macOS and Windows, and always for a caller of the Python API."""
    script = tmp_path / "call.py"
    script.write_text(CALL)
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "lint")}
    process = subprocess.run(
        [sys.executable, script], cwd=folder, env=environment, capture_output=True, text=True,
        timeout=60,
    )  # fmt: skip
    assert process.stdout == "210\n", process.stderr
    assert not (tmp_path / "executed").exists()
