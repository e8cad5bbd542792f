"""What docs/compatibility.md promises of JSON, held against documents that were kept."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
from typer.main import get_command

from cannlint import __version__
from cannlint.cli.app import app
from cannlint.graphs.read import read_graph
from conftest import ROOT

PAGE = (ROOT / "docs" / "compatibility.md").read_text(encoding="utf-8")
LISTED = re.findall(r"^\| `cannlint/([a-z-]+)/(\d+)` \|", PAGE, re.MULTILINE)
KEPT = Path(__file__).parent / "kept"
"""A document of each listed version, as that version wrote it, the keys of the schemas, and the
options of the commands. The documents do not change; what is new joins the lists at a release."""


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
        "plan-diff": ["plan", *job, "--op", "L2Loss", "--diff", "precision_mode=force_fp16"],
        "verify": ["verify", str(KEPT / "compiled.json"), "--isolated"],
        "suggest": ["suggest", "Relu=float32", "Gelu=high_precision", *job],
        "audit": ["audit", str(folder), "--soc", "Ascend910B3"],
        "log": ["rule", "--log", str(KEPT / "atc.log"), "--isolated"],
        "library-list": ["library", "list"],
        "library-show": ["library", "show", "Relu", "--soc", "Ascend910B3"],
        "library-diff": ["library", "diff", "8.1.RC1", "9.0.0", "--for", str(folder)],
    }


WRITTEN = sorted(commands(Path()))

_CANDIDATES = "/changes/[]/old/candidates/[]"
NOT_COMPARED = {"plan-diff": {f"{_CANDIDATES}/inputs", f"{_CANDIDATES}/outputs"}}
"""Keys of operators that a plan does not determine: a diff counts them now as `incomparable`."""


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_today_has_every_key_of_the_kept_document(cannlint, name):
    """Keys that are names of operators and passes are the same, as the question is."""
    folder = ROOT / "examples"
    result = cannlint(*commands(folder)[name], "--format", "json", cwd=folder)
    kept = json.loads((KEPT / f"{name}-1.json").read_text(encoding="utf-8"))
    assert keys_of(kept) - keys_of(json.loads(result.out)) == NOT_COMPARED.get(name, set())


def described(schema: dict, root: dict, path: str = "", above: tuple[str, ...] = ()) -> set[str]:
    """Every key that a schema has, with the keys above it; `!` is behind those that it requires."""
    found, name = set(), schema.get("$ref")
    if name is not None and name not in above:
        found |= described(root["$defs"][name[len("#/$defs/") :]], root, path, (*above, name))
    for key, part in schema.get("properties", {}).items():
        found.add(f"{path}/{key}" + "!" * (key in schema.get("required", ())))
        found |= described(part, root, f"{path}/{key}", above)
    for word, step in (("items", "/[]"), ("additionalProperties", "/*")):
        if isinstance(schema.get(word), dict):
            found |= described(schema[word], root, path + step, above)
    for word in ("oneOf", "anyOf", "prefixItems"):
        found = found.union(*(described(part, root, path, above) for part in schema.get(word, ())))
    return found


def known(name: str) -> tuple[set[str], set[str]]:
    """The keys of a schema as it was kept, and as it is."""
    kept = (KEPT / "keys" / f"{name}.txt").read_text(encoding="utf-8").split()
    return set(kept), described(schema_of(name), schema_of(name))


@pytest.mark.parametrize("name", WRITTEN)
def test_no_key_that_is_written_has_gone_or_become_optional(name):
    kept, today = known(name)
    assert kept - today == set()


@pytest.mark.parametrize("name", ["baseline", "cannlint", "graph"])
def test_no_key_that_is_read_has_gone_or_become_required(name):
    kept, today = known(name)
    names = {key.strip("!") for key in kept}
    assert names - {key.strip("!") for key in today} == set()
    new = {key for key in today - kept if key.endswith("!")}  # in what is new itself they may be
    assert {key for key in new if key.rpartition("/")[0].rstrip("/[]*") in {"", *names}} == set()


def options_of(command, name: str) -> set[str]:
    """Every command below one, and every option of it."""
    written = (option for parameter in command.params for option in parameter.opts)
    found = {f"{name} {option}" for option in written if option.startswith("-")}
    for word, inner in getattr(command, "commands", {}).items():
        found |= {f"{name} {word}"} | options_of(inner, f"{name} {word}")
    return found


def test_no_command_or_option_has_gone():
    kept = (KEPT / "options.txt").read_text(encoding="utf-8").splitlines()
    assert set(kept) - options_of(get_command(app), "cannlint") == set()


def test_a_kept_bisect_goes_on(cannlint, tmp_path):
    (tmp_path / "cannlint-bisect.json").write_bytes((KEPT / "bisect-state-1.json").read_bytes())
    result = cannlint("bisect", "status", "--format", "json", cwd=tmp_path)
    kept = json.loads((KEPT / "bisect-1.json").read_text(encoding="utf-8"))
    assert json.loads(result.out) == kept


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
