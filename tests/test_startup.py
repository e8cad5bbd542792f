"""What a clean run imports: start-up time is most of what a commit hook waits for."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from conftest import ROOT

EXPENSIVE = {
    "argparse", "asyncio", "click", "dataclasses", "difflib", "jsonschema", "lark", "pathlib",
    "rich", "subprocess", "tempfile", "tomllib", "typer", "typing", "unicodedata",
}  # fmt: skip

CLEAN = {
    "a.cfg": "OpType::Relu:InputDtype:float16,OutputDtype:float16\n",
    "op_precision.ini": "Gelu=high_precision\n",
    "keep_dtype.cfg": "conv1/Relu\n",
    "ops_info.json": '{"black-list": {"to-add": ["Conv2D"]}}',
    "fusion_switch.cfg": '{"Switch": {"GraphFusion": {"SoftmaxFusionPass": "off"}}}',
    "fusion_off.cfg": "SoftmaxFusionPass:off\n",
}

PLACES_OF = {
    # CANN tries JSON first, and that it is none has to be certain
    "fusion_off.cfg": {
        f"cannlint.syntax.json_{part}"
        for part in ("containers", "nodes", "scalars", "scanner", "value")
    }
}
"""Where places are looked for in a clean file; they are for findings, and dear."""

PROBE = """
import json, sys
before = set(sys.modules)
from cannlint.__main__ import main
status = main()
print(json.dumps([status, sorted(set(sys.modules) - before)]))
"""


@pytest.mark.parametrize("name", CLEAN)
def test_a_clean_run_imports_nothing_expensive(tmp_path, name):
    (tmp_path / name).write_text(CLEAN[name])
    process = subprocess.run(
        [sys.executable, "-S", "-c", PROBE, "check", "-q", name],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "lint")},
        check=True,
    )
    status, modules = json.loads(process.stdout)
    assert status == 0
    assert EXPENSIVE.isdisjoint(module.partition(".")[0] for module in modules)
    rules = {module for module in modules if module.count(".") == 3 and ".rules." in module}
    assert rules == set()  # a clean file that names what exists needs none
    json_modules = {module for module in modules if module.startswith("cannlint.syntax.json_")}
    assert json_modules <= PLACES_OF.get(name, {"cannlint.syntax.json_value"})
