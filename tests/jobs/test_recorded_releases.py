"""What each release of CANN does, by recorded runs of its own code: ATC's flag parser, and GE."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest

from cannlint.diagnostics import Severity
from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import Options

pytestmark = pytest.mark.slow  # thousands of checks

RELEASES = ["8.5.0", "9.0.0", "9.1.0", "9.2.0-beta.2"]


def options_for(release: str) -> Options:
    options = Options()
    options.isolated, options.library, options.jobs = True, release, 1
    return options


def rows_of(recorded, kind: str):
    lines = (recorded / f"vectors/{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("release", RELEASES)
def test_the_flag_parser_of_each_release(recorded, tmp_path, monkeypatch, release):
    monkeypatch.chdir(tmp_path)
    for row in rows_of(recorded, "atc_parse_by_release"):
        expected = row["by_release"][release]
        options = options_for(release)
        options.command = ("atc", *row["argv"])
        found = check_paths([], options).findings
        errors = [one for one in found if one.severity is Severity.ERROR]
        if expected["stage"] == "passed":
            assert all(one.code != "JB001" for one in errors), row["command"]
        elif expected["stage"] == "parse":
            assert errors, row["command"]
            codes = {one.cann_code for one in errors}
            assert {one["code"] for one in expected["codes"][:1]} <= codes, row["command"]


def outcome(findings) -> str:
    severities = {finding.severity for finding in findings}
    if Severity.ERROR in severities:
        return "refused"
    return "ignored" if Severity.WARNING in severities else "accepted"


@pytest.mark.parametrize("release", RELEASES)
def test_ge_of_each_release(recorded, tmp_path, monkeypatch, release):
    rows = [row for row in rows_of(recorded, "ge_options") if row["certain"]]
    monkeypatch.chdir(tmp_path)
    for at, row in enumerate(rows):
        for name, text in {**(row["files"] or {}), "job.py": row["script"]}.items():
            path = tmp_path / str(at) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    found = defaultdict(list)
    paths = [f"{at}/job.py" for at in range(len(rows))]
    for finding in check_paths(paths, options_for(release)).findings:
        found[finding.source.path].append(finding)
    for path, row in zip(paths, rows, strict=True):
        expected = row.get("releases", {}).get(release, row)
        verdict = {"changed": "ignored"}.get(expected["verdict"], expected["verdict"])
        about = (row["id"], row["key"], row["value"])
        assert outcome(found[path]) == verdict, about
        if verdict == "refused" and expected["code"]:
            assert expected["code"] in {one.cann_code for one in found[path]}, about
