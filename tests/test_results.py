"""Documents are declared once: schemas and the types of the Python API are those of the results."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from enum import Enum
from typing import Annotated, Literal, TypedDict

import pytest
from jsonschema import ValidationError

from cannlint.formats.inspection import OTHERS, REFUSED, Of
from cannlint.json_types import ADDED, Keywords
from cannlint.kinds import CONFIG_KINDS, LIBRARY_KINDS, Kind
from conftest import ROOT
from documents import printed_must_be_valid

TOOL = ROOT / "dev" / "schemas.py"


def run(tool):
    return subprocess.run([sys.executable, tool, "--check"], capture_output=True, text=True)


def test_the_schemas_are_as_the_types_are():
    assert run(TOOL).stdout == "0 written\n"


def test_a_schema_that_is_not_as_the_types_are_is_told(tmp_path):
    for folder in ("dev", "schemas"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    schema = tmp_path / "schemas" / "report.schema.json"
    schema.write_text(schema.read_text().replace('"torch_script",', ""))
    result = run(tmp_path / "dev" / "schemas.py")
    assert (result.returncode, result.stdout) == (1, "not as the types are: report.schema.json\n")


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Base(TypedDict):
    name: str | None
    """Null for an operator
    type."""
    fast: Literal[True]


class Part(Base, total=False):
    """A part."""

    size: float


class Whole(TypedDict):
    colour: Annotated[str | None, Colour]
    shade: Annotated[str, (Colour.RED, "pink"), ADDED]
    parts: Annotated[list[Part], Keywords(minItems=1)]
    best: Part | None
    more: dict[str, int | bool]


class Read(TypedDict):
    kind: str


class ReadOne(Read, total=False):
    crash: Annotated[bool, REFUSED]
    names: Annotated[list[str], Of(Kind.MIXLIST, Kind.KEEP_DTYPE)]
    by: Annotated[str, OTHERS] | Annotated[int, Of(Kind.MIXLIST)]


def schema_of(hint):
    spec = importlib.util.spec_from_file_location("dev_schemas", TOOL)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    parts = tool.Parts()
    return parts.of_object(hint), parts.schemas


def test_the_schema_of_a_type():
    schema, parts = schema_of(Whole)
    assert schema == {
        "type": "object",
        "additionalProperties": False,
        "required": ["colour", "parts", "best", "more"],
        "properties": {
            "colour": {"enum": ["red", "blue", None]},
            "shade": {"enum": ["red", "pink"]},
            "parts": {"type": "array", "items": {"$ref": "#/$defs/Part"}, "minItems": 1},
            "best": {"anyOf": [{"$ref": "#/$defs/Part"}, {"type": "null"}]},
            "more": {"type": "object", "additionalProperties": {"type": ["integer", "boolean"]}},
        },
    }
    assert parts == {
        "Part": {
            "description": "A part.",
            "type": "object",
            "additionalProperties": False,
            "required": ["name", "fast"],
            "properties": {
                "name": {"description": "Null for an operator type.", "type": ["string", "null"]},
                "fast": {"const": True},
                "size": {"type": "number"},
            },
        }
    }


KINDS = [str(kind) for kind in (*CONFIG_KINDS, *LIBRARY_KINDS)]


def test_the_schema_of_a_type_with_keys_of_some_kinds():
    schema, _ = schema_of(ReadOne)
    names = {"type": "array", "items": {"type": "string"}}
    by = {"type": "string"}
    assert schema == {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"type": "string"}},
        "unevaluatedProperties": False,
        "oneOf": [
            form("customize_dtypes", {"by": by}),
            form("op_precision", {"by": by}),
            form("keep_dtype", {"names": names}),
            form("mixlist", {"names": names, "by": {"type": "integer"}}),
            form("fusion_switch", {"by": by}),
            form("ops_info", {"by": by}),
            form("impl_mode", {"by": by}),
            {
                "properties": {
                    "kind": {"enum": KINDS},
                    "accepted": {"const": False},
                    "crash": {"type": "boolean"},
                }
            },
        ],
    }


def form(kind, properties):
    accepted = {"kind": {"const": kind}, "accepted": {"const": True}}
    return {"required": [*properties], "properties": {**accepted, **properties}}


def test_a_document_that_violates_its_schema_is_noticed():
    """Whichever test has it printed: the fixture `cannlint` looks at each."""
    with pytest.raises(ValidationError, match="'tool' is a required property"):
        printed_must_be_valid(b'{"schema": "cannlint/log/1"}')
    printed_must_be_valid(b'{"schema": "cannlint/inspect/1", "files": []}')


CALLER = """\
from pathlib import Path

import cannlint
from cannlint.results import Inspection, Plan, Report

report: Report = cannlint.check(Path("conf"), select="CD002", soc=["Ascend910B3"], jobs=2)
line: int = report["diagnostics"][0]["range"]["start"]["line"]
fixed: int = sum(len(found["fix"]["edits"]) for found in report["diagnostics"] if found["fix"])
inspection: Inspection = cannlint.inspect("a.cfg", config=Path("cannlint.toml"))
plan: Plan = cannlint.plan(ops="Gelu", command="atc --model=m.onnx", nodes=[("Gelu", "a")])
dtypes: list[str | None] = plan["ops"][0]["dtypes"]["inputs"]
report["sumary"]
"""


@pytest.mark.slow  # mypy reads the package
def test_a_type_checker_knows_what_comes_back(tmp_path, monkeypatch):
    mypy = pytest.importorskip("mypy.api")
    monkeypatch.setenv("MYPYPATH", str(ROOT / "lint"))
    (tmp_path / "caller.py").write_text(CALLER)
    cache = str(ROOT / ".mypy_cache")
    config = ["--config-file", str(ROOT / "pyproject.toml")]
    out, _, _ = mypy.run([*config, "--strict", "--cache-dir", cache, str(tmp_path / "caller.py")])
    lines = [line for line in out.splitlines() if "caller.py" in line and "error" in line]
    assert len(lines) == 1 and 'TypedDict "Report" has no key "sumary"' in lines[0]
