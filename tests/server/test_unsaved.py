"""Files that were never saved: by the language of the editor, or by content."""

from __future__ import annotations

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

DTYPES = "OpType::Relu:InputDtype:float16\n\nOpType::Gelu:InputDtype:float16\n"
SCRIPT = "atc --model=a.onnx --framework=5 --precision_mode=fp16\n"
CALL = 'import npu_device\n\nnpu_device.global_options().precision_mode = "fp16"\n'
TABLES = '[job.one]\nprecision_mode = "fp16"\n'
PAGE = f"# How to\n\n```sh\n{SCRIPT}```\n"


@pytest.fixture
def found(editor, request):
    """Opens a text without a name in a language of the editor; the codes of its findings."""
    opened = []

    def open_it(text, language, scheme="untitled:Untitled-1"):
        opened.append(scheme)
        return [finding["code"] for finding in editor.open(scheme, text, language)]

    yield open_it
    for uri in opened:
        editor.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


@pytest.mark.parametrize("uri", ["untitled:Untitled-1", "untitled:/home/a/Untitled", "file://"])
@pytest.mark.parametrize(
    ("text", "language", "code"),
    [
        (DTYPES, "plaintext", "CD002"),
        (DTYPES, "", "CD002"),
        ("a\na\n", "cann-keep-dtype", "KD104"),
        (SCRIPT, "shellscript", "JB002"),
        (SCRIPT, "sh", "JB002"),
        (SCRIPT, "", "JB002"),
        (CALL, "python", "JB002"),
        (CALL, "", "JB002"),
        (f"#!/usr/bin/env python3\n{CALL}", "plaintext", "JB002"),
        (TABLES, "toml", "JB002"),
        (TABLES, "", "JB002"),
        (PAGE, "markdown", "JB002"),
    ],
)
def test_a_file_without_a_name(found, uri, text, language, code):
    assert code in found(text, language, uri)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ('[package]\nname = "a"\n', "toml"),
        ("import os\nprint(1)\n", "python"),
        ("import os\nprint(1)\n", ""),
        ("A note about precision_mode and atc.\n", "plaintext"),
        ("", ""),
    ],
)
def test_other_texts_have_no_findings(found, text, language):
    assert found(text, language) == []


def test_the_language_follows_the_content(editor, found):
    uri = "untitled:Untitled-1"
    assert found("", "") == []
    editor.type(uri, CALL)
    assert [finding["code"] for finding in editor.diagnostics(uri)] == ["JB002"]
    editor.type(uri, DTYPES)
    assert [finding["code"] for finding in editor.diagnostics(uri)] == ["CD002"]
    editor.type(uri, TABLES)
    assert [finding["code"] for finding in editor.diagnostics(uri)] == ["JB002"]


def test_a_broken_configuration_without_a_name(found):
    assert found('[job.one]\nprecision_mode = "x\n', "toml") == ["CL001"]


def test_a_configuration_without_a_name_changes_nothing_elsewhere(editor, found, tmp_path):
    found('[[ignore]]\nrules = ["CD002"]\npaths = ["*"]\n', "toml")
    file = (tmp_path / "customize_dtypes.cfg").as_uri()
    assert [finding["code"] for finding in editor.open(file, DTYPES)] == ["CD002"]


def test_what_is_asked_about_a_script_without_a_name(editor, found):
    found(SCRIPT, "")
    assert editor.at("hover", "untitled:Untitled-1", 0, 40) is not None
    params = {"textDocument": {"uri": "untitled:Untitled-1"}}
    [job] = editor.ask("textDocument/documentSymbol", params)
    assert job["name"] == "atc"
