"""Each keyword of the schemas of inputs decides: without it some example is judged otherwise.

The examples are in `examples/<schema>.json`: for the whole document, and for each part under
`$defs`, documents that are accepted, each with changes that make it refused: `[path, value]` puts
a value at a path, `[path]` removes what is there. A new keyword needs an example of its own.

They are tried with the predicate that accepts a value (cannlint/schema.py), and with jsonschema.
The schemas of outputs are made from types (tests/test_results.py).
"""

from __future__ import annotations

import copy
import json
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from referencing.exceptions import Unresolvable

from cannlint.schema import compiled
from cannlint.validation import Judge
from conftest import ROOT

pytestmark = pytest.mark.slow  # it leaves out each part of a language in turn

SCHEMAS = ROOT / "schemas"
EXAMPLES = Path(__file__).parent / "examples"
DOCUMENT = "document"
"""The part of the examples that is about the whole document."""

OF_CANN = ("fusion_switch", "modify_mixlist", "ops_info")
"""Schemas of CANN's files, whose examples have CANN's codes and order."""

INPUTS = sorted(path.stem for path in EXAMPLES.glob("*.json"))
"""The schemas that decide at run time."""

DEFAULTS_OF = {
    "graph": {("graph", "judge", True), ("graph", "subgraph", False)},
    "profiling_options": {("profiling_options", "aic_metrics", "PipeUtilization")},
}
"""What the readers take where a key is left out."""


def text_of(name: str) -> str:
    return (SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")


def changed(document: object, path: list, *value: object) -> object:
    """A document with another value at a path, or without what is there."""
    if not path:
        return value[0]
    document = copy.deepcopy(document)
    owner = document
    for step in path[:-1]:
        owner = owner[step]
    if value:
        owner[path[-1]] = value[0]
    else:
        del owner[path[-1]]
    return document


@cache
def examples(name: str) -> list[tuple[str, object, bool]]:
    """The part that each example is about, the example, and whether it is accepted."""
    found: list[tuple[str, object, bool]] = []
    parts = json.loads((EXAMPLES / f"{name}.json").read_text())["examples"]
    for part, documents in parts.items():
        for document in documents:
            found.append((part, document["accepted"], True))
            found += ((part, changed(document["accepted"], *c), False) for c in document["refused"])
    return found


def is_valid(name: str, schema: dict, part: str, value: object) -> bool | str:
    """Whether a schema accepts an example of one of its parts; or that it is no schema any more."""
    target = schema if part == DOCUMENT else {"$ref": f"#/$defs/{part}", "$defs": schema["$defs"]}
    try:
        by_jsonschema = Draft202012Validator(target).is_valid(value)
        by_us = compiled(target, target)(value)
    except (KeyError, Unresolvable, ValueError):
        return "not a schema"
    assert by_us is by_jsonschema, (part, value)
    return by_us


@pytest.mark.parametrize("name", sorted({*INPUTS} - {*OF_CANN}))
def test_examples_are_judged_as_recorded(name):
    schema = json.loads(text_of(name))
    for part, value, is_accepted in examples(name):
        assert is_valid(name, schema, part, value) is is_accepted, (part, value)


@pytest.mark.parametrize("name", INPUTS)
def test_without_a_keyword_an_example_is_judged_otherwise(name):
    process = subprocess.run(
        [sys.executable, str(ROOT / "dev" / "prove_schemas.py"), name],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.returncode == 0, process.stdout


# The schemas of CANN's files, and the order and the codes of CANN


Verdict = list[list]
"""Path, keyword and code of each violation, in order."""


def verdict_of(schema: dict, value: object) -> Verdict | str:
    try:
        if compiled(schema, schema)(value):
            return []
        found = Judge(schema).violations(value)
    except (KeyError, ValueError, Unresolvable):
        return "not a schema"
    return [[list(one.path), one.keyword, one.code] for one in found]


@cache
def judged(name: str) -> list[tuple[object, Verdict]]:
    """Each example with what is wrong in it."""
    recorded = json.loads((EXAMPLES / f"{name}.json").read_text())
    return [(example["value"], example["violations"]) for example in recorded["examples"]]


def accepted(name: str) -> list[object]:
    """The examples of a whole document that are accepted; of CANN's files all examples."""
    if name in OF_CANN:
        return [value for value, _ in judged(name)]
    return [value for part, value, is_right in examples(name) if is_right and part == DOCUMENT]


@pytest.mark.parametrize("name", OF_CANN)
def test_examples_of_cann_s_files_are_judged_as_recorded(name):
    schema = json.loads(text_of(name))
    for value, violations in judged(name):
        assert verdict_of(schema, value) == violations, value


# An installed tree whose schema is another

OPTIONS = ("--isolated", "--format", "json", "--select", "MX,FS0,LB")
SWITCHES = '{{"Switch": {{"{group}": {{"A": "{switch}"}}}}}}'
EDITS = [
    # file, what is taken out of or changed in the schema, what is found then
    (
        "modify_mixlist",
        ('"black-list": {', '"block-list": {'),
        '{"black-list": {"to-add": ["A"]}}',
        "1:2-1:14 MX004 E21002",
    ),
    (
        "modify_mixlist",
        ('"to-remove": {', '"to-take": {'),
        '{"black-list": {"to-remove": ["A"]}}',
        "1:17-1:28 MX004 E21002",
    ),
    (
        "fusion_switch",
        ('"UBFusion"', '"OBFusion"'),
        SWITCHES.format(group="UBFusion", switch="off"),
        "1:13-1:23 FS004 E21002",
    ),
    (
        "fusion_switch",
        ("on|off", "on|of"),
        SWITCHES.format(group="GraphFusion", switch="off"),
        "1:34-1:39 FS006 E21002",
    ),
    (
        "fusion_switch",
        ('"code": "E21002"', '"code": "E20003"'),
        SWITCHES.format(group="GraphFusion", switch="of"),
        "1:34-1:38 FS006 E20003",
    ),
    (
        "ops_info",
        ('"dynamic", ', ""),
        '{"A": {"input0": {"name": "x", "paramType": "dynamic"}}}',
        "1:45-1:54 LB001 None",
    ),
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """An installed package, as in a wheel: the schemas are in its folder."""
    package = tmp_path_factory.mktemp("tree") / "cannlint"
    shutil.copytree(ROOT / "lint" / "cannlint", package)
    for folder in ("schemas", "grammars"):
        shutil.copytree(ROOT / folder, package / folder)
    return package


@pytest.fixture
def run_with(tree, tmp_path):
    """Run a command of the installed tree, with a change in one of its schemas."""

    def run(name: str, edit: tuple[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
        schema = tree / "schemas" / f"{name}.schema.json"
        before = schema.read_text(encoding="utf-8")
        assert edit[0] in before
        schema.write_text(before.replace(*edit), encoding="utf-8")
        try:
            return subprocess.run(
                [sys.executable, "-m", "cannlint", *arguments],
                cwd=tmp_path,
                env={"PYTHONPATH": str(tree.parent)},
                capture_output=True,
                text=True,
            )
        finally:
            schema.write_text(before, encoding="utf-8")

    return run


def one_of_each(rows: list[tuple]) -> list[object]:
    """The first row of each schema; the others are slow, as each is a new Python."""
    names = [row[0] for row in rows]
    first = [names.index(name) == at for at, name in enumerate(names)]
    marks = [[] if is_first else [pytest.mark.slow] for is_first in first]
    return [pytest.param(*row, marks=m) for row, m in zip(rows, marks, strict=True)]


@pytest.mark.parametrize(("name", "edit", "text", "expected"), one_of_each(EDITS))
def test_the_schema_of_an_installed_tree_decides(run_with, tmp_path, name, edit, text, expected):
    kind = {"modify_mixlist": "mixlist"}.get(name, name)
    (tmp_path / "file.json").write_text(text)
    found = run_with(name, edit, "check", *OPTIONS, "--kind", kind, "file.json")
    assert found.returncode == 1, found.stderr
    errors = [one for one in json.loads(found.stdout)["diagnostics"] if one["severity"] == "error"]
    assert [said(one) for one in errors] == [expected]


BASELINE = {"schema": "cannlint/baseline/1", "findings": []}
PLAN = (
    "plan",
    "--isolated",
    "-O",
    "precision_mode=force_fp16",
    "--soc",
    "Ascend910B3",
    "--model",
    "file.json",
)
CHECK = ("check", "--isolated", "--baseline", "file.json", "file.json")
EDITS_OF_INPUTS = [
    # file, what is changed in the schema, what the file is and a command, what it says then
    (
        "graph",
        ('"cannlint/graph/1"}', '"cannlint/graph/2"}'),
        {"schema": "cannlint/graph/1", "nodes": []},
        PLAN,
        '`schema` has to be "cannlint/graph/2"',
    ),
    (
        "graph",
        ('"required": ["name", ', '"required": ["name", "engine", '),
        {
            "schema": "cannlint/graph/1",
            "nodes": [{"name": "a", "type": "A", "inputs": [], "outputs": []}],
        },
        PLAN,
        "node `a`: there is no `engine`; it has to be a string",
    ),
    (
        "baseline",
        ('"required": ["schema", "findings"]', '"required": ["schema", "findings", "since"]'),
        BASELINE,
        CHECK,
        "not a baseline: $ has no `since`",
    ),
    (
        "baseline",
        ('"array", "items": { "$ref"', '"object", "items": { "$ref"'),
        BASELINE,
        CHECK,
        "not a baseline: $.findings has to be an object",
    ),
]


@pytest.mark.parametrize(
    ("name", "edit", "value", "command", "expected"), one_of_each(EDITS_OF_INPUTS)
)
def test_the_schema_of_an_input_decides(run_with, tmp_path, name, edit, value, command, expected):
    (tmp_path / "file.json").write_text(json.dumps(value))
    found = run_with(name, edit, *command)
    assert found.returncode == 2 and expected in found.stderr


def test_the_schema_of_profiling_options_decides(run_with, tmp_path):
    text = """custom_op.parameter_map["profiling_options"].s = b'{"aicpu": "on"}'\n"""
    (tmp_path / "train.py").write_text('custom_op.name = "NpuOptimizer"\n' + text)
    edit = ('"enum": ["on", "off"]', '"enum": ["off"]')
    options = ("--isolated", "--kind", "tf_script", "--select", "JB018", "--format", "json")
    found = run_with("profiling_options", edit, "check", *options, "train.py")
    [finding] = json.loads(found.stdout)["diagnostics"]
    assert said(finding) == "2:62-2:66 JB018 None"


def said(finding: dict) -> str:
    start, end = finding["range"]["start"], finding["range"]["end"]
    place = f"{start['line']}:{start['column']}-{end['line']}:{end['column']}"
    return f"{place} {finding['rule']} {finding['cann_code']}"


# What describes a schema, and decides nothing


def describes(name: str, schema: dict) -> bool:
    """Whether a schema says what it is, what its parts mean, and what is taken by default."""
    due = json.loads((EXAMPLES / f"{name}.json").read_text())["described"]
    return (
        schema.get("$schema") == "https://json-schema.org/draft/2020-12/schema"
        and schema.get("$id") == f"urn:cannlint:schema:{name}:1"
        and bool(schema.get("title"))
        and set(due) <= set(described_in(schema))
        and {(name, *default) for default in defaults_in(schema)} == DEFAULTS_OF.get(name, set())
    )


def described_in(schema: object, at: str = "#"):
    """Where there is a description."""
    if isinstance(schema, dict):
        if isinstance(schema.get("description"), str):
            yield at
        for key, value in schema.items():
            yield from described_in(value, f"{at}/{key}")
    elif isinstance(schema, list):
        for number, value in enumerate(schema):
            yield from described_in(value, f"{at}/{number}")


def defaults_in(schema: object, key: str = ""):
    if isinstance(schema, dict):
        if "default" in schema and key != "properties":
            yield key, schema["default"]
        for inner, value in schema.items():
            yield from defaults_in(value, inner)


@pytest.mark.parametrize("name", INPUTS)
def test_a_schema_describes_itself(name):
    assert describes(name, json.loads(text_of(name)))
