"""The page of a plan: whole without a script, self-contained, with everything escaped."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest

from graph_files import node

NASTY = '<script>alert("x")</script>&\'"'


class Page(HTMLParser):
    """What a browser would find: tags with their attributes, and the text of the body."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.scripts: list[str] = []
        self._inside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self._inside.append(tag)

    def handle_endtag(self, tag):
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data):
        (self.scripts if self._inside else self.words).append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


@pytest.fixture
def page(cannlint, tmp_path):
    def make(*arguments, files=None):
        for name, text in (files or {}).items():
            (tmp_path / name).write_text(text)
        arguments = ("--soc", "Ascend910B3", "--format", "html", *arguments)
        result = cannlint("plan", *arguments, ASCEND_OPP_PATH="")
        assert result.err == ""
        return Page(result.out), result

    return make


FILES = {
    "p.ini": "Gelu=high_precision\nGelu=high_performance\nTanh=high_precision\n",
    "mix.json": '{"white-list": {"to-add": ["Xlog1py"]}}',
}
JOB = (
    *("-O", "precision_mode=allow_mix_precision", "-O", "modify_mixlist=mix.json"),
    *("-O", "op_precision_mode=p.ini", "-O", "op_select_implmode=high_precision"),
)


def test_operators_that_a_setting_is_about_are_marked(page):
    """The script filters by this class, the style sheet marks it."""
    _, result = page(*JOB, "--op", "Gelu", "--op", "Xlog1py", "--op", "Relu", files=FILES)
    marks = re.findall(r"<tbody id=\w+( class=touched)?><tr><th scope=row>(\w+)", result.out)
    assert {name: bool(mark) for mark, name in marks} == {
        "Gelu": True,  # p.ini
        "Xlog1py": True,  # mix.json
        "Relu": False,
    }


def test_equal_nodes_are_one_row_and_data_stands_apart(page):
    nodes = [node("x", "Data"), *(node(f"relu{at}", "Relu", "x") for at in range(15))]
    graph = {"schema": "cannlint/graph/1", "nodes": [*nodes, node("tanh", "Tanh", "x")]}
    found, result = page("--model", "g.json", files={"g.json": json.dumps(graph)})
    assert "Relu ×15 relu0 … relu14" in found.text
    assert "relu0, relu1, relu2," in found.text  # each name is there, for the filter
    assert "of 16 operators in this plan" in found.text
    assert "1 data, constants and others that keep theirs" in found.text
    judged, _, unjudged = result.out.partition("<details class=others>")
    assert "<th scope=row>Data" not in judged and "<th scope=row>Data" in unjudged


def test_the_question_the_numbers_and_the_operators(page):
    found, result = page(*JOB, files=FILES)
    assert result.status == 0
    for words in (
        "Plan of the job of the command line",
        "Ascend910B3 · CANN 8.1.RC1 (embedded) · no graph: float tensors are assumed to be float32",
        "Read: mix.json (modify_mixlist) · p.ini (op_precision_mode) · ASCEND_OPP_PATH (not set)",
        "2 settings without effect",  # op_select_implmode, and the second line of p.ini
        "2 undetermined operators",
        "0 operators that leave the AI Core or fail",
        "op_select_implmode=high_precision: no effect, op_precision_mode is set",
        "without effect",
    ):
        assert words in found.text, words
    assert found.text.count(" why ") == 3


def test_a_row_has_its_why_without_a_script(page):
    found, _ = page(*JOB, "--op", "Xlog1py", files=FILES)
    details = [tag for tag, _ in found.tags if tag == "details"]
    assert len(details) == 1
    assert "✓ mix.json:1:28 white white-list to-add" in found.text
    assert "✗ CANN 8.1.RC1, ascend910b black-list modify_mixlist has Xlog1py" in found.text


def test_the_page_needs_nothing_from_elsewhere(page):
    found, result = page(*JOB, files=FILES)
    for tag, attributes in found.tags:
        assert not {"src", "href", "action", "srcset"} & attributes.keys(), tag
        assert not any(name.startswith("on") for name in attributes)
        assert tag not in ("link", "iframe", "img", "object", "embed")
    assert not re.search(r"https?:|@import|url\(", result.out)
    assert [tag for tag, _ in found.tags].count("script") == 1


def test_names_of_users_are_escaped(page):
    graph = {
        "schema": "cannlint/graph/1",
        "nodes": [
            {"name": f"a/{NASTY}", "type": "Gelu", "inputs": [], "outputs": []},
            {"name": "\u202eb", "type": NASTY, "inputs": [], "outputs": []},
        ],
    }
    files = {"g.json": json.dumps(graph), "p.ini": f"{NASTY}=high_precision\n"}
    found, result = page("--model", "g.json", "-O", "op_precision_mode=p.ini", files=files)
    assert [tag for tag, _ in found.tags].count("script") == 1
    assert "<script>alert" not in result.out and "\u202e" not in result.out
    assert NASTY in found.text


def test_dark_mode_print_and_a_narrow_screen_are_thought_of(page):
    found, result = page("--op", "Gelu")
    assert "@media (prefers-color-scheme: dark)" in result.out and "@media print" in result.out
    viewports = [a for tag, a in found.tags if tag == "meta" and a.get("name") == "viewport"]
    assert len(viewports) == 1
    assert ("html", {"lang": "en"}) in found.tags


def test_a_refused_job_says_so(page):
    found, result = page("-O", "modify_mixlist=mix.json", files=FILES)
    assert result.status == 1
    assert "refused, E10001: JB303 at " in found.text
    assert "No operators: CANN refuses the job" in found.text


def test_the_bars_name_the_option_that_decides_as_the_table_does(page):
    found, _ = page("--op", "Relu", "-O", "precision_mode=force_fp16")
    assert re.search(r"Decided by precision_mode +1 ", found.text), found.text
    default, _ = page("--op", "Relu")
    assert re.search(r"Decided by default +1 ", default.text), default.text


def test_the_same_plan_is_the_same_page_and_says_what_made_it(page):
    first, again, other = (
        page(*JOB, "--op", op, files=FILES)[1].out for op in ("Gelu",) * 2 + ("Tanh",)
    )
    assert first == again
    stamps = [
        re.search(r"cannlint \S+ · checksum of this page: (\w+)", one) for one in (first, other)
    ]
    assert stamps[0][1] != stamps[1][1]


def test_nodes_whose_reasons_differ_only_in_their_names_are_one_row(page):
    """With op_precision_mode each node is looked up by its own name."""
    edge = {"dtype": "float", "from": ["x", 0]}
    relus = [
        {"name": f"r{at}", "type": "Relu", "inputs": [edge], "outputs": [{"dtype": "float"}]}
        for at in range(3)
    ]
    data = {"name": "x", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]}
    graph = {"schema": "cannlint/graph/1", "nodes": [data, *relus]}
    files = {"g.json": json.dumps(graph), "p.ini": "[ByNodeName]\nother=high_precision\n"}
    found, _ = page("--model", "g.json", "-O", "op_precision_mode=p.ini", files=files)
    assert "Relu ×3 r0 … r2" in found.text
    assert "no entry for r0" in found.text and "no entry for r1" not in found.text
    assert "the reasons of r0; those of the others are the same" in found.text


def test_the_passes_of_the_page_are_all_named_with_the_line_that_decides(page):
    files = {"f.cfg": "SoftmaxFusionPass:off\nALL:off\n"}
    found, _ = page("--op", "Relu", "-O", "fusion_switch_file=f.cfg", files=files)
    assert "off by the switch file ×1 : SoftmaxFusionPass (f.cfg:1:1)" in found.text
    assert "off by `ALL` in the switch file (f.cfg:2:1) ×" in found.text
    stays_on = found.text.partition("CANN does not let a file turn them off")[2]
    assert "AABiasaddConvFusion" in stays_on and "HostBNFusionPass" in stays_on


def test_a_status_that_is_not_good_has_a_colour(page):
    _, result = page(*JOB, "--op", "Gelu", files=FILES)
    assert '<td class=warning data-label="dtypes in → out">' in result.out
