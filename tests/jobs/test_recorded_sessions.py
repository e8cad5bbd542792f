"""TensorFlow scripts, and what the front end's own code did with them, where they are at hand."""

from __future__ import annotations

import json

from cannlint.diagnostics import Severity, Stage
from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.kinds import Kind
from cannlint.text.source import Source


def verdict(script: str) -> tuple[str, str]:
    """What the findings say: of the front end alone, and of the compiler as well."""
    found = check_reading(read(Source("case.py", script.encode()), Kind.TF_SCRIPT))
    told = [one for one in found if one.severity is not Severity.INFO]
    return _worst([one for one in told if one.stage is Stage.FRONT_END]), _worst(told)


def _worst(found) -> str:
    if any(one.severity is Severity.ERROR for one in found):
        return "refused"
    return "ignored" if found else "accepted"


def test_every_certain_case_agrees(recorded):
    """A refusal may be told of the compiler, which only says that the front end takes a value."""
    lines = (recorded / "vectors" / "tf_sessions.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [row for row in map(json.loads, lines) if row["certain"]]
    wrong = {}
    for row in cases:
        front, every = verdict(row["script"])
        is_later = row["verdict"] == "ignored" and front == "accepted" and every != "accepted"
        if row["verdict"] not in (front, every if every == "refused" else front) and not is_later:
            wrong[row["id"]] = (row["verdict"], front, every)
    assert len(cases) > 700 and wrong == {}
