"""The schemas of outputs allow what the commands print, and their examples look like it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator

from conftest import ROOT, environment_of_commands, run_in_new_python
from schemas.printed import documents, write_all

pytestmark = pytest.mark.slow  # it starts many programs

NAMES = (
    *("report", "inspect", "plan", "plan-diff", "verify", "suggest", "audit", "log", "bisect"),
    *("library-list", "library-show", "library-diff"),
)
EXAMPLES = ROOT / "tests" / "schemas" / "examples"
NOWHERE = {"ASCEND_OPP_PATH": "", "ASCEND_HOME_PATH": ""}


@pytest.fixture(scope="module")
def printed(tmp_path_factory, command_server):
    folder = tmp_path_factory.mktemp("printed")
    write_all(folder)
    start = command_server.run if command_server is not None else run_in_new_python

    def run(*arguments: str) -> str:
        variables = {**environment_of_commands(), **NOWHERE}
        return start(arguments, b"", folder, variables).stdout.decode()

    return documents(run)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_is_valid(printed, name):
    schema = json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    for document in printed[name]:
        Draft202012Validator(schema).validate(document)


@pytest.mark.parametrize("name", NAMES)
def test_the_objects_of_the_examples_have_the_keys_of_printed_ones(printed, name):
    """No example has a key that is never printed, or lacks one that always is."""
    found = {keys for document in printed[name] for keys in keys_of_objects(document)}
    parts = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))["examples"]
    for part, examples in parts.items():
        for example in examples:
            assert set(keys_of_objects(example["accepted"])) <= found, part


def keys_of_objects(value: object) -> Iterator[frozenset[str]]:
    """The keys of each object in a document; maps have names of the user for keys: `k0` here."""
    if isinstance(value, dict):
        if value and "k0" not in value:
            yield frozenset(value)
        for held in value.values():
            yield from keys_of_objects(held)
    elif isinstance(value, list):
        for held in value:
            yield from keys_of_objects(held)
