"""The GitHub action, and the examples of docs/ci.md."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

yaml = pytest.importorskip("yaml", reason="PyYAML reads action.yml; the dev extra brings it")

ACTION = ROOT / "action.yml"
CI_PAGE = ROOT / "docs" / "ci.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", CI_PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
COMMANDS = sorted(set(re.findall(r"\bcannlint check [^'|\n]*", "\n".join(b for _, b in BLOCKS))))
ERROR = "OpType::Relu:InputDtype:fp16\n"


def action() -> dict:
    return yaml.safe_load(ACTION.read_text(encoding="utf-8"))


def step(name: str) -> dict:
    return next(step for step in action()["runs"]["steps"] if step["name"] == name)


def test_the_action_has_what_github_asks_for():
    found = action()
    assert {"name", "description", "runs"} <= set(found)
    assert found["runs"]["using"] == "composite"
    for entry in found["runs"]["steps"]:
        assert "uses" in entry or {"run", "shell"} <= set(entry)
        assert "${{" not in entry.get("run", "")  # inputs come through the environment
    assert all(entry["description"] for entry in found["inputs"].values())


@pytest.mark.parametrize(
    ("schema", "document"),
    [
        ("github-actions", action()),
        *(
            (schema, yaml.safe_load(text))
            for word, text in BLOCKS
            for schema, sign in (("github-workflows", "\njobs:"), ("gitlab-ci", "codequality:"))
            if word == "yaml" and sign in text
        ),
    ],
    ids=["action.yml", "workflow", "gitlab"],
)
def test_schemas_of_the_vendors(schema, document):
    package = pytest.importorskip("check_jsonschema", reason="it has GitHub's and GitLab's schemas")
    import jsonschema

    folder = os.path.join(os.path.dirname(package.__file__), "builtin_schemas", "vendor")
    with open(os.path.join(folder, f"{schema}.json"), encoding="utf-8") as file:
        loaded = json.load(file)
    # YAML reads the key `on` as true
    document = {("on" if key is True else key): value for key, value in document.items()}
    jsonschema.validators.validator_for(loaded)(loaded).validate(document)


def test_the_page_names_every_input_with_its_default():
    page = CI_PAGE.read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([\w-]+)` \| (?:`(.*?)`)? ?\|", page, re.MULTILINE))
    assert {name: entry["default"] for name, entry in action()["inputs"].items()} == {
        name: rows[name] for name in action()["inputs"]
    }


@pytest.fixture
def command(tmp_path):
    """A folder with a `cannlint` command that runs this checkout."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "cannlint"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cannlint "$@"\n')
    script.chmod(0o755)
    return folder


def run_step(tmp_path, command, **inputs: str):
    """Run the action's check as GitHub does; its status and its outputs."""
    entry = step("Check")
    defaults = {name: given["default"] for name, given in action()["inputs"].items()}
    values = {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda m: {**defaults, **inputs}[m[1]], value)
        for name, value in entry["env"].items()
    }
    output = tmp_path / "output"
    output.write_text("")
    process = subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", entry["run"]],
        cwd=tmp_path,
        env={
            **os.environ,
            **values,
            "CANNLINT": str(command / "cannlint"),
            "PYTHONPATH": str(ROOT / "lint"),
            "GITHUB_OUTPUT": str(output),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    outputs = dict(line.split("=", 1) for line in output.read_text().splitlines())
    return process.stdout, outputs


needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="the action's steps are bash")


@needs_bash
def test_the_action_annotates_and_writes_a_report(tmp_path, command):
    (tmp_path / "with blanks").mkdir()
    (tmp_path / "with blanks" / "a.cfg").write_text(ERROR)
    out, outputs = run_step(tmp_path, command, paths="with blanks\n", arguments="--select=CD\n")
    assert out.startswith("::error file=with blanks/a.cfg,line=1,")
    assert outputs == {"status": "1", "sarif-file": "./cannlint.sarif"}
    assert json.loads((tmp_path / "cannlint.sarif").read_text())["runs"][0]["results"]


@needs_bash
def test_an_input_is_no_script(tmp_path, command):
    (tmp_path / "a.cfg").write_text("OpType::Relu:InputDtype:float16,OutputDtype:float16\n")
    _, outputs = run_step(tmp_path, command, paths="a.cfg\n$(touch harm)\n; touch harm")
    assert outputs["status"] == "2"  # there are no such files
    assert not (tmp_path / "harm").exists()


def install(tmp_path, script: str) -> subprocess.CompletedProcess[str]:
    """Run the action's installation in a folder with modules that nobody should import."""
    for name in ("pip", "venv", "ensurepip", "hatchling"):
        (tmp_path / f"{name}.py").write_text("open('harm', 'w')\n")
    (tmp_path / "python").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (tmp_path / "python").chmod(0o755)
    return subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
             "RUNNER_TEMP": str(tmp_path / "temp"), "GITHUB_ACTION_PATH": str(ROOT),
             "GITHUB_OUTPUT": str(tmp_path / "output")},
        capture_output=True, text=True, timeout=600,
    )  # fmt: skip


@needs_bash
@pytest.mark.slow  # an environment is made
def test_no_code_of_the_repository_is_run_when_cannlint_is_installed(tmp_path):
    """`python -m pip` would run this file: the working folder comes first on its path."""
    done = install(tmp_path, step("Install cannlint")["run"].replace(" install ", " --version "))
    assert (tmp_path / "temp" / "cannlint").is_dir(), done.stderr
    assert not (tmp_path / "harm").exists()


@needs_bash
@pytest.mark.slow  # it downloads what the action needs
def test_the_action_installs_what_it_needs_by_its_hashes(tmp_path):
    done = install(tmp_path, step("Install cannlint")["run"])
    if "ConnectionError" in done.stderr or "No matching distribution" in done.stderr:
        pytest.skip("no package index, or one that lacks a file")
    assert done.returncode == 0, done.stderr
    [output] = (tmp_path / "output").read_text().splitlines()
    program = output.removeprefix("cannlint=")
    (tmp_path / "a.cfg").write_text(ERROR)
    checked = subprocess.run([program, "check", "a.cfg"], cwd=tmp_path, capture_output=True)
    assert checked.returncode == 1 and b"CD004" in checked.stdout
    assert not (tmp_path / "harm").exists()


def test_every_file_that_the_action_installs_has_its_hash():
    text = (ROOT / "dev" / "action-requirements.txt").read_text()
    entries = re.split(r"\n(?=\w)", re.sub(r"(?m)^#.*\n", "", text))
    names = [re.match(r"([\w-]+)==[\w.]+ [^\n]*\\\n", entry)[1] for entry in entries]
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}(?: |\n|$)", entry) for entry in entries)
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = needed["project"]["dependencies"] + needed["build-system"]["requires"]
    assert {re.match(r"[\w-]+", one)[0] for one in wanted} <= set(names)


@needs_bash
def test_a_path_is_no_option_and_a_report_of_the_repository_is_none_of_ours(tmp_path, command):
    (tmp_path / "--exit-zero").write_text(ERROR)
    (tmp_path / "elsewhere").write_text("")
    (tmp_path / "cannlint.sarif").symlink_to("elsewhere")
    arguments = "--kind=customize_dtypes\n"
    _, outputs = run_step(tmp_path, command, paths="--exit-zero\n", arguments=arguments)
    assert outputs["status"] == "1"
    assert not (tmp_path / "cannlint.sarif").is_symlink()
    assert (tmp_path / "elsewhere").read_text() == ""


def test_there_are_commands_on_the_page():
    assert len(COMMANDS) >= 5


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_of_the_page_run(cannlint, tmp_path, line):
    (tmp_path / "a.cfg").write_text(ERROR)
    result = cannlint(*line.split()[1:])
    assert result.status == (0 if "--exit-zero" in line else 1), result.err
    for name in re.findall(r"--output-file \w+:(\S+)", line):
        assert (tmp_path / name).read_text()
