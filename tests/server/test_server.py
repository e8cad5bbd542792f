"""The language server, asked as an editor asks it."""

from __future__ import annotations

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from server.client import Editor

BLANK_LINE = "a::InputDtype:float16\n\nb::InputDtype:float16\n"


def uri(tmp_path, name):
    return (tmp_path / name).as_uri()


def codes(diagnostics):
    return [found["code"] for found in diagnostics]


def applied(text, edits):
    """A text of one-unit characters after edits, the last first."""
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:at])) for at in range(len(lines) + 1)]
    for edit in sorted(edits, key=lambda edit: tuple(edit["range"]["start"].values()))[::-1]:
        start, end = (
            starts[edit["range"][side]["line"]] + edit["range"][side]["character"]
            for side in ("start", "end")
        )
        text = text[:start] + edit["newText"] + text[end:]
    return text


def test_a_fault_is_shown_where_it_stands_and_gone_when_it_is_mended(editor, tmp_path):
    file = uri(tmp_path, "customize_dtypes.cfg")
    [finding] = editor.open(file, BLANK_LINE)
    assert (finding["code"], finding["severity"]) == ("CD002", 1)
    assert finding["range"]["start"] == {"line": 1, "character": 0}
    assert "E20101" in finding["message"] and "help: " in finding["message"]
    gone = {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 0}}
    editor.change(file, {"range": gone, "text": ""})
    assert editor.diagnostics(file) == []


def test_a_quick_fix_and_the_fix_of_all(editor, tmp_path):
    file = uri(tmp_path, "customize_dtypes.cfg")
    text = "a::InputDtype:float16\n\n\na::InputDtype:float32\n"
    findings = editor.open(file, text)
    assert codes(findings) == ["CD002", "CD002", "CD104"]
    context = {"diagnostics": findings[:1]}
    document = {"uri": file}
    actions = editor.ask(
        "textDocument/codeAction",
        {"textDocument": document, "range": findings[0]["range"], "context": context},
    )
    titles = [action["title"] for action in actions]
    assert "remove the line" in titles and "apply all safe fixes" in titles
    assert any("ignore CD002" in title for title in titles)
    [all_of_them] = [action for action in actions if action["kind"] == "source.fixAll.cannlint"]
    [change] = all_of_them["edit"]["documentChanges"]
    assert applied(text, change["edits"]) == "a::InputDtype:float16\n"


def test_accepting_a_rule_writes_it_into_the_configuration(editor, tmp_path):
    file = uri(tmp_path, "customize_dtypes.cfg")
    [finding] = editor.open(file, BLANK_LINE)
    actions = editor.ask(
        "textDocument/codeAction",
        {
            "textDocument": {"uri": file},
            "range": finding["range"],
            "context": {"diagnostics": [finding], "only": ["quickfix"]},
        },
    )
    [accept] = [action for action in actions if action["title"].startswith("ignore")]
    create, change = accept["edit"]["documentChanges"]
    assert create["uri"] == change["textDocument"]["uri"] == uri(tmp_path, "cannlint.toml")
    (tmp_path / "cannlint.toml").write_text(change["edits"][0]["newText"])
    editor.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": create["uri"], "type": 1}]})
    assert editor.diagnostics(file) == []


def test_related_places_and_faded_text(editor, tmp_path):
    file = uri(tmp_path, "customize_dtypes.cfg")
    [finding] = editor.open(file, "A::InputDtype:float16\nA::InputDtype:float32\n")
    [related] = finding["relatedInformation"]
    assert related["location"]["range"]["start"] == {"line": 0, "character": 0}
    assert finding["tags"] == [1]


@pytest.mark.parametrize(
    ("encoding", "column"),
    [
        ("utf-8", 8 + 4),
        pytest.param("utf-16", 8 + 2, marks=pytest.mark.slow),
        pytest.param("utf-32", 8 + 1, marks=pytest.mark.slow),
    ],
)
def test_columns_are_in_the_units_that_were_agreed_on(tmp_path, encoding, column):
    with Editor(tmp_path, (encoding,)) as editor:
        assert editor.capabilities["positionEncoding"] == encoding
        file = uri(tmp_path, "keep_dtype.cfg")
        [finding] = editor.open(file, "OpType::\U0001f600 \n", "cann-keep-dtype")
        assert finding["range"]["end"] == {"line": 0, "character": column}


def test_a_line_separator_of_unicode_ends_no_line(editor, tmp_path):
    file = uri(tmp_path, "customize_dtypes.cfg")
    assert editor.open(file, "a\u2028b::InputDtype:float16\nX:InputDtype:float16\n") == []
    start = {"line": 1, "character": 1}
    editor.change(file, {"range": {"start": start, "end": start}, "text": "Y"})
    [symbol_a, symbol_b] = editor.ask(
        "textDocument/documentSymbol", {"textDocument": {"uri": file}}
    )
    assert [symbol_a["name"], symbol_b["name"]] == ["a\\u2028b", "XY"]


def test_hover_tells_about_operators_dtypes_modes_passes_and_rules(editor, tmp_path):
    (tmp_path / "cannlint.toml").write_text('soc = "Ascend910B3"\n')
    dtypes = uri(tmp_path, "customize_dtypes.cfg")
    editor.open(dtypes, "OpType::Relu:InputDtype:float16\n\n")
    about = editor.at("hover", dtypes, 0, 9)["contents"]["value"]
    assert "`Relu`** · operator type" in about and "float16" in about and "ascend910b" in about
    assert "input 0 · dtype" in editor.at("hover", dtypes, 0, 26)["contents"]["value"]
    assert "CD002" in editor.at("hover", dtypes, 1, 0)["contents"]["value"]
    chosen = uri(tmp_path, "other_dtypes.cfg")
    editor.open(chosen, "OpType::MatMulV2:InputDtype:float16,float16,OutputDtype:float16\n")
    about = editor.at("hover", chosen, 0, 9)["contents"]["value"]
    assert "given by op_select_format when it was run, CANN 8.1.RC1, ascend910b:" in about
    assert "* float16, float16, float16, int8 → float16" in about
    modes = uri(tmp_path, "op_precision.ini")
    editor.open(modes, "Gelu=high_precision\n")
    about = editor.at("hover", modes, 0, 6)["contents"]["value"]
    assert "implementation mode" in about and "high_performance" in about
    switches = uri(tmp_path, "fusion_switch.cfg")
    editor.open(switches, '{"Switch": {"GraphFusion": {"SoftmaxFusionPass": "off"}}}')
    about = editor.at("hover", switches, 0, 30)["contents"]["value"]
    assert "fusion pass" in about and "GraphFusion" in about


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("customize_dtypes.cfg", "OpType::Rel|", "Relu"),
        ("customize_dtypes.cfg", "OpType::Relu:|", "InputDtype:"),
        ("customize_dtypes.cfg", "OpType::Relu:InputDtype:|", "bfloat16"),
        ("op_precision.ini", "Gelu=|", "high_precision"),
        ("keep_dtype.cfg", "OpType::|", "MatMulV2"),
        ("ops_info.json", '{"|', "white-list"),
        ("ops_info.json", '{"white-list": {"|', "to-add"),
        ("ops_info.json", '{"white-list": {"to-add": ["Relu", "|', "Gelu"),
        ("fusion_switch.json", '{"Switch": {"GraphFusion": {"|', "SoftmaxFusionPass"),
        ("fusion_switch.json", '{"Switch": {"UBFusion": {"ALL": "|', "off"),
        ("fusion_switch.cfg", "SoftmaxFusionPass:|", "off"),
    ],
)
def test_completion(editor, tmp_path, name, text, expected):
    file = uri(tmp_path, name)
    kinds = {
        "customize_dtypes": "cann-customize-dtypes",
        "op_precision": "cann-op-precision",
        "keep_dtype": "cann-keep-dtype",
        "ops_info": "cann-mixlist",
        "fusion_switch": "cann-fusion-switch",
    }
    text = text.replace("|", "")
    editor.open(file, text, kinds[name.partition(".")[0]])
    items = editor.at("completion", file, 0, len(text))
    assert expected in {item["label"] for item in items}


def test_completion_offers_only_the_modes_that_the_operator_has(editor, tmp_path):
    file = uri(tmp_path, "op_precision.ini")
    editor.open(file, "Gelu=", "cann-op-precision")
    items = editor.at("completion", file, 0, 5)
    assert {item["label"] for item in items} == {"high_precision", "high_performance"}


def test_a_duplicate_leads_to_the_entry_that_counts(editor, tmp_path):
    file = uri(tmp_path, "op_precision.ini")
    editor.open(file, "Gelu=high_precision\nTanh=high_precision\nGelu=high_performance\n")
    place = editor.at("definition", file, 2, 1)
    assert place["range"]["start"] == {"line": 0, "character": 0}


def test_a_mixed_precision_list_shows_what_becomes_of_an_operator(editor, tmp_path):
    (tmp_path / "cannlint.toml").write_text('soc = "Ascend910B3"\n')
    file = uri(tmp_path, "ops_info.json")
    editor.open(file, '{"white-list": {"to-remove": ["MatMulV2"]}}')
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 0}}
    [hint] = editor.ask("textDocument/inlayHint", {"textDocument": {"uri": file}, "range": whole})
    assert hint["label"] == "white-list → gray-list"


def test_a_broken_configuration_keeps_the_last_good_one_and_says_so(editor, tmp_path):
    config = tmp_path / "cannlint.toml"
    config.write_text('[[ignore]]\nrules = ["CD002"]\n')
    file = uri(tmp_path, "customize_dtypes.cfg")
    assert editor.open(file, BLANK_LINE) == []
    config.write_text("[[ignore]\n")
    changed = {"changes": [{"uri": config.as_uri(), "type": 2}]}
    editor.tell("workspace/didChangeWatchedFiles", changed)
    assert editor.diagnostics(file) == []
    editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": file}})
    shown = [m["params"] for m in editor.messages if m.get("method") == "window/showMessage"]
    assert len(shown) == 1 and shown[0]["message"].endswith(
        "cannlint.toml: cannot be used as configuration; the last valid settings stay in use"
    )
    config.write_text("")
    editor.tell("workspace/didChangeWatchedFiles", changed)
    assert codes(editor.diagnostics(file)) == ["CD002"]


def test_the_configuration_itself_is_checked_while_it_is_written(editor, tmp_path):
    file = uri(tmp_path, "cannlint.toml")
    [finding] = editor.open(file, 'socs = "Ascend910B3"\n')
    assert finding["code"] == "CL001"


def test_a_closed_file_has_no_diagnostics(editor, tmp_path):
    file = uri(tmp_path, "customize_dtypes.cfg")
    assert editor.open(file, BLANK_LINE) != []
    editor.tell("textDocument/didClose", {"textDocument": {"uri": file}})
    assert editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": file}}) == []
    published = [
        message["params"]["diagnostics"]
        for message in editor.messages
        if message.get("method") == "textDocument/publishDiagnostics"
    ]
    assert published[-1] == []


def test_each_folder_of_a_workspace_has_its_own_configuration(editor, tmp_path):
    text = '[[ignore]]\nrules = ["CD002"]\n'
    for name, configuration in (("one", text), ("other", "")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "cannlint.toml").write_text(configuration)
    assert editor.open(uri(tmp_path, "one/customize_dtypes.cfg"), BLANK_LINE) == []
    assert codes(editor.open(uri(tmp_path, "other/customize_dtypes.cfg"), BLANK_LINE)) == ["CD002"]
    (tmp_path / "one/cannlint.toml").unlink()
    changes = [{"uri": uri(tmp_path, "one/cannlint.toml"), "type": 3}]
    editor.tell("workspace/didChangeWatchedFiles", {"changes": changes})
    assert codes(editor.diagnostics(uri(tmp_path, "one/customize_dtypes.cfg"))) == ["CD002"]


def test_an_editor_that_can_be_asked_is_asked_to_watch(tmp_path):
    watching = {"didChangeWatchedFiles": {"dynamicRegistration": True}}
    with Editor(tmp_path, capabilities={"workspace": watching}) as editor:
        asked = editor._until(lambda message: message.get("method") == "client/registerCapability")
        [registration] = asked["params"]["registrations"]
        assert registration["method"] == "workspace/didChangeWatchedFiles"
        patterns = [one["globPattern"] for one in registration["registerOptions"]["watchers"]]
        assert "**/cannlint.toml" in patterns
        editor._send({"id": asked["id"], "result": None})
        assert editor.open(uri(tmp_path, "customize_dtypes.cfg"), BLANK_LINE) != []


def test_the_outline_has_every_entry_with_its_place(editor, tmp_path):
    file = uri(tmp_path, "customize_dtypes.cfg")
    editor.open(file, "OpType::Relu:InputDtype:float16\nnode::InputDtype:float16\n")
    first, second = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": file}})
    assert (first["name"], first["detail"]) == ("Relu", "operator type")
    assert second["selectionRange"] == {
        "start": {"line": 1, "character": 0},
        "end": {"line": 1, "character": 4},
    }
    assert second["range"]["end"] == {"line": 1, "character": 24}
