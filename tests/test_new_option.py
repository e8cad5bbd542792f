"""An option added to a copy of the repository as CONTRIBUTING.md says: everything knows it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

pytestmark = pytest.mark.slow  # a copy of the project is tested

NAME = "stream_limit"
SUMMARY = "How many streams a model may use."
TABLES = "lint/cannlint/jobs/tables"
SHELL = "atc --model=m.onnx --framework=5 --output=o --soc_version=Ascend910B3 --stream_limit={}\n"
CARD = f"""
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import spec_of
from cannlint.server.option_card import card
print(card(spec_of(FrontEnd.ATC, "{NAME}")))
"""


def run(copy, *arguments, **environment):
    found = subprocess.run(
        [sys.executable, *arguments], cwd=copy, capture_output=True, text=True, encoding="utf-8",
        env={"PYTHONPATH": str(copy / "lint"), "PYTHONDONTWRITEBYTECODE": "1", **environment},
    )  # fmt: skip
    return found.returncode, found.stdout


def files_of(folder):
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def write(path, change):
    table = json.loads(path.read_text(encoding="utf-8"))
    change(table)
    path.write_text(json.dumps(table), encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The repository with the option of the guide, and a script that sets it."""
    folder = tmp_path_factory.mktemp("copy")
    left_out = shutil.ignore_patterns("__pycache__", "site")
    for name in ("dev", "docs", "lint", "schemas", "grammars"):
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    for name in ("pyproject.toml", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, folder)
    before = files_of(folder)
    assert run(folder, "dev/option_tables.py", "--new", "atc", NAME) == (0, "")
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    row = json.loads("{" + re.search(rf'"{NAME}": {{.*?^   }}', guide, re.M | re.S)[0] + "}")
    write(folder / TABLES / "atc.json", lambda table: table["options"].update(row))
    write(folder / TABLES / "options.json", lambda table: table[NAME].update(summary=SUMMARY))
    assert run(folder, "dev/option_tables.py") == (0, "")
    after = files_of(folder)
    changed = sorted(path for path in after if after[path] != before.get(path))
    assert changed == [f"{TABLES}/atc.json", f"{TABLES}/options.json"]
    (folder / "bad.sh").write_text(SHELL.format("many"))
    (folder / "good.sh").write_text(SHELL.format("4"))
    return folder


def test_the_rest_of_the_tables_stays_as_it_was(copy):
    lines = (ROOT / TABLES / "atc.json").read_text(encoding="utf-8").splitlines()
    found = (copy / TABLES / "atc.json").read_text(encoding="utf-8").splitlines()
    assert len(found) - len(lines) == 8 and [line for line in lines if line not in found] == []


def test_a_value_is_checked(copy):
    status, text = run(copy, "-m", "cannlint", "check", "--isolated", "bad.sh")
    assert status == 1 and "error[JB002] illegal-value: invalid value `many`" in text
    assert run(copy, "-m", "cannlint", "check", "--isolated", "-q", "good.sh") == (0, "")


def test_it_has_a_page_and_a_card(copy):
    status, page = run(copy, "-m", "cannlint", "rule", NAME)
    assert status == 0 and SUMMARY in page
    assert "| ATC | `--stream_limit` | an integer from 1 to 1024 | `8` | refused (E10001) |" in page
    status, card = run(copy, "-c", CARD)
    assert SUMMARY in card and "default: `8`" in card


def test_it_is_completed(copy):
    words = {"COMP_WORDS": "cannlint plan -O stream_l", "COMP_CWORD": "3"}
    _, found = run(copy, "-m", "cannlint", _CANNLINT_COMPLETE="complete_bash", **words)
    assert found.split() == ["stream_limit="]


def test_it_joins_the_reference(copy):
    assert run(copy, "docs/generate.py", "--check")[0] == 1
    assert run(copy, "docs/generate.py")[0] == 0
    assert f'id="{NAME}"' in (copy / "docs" / "reference.md").read_text(encoding="utf-8")
