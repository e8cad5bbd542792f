"""TensorFlow scripts as people write them, each with all that is found in it (tf_scripts.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from cases import Case, cases_of, findings_of, shown

SCRIPTS = list(cases_of(Path(__file__).parent / "tf_scripts.md"))


@pytest.mark.parametrize("case", SCRIPTS, ids=lambda case: case.name)
def test_findings(case: Case):
    source, found = findings_of(case.input, None)
    assert [shown(source, finding) for finding in found] == case.findings
