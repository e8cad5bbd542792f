"""Code actions whose edits are asked for when the user has chosen one (`codeAction/resolve`)."""

from __future__ import annotations

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from server.client import Editor

TEXT = "a::InputDtype:float16\n\n\nb::InputDtype:float16\n"
WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 4, "character": 0}}
LAZY = {
    "textDocument": {
        "codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}},
    }
}


@pytest.fixture(scope="module")
def lazy(tmp_path_factory):
    """An editor that asks for edits when they are needed."""
    with Editor(tmp_path_factory.mktemp("lazy"), capabilities=LAZY) as editor:
        yield editor


def offered(editor, folder, **context):
    uri = (folder / "customize_dtypes.cfg").as_uri()
    editor.open(uri, TEXT)
    context = {"diagnostics": [], **context}
    params = {"textDocument": {"uri": uri}, "range": WHOLE, "context": context}
    return uri, editor.ask("textDocument/codeAction", params)


def test_every_action_gets_the_edit_that_it_would_have_had(lazy, editor, tmp_path):
    _, eager = offered(editor, tmp_path)
    _, actions = offered(lazy, tmp_path)
    assert len(actions) > 3 and not [action for action in actions if "edit" in action]
    resolved = [lazy.ask("codeAction/resolve", action) for action in actions]
    assert [action["edit"] for action in resolved] == [action["edit"] for action in eager]


def test_the_fix_of_all_when_a_file_is_saved(lazy, tmp_path):
    _, [action] = offered(lazy, tmp_path, only=["source.fixAll"])
    [change] = lazy.ask("codeAction/resolve", action)["edit"]["documentChanges"]
    assert len(change["edits"]) == 2


def test_an_action_about_an_older_text_is_not_applied(lazy, tmp_path):
    uri, [action, *_] = offered(lazy, tmp_path)
    lazy.type(uri, f"c::InputDtype:float16\n{TEXT}")
    assert lazy.refused("codeAction/resolve", action) == -32801


def test_an_editor_that_cannot_resolve_gets_edits_at_once(editor, tmp_path):
    _, actions = offered(editor, tmp_path)
    assert actions and all("edit" in action and "data" not in action for action in actions)


@pytest.mark.parametrize(
    "data", [None, 3, {}, {"uri": "a", "version": 1, "range": [1, 2], "only": None, "number": 0}]
)
def test_data_that_the_server_did_not_send(lazy, data):
    assert lazy.refused("codeAction/resolve", {"title": "remove the line", "data": data}) == -32602
