"""dev/new_format.py in a copy of the repository: the format it starts is there wherever one is."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys

import jsonschema
import pytest

from conftest import ROOT
from server.client import Editor

pytestmark = pytest.mark.slow  # a copy of the project is made

NEEDED = ("dev", "docs", "lint", "tests", "schemas", "grammars")
MOST_FILES = 6
"""Files of a new format, new or changed, without those that are made of others."""

MADE_OF_OTHERS = {
    "docs/reference.md", "lint/cannlint/rules/index.py", "schemas/cannlint.schema.json",
    "schemas/inspect.schema.json", "schemas/library-diff.schema.json",
    "schemas/report.schema.json",
}  # fmt: skip

TEXT = "# levels\nConv2D = 1\nRelu\n"


def texts_below(folder) -> dict[str, bytes]:
    """Path → content of the files that somebody wrote."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and ".ruff_cache" not in path.parts
    }


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copy")
    left_out = shutil.ignore_patterns(".hypothesis", "__pycache__", "node_modules")
    for name in NEEDED:
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    for name in ("pyproject.toml", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, folder)
    return folder


@pytest.fixture(scope="module")
def changed(copy) -> set[str]:
    """The files that the start of a format has touched."""
    before = texts_below(copy)
    started = run(copy, "dev/new_format.py", "TP", "trace_points", folder=copy)
    assert started.returncode == 0, started.stderr
    return {path for path, text in texts_below(copy).items() if before.get(path) != text}


@pytest.fixture
def folder(changed, tmp_path):
    """A folder with one file that is named like the format, and one that is not."""
    (tmp_path / "trace_points.cfg").write_text(TEXT)
    (tmp_path / "other.txt").write_text(TEXT)
    return tmp_path


def run(copy, *arguments, folder):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(copy / "lint")},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


def cannlint(copy, folder, *arguments):
    return run(copy, "-m", "cannlint", *arguments, folder=folder)


def schema(copy, name):
    return json.loads((copy / "schemas" / f"{name}.schema.json").read_text("utf-8"))


def test_few_files_are_touched(changed):
    assert len(changed - MADE_OF_OTHERS) <= MOST_FILES
    assert "grammars/trace_points.lark" in changed and "tests/rules/TP101.md" in changed


def test_it_passes_the_tests_of_rules_and_of_imports(copy, changed):
    tested = run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_rules.py",
                 "tests/test_architecture.py", "-k", "TP101 or index or one_way or circle or load",
                 folder=copy)  # fmt: skip
    assert tested.returncode == 0, tested.stdout


def test_check_finds_a_fault(copy, folder):
    checked = cannlint(copy, folder, "check", "--isolated", ".")
    assert "warning[TP101] stray-text: `Relu` is no entry" in checked.stdout
    assert "trace_points.cfg:3:1" in checked.stdout and "other.txt" not in checked.stdout


def test_json_is_as_its_schema_says(copy, folder):
    checked = cannlint(copy, folder, "check", "--isolated", "--format", "json", ".")
    report = json.loads(checked.stdout)
    jsonschema.validate(report, schema(copy, "report"))
    assert [found["rule"] for found in report["diagnostics"]] == ["TP101"]


def test_a_file_of_any_name_is_one_where_kind_says_so(copy, folder):
    checked = cannlint(copy, folder, "check", "--isolated", "--kind", "trace_points", "other.txt")
    assert "other.txt:3:1" in checked.stdout


def test_a_configuration_may_name_the_kind(copy, folder):
    (folder / "cannlint.toml").write_text('[files]\n"other.txt" = "trace_points"\n')
    checked = cannlint(copy, folder, "check", ".")
    assert "other.txt:3:1" in checked.stdout and "trace_points.cfg:3:1" in checked.stdout
    listed = schema(copy, "cannlint")["properties"]["files"]["additionalProperties"]["enum"]
    assert "trace_points" in listed


def test_inspect_shows_what_counts(copy, folder):
    shown = cannlint(copy, folder, "inspect", "trace_points.cfg").stdout
    assert re.search(r"line 2 +Conv2D = 1 +counts", shown)
    inspection = cannlint(copy, folder, "inspect", "--format", "json", "trace_points.cfg").stdout
    jsonschema.validate(json.loads(inspection), schema(copy, "inspect"))
    assert json.loads(inspection)["files"][0]["by_type"] == {"Conv2D": "1"}


def test_the_server_tells_an_editor(copy, folder):
    start = f"import sys; sys.path.insert(0, {str(copy / 'lint')!r})\n"
    start += "from cannlint.__main__ import main; sys.exit(main())"
    with Editor(folder, program=(sys.executable, "-c", start, "server")) as editor:
        [found] = editor.open((folder / "trace_points.cfg").as_uri(), TEXT)
    assert found["code"] == "TP101"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("CD", "trace_points"), "CD is taken"),
        (("T", "trace_points"), "T is not two capital letters"),
        (("TP", "Trace-Points"), "Trace-Points is no name"),
        (("TP", "mixlist"), "mixlist is there already"),
    ],
)
def test_what_cannot_be_started(arguments, said):
    refused = run(ROOT, "dev/new_format.py", *arguments, folder=ROOT)
    assert refused.returncode == 2
    assert said in refused.stderr
