"""Files of every form in which people set options, each with all that has to be said of it.

`forms.txt` has them behind each other. A line `=== PATH | LINE SEVERITY RULE; ...` begins a file.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

FORMS = Path(__file__).parent / "forms.txt"


def test_everything_that_has_to_be_said_and_nothing_else(cannlint, tmp_path):
    (tmp_path / ".git").mkdir()
    expected = []
    for part in re.split(r"(?m)^=== ", FORMS.read_text())[1:]:
        head, _, text = part.partition("\n")
        path, _, findings = head.partition(" | ")
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
        expected += [f"{path}:{each}" for each in findings.split("; ") if each != "none"]
    report = json.loads(cannlint("check", "--format", "json", ".").out)
    found = [
        f"{each['file']}:{each['range']['start']['line']} {each['severity']} {each['rule']}"
        for each in report["diagnostics"]
    ]
    assert sorted(found) == sorted(expected)
    assert len(expected) > 60
