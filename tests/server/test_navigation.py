"""Links, references and folds, asked for as an editor asks."""

from __future__ import annotations

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

SCRIPT = """\
# cannlint: ignore[JB101, nothing]
compile() {
  atc --model=a.onnx --framework=5 \\
      --soc_version=Ascend910B3 \\
      --modify_mixlist=lists/mix.json
}
"""
CONFIG = """\
[[ignore]]
rules = ["CD104"]
paths = ["a"]

[job.one]
modify_mixlist = "lists/mix.json"
keep_dtype = "nowhere.cfg"
[job.two]
"""
CALL = """\
import npu_device

npu_device.global_options().modify_mixlist = "lists/mix.json"
"""
MIXLIST = '{\n  "black-list": {\n    "to-add": [\n      "Relu"\n    ]\n  }\n}\n'


@pytest.fixture
def project(tmp_path):
    """A folder whose mixlist is named by a script, a configuration and a call."""
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "mix.json").write_text(MIXLIST)
    (tmp_path / "run.sh").write_text(SCRIPT)
    (tmp_path / "cannlint.toml").write_text(CONFIG)
    (tmp_path / "train.py").write_text(CALL)
    (tmp_path / "other.sh").write_text("atc --model=mix.json --modify_mixlist=b.json\n")
    return tmp_path


def uri(folder, name):
    return (folder / name).as_uri()


def slices(text, ranges):
    """The texts of ranges that are each on one line."""
    lines = text.splitlines()
    return [
        lines[one["start"]["line"]][one["start"]["character"] : one["end"]["character"]]
        for one in ranges
    ]


def links_in(editor, folder, name, text):
    editor.open(uri(folder, name), text)
    params = {"textDocument": {"uri": uri(folder, name)}}
    found = editor.ask("textDocument/documentLink", params)
    texts = slices(text, [link["range"] for link in found])
    return {one: link["target"].rpartition("/")[2] for one, link in zip(texts, found, strict=True)}


def test_a_script_links_to_the_files_it_names_and_to_rules(editor, project):
    links = links_in(editor, project, "run.sh", SCRIPT)
    assert links == {"lists/mix.json": "mix.json", "JB101": "JB101.md"}


def test_a_configuration_links_to_files_that_are_there_and_to_rules(editor, project):
    links = links_in(editor, project, "cannlint.toml", CONFIG)
    assert {one.strip('"'): target for one, target in links.items()} == {
        "lists/mix.json": "mix.json",
        "CD104": "CD104.md",
    }


def test_a_config_file_has_no_links(editor, project):
    assert links_in(editor, project, "lists/mix.json", MIXLIST) == {}


def references(editor, folder, name, line, character):
    context = {"includeDeclaration": False}
    found = editor.at("references", uri(folder, name), line, character, context=context)
    return sorted((one["uri"].rpartition("/")[2], one["range"]["start"]["line"]) for one in found)


EVERYWHERE = [("cannlint.toml", 5), ("run.sh", 4), ("train.py", 2)]


def test_a_config_file_is_referred_to_by_what_names_it(editor, project):
    editor.open(uri(project, "lists/mix.json"), MIXLIST)
    assert references(editor, project, "lists/mix.json", 0, 0) == EVERYWHERE


def test_an_option_leads_to_all_others_with_the_same_file(editor, project):
    editor.open(uri(project, "run.sh"), SCRIPT)
    column = SCRIPT.splitlines()[4].index("mix.json")
    assert references(editor, project, "run.sh", 4, column) == EVERYWHERE
    assert references(editor, project, "run.sh", 3, 10) == []  # the SoC is no file


def test_what_is_not_saved_counts(editor, project):
    editor.open(uri(project, "lists/mix.json"), MIXLIST)
    editor.open(uri(project, "run.sh"), SCRIPT)
    editor.type(uri(project, "run.sh"), f"\n\n{SCRIPT}")
    found = references(editor, project, "lists/mix.json", 0, 0)
    assert ("run.sh", 6) in found and ("run.sh", 4) not in found


def folds(editor, folder, name, text):
    editor.open(uri(folder, name), text)
    params = {"textDocument": {"uri": uri(folder, name)}}
    found = editor.ask("textDocument/foldingRange", params)
    return found and [(fold["startLine"], fold["endLine"]) for fold in found]


def test_a_script_folds_by_command_and_by_block(editor, project):
    assert folds(editor, project, "run.sh", SCRIPT) == [(1, 4), (2, 4)]


def test_a_call_folds(editor, tmp_path):
    call = "c = NPURunConfig(\nprecision_mode='x',\nhcom_parallel=True)\n"
    text = f"from npu_bridge.npu_init import *\n{call}"
    assert folds(editor, tmp_path, "train.py", text) == [(1, 3)]


def test_a_page_folds_by_command_only(editor, tmp_path):
    text = "# Title\n\n```sh\natc --model=a.onnx \\\n  --framework=5\n```\n- a\n    - b\n"
    assert folds(editor, tmp_path, "page.md", text) == [(3, 4)]


def test_a_configuration_folds_by_table(editor, project):
    assert folds(editor, project, "cannlint.toml", CONFIG) == [(0, 2), (4, 6)]


def test_sections_fold(editor, tmp_path):
    text = "[ByOpType]\nGelu=high_precision\n\n[ByNodeName]\nn=high_performance\n"
    assert folds(editor, tmp_path, "op_precision.ini", text) == [(0, 1), (3, 4)]


def test_json_folds_by_object_and_list(editor, tmp_path):
    assert folds(editor, tmp_path, "mix.json", MIXLIST) == [(0, 5), (1, 4), (2, 3)]


def test_other_files_are_left_to_the_editor(editor, tmp_path):
    assert folds(editor, tmp_path, "b.json", '{\n "a": [\n  1\n ]\n}\n') is None
