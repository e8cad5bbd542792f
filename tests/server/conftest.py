"""One server for the tests of a module: each has a folder of its own."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def editor(tmp_path_factory):
    from server.client import Editor

    with Editor(tmp_path_factory.mktemp("editor")) as editor:
        yield editor
