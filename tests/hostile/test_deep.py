"""Scripts and graphs that nest, repeat or count without end: soon a finding or a sentence."""

from __future__ import annotations

import json

import pytest

from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.errors import CannlintError
from cannlint.graphs.read import read_graph
from cannlint.kinds import Kind
from cannlint.library.operators import operators
from cannlint.text.source import Source

DEEP = {
    "parentheses": "(" * 5000 + "1" + ")" * 5000,
    "as deep as Python takes": "(" * 150 + "1" + ")" * 150,
    "unclosed": "[" * 30_000,
    "attributes": "a" + ".b" * 30_000,
    "calls": "a" + "()" * 20_000,
    "sums": "+".join(['"a"'] * 10_000),
    "signs": "-" * 30_000 + "1",
    "lambdas": "lambda: " * 20_000 + "1",
    "conditions": "1 if 2 else " * 8_000 + "3",
    "f-strings": 'f"' + "{" * 3000 + "1" + "}" * 3000 + '"',
    "digits": "9" * 100_000,
    "half a character": '"\udcff"',
    "a string without room": '"a" * 10**10',
    "a number without room": "str(10**10**10)",
}
BEGIN = {
    Kind.TORCH_MINDSPORE_SCRIPT: (
        "import torch_npu\ntorch.npu.set_option({'ACL_PRECISION_MODE': x})\nx = "
    ),
    Kind.TF_SCRIPT: "import npu_device\nnpu_device.global_options().precision_mode = x = ",
}


def test_a_python_script_of_very_many_words_is_not_read():
    text = BEGIN[Kind.TF_SCRIPT] + "[" * 100_000
    [found] = check_reading(read(Source("run.py", text.encode()), Kind.TF_SCRIPT))
    assert found.code == "CL008"
    assert "more than 40,000 words of this script" in str(found.message)


@pytest.mark.parametrize("kind", BEGIN)
@pytest.mark.parametrize("name", DEEP)
def test_a_python_script(kind, name):
    text = BEGIN[kind] + DEEP[name] + "\n"
    source = Source("run.py", text.encode("utf-8", "surrogateescape"))
    for finding in check_reading(read(source, kind), operators()):
        assert 0 <= finding.span.start <= finding.span.end <= len(text)
        assert "\n" not in str(finding.message)


@pytest.mark.parametrize(
    "text",
    ["$(" * 50_000, "${" * 50_000, "f() { " * 20_000, "A=$A$A$A$A\n" * 50 + "atc --model=$A",
     "atc --model=" + "{a,b}" * 60, 'bash -c "' * 500, "if true; then\n" * 20_000],
    ids=["commands", "variables", "functions", "doubling", "braces", "shells", "ifs"],
)  # fmt: skip
def test_a_shell_script(text):
    source = Source("run.sh", ("A=aaaa\n" + text + "\n").encode())
    for finding in check_reading(read(source, Kind.ATC_COMMANDS), operators()):
        assert 0 <= finding.span.start <= finding.span.end <= len(source.text)
        assert "\n" not in str(finding.message)


def neutral(*nodes: object) -> str:
    return json.dumps({"schema": "cannlint/graph/1", "nodes": nodes})


def relu(name: str, producer: str) -> dict[str, object]:
    return {"name": name, "type": "Relu", "inputs": [{"from": [producer, 0]}], "outputs": [{}]}


CIRCLE = neutral(*(relu(f"n{at}", f"n{(at + 1) % 5_000}") for at in range(5_000)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "graph { op {" * 50_000,
            ":1:607: not the text of a protobuf message: messages are nested",
        ),
        ('graph { op { name: "' + "a" * 10**6, ":1:20: not the text of a protobuf message"),
        ('{"schema": "cannlint/graph/1", "nodes": ' + "[" * 10**5, "nested too deeply"),
        ('{"nodes": [{"id": ' + "9" * 5000 + "}]}", "a number with too many digits"),
        (neutral(*[relu("a", "b")] * 10**4), "node `a` occurs twice"),
        (CIRCLE, "form a cycle"),
        (neutral(3), "nodes[0]: it has to be an object"),
        (neutral({"name": 1, "type": []}), "nodes[0]: name has to be a string"),
        ("\x08\x07\x3a\x7fabc", "unknown graph format"),
        ("\x0a" + "\x7f" * 1000, "unknown graph format"),
    ],
    ids=[
        "messages",
        "string",
        "lists",
        "digits",
        "twice",
        "circle",
        "types",
        "name",
        "beyond",
        "any",
    ],
)
def test_a_graph(tmp_path, text, words):
    path = tmp_path / "model"
    path.write_text(text)
    with pytest.raises(CannlintError) as raised:
        read_graph(str(path))
    assert str(raised.value).startswith(f"{path}:") and words in str(raised.value)
    assert len(str(raised.value)) < 500 + len(str(path))
