"""The types of what the Python API gives are those of the JSON schemas, and mypy knows them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from cannlint import results
from conftest import ROOT

NEW = {
    "Report": {"complaints", "complete", "files"},
    "Summary": {"jobs"},
    "Diagnostic": {"stage"},
    "Dtypes": {"asked", "facts"},
    "LibraryEntry": {"recorded"},
    "Job": {"left_out"},
    "PlanDiff": {"incomparable"},
}
"""Keys that came within version 1: a report of before lacks them, one of today does not."""

SORTS: dict[str, Any] = {"string": str, "integer": int, "boolean": bool, "null": NoneType}


def schema_of(name: str) -> dict:
    return json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))


class Comparison:
    """Types held against the parts of one schema."""

    def __init__(self, root: dict) -> None:
        self.root = root

    def differences(self, hint: Any, schema: dict, at: str) -> Iterator[str]:
        """Where a type is not what a schema describes."""
        hints = get_args(hint) if get_origin(hint) is UnionType else (hint,)
        allowed = list(self.sorts(schema))
        for one in allowed:
            if not any(_is_like(other, one) for other in hints):
                yield f"{at}: may be {one['type']}"
        for other in hints:
            alike = [one for one in allowed if _is_like(other, one)]
            if not alike:
                yield f"{at}: is never {other}"
            for one in alike:
                yield from self.inner(other, one, at)

    def sorts(self, schema: dict) -> Iterator[dict]:
        """A schema for each type that a schema allows."""
        if "$ref" in schema:
            schema = self.root["$defs"][schema["$ref"].rpartition("/")[2]]
        values = schema.get("enum", [schema["const"]] if "const" in schema else [])
        names = {sort: name for name, sort in SORTS.items()}
        if "oneOf" in schema:
            for one in schema["oneOf"]:
                yield from self.sorts(one)
        elif values:
            yield from ({"type": name} for name in {names[type(value)] for value in values})
        else:
            sorts = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
            yield from ({**schema, "type": sort} for sort in sorts)

    def inner(self, hint: Any, schema: dict, at: str) -> Iterator[str]:
        """Where what is in a list or an object is not the same."""
        if is_typeddict(hint):
            properties, hints = schema.get("properties", {}), get_type_hints(hint)
            for key in sorted({*properties} ^ {*hints}):
                yield f"{at}/{key}: only one of them has it"
            for key in sorted({*properties} & {*hints}):
                yield from self.differences(hints[key], properties[key], f"{at}/{key}")
            required = hint.__required_keys__ - NEW.get(hint.__name__, set())
            for key in sorted(required ^ {*schema.get("required", ())}):
                yield f"{at}/{key}: only one of them requires it"
        elif get_origin(hint) is list:
            yield from self.differences(get_args(hint)[0], schema["items"], f"{at}/[]")
        elif get_origin(hint) is dict:
            others = schema.get("additionalProperties") or None
            parts = [*schema.get("properties", {}).values(), *([others] if others else [])]
            assert parts
            for part in parts:
                yield from self.differences(get_args(hint)[1], part, f"{at}/*")


def _is_like(hint: Any, schema: dict) -> bool:
    """Whether a type is of the sort of a schema: a text, a list, an object."""
    if schema["type"] == "object":
        return is_typeddict(hint) or get_origin(hint) is dict
    if schema["type"] == "array":
        return get_origin(hint) is list
    return hint is SORTS[schema["type"]]


@pytest.mark.parametrize(
    ("name", "hint"),
    [("report", results.Report), ("plan", results.Plan), ("log", results.LogReport)],
)
def test_the_types_are_those_of_the_schemas(name, hint):
    schema = schema_of(name)
    assert list(Comparison(schema).differences(hint, schema, "")) == []


MAPS = {
    "customize_dtypes": dict[str, results.TensorDtypes],
    "op_precision": dict[str, str],
    "impl_mode": dict[str, str],
}
"""What `by_name` and `by_type` are, by kind."""


def test_an_inspection_has_the_keys_of_its_kind():
    schema = schema_of("inspect")
    kinds = schema["properties"]["files"]["items"]["oneOf"]
    hints = get_type_hints(results.Inspection)
    assert {key for one in kinds for key in one["properties"]} == {*hints}
    assert set.intersection(*({*one["required"]} for one in kinds)) == {
        *results.Inspection.__required_keys__
    }
    assert {*get_args(hints["by_name"])} == {*get_args(hints["by_type"])} == {*MAPS.values()}
    for one in kinds:
        kind = one["properties"]["kind"]
        for name in kind.get("enum", [kind.get("const")]) if "by_name" in one["properties"] else ():
            hints["by_name"] = hints["by_type"] = MAPS[name]
        for key, part in one["properties"].items():
            assert list(Comparison(schema).differences(hints[key], part, key)) == []


def test_a_schema_that_the_types_are_not_of_is_told():
    """So that the tests above cannot pass because nothing is compared."""
    schema = schema_of("report")
    schema["$defs"]["position"]["properties"]["line"]["type"] = "string"
    schema["properties"]["summary"]["required"].remove("fixed")
    del schema["properties"]["tool"]["properties"]["version"]
    schema["properties"]["baseline"]["oneOf"].pop(0)
    told = set(Comparison(schema).differences(results.Report, schema, ""))
    assert told >= {
        "/diagnostics/[]/range/start/line: may be string",
        "/summary/fixed: only one of them requires it",
        "/tool/version: only one of them has it",
        f"/baseline: is never {NoneType}",
    }


CALLER = """\
from pathlib import Path

import cannlint
from cannlint.results import Inspection, Plan, Report

report: Report = cannlint.check(Path("conf"), select="CD002", soc=["Ascend910B3"], jobs=2)
line: int = report["diagnostics"][0]["range"]["start"]["line"]
mended: int = sum(len(found["fix"]["edits"]) for found in report["diagnostics"] if found["fix"])
inspection: Inspection = cannlint.inspect("a.cfg", config=Path("cannlint.toml"))
plan: Plan = cannlint.plan(ops="Gelu", command="atc --model=m.onnx", nodes=[("Gelu", "a")])
dtypes: list[str | None] = plan["ops"][0]["dtypes"]["inputs"]
report["sumary"]
"""


def test_a_type_checker_knows_what_comes_back(tmp_path, monkeypatch):
    mypy = pytest.importorskip("mypy.api")
    monkeypatch.setenv("MYPYPATH", str(ROOT / "lint"))
    (tmp_path / "caller.py").write_text(CALLER)
    cache = str(ROOT / ".mypy_cache")
    config = ["--config-file", str(ROOT / "pyproject.toml")]
    out, _, _ = mypy.run([*config, "--strict", "--cache-dir", cache, str(tmp_path / "caller.py")])
    lines = [line for line in out.splitlines() if "caller.py" in line and "error" in line]
    assert len(lines) == 1 and 'TypedDict "Report" has no key "sumary"' in lines[0]
