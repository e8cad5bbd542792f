"""A configuration that is open in an editor, saved or not: all open files follow."""

from __future__ import annotations

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from server.client import Editor

TYPE_OF_NO_LIBRARY = "OpType::NoSuch\n"
TWO_BLOCKS = "OpType::Relu:InputDtype:float16\n\nOpType::Gelu:InputDtype:float16\n"
"""A customize_dtypes file with one finding: CD002."""
MORE = f"{TWO_BLOCKS}OpType::Add:InputDtype:float16\n"

IGNORES = '[[ignore]]\nrules = ["CD002"]\nreason = "why"\n'
OTHER_TABLE = '[project]\nname = "a"\n'
OUR_TABLE = f"{OTHER_TABLE}\n{IGNORES.replace('[[', '[[tool.cannlint.')}"


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


@pytest.fixture
def opened(tmp_path):
    """An editor with one open file in a folder that has no configuration."""
    (tmp_path / "folder").mkdir()
    file = tmp_path / "folder" / "customize_dtypes.cfg"
    file.write_text(TWO_BLOCKS)
    with Editor(tmp_path) as editor:
        found = editor.open(file.as_uri(), TWO_BLOCKS)
        assert [one["code"] for one in found] == ["CD002"]
        yield editor, file


def close(editor, path):
    editor.tell("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})


def tell_changed(editor, path):
    changes = [{"uri": path.as_uri(), "type": 1}]
    editor.tell("workspace/didChangeWatchedFiles", {"changes": changes})


def shown(editor):
    messages = (one for one in editor.messages if one.get("method") == "window/showMessage")
    return [one["params"]["message"] for one in messages]


@pytest.mark.parametrize(
    ("name", "text"), [("cannlint.toml", IGNORES), ("pyproject.toml", OUR_TABLE)]
)
@pytest.mark.parametrize("above", [False, True], ids=["in its folder", "above"])
def test_a_configuration_that_is_only_in_the_editor_is_followed(opened, name, text, above):
    editor, file = opened
    configuration = (file.parent.parent if above else file.parent) / name
    editor.tell_opened(configuration.as_uri(), text, "toml")
    editor.wait_for(file.as_uri(), [])
    close(editor, configuration)
    editor.wait_for(file.as_uri(), ["CD002"])


def test_it_comes_before_one_above_and_keeps_its_last_valid_settings(opened):
    editor, file = opened
    (file.parent.parent / "cannlint.toml").write_text(IGNORES)
    tell_changed(editor, file.parent.parent / "cannlint.toml")
    editor.wait_for(file.as_uri(), [])
    configuration = file.parent / "cannlint.toml"
    editor.tell_opened(configuration.as_uri(), "", "toml")
    editor.wait_for(file.as_uri(), ["CD002"])
    editor.type(configuration.as_uri(), "[[ignore")
    editor.diagnostics(configuration.as_uri())
    editor.type(file.as_uri(), MORE)
    assert [one["code"] for one in editor.diagnostics(file.as_uri())] == ["CD002"]
    close(editor, configuration)
    editor.wait_for(file.as_uri(), [])
    assert shown(editor) == []


def test_one_that_was_never_valid_hides_none_above(opened):
    editor, file = opened
    (file.parent.parent / "cannlint.toml").write_text(IGNORES)
    tell_changed(editor, file.parent.parent / "cannlint.toml")
    editor.wait_for(file.as_uri(), [])
    configuration = file.parent / "cannlint.toml"
    [found] = editor.open(configuration.as_uri(), "[[ignore", "toml")
    assert found["code"] == "CL001"
    editor.type(file.as_uri(), MORE)
    assert editor.diagnostics(file.as_uri()) == []
    assert shown(editor) == []


def test_what_was_closed_unsaved_is_not_the_last_valid_text(opened):
    editor, file = opened
    configuration = file.parent / "cannlint.toml"
    for _ in range(2):
        editor.tell_opened(configuration.as_uri(), IGNORES, "toml")
        editor.wait_for(file.as_uri(), [])
        close(editor, configuration)
        editor.wait_for(file.as_uri(), ["CD002"])
    editor.open(configuration.as_uri(), "[[ignore", "toml")
    editor.type(file.as_uri(), MORE)
    assert [one["code"] for one in editor.diagnostics(file.as_uri())] == ["CD002"]


@pytest.mark.parametrize("saved", [OTHER_TABLE, OUR_TABLE], ids=["without", "with"])
def test_our_table_is_typed_and_taken_away_in_a_pyproject(opened, saved):
    editor, file = opened
    pyproject = file.parent / "pyproject.toml"
    pyproject.write_text(saved)
    tell_changed(editor, pyproject)
    editor.tell_opened(pyproject.as_uri(), saved, "toml")
    for text, codes in [(OTHER_TABLE, ["CD002"]), (OUR_TABLE, []), (OTHER_TABLE, ["CD002"])]:
        editor.type(pyproject.as_uri(), text)
        editor.wait_for(file.as_uri(), codes)
    editor.type(pyproject.as_uri(), f"{OTHER_TABLE}[tool.cannlint")
    editor.type(file.as_uri(), MORE)
    assert [one["code"] for one in editor.diagnostics(file.as_uri())] == ["CD002"]
    assert shown(editor) == []


def test_a_change_that_is_closed_unsaved_is_forgotten(opened):
    editor, file = opened
    configuration = file.parent / "cannlint.toml"
    configuration.write_text("")
    editor.tell_opened(configuration.as_uri(), IGNORES, "toml")
    editor.wait_for(file.as_uri(), [])
    close(editor, configuration)
    editor.wait_for(file.as_uri(), ["CD002"])


def test_it_is_found_by_its_real_path(opened, tmp_path):
    editor, file = opened
    (tmp_path / "link").symlink_to(file.parent)
    linked = tmp_path / "link" / "cannlint.toml"
    editor.tell_opened(linked.as_uri(), IGNORES, "toml")
    editor.wait_for(file.as_uri(), [])


@pytest.mark.parametrize("saved", [None, "# a comment\n\n"], ids=["new", "edited"])
def test_an_unknown_soc_in_what_is_not_saved_is_found_where_it_stands(opened, saved):
    editor, file = opened
    configuration = file.parent / "cannlint.toml"
    if saved is not None:
        configuration.write_text(saved)
    text = '# one\n# two\nsoc = "Ascend310P33"\n\n[job.one]\nprecision_mode = "force_fp16"\n'
    [found] = editor.open(configuration.as_uri(), text, "toml")
    assert found["code"] == "CL001"
    assert found["range"]["start"] == {"line": 2, "character": 0}
    assert found["range"]["end"] == {"line": 2, "character": len("soc")}


def test_an_unknown_soc_is_shown_also_without_jobs(opened):
    editor, file = opened
    configuration = file.parent / "cannlint.toml"
    configuration.write_text('soc = "Ascend310P33"\n')
    tell_changed(editor, configuration)
    editor.wait_for(file.as_uri(), [])
    editor.expect("window/showMessage")
    assert shown(editor) == ["folder/cannlint.toml: cannot be used as configuration"]
    [found] = editor.open(configuration.as_uri(), configuration.read_text(), "toml")
    assert found["code"] == "CL001"
    editor.type(configuration.as_uri(), 'soc = "Ascend310P3"\n')
    assert editor.diagnostics(configuration.as_uri()) == []
    editor.wait_for(file.as_uri(), ["CD002"])
