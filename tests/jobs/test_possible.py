"""Values that may be, as defaults and those of branches: each rule judges them as any other."""

from __future__ import annotations

import json

import pytest

ATC = "atc --model=a.onnx --framework=5 --output=a"
SOC = "--soc_version=Ascend310P3"
TYPES = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
PARSER = "import argparse, os\np = argparse.ArgumentParser()\n"
TORCH = "import torch\nimport torch_npu\n"


def findings_of(cannlint, name):
    report = json.loads(cannlint("check", "--format", "json", name).out)
    for found in report["diagnostics"]:
        start = found["range"]["start"]
        yield f"{found['rule']} {found['severity']} {start['line']}:{start['column']}"


FOUND = [
    (f"S=${{1:-Ascend310P9}}\n{ATC} --soc_version=$S\n", ["JB019 warning 1:8"]),
    (f"K=${{1:-no.cfg}}\n{ATC} {SOC} --keep_dtype=$K\n", ["JB004 warning 1:8", "KD302 info 2:71"]),
    (f"I=${{1:-d:1,-2}}\n{ATC} {SOC} --input_shape=$I\n", ["JB037 error 1:8"]),
    (
        'if [ "$1" ]; then M=allow_mix_precision; else M=force_fp16; fi\n'
        f"{ATC} {SOC} --precision_mode=$M --modify_mixlist=mix.json\n",
        ["JB303 error 2:91"],
    ),
    (
        f"M=${{1:-force_fp16}}\nL=${{2:-mix.json}}\n{ATC} {SOC} "
        "--precision_mode=$M --modify_mixlist=$L\n",
        ["JB303 error 3:91"],
    ),
    # of two that branches set, one may exclude the other
    (
        'if [ "$1" ]; then D=force_fp16; M=; else D=; M=fp16; fi\n'
        f"{ATC} {SOC} --precision_mode=$D --precision_mode_v2=$M\n",
        [],
    ),
    (f"S=${{1:-Ascend310P3}}\n{ATC} --soc_version=$S\n", []),
    # what nobody sets stays unknown
    (f"{ATC} --soc_version=$S --keep_dtype=$K --precision_mode=$1\n", []),
]


@pytest.mark.parametrize(("script", "expected"), FOUND)
def test_of_a_shell_script(cannlint, tmp_path, script, expected):
    (tmp_path / "mix.json").write_text('{"black-list": {"to-add": ["MatMulV2"]}}')
    (tmp_path / "a.sh").write_text(script)
    assert [*findings_of(cannlint, "a.sh")] == expected


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (
            f"{PARSER}p.add_argument('--soc', default='Ascend310P9')\na = p.parse_args()\n"
            f"os.system(f'{ATC} --soc_version={{a.soc}}')\n",
            ["JB019 warning 3:34"],
        ),
        (
            f"{PARSER}p.add_argument('--f', default='no.cfg')\na = p.parse_args()\n"
            f"os.system(f'{ATC} {SOC} --keep_dtype={{a.f}}')\n",
            ["JB004 warning 3:32", "KD302 info 5:83"],
        ),
        (
            f"{TORCH}import os\nm = os.getenv('M', 'high')\n"
            "torch.npu.set_option({'ACL_OP_SELECT_IMPL_MODE': m})\n",
            ["JB002 error 4:21", "JB006 info 5:24"],
        ),
    ],
)
def test_of_a_python_script(cannlint, tmp_path, script, expected):
    (tmp_path / "a.py").write_text(script)
    assert [*findings_of(cannlint, "a.py")] == expected


def test_a_file_that_a_default_names_is_checked_as_what_it_is_used_for(cannlint, tmp_path):
    (tmp_path / "a.sh").write_text(f"K=${{1:-a.txt}}\n{ATC} {SOC} --keep_dtype=$K\n")
    (tmp_path / "a.txt").write_text("OpType::\n")
    out = cannlint("check", "--format", "concise", "a.sh").out
    assert "a.txt:1:1: warning KD001" in out
    assert "2 files and 1 job checked" in out


def test_a_fix_changes_nothing_but_the_value(cannlint, tmp_path):
    script = f"M=${{1:-force_fp61}}\n{ATC} {SOC} --precision_mode=$M\n"
    (tmp_path / "a.sh").write_text(script)
    cannlint("check", "--fix", "--unsafe-fixes", "a.sh")
    assert (tmp_path / "a.sh").read_text() == script.replace("fp61", "fp16")


def test_nothing_is_removed_because_of_a_default(cannlint, tmp_path):
    """The cache is off beside a level of debugging, which is only the default."""
    script = f"D=${{1:-4}}\n{ATC} {SOC} --op_debug_level=$D --op_compiler_cache_mode=enable\n"
    (tmp_path / "a.sh").write_text(script)
    cannlint("check", "--fix", "--unsafe-fixes", "a.sh")
    assert (tmp_path / "a.sh").read_text() == script
