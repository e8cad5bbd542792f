"""In an editor: another dtype or mode for the operator at the cursor, as a code action."""

from __future__ import annotations

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

JOB = """[job.net]
soc_version = "Ascend910B3"
precision_mode = "force_fp16"
keep_dtype = "keep.cfg"
op_precision_mode = "modes.ini"
"""
INVOKED, AUTOMATIC = 1, 2


@pytest.fixture
def asked(editor, tmp_path):
    """The suggestions of the editor for the first character of a file, title → changes."""
    (tmp_path / "cannlint.toml").write_text(JOB)
    (tmp_path / "keep.cfg").write_text("OpType::Gelu\n")
    (tmp_path / "modes.ini").write_text("Gelu=high_precision\n")

    def ask(name, text, at=0, **context):
        uri = (tmp_path / name).as_uri()
        editor.open(uri, text)
        place = {"line": 0, "character": at}
        params = {
            "textDocument": {"uri": uri},
            "range": {"start": place, "end": place},
            "context": {"diagnostics": [], "triggerKind": INVOKED, **context},
        }
        found = editor.ask("textDocument/codeAction", params)
        return {
            action["title"]: action["edit"]["documentChanges"]
            for action in found
            if action["kind"] == "refactor.rewrite"
        }

    return ask


def edits(changes):
    """File → the texts that are put in."""
    return {
        change["textDocument"]["uri"].rpartition("/")[2]: [e["newText"] for e in change["edits"]]
        for change in changes
        if "textDocument" in change
    }


def test_a_mode_for_the_operator_at_the_cursor(asked):
    found = asked("modes.ini", "Gelu=high_precision\n")
    title = "get high_performance for Gelu: op_precision_mode: Gelu=high_performance"
    assert edits(found[title]) == {"modes.ini": ["Gelu=high_performance\n"]}


def test_an_entry_that_is_in_the_way_is_taken_out(asked):
    """keep_dtype keeps Gelu in float32: without the entry force_fp16 gives it float16."""
    found = asked("keep.cfg", "OpType::Gelu\n", at=9)
    title = "get float16 for Gelu: keep_dtype: without OpType::Gelu"
    assert edits(found[title]) == {"keep.cfg": [""]}


def test_nothing_is_planned_before_the_user_asks(asked):
    assert asked("keep.cfg", "OpType::Gelu\n", at=9, triggerKind=AUTOMATIC) == {}
    assert asked("keep.cfg", "OpType::Gelu\n", at=9, only=["quickfix"]) == {}
    assert asked("keep.cfg", "OpType::Gelu\n", at=9, only=["refactor"]) != {}


def test_no_suggestion_for_a_node_without_the_model_or_without_a_name(asked):
    assert asked("keep.cfg", "encoder/gelu\n") == {}
    assert asked("keep.cfg", "\n") == {}
