"""Scripts, pages and config files as people write them, with all that has to be said of them.

`people.txt` has a line for each finding of a linter without fault.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

PEOPLE = Path(__file__).parent / "people"
EXPECTED = Path(__file__).parent / "people.txt"


def test_everything_that_has_to_be_said_and_nothing_else(cannlint, tmp_path):
    shutil.copytree(PEOPLE, tmp_path, dirs_exist_ok=True)
    (tmp_path / ".git").mkdir()
    report = json.loads(cannlint("check", "--format", "json", ".").out)
    found = [
        f"{each['file']}:{each['range']['start']['line']} {each['severity']} {each['rule']}"
        for each in report["diagnostics"]
    ]
    assert sorted(found) == sorted(EXPECTED.read_text().splitlines())
