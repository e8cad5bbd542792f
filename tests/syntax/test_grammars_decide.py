"""The grammar files decide: with another grammar the examples are read in another way, or not.

dev/prove_grammars.py changes the grammars, and reads tests/syntax/examples.json with each of them.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from conftest import ROOT

NAMES = sorted(path.stem for path in (ROOT / "grammars").iterdir())
LINES = (
    "customize_dtypes",
    "fusion_switch",
    "keep_dtype",
    "mslite_config",
    "op_precision",
    "yaml_line",
)
TOOL = ROOT / "dev" / "prove_grammars.py"


def proof(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TOOL), *arguments], capture_output=True, text=True, cwd=ROOT
    )


@pytest.mark.slow  # each is read some 40 times
@pytest.mark.parametrize("name", LINES)
def test_each_alternative_decides(name):
    run = proof(name)
    assert (run.returncode, run.stderr) == (0, ""), run.stdout


@pytest.mark.slow  # each is read some 90 times
@pytest.mark.parametrize("name", sorted({*NAMES} - {*LINES}))
def test_each_small_part_decides(name):
    run = proof("--small", name)
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
