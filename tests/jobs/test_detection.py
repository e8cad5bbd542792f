"""Python scripts among the files of a folder: told by what they have to write."""

from __future__ import annotations

import pytest

from cannlint.discovery.detect import kind_of
from cannlint.kinds import Kind

TF, TORCH = Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT

SCRIPTS = [
    ('from npu_bridge.npu_init import *\ncustom_op.parameter_map["k"].b = True\n', TF),
    ("config = NPURunConfig(precision_mode='force_fp16')\n", TF),
    ("import npu_device as npu\nnpu.global_options().precision_mode = 'force_fp16'\n", TF),
    ("import torch_npu\ntorch_npu.npu.set_option({})\n", TORCH),
    ("import torch_npu\ntorch_npu.npu.set_compile_mode(jit_compile=False)\n", TORCH),
    ("torch.npu.matmul.allow_hf32 = True\n", TORCH),
    ("import torchair\n", TORCH),
    ("ms.set_context(ascend_config={})\n", TORCH),
    ("ms.device_context.ascend.op_precision.precision_mode('force_fp16')\n", TORCH),
    ("import npu_device\nimport torchair\nnpu_device.global_options().x = 1\n", TF),
    ("import torch\nprint(torch.__version__)\n", None),
    ("parameter_map = {}\n", None),
    ("def set_option(name): pass\n", None),
    ('TEXT = """\nOpType::Relu:InputDtype:float16\n"""\n', None),
    ('{"black-list": {"to-add": ["Conv2D"]}}', None),
    ("", None),
]


@pytest.mark.parametrize(("text", "kind"), SCRIPTS)
def test_kinds_of_scripts(text, kind):
    assert kind_of("model/train.py", text.encode()) is kind
    assert kind_of("keep_dtype.py", text.encode()) is kind  # the name says nothing


def test_scripts_of_a_folder_are_found(cannlint, tmp_path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "train.py").write_text(
        '# npu\ncustom_op.parameter_map["precison_mode"].s = b"force_fp16"\n'
    )
    (tmp_path / "src" / "other.py").write_text("x = 1\n")
    result = cannlint("check", ".", "--format", "concise")
    assert result.status == 0
    assert "src/train.py:2:26: warning JB001" in result.out
    assert "1 file and 1 job checked" in result.out


def test_a_script_by_its_kind_only(cannlint, tmp_path):
    (tmp_path / "train.txt").write_text('custom_op.parameter_map["precision_mode"].s = b"fp16"\n')
    result = cannlint("check", "train.txt", "--kind", "tf_script", "--format", "concise")
    assert result.status == 1
    assert "train.txt:1:49: error JB002" in result.out


@pytest.mark.parametrize(
    "start",
    [
        'ATC = "/usr/local/Ascend/bin/atc"\nsubprocess.run([ATC, "--model=a.onnx"])\n',
        'atc = shutil.which("atc")\nsubprocess.run([atc, "--model=a.onnx"])\n',
        'atc = os.getenv("ATC", "atc")\nsubprocess.run([atc, "--model=a.onnx"])\n',
    ],
)
def test_a_script_that_names_the_program_apart_from_the_command(start):
    assert kind_of("convert.py", start.encode()) is Kind.ATC_COMMANDS
    assert kind_of("convert.py", start.replace("atc", "match").encode()) is None


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("run.sh", 'ATC_BIN=$(command -v atc)\nCMD=(\n    "$ATC_BIN"\n    "--model=a.onnx"\n)\n'),
        ("README.md", "Run **atc --model=a.onnx --framework=5 --output=b**\n"),
        ("lite.sh", "Convert=/opt/lite/converter_lite\n$Convert --fmk=ONNX --modelFile=a.onnx\n"),
    ],
)
def test_a_command_that_does_not_begin_with_its_program(path, text):
    assert kind_of(path, text.encode()) is Kind.ATC_COMMANDS
    assert kind_of(path, text.replace("--", "of ").encode()) is None


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("Makefile", "a:\n\t@{}\n"),
        ("a.mk", "a:\n\t-{}\n"),
        ("Makefile", "a:\n\t@-+{}\n"),
        ("a.bat", "@echo off\r\n@{}\r\n"),
    ],
)
@pytest.mark.parametrize("command", ["atc --model=a.onnx", "aoe --job_type=1 --model=a.onnx"])
def test_a_command_behind_the_signs_of_make_and_of_a_batch_file(path, line, command):
    assert kind_of(path, line.format(command).encode()) is Kind.ATC_COMMANDS
