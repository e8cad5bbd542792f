"""A project with jobs, graphs and scripts: what `cannlint check` says of it, the server says."""

from __future__ import annotations

import json
import random
import time

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import Options
from cannlint.server.convert import message_of
from onnx_models import Model
from server.client import PATIENCE, Editor
from server.test_edits import position

CONFIGURATION = """\
soc = "Ascend910B3"
library = "8.1.RC1"

[[ignore]]
rules = ["OP302"]
paths = ["quiet/**"]

[job.net]
soc_version = "Ascend910B3"
precision_mode = "force_fp16"
customize_dtypes = "customize.cfg"
op_precision_mode = "op_precision.ini"
graph = "net.json"

[job.kept]
soc_version = "Ascend910B3"
precision_mode = "allow_mix_precision"
modify_mixlist = "lists.json"
keep_dtype = "keep.cfg"
fusion_switch_file = "switches.cfg"
graph = "net.json"
"""
NODES = [
    {"name": "x", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]},
    {
        "name": "relu",
        "type": "Relu",
        "inputs": [{"dtype": "float", "from": ["x", 0]}],
        "outputs": [{"dtype": "float"}],
    },
    {
        "name": "gelu",
        "type": "Gelu",
        "inputs": [{"dtype": "float", "from": ["relu", 0]}],
        "outputs": [{"dtype": "float"}],
    },
]
FILES = {
    "customize.cfg": "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
    "gone::InputDtype:float16,OutputDtype:float16\n"
    "gelu::InputDtype:float32,OutputDtype:float32\n",
    "op_precision.ini": "# modes\nGelu=high_precision\nTanh=high_precision\n",
    "keep.cfg": "OpType::Relu\nbert/gone\nOpType::not_pascal\n",
    "lists.json": '{"white-list": {\n  "to-add": [\n    "Relu",\n    "Tanh"\n  ]\n}}\n',
    "switches.cfg": '{"Switch": {"GraphFusion": {"SoftmaxFusionPass": "of"}}}\n',
    "build.sh": "atc --model=net.onnx --framework=5 --output=out --soc_version=Ascend910B3 \\\n"
    "    --precision_mode=fp8 --op_precision_mode=script.ini\n",
    "script.ini": "Gelu=high_precision\nGelu=high_performance\n",
}
PIECES = ("x", "\n", "#", "Relu", ":", "OpType::", "float32", '"', ",", "=", "gelu", "\r\n", "é")


@pytest.fixture
def project(tmp_path):
    (tmp_path / "cannlint.toml").write_text(CONFIGURATION)
    (tmp_path / "net.onnx").write_bytes(b"")
    write_graph(tmp_path, NODES)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def write_graph(project, nodes):
    graph = {"schema": "cannlint/graph/1", "nodes": nodes}
    (project / "net.json").write_text(json.dumps(graph))


def of_check(project, monkeypatch):
    """What is found in each file, in the form of the protocol.

    That a table of the configuration accepts nothing only a check of the whole folder can tell.
    """
    monkeypatch.chdir(project)
    options = Options()
    found = {name: [] for name in (*FILES, "cannlint.toml")}
    for finding in check_paths(["."], options).findings:
        if finding.source.path == "cannlint.toml" and finding.code == "CL002":
            continue
        text, span = finding.source.text, finding.span
        start, end = (position(text, at, "utf-16") for at in (span.start, span.end))
        told = (finding.code, tuple(start.values()), tuple(end.values()), message_of(finding))
        found[finding.source.path].append(told)
    return {name: sorted(known) for name, known in found.items()}


def of_server(editor, project):
    """What was published last about each file."""
    found = {name: [] for name in (*FILES, "cannlint.toml")}
    uris = {(project / name).as_uri(): name for name in found}
    for message in editor.messages:
        if message.get("method") == "textDocument/publishDiagnostics":
            found[uris[message["params"]["uri"]]] = sorted(
                (
                    one["code"],
                    tuple(one["range"]["start"].values()),
                    tuple(one["range"]["end"].values()),
                    one["message"],
                )
                for one in message["params"]["diagnostics"]
                if "code" in one  # not the summaries of closed files
            )
    return found


def settle(editor, project, expected):
    """Wait until the server says what is expected."""
    end = time.monotonic() + PATIENCE
    while of_server(editor, project) != expected and time.monotonic() < end:
        time.sleep(0.02)
        editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": "file:///none"}})
    assert of_server(editor, project) == expected


def save(editor, project, name):
    editor.tell("textDocument/didSave", {"textDocument": {"uri": (project / name).as_uri()}})


def test_the_findings_of_saved_files_are_those_of_check(project, monkeypatch):
    expected = of_check(project, monkeypatch)
    codes = {found[0] for known in expected.values() for found in known}
    assert {"CD303", "CD201", "KD001", "MX201", "OP201", "JB002", "JB317", "OP105"} <= codes
    with Editor(project) as editor:
        for name, text in {**FILES, "cannlint.toml": CONFIGURATION}.items():
            editor.open((project / name).as_uri(), text)
        settle(editor, project, expected)
        write_graph(project, NODES[:2])
        save(editor, project, "customize.cfg")
        settle(editor, project, of_check(project, monkeypatch))


@pytest.mark.slow
def test_they_are_so_after_random_edits_of_all_files(project, monkeypatch):
    chance = random.Random(3)
    texts = {**FILES, "cannlint.toml": CONFIGURATION}
    with Editor(project) as editor:
        for name, text in texts.items():
            editor.open((project / name).as_uri(), text)
        for _ in range(8):
            name = chance.choice([*FILES])
            for _ in range(chance.randint(1, 4)):
                text = texts[name] if chance.random() < 0.8 else FILES[name]
                at = chance.randint(0, len(text))
                end = min(len(text), at + chance.choice((0, 0, 1, 30)))
                at, end = (place - (text[place - 1 : place + 1] == "\r\n") for place in (at, end))
                new = chance.choice(PIECES)
                span = {
                    "start": position(text, at, "utf-16"),
                    "end": position(text, end, "utf-16"),
                }
                if text is not texts[name]:
                    editor.change((project / name).as_uri(), {"text": text})
                editor.change((project / name).as_uri(), {"range": span, "text": new})
                texts[name] = text[:at] + new + text[end:]
            (project / name).write_text(texts[name], newline="")
            save(editor, project, name)
            settle(editor, project, of_check(project, monkeypatch))


def test_while_a_file_is_typed_in_the_other_lines_keep_what_the_plan_has_found(project):
    file = (project / "customize.cfg").as_uri()
    with Editor(project) as editor:
        editor.open(file, FILES["customize.cfg"])
        published = editor.wait_for(file, ["CD303", "CD201", "JB317"])
        planned = [found for found in published if found["code"] != "JB317"]  # made without a plan
        start = {"line": 0, "character": 0}
        editor.change(file, {"range": {"start": start, "end": start}, "text": "Add::\n"})
        at_once = editor.diagnostics(file)
        kept = [found for found in at_once if found["code"] in ("CD201", "CD303")]
        lines = [found["range"]["start"]["line"] for found in kept]
        assert lines == [found["range"]["start"]["line"] + 1 for found in planned]
        assert [found["message"] for found in kept] == [found["message"] for found in planned]


def test_a_graph_that_cannot_be_read_is_told(project):
    (project / "net.json").write_text("{")
    with Editor(project) as editor:
        editor.open((project / "customize.cfg").as_uri(), FILES["customize.cfg"])
        shown = editor._until(lambda message: message.get("method") == "window/showMessage")
        assert "net.json" in shown["params"]["message"]


def test_the_model_of_a_command_is_compared_and_looked_into(tmp_path):
    m = Model(13)
    added = m.add("Add", m.input("x", 1, 4), m.constant(1e-12), name="Add_0")
    (tmp_path / "m.onnx").write_bytes(m.bytes(added))
    (tmp_path / "keep.cfg").write_text("Add_1\n")
    script = tmp_path / "run.sh"
    script.write_text(
        "atc --model=m.onnx --framework=5 --output=o --soc_version=Ascend910B3"
        ' --input_shape="y:1,4" --precision_mode=force_fp16 --keep_dtype=keep.cfg\n'
    )
    with Editor(tmp_path) as editor:
        editor.open(script.as_uri(), script.read_text(), "shellscript")
        editor.wait_for(script.as_uri(), ["JB356", "JB031"])
        names = tmp_path / "keep.cfg"
        editor.open(names.as_uri(), names.read_text())
        editor.wait_for(names.as_uri(), ["KD201"])
