"""One server for the tests of a module: each has a folder of its own."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def servers_are_forks(command_server):
    """Start the language servers of these tests without a new Python for each."""
    from server.client import Editor

    Editor.forks = command_server
    yield
    Editor.forks = None


@pytest.fixture
def conversation(cannlint):
    """Gives a server these bytes, then the end: its status, output and error output."""

    def converse(*parts: bytes, arguments: tuple[str, ...] = ()) -> tuple[int, str, str]:
        result = cannlint("server", *arguments, stdin=b"".join(parts))
        return result.status, result.out, result.err

    return converse


@pytest.fixture(scope="module")
def editor(tmp_path_factory):
    from server.client import Editor

    with Editor(tmp_path_factory.mktemp("editor")) as editor:
        yield editor
