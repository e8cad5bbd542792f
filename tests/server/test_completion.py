"""Completion of options in scripts and pages, while they are being written."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("pygls", reason="the extra `lsp` is not installed")

from hypothesis import given
from hypothesis import strategies as st

from cannlint.formats.scripts import Language
from cannlint.jobs.atc_commands import read
from cannlint.jobs.python.reader import read as read_python
from cannlint.kinds import Kind
from cannlint.server.completion.cpp_source import cpp_items
from cannlint.server.completion.option_files import option_file_items
from cannlint.server.completion.scripts import script_items
from cannlint.text.source import Source
from server.client import Editor
from work import grows_as_its_input

TF1 = "import tensorflow as tf\nfrom npu_bridge.npu_init import *\n"
TF2 = "import npu_device\n"
TORCH = "import torch\nimport torch_npu\n"
TORCHAIR = "import torchair\nconfig = torchair.CompilerConfig()\n"
MINDSPORE = "import mindspore as ms\n"

SHELL = [
    ("atc --model=a.onnx --prec|", "--precision_mode", "precision_mode"),
    ("atc --model=a.onnx |", "--customize_dtypes", "force_fp16"),
    ("atc --model=a.onnx -|", "--modify_mixlist", None),
    ("atc --precision_mode=|", "force_fp16", "high_precision"),
    ("atc --precision_mode |", "allow_mix_precision", "--precision_mode"),
    ('atc --precision_mode="|', "force_fp16", None),
    ("atc --model=a.onnx \\\n    --op_select_implmode=h|\necho done\n", "high_precision", None),
    ("if atc --model=a.onnx --prec|", "--precision_mode", None),
    ("f() {\n  atc --framework=|\n}\n", "5", "2"),
    ('OPTS="--model=a.onnx --soc_version=|"\natc $OPTS\n', "Ascend910B3", None),
    ("OPTS=(\n  --model=a.onnx\n  --prec|", "--precision_mode", None),
    ("ls --prec|", None, "--precision_mode"),
    ("# atc --prec|", None, "--precision_mode"),
    ("echo 'atc' && ls -|", None, "--precision_mode"),
]

PYTHON = [
    (f'{TF1}custom_op.parameter_map["|', "precision_mode", "DumpConfig"),
    (f"{TF1}custom_op.parameter_map['prec|'].s = b'x'\n", "precision_mode", "aicore"),
    (f'{TF1}custom_op.parameter_map["precision_mode"].s = b"|', "force_fp16", None),
    (f'{TF1}custom_op.parameter_map["precision_mode"].s = |', 'b"force_fp16"', "force_fp16"),
    (f'{TF1}custom_op.parameter_map["enable_data_pre_proc"].b = |', "True", '"True"'),
    (f"{TF1}config = NPURunConfig(\n    horovod_mode=True,\n    |", "precision_mode=", None),
    (f'{TF1}config = NPURunConfig(precision_mode="|")\n', "allow_mix_precision", None),
    (f"{TF1}NPURunConfig(dump_config=DumpConfig(|", "dump_path=", "precision_mode="),
    (f"{TF2}npu_device.global_options().|", "precision_mode", "force_fp16"),
    (f"{TF2}npu_device.global_options().dump_config.|", "enable_dump", "precision_mode"),
    (f'{TORCH}torch_npu.npu.set_option({{"|', "ACL_PRECISION_MODE", "ge.exec.precision_mode"),
    (f'{TORCH}torch.npu.set_option({{"ACL_PRECISION_MODE": "|"}})\n', "allow_fp32_to_fp16", None),
    (f'{TORCH}o = {{"ACL_|\ntorch.npu.set_option(o)\n', "ACL_PRECISION_MODE", None),
    (f"{TORCH}torch.npu.matmul.|", "allow_hf32", "allow_internal_format"),
    (f"{TORCHAIR}config.|", "mode", "graph_dump"),
    (f"{TORCHAIR}config.|", "debug", "type"),
    (f"{TORCHAIR}config.debug.graph_dump.|", "type", "mode"),
    (f'{TORCHAIR}config.mode = "|', "max-autotune", None),
    (f"{TORCHAIR}if x:\n    config.mode = |", '"max-autotune"', "max-autotune"),
    (f'{MINDSPORE}ms.set_context(ascend_config={{"|', "precision_mode", "jit_config"),
    (f"{MINDSPORE}ms.set_context(|", "jit_level=", "precision_mode="),
    (f'{MINDSPORE}ms.set_context(ascend_config={{"ge_options": {{"global": {{"ge.|',
     "ge.exec.precision_mode", "precision_mode"),
    (f"{MINDSPORE}ms.device_context.ascend.op_precision.|", "precision_mode", None),
    (f"{MINDSPORE}@ms.jit(|", "backend=", None),
    ('import os\nos.system("atc --model=a.onnx --prec|', "--precision_mode", None),
    ('import subprocess\nsubprocess.run(["atc", "--precision_mode=|', "force_fp16", None),
    (f"{TORCHAIR}print(|", None, "mode"),
    (f"{TORCHAIR}# config.|", None, "mode"),
    ("import os\nos.|", None, "precision_mode"),
]  # fmt: skip


def place(text):
    """Line and character of the mark `|`, and the text without it."""
    before, _, after = text.partition("|")
    lines = before.split("\n")
    return before + after, len(lines) - 1, len(lines[-1])


def asked(editor, file, text, language="plaintext"):
    """The items at the mark, by their labels."""
    text, line, character = place(text)
    editor.open(file, text, language)
    items = editor.at("completion", file, line, character)
    return {item["label"]: item for item in items}


@pytest.mark.parametrize(
    ("name", "text", "expected", "absent"),
    [("run.sh", *case) for case in SHELL] + [("train.py", *case) for case in PYTHON],
)
def test_options_of_the_front_end_and_their_values(editor, tmp_path, name, text, expected, absent):
    found = asked(editor, (tmp_path / name).as_uri(), text)
    assert (expected in found) if expected is not None else not found
    assert absent not in found


def test_an_item_has_the_default_and_what_the_option_does(editor, tmp_path):
    found = asked(editor, (tmp_path / "run.sh").as_uri(), "atc --model=a.onnx --prec|")
    item = found["--precision_mode"]
    assert item["detail"] == "default: force_fp16"
    assert "float dtypes" in item["documentation"]["value"]
    assert item["textEdit"]["newText"] == "--precision_mode"
    start, end = item["textEdit"]["range"]["start"], item["textEdit"]["range"]["end"]
    assert (start["character"], end["character"]) == (19, 25)  # the dashes are replaced, too
    whole = editor.ask("completionItem/resolve", item)
    about = whole["documentation"]["value"]
    assert "`force_fp32`" in about and "not together with `precision_mode_v2`" in about
    assert "TensorFlow" not in about


def test_needed_and_documented_options_come_first_and_those_that_are_there_last(editor, tmp_path):
    found = asked(editor, (tmp_path / "run.sh").as_uri(), "atc --model=a.onnx --soc_version=x --|")
    ordered = sorted(found, key=lambda label: found[label]["sortText"])
    assert ordered[:2] == ["--framework", "--output"]  # ATC refuses the command without them
    assert ordered.index("--precision_mode") < ordered.index("--build_config")
    assert ordered.index("--keep_dtype") < ordered.index("--build_config")
    assert ordered.index("--build_config") < ordered.index("--model")
    assert ordered.index("--op_precision_mode") < ordered.index("--optypelist_for_implmode")
    assert ordered.index("--build_config") < ordered.index("--auto_tune_mode")  # no value is taken


def test_the_options_of_another_command_are_not_there_already(editor, tmp_path):
    text = "atc --precision_mode=force_fp16 --model=a.onnx\natc --model=b.onnx --|\n"
    found = asked(editor, (tmp_path / "run.sh").as_uri(), text)
    ordered = sorted(found, key=lambda label: found[label]["sortText"])
    assert ordered.index("--precision_mode") < ordered.index("--model")


def test_a_fence_of_a_page(editor, tmp_path):
    page = "# Convert\n\nRun:\n\n```bash\natc --model=a.onnx --prec|\n```\n\nDone.\n"
    assert "--precision_mode" in asked(editor, (tmp_path / "a.md").as_uri(), page)
    assert not asked(editor, (tmp_path / "b.md").as_uri(), "# Convert\n\nUse --prec|\n")


def test_files_for_an_option_that_takes_one(editor, tmp_path):
    (tmp_path / "cfg").mkdir()
    (tmp_path / "cfg" / "ops.ini").write_text("Gelu=high_precision\n")
    (tmp_path / "net.onnx").write_bytes(b"")
    file = (tmp_path / "run.sh").as_uri()
    assert {"cfg/", "net.onnx"} <= set(asked(editor, file, "atc --op_precision_mode=|"))
    assert set(asked(editor, file, "atc --op_precision_mode=./cfg/|")) == {"./cfg/ops.ini"}
    script = f'{TF1}custom_op.parameter_map["op_precision_mode"].s = b"cfg/|"\n'
    assert set(asked(editor, (tmp_path / "a.py").as_uri(), script)) == {"cfg/ops.ini"}


def test_an_untitled_script_of_a_known_kind(editor):
    found = asked(editor, "untitled:Untitled-1", "#!/bin/bash\natc --model=a.onnx --prec|\n")
    assert "--precision_mode" in found


def test_text_of_more_than_one_unit_before_the_cursor(editor, tmp_path):
    text = "atc --model=\U0001f600.onnx --prec|"
    text, line, _ = place(text)
    file = (tmp_path / "run.sh").as_uri()
    editor.open(file, text)
    items = editor.at("completion", file, line, len(text) + 1)  # the face counts twice in UTF-16
    item = next(item for item in items if item["label"] == "--precision_mode")
    assert item["textEdit"]["range"]["start"]["character"] == text.index("--prec") + 1


def test_in_chinese(tmp_path):
    with Editor(tmp_path, locale="zh-cn") as editor:
        found = asked(editor, (tmp_path / "run.sh").as_uri(), "atc --model=a.onnx --prec|")
        item = found["--precision_mode"]
        assert item["detail"] == "默认值：force_fp16"
        assert item["documentation"]["value"] == "网络中的算子以哪种浮点数据类型执行。"
        assert "默认值" in editor.ask("completionItem/resolve", item)["documentation"]["value"]


def cuts(text, span):
    """The text for a cursor at each place in a span: whole, without the rest of its line, cut."""
    for offset in range(span.start, span.end + 1):
        line_end = text.find("\n", offset)
        rest = text[line_end:] if line_end >= 0 else ""
        yield offset, (text, text[:offset] + rest, text[:offset])


def missed(text, reading, language):
    """The places in the options of a script where the option, or its value, is not offered."""
    seen = set()
    for job in reading.jobs:
        for setting in job.settings:
            key = text[setting.key_span.start : setting.key_span.end]
            spec = setting.spec
            if spec is None or setting.key_span in seen or not spec.key.endswith(key.strip("-")):
                continue  # an abbreviation of a flag, or a name that is put together
            seen.add(setting.key_span)
            value = text[setting.value_span.start : setting.value_span.end]
            wanted = [(setting.key_span, key)]
            if value and value == setting.value and value in spec.values:
                wanted.append((setting.value_span, value))
            for span, name in wanted:
                for offset, forms in cuts(text, span):
                    for form in forms:
                        found = script_items(form, offset, "a", language, None)
                        labels = {item.label.strip("-=") for item in found.items}
                        if name.strip("-") not in labels:
                            yield setting.key, form[max(0, offset - 40) : offset]


def recorded_scripts(recorded, kind, step):
    for line in (recorded / "vectors" / f"{kind}.jsonl").read_text("utf-8").splitlines()[::step]:
        case = json.loads(line)
        yield case.get("script") or case["command"]


@pytest.mark.parametrize(
    ("kind", "step"),
    [
        ("front_ends", 60),
        ("tf_sessions", 250),
        pytest.param("front_ends", 3, marks=pytest.mark.slow),
        pytest.param("tf_sessions", 8, marks=pytest.mark.slow),
    ],
)
def test_every_cut_of_recorded_python_scripts(recorded, kind, step):
    for text in recorded_scripts(recorded, kind, step):
        if "opts['" in text or "def fill(config)" in text or "import precision_mode" in text:
            continue  # what shows that it is an option stands in another statement
        reading = read_python(Source("a.py", text.encode()), Kind.TF_SCRIPT)
        assert list(missed(text, reading, Language.PYTHON)) == []


@pytest.mark.parametrize("step", [600, pytest.param(8, marks=pytest.mark.slow)])
def test_every_cut_of_recorded_commands(recorded, step):
    for command in recorded_scripts(recorded, "atc_commands", step):
        for text in (command, "if " + command.replace(" --", " \\\n  --") + "; then\n  exit\nfi\n"):
            reading = read(Source("a.sh", text.encode()))
            assert list(missed(text, reading, Language.SHELL)) == []


PIECES = (
    "atc ", "--model=a ", "\\\n", "\n", " ", "'", '"', '"""', "$A", "A=", "(", ")", "{", "[", "]",
    ":", "=", "#", "```bash\n", "import torchair\n", "config = torchair.CompilerConfig()\n",
    "config.", "mode", "torch.npu.set_option(", "ms.set_context(", "ge_options", "os.environ[",
    "NPURunConfig(", "parameter_map[", "def f():\n", "@", "\t", "é", "\x00", "\ud800",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=25), st.integers(0, 10_000))
def test_any_text_has_an_answer(pieces, offset):
    text = "".join(pieces)
    at = offset % (len(text) + 1)
    for language in (Language.PYTHON, Language.SHELL, Language.MARKDOWN):
        found = script_items(text, at, "a", language, None)
        assert 0 <= found.replaced <= at


@pytest.mark.parametrize(
    "piece", ["(", "'", "\\", "\\\n", "x = ", "$a", "atc ", '["', "a = 1\n", ".a"]
)
def test_the_work_grows_as_the_text(piece):
    def complete(number):
        text = "import torchair\natc\n" + piece * number + '"'
        for language in (Language.PYTHON, Language.SHELL):
            script_items(text, len(text), "a", language, None)

    assert grows_as_its_input(complete, 5_000)


OPTION_FILES = [
    ("[ascend_context]\nprec|\n", "precision_mode", "ge.exec.precision_mode"),
    ("[ascend_context]\nprecision_mode=|\n", "enforce_fp32", "O0"),
    ("[acl_build_options]\nge.|\n", "ge.customizeDtypes", "ge.socVersion"),
    ("[acl_|\n", "acl_init_options", "precision_mode"),
]


@pytest.mark.parametrize(("text", "wanted", "unwanted"), OPTION_FILES)
def test_options_of_an_ini_file(text, wanted, unwanted):
    check_option_file(text, "a.ini", Kind.MSLITE_CONFIG, wanted, unwanted)


YAML_FILES = [
    ("context:\n  jit|\n", "jit_config", "precision_mode"),
    ("context:\n  ascend_config:\n    pre|\n", "precision_mode", "max_call_depth"),
    ("context:\n  ascend_config:\n    precision_mode: |\n", "force_fp16", "O0"),
    ("run_mode: |\ncontext:\n  mode: 0\n", "train", "O0"),
]


@pytest.mark.parametrize(("text", "wanted", "unwanted"), YAML_FILES)
def test_options_of_a_yaml_file(text, wanted, unwanted):
    check_option_file(text, "a.yaml", Kind.MINDFORMERS_YAML, wanted, unwanted)


IN_CPP = [
    ('aclSetCompileopt(ACL_|, "x");', "ACL_PRECISION_MODE", "ge.exec.precision_mode"),
    ("aclSetCompileopt(ACL_PREC|)", "ACL_OP_SELECT_IMPL_MODE", "PRECISION_MODE"),
    ("aclSetCompileopt(aclCompileOpt::ACL_|", "ACL_DEBUG_DIR", "PRECISION_MODE"),
    ('aclSetCompileopt(ACL_PRECISION_MODE, "|");', "force_fp16", "O0"),
    ('std::map<A, A> o = {{"ge.|", "x"}};\naclgrphBuildModel(g, o, m);',
     "ge.customizeDtypes", "ge.opSelectImplmode"),
    ('std::map<A, A> o = {{"ge.exec|"}};\naclgrphBuildInitialize(o);',
     "ge.exec.precision_mode", "ge.customizeDtypes"),
    ('std::map<A, A> o;\no["|"]\naclgrphBuildInitialize(o);', "ge.exec.precision_mode", None),
    ('std::map<A, A> o;\no["ge.exec.precision_mode"] = "|\naclgrphBuildInitialize(o);',
     "allow_mix_precision", "ge.exec.precision_mode"),
    ("std::map<A, A> o;\no[ge::ir_option::|] = x;\naclgrphBuildModel(g, o, m);",
     "CUSTOMIZE_DTYPES", "OP_SELECT_IMPL_MODE"),
    ("std::map<A, A> o;\no[PREC|]\naclgrphBuildInitialize(o);", "PRECISION_MODE", "ACL_DEBUG_DIR"),
    ('Print("|"); aclSetCompileopt(ACL_PRECISION_MODE, "x");', None, "force_fp16"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted", "unwanted"), IN_CPP)
def test_options_of_a_cpp_source(text, wanted, unwanted):
    before, after = text.split("|")
    items, _ = cpp_items(before + after, len(before), "a.cpp", None)
    labels = {item.label for item in items}
    assert wanted is None or wanted in labels
    assert unwanted not in labels


def test_a_constant_has_its_scope():
    text = "std::map<A, A> o;\no[PREC]\naclgrphBuildInitialize(o);"
    items, before = cpp_items(text, text.index("]"), "a.cpp", None)
    [item] = [item for item in items if item.label == "PRECISION_MODE"]
    assert (item.text, before) == ("ge::ir_option::PRECISION_MODE", 4)


def check_option_file(text: str, path: str, kind: Kind, wanted: str, unwanted: str) -> None:
    before, after = text.split("|")
    items = option_file_items(before + after, len(before), path, kind, None)
    labels = {item.label for item in items}
    assert wanted in labels
    assert unwanted not in labels
