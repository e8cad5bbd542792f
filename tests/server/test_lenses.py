"""The line above each job that says what its plan changes, and the command that opens the plan."""

from __future__ import annotations

from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from onnx_models import Model
from server.client import Editor
from server.test_plans import CONFIGURATION, FILES, NODES, write_graph

COMMAND = "atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3"
FLOAT32 = "OpType::Relu:InputDtype:float32,OutputDtype:float32\n"
CHANGED = FLOAT32 + "OpType::Gelu:InputDtype:float32,OutputDtype:float32\n"


def uri(folder, name):
    return (folder / name).as_uri()


def lenses(editor, file):
    return editor.ask("textDocument/codeLens", {"textDocument": {"uri": file}})


def titles(editor, file):
    """Line → the text of the lens there."""
    return {
        lens["range"]["start"]["line"]: editor.ask("codeLens/resolve", lens)["command"]["title"]
        for lens in lenses(editor, file)
    }


def plan(editor, file, number):
    arguments = {"command": "cannlint.showPlan", "arguments": [file, number]}
    return editor.ask("workspace/executeCommand", arguments)


@pytest.mark.parametrize(
    ("options", "title"),
    [
        # force_fp16 is the default of ATC: Relu and Gelu would be float16
        ("--customize_dtypes=dtypes.cfg", "plan: 2 operators differ from the default"),
        ("--customize_dtypes=one.cfg", "plan: 1 operator differs from the default"),
        ("--customize_dtypes=same.cfg", "plan: every operator as by default"),
        # force_fp16 decides; with a mixed precision, Gelu is on the gray list: as its producers
        ("--precision_mode=allow_mix_precision --op_precision_mode=modes.ini",
         "plan: 1 operator may differ from the default"),
        ("--precision_mode=allow_mix_precision --op_precision_mode=two.ini",
         "plan: 2 operators may differ from the default"),
        ("", "plan: no model here, and no operators named"),
        ("--precision_mode=fp32", "plan: CANN refuses the job"),
        (
            "--precision_mode=$MODE --customize_dtypes=one.cfg",
            "plan: the value of precision_mode is not known from the file",
        ),
    ],
)  # fmt: skip
def test_a_command_says_how_many_operators_its_plan_changes(editor, tmp_path, options, title):
    (tmp_path / "dtypes.cfg").write_text(CHANGED)
    (tmp_path / "one.cfg").write_text(FLOAT32)
    (tmp_path / "same.cfg").write_text(FLOAT32.replace("float32", "float16"))
    (tmp_path / "modes.ini").write_text("Gelu=high_precision\n")
    (tmp_path / "two.ini").write_text("Gelu=high_precision\nTanh=high_precision\n")
    file = uri(tmp_path, "run.sh")
    editor.open(file, f"#!/bin/bash\n\n{COMMAND} {options}\n")
    assert titles(editor, file) == {2: title}


def test_a_command_that_does_not_fit_its_model_is_refused(editor, tmp_path):
    m = Model(13)
    (tmp_path / "net.onnx").write_bytes(m.bytes(m.add("Relu", m.input("x", 1, 8), name="Relu_0")))
    file = uri(tmp_path, "run.sh")
    editor.open(file, f"{COMMAND} --input_shape=y:1,8\n{COMMAND} --input_shape=x:1,8\n")
    assert titles(editor, file) == {
        0: "plan: CANN refuses the job",
        1: "plan: every operator as by default",
    }
    assert "input_shape: `y` does not fit the model" in plan(editor, file, 0)["text"]


def test_the_plan_of_a_command_is_shown_as_a_text(editor, tmp_path):
    (tmp_path / "dtypes.cfg").write_text(CHANGED)
    file = uri(tmp_path, "run.sh")
    editor.open(file, f"{COMMAND}\n{COMMAND} --customize_dtypes=dtypes.cfg\n")
    shown = plan(editor, file, 1)
    row = next(line for line in shown["text"].splitlines() if line.startswith("Relu"))
    assert "float32 → float32" in row and row.endswith("dtypes.cfg:1:1")
    path = url2pathname(urlparse(shown["uri"]).path)
    assert path.endswith("run.sh-2.plan.txt")
    with open(path, encoding="utf-8") as written:
        assert written.read() == shown["text"]


def test_each_job_of_a_configuration_with_its_graph(editor, tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    write_graph(tmp_path, NODES)
    (tmp_path / "cannlint.toml").write_text(CONFIGURATION)
    file = uri(tmp_path, "cannlint.toml")
    editor.open(file, CONFIGURATION)
    found = titles(editor, file)
    first, second = (CONFIGURATION[: CONFIGURATION.index(job)] for job in ("[job.net", "[job.kept"))
    assert set(found) == {first.count("\n"), second.count("\n")}
    assert found[first.count("\n")] == "plan: 1 operator differs from the default"
    text = plan(editor, file, 0)["text"]
    assert "Gelu gelu" in text and "3 nodes" in text, text


def test_a_lens_of_an_earlier_text_has_no_number(editor, tmp_path):
    (tmp_path / "dtypes.cfg").write_text(CHANGED)
    file = uri(tmp_path, "run.sh")
    editor.open(file, f"{COMMAND} --customize_dtypes=dtypes.cfg\n")
    [lens] = lenses(editor, file)
    editor.type(file, f"{COMMAND}\n")
    assert editor.ask("codeLens/resolve", lens)["command"]["title"] == "plan"


def test_the_editor_asks_again_when_a_config_file_has_changed(tmp_path):
    (tmp_path / "dtypes.cfg").write_text(CHANGED)
    capabilities = {
        "workspace": {"codeLens": {"refreshSupport": True}},
        "window": {"showDocument": {"support": True}},
    }
    with Editor(tmp_path, capabilities=capabilities) as editor:
        script, config = uri(tmp_path, "run.sh"), uri(tmp_path, "dtypes.cfg")
        editor.open(script, f"{COMMAND} --customize_dtypes=dtypes.cfg\n")
        editor.open(config, CHANGED)
        assert titles(editor, script) == {0: "plan: 2 operators differ from the default"}
        editor.type(config, FLOAT32)
        editor.expect("workspace/codeLens/refresh")
        assert titles(editor, script) == {0: "plan: 1 operator differs from the default"}
        shown = plan(editor, script, 0)
        request = next(m for m in editor.messages if m.get("method") == "window/showDocument")
        assert request["params"]["uri"] == shown["uri"]


@pytest.mark.parametrize(
    "arguments", [[], ["file:///nowhere.sh", 0], [1, 2], ["a", "b"], [None], ["a", -1]]
)
def test_wrong_arguments_have_an_error(editor, arguments):
    command = {"command": "cannlint.showPlan", "arguments": arguments}
    assert editor.refused("workspace/executeCommand", command) == -32602
    place = {"line": 0, "character": 0}
    lens = {"range": {"start": place, "end": place}, "data": arguments}
    assert editor.refused("codeLens/resolve", lens) == -32602


def test_in_chinese(tmp_path):
    (tmp_path / "dtypes.cfg").write_text(CHANGED)
    with Editor(tmp_path, locale="zh-cn") as editor:
        file = uri(tmp_path, "run.sh")
        editor.open(file, f"{COMMAND} --customize_dtypes=dtypes.cfg\n")
        assert titles(editor, file) == {0: "计划：2 个算子与默认不同"}
