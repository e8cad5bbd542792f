"""A configuration that is open in an editor, saved or not: all open files follow."""

from __future__ import annotations

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from server.client import Editor

TYPE_OF_NO_LIBRARY = "OpType::NoSuch\n"


def test_files_that_no_job_names_follow_what_is_typed_in_it(tmp_path):
    configuration, file = tmp_path / "cannlint.toml", tmp_path / "keep_dtype.cfg"
    configuration.write_text('soc = "Ascend310"\n')
    file.write_text(TYPE_OF_NO_LIBRARY)
    ignores = 'soc = "Ascend310"\n[[ignore]]\nrules = ["KD"]\nreason = "why"\n'
    with Editor(tmp_path) as editor:
        found = editor.open(file.as_uri(), TYPE_OF_NO_LIBRARY, "cann-keep-dtype")
        assert [one["code"] for one in found] == ["KD201"]
        editor.open(configuration.as_uri(), configuration.read_text(), "toml")
        editor.type(configuration.as_uri(), ignores)
        editor.wait_for(file.as_uri(), [])
        editor.type(configuration.as_uri(), 'soc = "Ascend310"\n')
        editor.wait_for(file.as_uri(), ["KD201"])
