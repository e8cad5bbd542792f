"""The same sources make the same wheel, byte for byte."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

from conftest import ROOT

pytest.importorskip("hatchling")


def test_two_builds_are_the_same(tmp_path):
    digests = []
    for name in ("one", "two"):
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / name],
            cwd=ROOT,
            env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"},
            check=True,
            capture_output=True,
        )
        [wheel] = (tmp_path / name).iterdir()
        digests.append((wheel.name, hashlib.sha256(wheel.read_bytes()).hexdigest()))
    assert digests[0] == digests[1]
