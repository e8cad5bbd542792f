"""An editor that asks for findings (`textDocument/diagnostic`), and is told when to ask again."""

from __future__ import annotations

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from server.client import Editor

PULLS = {
    "textDocument": {"diagnostic": {}},
    "workspace": {"diagnostics": {"refreshSupport": True}},
}
COMMAND = "atc --model=net.onnx --framework=5 --soc_version=Ascend910B3 --customize_dtypes=a.lst\n"


@pytest.fixture(scope="module")
def puller(tmp_path_factory):
    with Editor(tmp_path_factory.mktemp("pull"), capabilities=PULLS) as editor:
        yield editor


def opened(editor, uri, text):
    editor.tell_opened(uri, text)
    return uri


def pulled(editor, uri, number=None):
    document = {"uri": uri}
    params = (
        {"textDocument": document, "previousResultId": number}
        if number
        else {"textDocument": document}
    )
    return editor.ask("textDocument/diagnostic", params)


def codes(report):
    return [finding["code"] for finding in report["items"]]


def published(editor):
    return [m for m in editor.messages if m.get("method") == "textDocument/publishDiagnostics"]


def test_the_findings_are_those_of_the_text_as_it_is(puller, tmp_path):
    uri = opened(puller, (tmp_path / "customize_dtypes.cfg").as_uri(), "a::InputDtype:float16\n\n")
    report = pulled(puller, uri)
    assert (report["kind"], codes(report)) == ("full", ["CD002"])
    puller.type(uri, "a::InputDtype:float16\n")
    assert codes(pulled(puller, uri)) == []
    assert published(puller) == []


def test_findings_that_the_editor_has_are_not_sent_again(puller, tmp_path):
    uri = opened(puller, (tmp_path / "customize_dtypes.cfg").as_uri(), "a::InputDtype:float16\n\n")
    number = pulled(puller, uri)["resultId"]
    assert pulled(puller, uri, number) == {"kind": "unchanged", "resultId": number}
    puller.change(
        uri,
        {
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}},
            "text": "b",
        },
    )
    assert pulled(puller, uri, number) == {"kind": "unchanged", "resultId": number}
    puller.type(uri, "\n\n")
    report = pulled(puller, uri, number)
    assert report["kind"] == "full" and report["resultId"] != number


def test_a_change_in_one_file_makes_the_editor_ask_for_the_others(puller, tmp_path):
    text = "node:FP16\n"
    (tmp_path / "a.lst").write_text(text)
    config = opened(puller, (tmp_path / "a.lst").as_uri(), text)
    report = pulled(puller, config)
    assert codes(report) == []  # nothing tells what it is
    script = opened(puller, (tmp_path / "run.sh").as_uri(), COMMAND)
    pulled(puller, script)
    puller.expect("workspace/diagnostic/refresh")
    assert codes(pulled(puller, config, report["resultId"])) == ["CD001"]


def test_a_file_that_is_not_open_has_no_findings(puller):
    assert pulled(puller, "file:///nowhere.cfg") == {"kind": "full", "items": []}


def test_an_editor_that_cannot_be_told_is_published_to(tmp_path):
    capabilities = {"textDocument": {"diagnostic": {}}}
    with Editor(tmp_path, capabilities=capabilities) as editor:
        assert "diagnosticProvider" not in editor.capabilities
        uri = (tmp_path / "customize_dtypes.cfg").as_uri()
        [finding] = editor.open(uri, "a::InputDtype:float16\n\n")
        assert finding["code"] == "CD002"
