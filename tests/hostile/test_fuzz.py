"""The fuzzer for a few seconds; the long run is `python tests/hostile/fuzz.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("atheris")


@pytest.mark.slow
def test_a_short_run_finds_nothing(tmp_path):
    process = subprocess.run(
        [sys.executable, Path(__file__).with_name("fuzz.py"), "-max_total_time=10", "-timeout=10"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert process.returncode == 0, process.stderr[-3000:]
    assert "Done " in process.stderr
