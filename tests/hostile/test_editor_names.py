"""The same hostile names through every answer of the language server: what an editor shows is text.

An editor renders Markdown, and shows titles, labels and messages in menus and lists: nothing of a
name may be a link, an image or an element there, or change what stands around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from hostile.names import NAMES, PLAIN, write_project
from server.client import Editor

SHOWN = (
    "title",
    "message",
    "label",
    "detail",
    "documentation",
    "value",
    "contents",
    "tooltip",
    "name",
)
"""The keys of texts that an editor shows."""
MARKDOWN = re.compile(r"(?<!\\)[<>](?=\w|/)|(?<!\\)!\[|(?<!\\)\]\(https://x")
"""An element, an image, or the link of a name."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The project of hostile names, as the working folder."""
    monkeypatch.chdir(tmp_path)
    return write_project(tmp_path)


def texts(value: object, key: str = "") -> Iterator[tuple[str, str]]:
    """The texts in an answer that an editor shows, each with its kind."""
    if isinstance(value, list):
        for one in value:
            yield from texts(one, key)
    elif isinstance(value, dict):
        if value.get("kind") == "markdown":
            yield "markdown", value["value"]
            return
        for name, one in value.items():
            yield from texts(one, name)
    elif isinstance(value, str) and key in SHOWN:
        yield key, value


def answers(editor: Editor, uri: str, text: str) -> Iterator[object]:
    """What the server answers about a file, at all its places."""
    place = {"textDocument": {"uri": uri}}
    found = editor.open(uri, text)
    yield found
    end = {"line": text.count("\n") + 1, "character": 0}
    everything = {"start": {"line": 0, "character": 0}, "end": end}
    actions = editor.ask(
        "textDocument/codeAction",
        {**place, "range": everything, "context": {"diagnostics": found}},
    )
    yield actions
    for action in actions or ():
        if "edit" not in action and "data" in action:
            yield editor.ask("codeAction/resolve", action)
    yield editor.ask("textDocument/inlayHint", {**place, "range": everything})
    for method in ("documentSymbol", "codeLens", "documentLink"):
        yield editor.ask(f"textDocument/{method}", place)
    for number, line in enumerate(text.split("\n")):
        for character in {*(m.start() + 1 for m in re.finditer(r"[\w:<\[=@`]+", line)), len(line)}:
            yield editor.at("hover", uri, number, character)
        for character in {0, line.find(":") + 1, line.find("'") + 1, len(line)}:
            yield editor.at("completion", uri, number, character)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["run.sh", "cannlint.toml", "customize_dtypes.cfg", "mixlist.json"]
)
def test_an_editor_shows_names_as_text(folder, name):
    path = folder / name if (folder / name).exists() else folder / NAMES[0] / name
    with Editor(folder) as editor:
        given = answers(editor, path.as_uri(), path.read_text())
        shown = [text for answer in given for text in texts(answer)]
    assert any("onerror" in text for _, text in shown)
    for kind, text in shown:
        assert not PLAIN.search(text.replace("\n", "")), (kind, text)
        if kind == "markdown":
            plain = re.sub(r"```.*?```|`[^`]+`", "", text, flags=re.DOTALL)
            assert not MARKDOWN.search(plain), text
