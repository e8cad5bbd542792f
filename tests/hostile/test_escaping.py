"""The same hostile names through every output of every command: each place takes them literally.

The files of a folder have the names, and so have nodes, types, tensors and values in them.
"""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cannlint.library.choose import choose
from cannlint.text.escaped import begun_by, log_line, markdown, markdown_code, sarif_message
from hostile.names import NAMES, PLAIN, SOC, write_project


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """The project of hostile names, as the working folder."""
    monkeypatch.chdir(tmp_path)
    return write_project(tmp_path)


PLAN = ("plan", "--soc", SOC, "-O", "precision_mode=allow_mix_precision", "--model", "m.onnx")
TEXTS = [
    *(("check", "--format", form, ".") for form in ("full", "concise")),
    ("check", "-v", "--show-files", "."),
    ("check", "--statistics", "."),
    ("check", "--diff", "."),
    PLAN,
    (*PLAN, "--why"),
    *(("inspect", f"{name}/customize_dtypes.cfg") for name in NAMES[:2]),
    *(("inspect", f"{name}/mixlist.json") for name in NAMES[:3]),
    ("audit", "."),
    ("suggest", "--soc", SOC, "--model", "m.onnx", "-O", "precision_mode=force_fp16",
     f"{NAMES[0]}=float32"),
    ("library", "show", "--library", "opp", "Op0"),
    ("library", "show", "--library", "opp", "--", NAMES[0]),
    ("library", "list", "--library", "opp"),
    ("library", "check", "opp"),
    ("library", "diff", "opp", "8.1.RC1"),
    *(("rule", "--", name) for name in NAMES),
    *(("check", "--", f"{name}/none") for name in NAMES),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("variable", ["GITHUB_ACTIONS", "TF_BUILD"])
def test_a_log_gets_no_command_and_a_terminal_no_control_character(cannlint, folder, variable):
    shown = 0
    for command in TEXTS:
        result = cannlint(*command, cwd=folder, **{variable: "true"})
        assert "Traceback" not in result.err, command
        for line in (result.out + result.err).split("\n"):
            assert not line.lstrip().startswith("::"), (command, line)
            assert not re.search(r"##\w*\[", line), (command, line)
            assert not PLAIN.search(line), (command, line)
        shown += "stop-commands" in result.out + result.err
    assert shown > len(TEXTS) // 3


@pytest.mark.slow
def test_annotations_are_our_own_commands_alone(cannlint, folder):
    result = cannlint("check", "--format", "github", ".", cwd=folder, GITHUB_ACTIONS="1")
    commands = [line for line in result.out.split("\n") if line]
    assert len(commands) > len(NAMES)
    for line in commands:
        assert re.match(r"::(?:error|warning|notice) file=[^,:]*,line=\d+,", line), line
        assert not re.search(r"##\w*\[", line)


class Tags(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[tuple[str, str]] = set()

    def handle_starttag(self, tag, attrs):
        self.found |= {(tag, name) for name, _ in attrs} | {(tag, "")}


PAGES = [
    (*PLAN, "--format", "html"),
    ("audit", "--format", "html", "."),
    ("plan", "--soc", SOC, "-O", "precision_mode=force_fp16", "--model", "m.onnx",
     "--diff", "run.sh:1", "--format", "html"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("command", PAGES, ids=lambda command: command[0])
def test_a_page_has_no_element_of_a_name(cannlint, folder, command):
    result = cannlint(*command, cwd=folder)
    assert result.status in (0, 1), result.err
    tags = Tags()
    tags.feed(result.out)
    assert "img" not in {tag for tag, _ in tags.found}
    assert not [pair for pair in tags.found if pair[1].startswith("on") or pair[1] == "src"]


@pytest.mark.slow
def test_a_sheet_computes_no_cell(cannlint, folder):
    result = cannlint(*PLAN, "--format", "csv", cwd=folder)
    rows = list(csv.reader(io.StringIO(result.out)))
    assert len(rows) > len(NAMES)
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@")]
    assert "'=1+1" in {cell for row in rows for cell in row}


LINK = re.compile(r"(?<!\\)\[[^\]`]*(?<!\\)\]\(")


def texts_in(value: object) -> list[str]:
    """The texts of the messages of a document."""
    if isinstance(value, list):
        return [text for one in value for text in texts_in(one)]
    if isinstance(value, dict):
        own = [str(value["text"])] if isinstance(value.get("text"), str) else []
        own += [value["message"]] if isinstance(value.get("message"), str) else []
        return [*own, *(text for key, one in value.items() if key != "rules"
                        for text in texts_in(one))]  # fmt: skip
    return []


@pytest.mark.slow
@pytest.mark.parametrize("form", ["sarif", "rdjson"])
def test_a_message_has_no_link_of_a_name(cannlint, folder, form):
    result = cannlint("check", "--format", form, ".", cwd=folder)
    texts = texts_in(json.loads(result.out))
    assert any("Click" in text for text in texts)
    assert not [text for text in texts if LINK.search(re.sub(r"`[^`]+`", "", text))]


@pytest.mark.slow
def test_a_hover_is_text_and_code(folder):
    from cannlint.library.operators import Operators

    pytest.importorskip("pygls", reason="the extra `lsp` is not installed")
    from cannlint.server.hover import about_operator

    library = choose("opp")
    for at in range(len(NAMES)):
        for part in about_operator(f"Op{at}", Operators(library, (SOC,))):
            plain = re.sub(r"`[^`]+`", "", part)
            assert not LINK.search(plain) and not re.search(r"(?<!\\)[<>]|(?<!\\)!\[", plain), part
            assert not PLAIN.search(part), part


@pytest.mark.parametrize(
    ("text", "begun", "expected"),
    [
        ("::x", "", "\\u003a:x"),
        (" \t::x", "", " \t\\u003a:x"),
        (":x", ":", "\\u003ax"),
        ("::x", "a", "::x"),
        ("a::x\n::y\n", "", "a::x\n\\u003a:y\n"),
        ("##[x ##vso[y", "", "##\\u005bx ##vso\\u005by"),
    ],
)
def test_a_line_of_a_log(text, begun, expected):
    assert log_line(text, begun) == expected


def test_a_command_in_pieces_is_none_either():
    begun, written = "", ""
    for piece in ("a\n", " ", ":", ":stop", "\n", "::", "x"):
        written += log_line(piece, begun)
        begun = begun_by(piece, begun)
    assert written == "a\n :\\u003astop\n\\u003a:x"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in `a_b` of _c_, d_e", "in `a_b` of \\_c\\_, d_e"),
        ("[x](y)", "\\[x\\]\\(y\\)"),
        ("<b> *c* #d", "\\<b\\> \\*c\\* \\#d"),
        ("http://x www.x", "http\\://x www\\.x"),
        ("`a`` [x](y)", "`a'' \\[x\\]\\(y\\)".replace("`", "\\`")),
    ],
)
def test_a_text_in_markdown(text, expected):
    assert markdown(text) == expected


def test_a_name_as_code_and_in_a_message():
    assert markdown_code("a`b|c\nd") == "`a'b¦c d`"
    assert sarif_message("[a](b) [c]") == "\\[a\\](b) \\[c\\]"
    assert sarif_message("one of [c]") == "one of [c]"


TAGS = {
    "checkstyle": {"checkstyle", "file", "error"},
    "junit": {"testsuites", "testsuite", "testcase", "failure", "error", "system-out"},
}


@pytest.mark.slow
@pytest.mark.parametrize("form", TAGS)
def test_xml_has_no_element_of_a_name(cannlint, folder, form):
    result = cannlint("check", "--format", form, ".", cwd=folder)
    assert not PLAIN.search(result.out)
    root = ElementTree.fromstring(result.out)
    assert {element.tag for element in root.iter()} <= TAGS[form]
    texts = [text for one in root.iter() for text in (*one.attrib.values(), one.text or "")]
    assert any("<img src=x" in text for text in texts)


@pytest.mark.slow
def test_a_report_for_gitlab_has_the_names_as_text(cannlint, folder):
    result = cannlint("check", "--format", "gitlab", ".", cwd=folder)
    issues = json.loads(result.out)
    assert any("Click" in issue["description"] for issue in issues)
    assert not PLAIN.search("".join(issue["description"] for issue in issues).replace("\n", ""))
    assert not PLAIN.search("".join(issue["location"]["path"] for issue in issues))


TEXT_OF_DOT = r'"(?:[^"\\\n]|\\.)*"'
ATTRIBUTES_OF_DOT = rf"(?: \[(?:\w+=(?:{TEXT_OF_DOT}|\w+)(?:, )?)+\])?"
LINE_OF_DOT = re.compile(rf"  (?:node|{TEXT_OF_DOT}(?: -> {TEXT_OF_DOT})?){ATTRIBUTES_OF_DOT};")


@pytest.mark.slow
def test_a_graph_has_no_statement_of_a_name(cannlint, folder):
    first, *lines, last, end = cannlint(*PLAN, "--format", "dot", cwd=folder).out.split("\n")
    assert (first, last, end) == ("digraph plan {", "}", "")
    assert [line for line in lines if not LINE_OF_DOT.fullmatch(line)] == []
    assert not PLAIN.search("".join(lines))
    assert sum("stop-commands" in line for line in lines) > 0
