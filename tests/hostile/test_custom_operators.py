"""Operator folders that cannlint.toml or the command line names, as a stranger may make them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from cannlint.library.install import MOST_VENDORS
from conftest import ROOT

pytestmark = pytest.mark.slow  # it starts many programs

TBE = "op_impl/ai_core/tbe/config/ascend910b"
NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")


def vendors(folder, *names: str):
    """An install of one custom package, and the names of those to load."""
    (folder / "vendors" / "a" / TBE).mkdir(parents=True)
    (folder / "vendors" / "a" / TBE / "ops-info.json").write_text("{}")
    (folder / "vendors" / "config.ini").write_text(f"load_priority={','.join(names)}\n")


def test_a_package_that_is_named_often_is_read_once(cannlint, tmp_path):
    vendors(tmp_path / "opp", *["a", "./a", "a/."] * 3_000)
    report = json.loads(cannlint("library", "list", "--format", "json", "--library", "opp").out)
    assert report
    result = cannlint("library", "check", "opp")
    assert result.status == 0, result.err


def test_more_packages_than_any_install_has_are_refused(cannlint, tmp_path):
    vendors(tmp_path / "opp", *(f"a{number}" for number in range(MOST_VENDORS + 1)))
    for arguments in (("check", "opp"), ("list", "--library", "opp")):
        result = cannlint("library", *arguments)
        assert "more than 1,000 custom packages" in result.out + result.err
        assert result.status == 2


@pytest.mark.skipif(
    shutil.which("setpriv") is None or os.getuid() != 0, reason="has to give up rights"
)
@pytest.mark.parametrize("part", [TBE, os.path.dirname(TBE)])
@pytest.mark.parametrize(
    "arguments", [("library", "check", "opp"), ("library", "list", "--library", "opp")]
)
def test_a_folder_that_may_not_be_read_is_a_sentence(part, arguments):
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)  # that of pytest is for its user alone
        opp = Path(name, "opp", "built-in")
        (opp / TBE).mkdir(parents=True)
        (opp / part).chmod(0)
        process = subprocess.run(
            [*NOBODY, sys.executable, "-B", "-m", "cannlint", *arguments],
            cwd=name, env={"PYTHONPATH": str(ROOT / "lint")}, capture_output=True, text=True,
            timeout=60,
        )  # fmt: skip
    cannot_start = ("setpriv:", "No module named", "loading shared libraries")
    if any(words in process.stderr for words in cannot_start):
        pytest.skip("nobody else may read Python or the sources")
    assert process.returncode == 2
    assert "permission denied" in process.stdout + process.stderr
    assert "Traceback" not in process.stderr
