"""The schemas of outputs allow what the commands print."""

from __future__ import annotations

import pytest

from conftest import ROOT, environment_of_commands, run_in_new_python
from documents import must_be_valid
from schemas.printed import documents, write_all

pytestmark = pytest.mark.slow  # it starts many programs

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


def test_what_is_printed_is_valid(printed):
    for of_one_name in printed.values():
        for document in of_one_name:
            must_be_valid(document)


def test_each_schema_is_of_what_is_printed_or_of_what_is_read(printed):
    """Those of what is read have examples: test_schemas_decide.py."""
    names = {path.name.partition(".")[0] for path in ROOT.glob("schemas/*.json")}
    examples = {path.stem for path in ROOT.glob("tests/schemas/examples/*.json")}
    assert names == {*printed, *examples}
    assert not printed.keys() & examples
