"""What the server makes of a client that dies, of messages that are none, of strange documents."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from cannlint.text.source import SIZE_LIMIT
from conftest import ROOT
from server.messages import END, HELLO, framed, opened

DTYPES = "cann-customize-dtypes"


def start():
    return subprocess.Popen(
        [sys.executable, "-m", "cannlint", "server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT / "lint")},
    )


@pytest.mark.parametrize(
    "parts",
    [[], [framed(HELLO)], [framed(HELLO)[:-20]], [framed(HELLO), framed(opened("file:///a", ""))]],
    ids=["at once", "after hello", "within a message", "with a file open"],
)
def test_the_end_of_input_ends_the_server(conversation, parts):
    status, _, err = conversation(*parts)
    assert status == 0
    assert "Traceback" not in err


def test_an_editor_that_died_without_a_word():
    process = start()
    process.stdin.write(framed(HELLO))
    process.stdin.flush()
    process.stdout.readline()
    process.stdout.close()  # nobody reads any more
    for name in "ab":
        process.stdin.write(framed(opened(f"file:///{name}.cfg", "\n\n", DTYPES)))
    process.stdin.close()
    assert process.wait(20) == 0
    assert "Traceback" not in process.stderr.read().decode()
    process.stderr.close()


@pytest.mark.parametrize(
    "wrong",
    [
        framed(b"{oops"),
        framed(b"\xff\xfe"),
        framed({"method": "textDocument/didOpen", "params": {"x": 1}}),
        framed({"id": 7, "method": "no/such", "params": {}}),
        framed(b"[]"),
        framed(b"3"),
        framed(b"{}"),
        framed(b"[" * 100_000),
        framed(b"9" * 10_000),
        framed({"id": {}, "method": "textDocument/hover", "params": None}),
        framed({"id": 7, "result": None}),
        b"Content-Length: 0\r\n\r\n",
        b"garbage\r\n\r\n",
        b"Content-Length: many\r\n\r\n",
    ],
)
def test_a_message_that_is_none_is_passed_over(conversation, wrong):
    status, out, err = conversation(framed(HELLO), wrong, *map(framed, END))
    assert status == 0
    assert '"id": 99' in out  # what comes after it is answered
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "vscode-notebook-cell:/a#1",
        "http://x/y.cfg",
        "file:///a%00b",
        "",
        ":",
    ],
)
def test_a_document_of_any_scheme_is_checked(editor, uri):
    [finding] = editor.open(uri, "a::InputDtype:float16\n\n", DTYPES)
    assert finding["code"] == "CD002"
    context = {"diagnostics": [finding], "only": ["quickfix"]}
    actions = editor.ask(
        "textDocument/codeAction",
        {"textDocument": {"uri": uri}, "range": finding["range"], "context": context},
    )
    assert "remove the line" in [action["title"] for action in actions]
    editor.tell("textDocument/didClose", {"textDocument": {"uri": uri}})


def test_nothing_is_known_of_a_file_that_is_not_open(editor):
    for method in ("hover", "completion", "definition"):
        assert not editor.at(method, "file:///nowhere", 5, 9999)
    editor.tell("textDocument/didClose", {"textDocument": {"uri": "file:///nowhere"}})
    change = {"uri": "file:///nowhere", "version": 3}
    editor.tell("textDocument/didChange", {"textDocument": change, "contentChanges": []})
    assert editor.at("hover", "file:///nowhere", 0, 0) is None


@pytest.mark.slow
def test_a_document_that_is_too_large_is_not_read(editor):
    line = "OpType::Relu:InputDtype:float16\n"
    text = line * (SIZE_LIMIT // len(line) + 1)
    [finding] = editor.open("file:///large.cfg", text, DTYPES)
    assert finding["code"] == "CL005"
    editor.type("file:///large.cfg", line)
    assert editor.diagnostics("file:///large.cfg") == []


def test_half_characters_keep_their_places(editor):
    [finding] = editor.open("file:///half.cfg", "a\ud800b::InputDtype:fp16\n", DTYPES)
    assert finding["code"] == "CD004"
    assert finding["range"]["start"] == {"line": 0, "character": 16}


def position(line, character):
    return {"line": line, "character": character}


def asking(number, method, **params):
    params = {"textDocument": {"uri": "file:///a.cfg"}, **params}
    return framed({"id": number, "method": f"textDocument/{method}", "params": params})


WRONG = [(-1, 0), (0, -1), (0, 10**6), (10**6, 0), (2**40, 0), (10**400, 0), (1.5, 0), ("a", None)]


EVERY_DAY, OTHERS = ("completion", "codeAction"), ("hover", "definition", "inlayHint")


@pytest.mark.parametrize(
    "method", [*EVERY_DAY, *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)]
)
def test_places_that_no_text_has(conversation, method):
    """Each is asked of, and written to; every next question is answered."""
    parts = [framed(HELLO), framed(opened("file:///a.cfg", "a\0:\ud800\n\n", DTYPES))]
    for number, place in enumerate(WRONG):
        at, start = position(*place), position(0, 0)
        for span in ({"start": at, "end": start}, {"start": start, "end": at}):
            context = {"diagnostics": []}
            parts.append(asking(50, method, position=at, range=span, context=context))
            document = {"uri": "file:///a.cfg", "version": number + 2}
            changes = [{"range": span, "text": "x\udfff"}]
            params = {"textDocument": document, "contentChanges": changes}
            parts.append(framed({"method": "textDocument/didChange", "params": params}))
        parts.append(asking(100 + number, "hover", position=start))
    status, out, err = conversation(*parts, *map(framed, END))
    assert status == 0
    assert all(f'"id": {100 + number}' in out for number in range(len(WRONG)))
    assert "Traceback" not in err


@pytest.mark.slow
def test_ten_megabytes_are_checked_and_typed_in(editor):
    line = "OpType::Relu:InputDtype:float16\n"
    text = line * (10 * 2**20 // len(line))
    assert editor.open("file:///ten.cfg", text, DTYPES)
    start = position(0, len("OpType::Relu:InputDtype:"))
    span = {"start": start, "end": position(0, len(line) - 1)}
    editor.change("file:///ten.cfg", {"range": span, "text": "fp16"})
    assert "CD004" in [found["code"] for found in editor.diagnostics("file:///ten.cfg")]


def test_what_editors_tell_unasked_is_no_matter(conversation):
    told = [
        framed({"method": "initialized", "params": {}}),
        framed({"method": "workspace/didChangeConfiguration", "params": {"settings": None}}),
        framed({"method": "$/cancelRequest", "params": {"id": 77}}),
        framed({"method": "$/setTrace", "params": {"value": "off"}}),
    ]
    status, _, err = conversation(framed(HELLO), *told, *map(framed, END))
    assert (status, err) == (0, "")


def test_while_the_library_is_not_there_nothing_is_said_of_an_older_text(tmp_path, editor):
    file = (tmp_path / "customize_dtypes.cfg").as_uri()
    editor.open(file, "OpType::Relu:InputDtype:float16\n", DTYPES)
    (tmp_path / "cannlint.toml").write_text('library = "0.0"\n')
    config = {"uri": (tmp_path / "cannlint.toml").as_uri(), "type": 1}
    editor.tell("workspace/didChangeWatchedFiles", {"changes": [config]})
    editor.change(file, {"text": "\n\n\nOpType::Gelu:InputDtype:float16\n"})
    assert editor.at("hover", file, 0, 9) is None
    shown = [m["params"] for m in editor.messages if m.get("method") == "window/showMessage"]
    assert "0.0" in shown[-1]["message"]
