"""dev/new_rule.py in a copy of the repository: what it starts passes the tests of rules."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

pytestmark = pytest.mark.slow  # a copy of the project is tested

STARTED = {
    "customize_dtypes": "CD999",
    "op_precision": "OP999",
    "keep_dtype": "KD999",
    "mixlist": "MX999",
    "fusion_switch": "FS999",
}
OTHERS = [kind for kind in STARTED if kind != "mixlist"]


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """What a rule needs of the repository."""
    folder = tmp_path_factory.mktemp("copy")
    for name in ("dev", "lint", "tests", "schemas", "grammars"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(".hypothesis"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def run(copy, *arguments):
    return subprocess.run(
        [sys.executable, *arguments], cwd=copy, capture_output=True, text=True, encoding="utf-8"
    )


def results_of(copy, code):
    return run(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_rules.py", "-k",
               f"{code} or index")  # fmt: skip


def failed_of(copy, code):
    """The tests of rules that a started rule fails, without their file."""
    lines = results_of(copy, code).stdout.splitlines()
    return [line.split("::")[1].split(" ")[0] for line in lines if line[:6] == "FAILED"]


@pytest.mark.parametrize(
    "kind", ["mixlist", *(pytest.param(kind, marks=pytest.mark.slow) for kind in OTHERS)]
)
def test_a_started_rule_about_the_library_passes_its_tests(copy, kind):
    code = STARTED[kind]
    started = run(copy, "dev/new_rule.py", code, "some-name", "--kind", kind, "--library")
    assert started.returncode == 0, started.stderr
    assert started.stdout.splitlines()[:3] == [
        f"lint/cannlint/rules/{code[:2].lower()}/{code.lower()}_some_name.py",
        f"tests/rules/{code}.md",
        "lint/cannlint/rules/index.py",
    ]
    assert failed_of(copy, code) == []
    ruff = shutil.which("ruff")
    if ruff is not None:
        checked = subprocess.run([ruff, "check", *started.stdout.splitlines()[:1]], cwd=copy)
        assert checked.returncode == 0


@pytest.mark.slow
def test_a_started_rule_about_the_file_alone_passes_its_tests(copy):
    code = "CD998"
    run(copy, "dev/new_rule.py", code, "other-name", "--kind", "customize_dtypes")
    assert failed_of(copy, code) == []


@pytest.mark.parametrize(
    ("code", "name", "said"),
    [
        ("CD104", "some-name", "CD104 is taken"),
        ("ZZ100", "some-name", "ZZ100 is no code of a family"),
        ("CD1", "some-name", "CD1 is no code of a family"),
        ("CD997", "Some_Name", "Some_Name is no name"),
    ],
)
def test_what_cannot_be_started(copy, code, name, said):
    refused = run(copy, "dev/new_rule.py", code, name, "--kind", "customize_dtypes")
    assert refused.returncode == 2
    assert said in refused.stderr
