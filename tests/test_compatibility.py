"""What docs/compatibility.md promises of JSON, held against documents that were kept."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest

from cannlint import __version__
from cannlint.graphs.read import read_graph
from conftest import ROOT

PAGE = (ROOT / "docs" / "compatibility.md").read_text(encoding="utf-8")
LISTED = re.findall(r"^\| `cannlint/([a-z-]+)/(\d+)` \|", PAGE, re.MULTILINE)
KEPT = Path(__file__).parent / "kept"
"""A document of each listed version, as that version wrote it: these files do not change."""


def schema_of(name: str) -> dict:
    return json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))


def test_every_versioned_schema_is_listed():
    versioned = set()
    for path in (ROOT / "schemas").glob("*.json"):
        text = path.read_text(encoding="utf-8")
        versioned |= set(re.findall(r'"const": "cannlint/([a-z-]+)/(\d+)"', text))
    assert versioned == set(LISTED)


@pytest.mark.parametrize(("name", "version"), LISTED)
def test_kept_documents_are_valid_still(name, version):
    document = json.loads((KEPT / f"{name}-{version}.json").read_text(encoding="utf-8"))
    assert document["schema"] == f"cannlint/{name}/{version}"
    jsonschema.validate(document, schema_of(name), jsonschema.Draft202012Validator)


def keys_of(value: object, path: str = "") -> set[str]:
    """Every key of a document with the keys above it; the items of a list count as one."""
    if isinstance(value, dict):
        inner = [keys_of(item, f"{path}/{key}") for key, item in value.items()]
        return {f"{path}/{key}" for key in value}.union(*inner)
    if isinstance(value, list):
        return set().union(*(keys_of(item, f"{path}/[]") for item in value))
    return set()


def commands(folder: Path) -> dict[str, list[str]]:
    job = ["--isolated", "-O", "precision_mode=allow_mix_precision", "--soc", "Ascend910B3"]
    plan = ["plan", *job, "--op", "Relu"]
    return {
        "report": ["check", "customize_dtypes.cfg", "convert.sh", "--isolated"],
        "inspect": ["inspect", "op_precision.ini", "--isolated"],
        "plan": plan,
        "plan-diff": [*plan, "--diff", "precision_mode=force_fp16"],
        "audit": ["audit", str(folder), "--soc", "Ascend910B3"],
        "library-list": ["library", "list"],
        "library-show": ["library", "show", "Relu", "--soc", "Ascend910B3"],
        "library-diff": ["library", "diff", "8.1.RC1", "9.0.0", "--for", str(folder)],
    }


WRITTEN = sorted(commands(Path()))


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_today_has_every_key_of_the_kept_document(cannlint, name):
    """Keys that are names of operators and passes are the same, as the question is."""
    folder = ROOT / "examples"
    result = cannlint(*commands(folder)[name], "--format", "json", cwd=folder)
    kept = json.loads((KEPT / f"{name}-1.json").read_text(encoding="utf-8"))
    assert keys_of(kept) - keys_of(json.loads(result.out)) == set()


def test_kept_graphs_are_read_still():
    assert len(read_graph(str(KEPT / "graph-1.json")).nodes) == 3


def test_a_kept_baseline_accepts_what_it_knows_still(cannlint, tmp_path):
    text = (ROOT / "examples" / "customize_dtypes.cfg").read_bytes()
    (tmp_path / "customize_dtypes.cfg").write_bytes(text)
    (tmp_path / "b.json").write_bytes((KEPT / "baseline-1.json").read_bytes())
    result = cannlint("check", "customize_dtypes.cfg", "--isolated", "--baseline", "b.json")
    assert result.status == 0, result.out


def test_the_change_log_has_the_version():
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(__version__)} - ", log, re.MULTILINE)
    assert "## Unreleased" in log
