"""What a clean run imports: start-up time is most of what a commit hook waits for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cannlint.cli.app import COMMANDS
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
print()
print(json.dumps([status, sorted(set(sys.modules) - before)]))
"""


def imported(folder: Path, *flags: str, arguments: list[str]) -> set[str]:
    """The modules that a command without findings imports."""
    process = subprocess.run(
        [sys.executable, *flags, "-c", PROBE, *arguments],
        capture_output=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "lint")},
        check=True,
    )
    status, modules = json.loads(process.stdout.splitlines()[-1])
    assert status == 0
    return set(modules)


COMMAND_MODULES = {f"cannlint.cli.{name}" for name in COMMANDS}
FOR_HELP = {
    "asyncio", "jsonschema", "lark", "markdown_it", "pydantic", "pygments", "rich",
}  # fmt: skip
"""What a command that runs does not need, as its help, its errors and a broken file do."""


@pytest.mark.parametrize("name", CLEAN)
def test_a_clean_run_imports_nothing_expensive(tmp_path, name):
    (tmp_path / name).write_text(CLEAN[name])
    modules = imported(tmp_path, "-S", arguments=["check", "-q", name])
    assert EXPENSIVE.isdisjoint(module.partition(".")[0] for module in modules)
    rules = {module for module in modules if module.count(".") == 3 and ".rules." in module}
    # a clean file that names what exists needs no rule, and none has to be looked for
    assert rules == set() and "cannlint.rules.index" not in modules
    json_modules = {module for module in modules if module.startswith("cannlint.syntax.json_")}
    assert json_modules <= PLACES_OF.get(name, {"cannlint.syntax.json_value"})


@pytest.mark.parametrize("language", ["en", "zh-CN"])
@pytest.mark.parametrize(
    ("command", "needless"),
    [
        ("check --format json", {"cannlint.rules.cd", "cannlint.jobs.shell.parse"}),
        (
            "plan --soc Ascend910B3 --op Relu",
            {"cannlint.rewriting.run", "cannlint.engine.pipeline", "cannlint.results"},
        ),
        ("rule CD104", {"cannlint.engine.pipeline", "cannlint.library.choose"}),
        ("inspect a.cfg", {"cannlint.jobs.shell.parse", "cannlint.planning.plan"}),
        ("library list", {"cannlint.jobs.shell.parse", "cannlint.planning.plan"}),
    ],
)
def test_a_command_imports_no_other_and_nothing_for_help(tmp_path, command, needless, language):
    (tmp_path / "a.cfg").write_text(CLEAN["a.cfg"])
    name, *rest = command.split()
    modules = imported(tmp_path, arguments=[name, *rest, "--lang", language])
    assert COMMAND_MODULES & modules == {f"cannlint.cli.{name}"}
    assert FOR_HELP.isdisjoint(module.partition(".")[0] for module in modules)
    assert needless.isdisjoint(modules)


WITHOUT_JSONSCHEMA = """
import sys
sys.modules["jsonschema"] = None  # as if it were not installed
from cannlint.__main__ import main
sys.exit(main())
"""
LIBRARY = "aic-ascend910b-ops-info.json"
REFUSED = {
    "ops_info.json": '{"black-list": {"to-add": "Conv2D"}}',
    "fusion_switch.cfg": '{"Switch": {"GraphFusion": {"SoftmaxFusionPass": "of"}}}',
    LIBRARY: '{"Relu": {"input0": {"paramType": "required"}}}',
    "cannlint.toml": "socs = 3\n",
    "baseline.json": '{"schema": "cannlint/baseline/1"}',
}


@pytest.mark.parametrize("name", REFUSED)
def test_without_jsonschema_a_refused_value_is_one_sentence(tmp_path, name):
    (tmp_path / "a.cfg").write_text(CLEAN["a.cfg"])
    (tmp_path / name).write_text(REFUSED[name])
    options = {
        "baseline.json": ("--baseline", name, "a.cfg"),
        LIBRARY: ("--kind", "ops_info", name),
    }
    process = run_without_jsonschema(tmp_path, *options.get(name, (name,)))
    assert (process.returncode, process.stdout) == (2, "")
    [line] = process.stderr.splitlines()
    assert "pip install jsonschema" in line


def test_without_jsonschema_clean_files_are_clean(tmp_path):
    for name, text in CLEAN.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "baseline.json").write_text('{"schema": "cannlint/baseline/1", "findings": []}')
    (tmp_path / "cannlint.toml").write_text('soc = "Ascend910B3"\n')
    process = run_without_jsonschema(tmp_path, "--baseline", "baseline.json", *CLEAN)
    assert (process.returncode, process.stderr) == (0, "")


def run_without_jsonschema(folder, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_JSONSCHEMA, "check", *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "lint")},
    )
