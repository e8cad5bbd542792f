"""Files of nothing but faults: memory and time stay in bounds."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from cannlint.jobs.python.words import MOST_FOLLOWED
from conftest import ROOT

BASE = 100  # megabytes, for the interpreter and the library
TIMES = 10
SIZE = 300_000  # bytes; benchmarks/hostile.py takes more, and more shapes

CHILD = """
import sys
from cannlint.__main__ import main
status = main()
# of this program alone: what getrusage gives begins with the peak of the process that started it
with open("/proc/self/status") as file:
    [peak] = [line.split()[1] for line in file if line.startswith("VmHWM:")]
print(peak, file=sys.stderr)
sys.exit(status)
"""


def peak_of(folder, *arguments: str) -> tuple[int, float]:
    """The exit status of a command and its peak memory in megabytes."""
    process = subprocess.run(
        [sys.executable, "-c", CHILD, *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT / "lint"), "PATH": ""},
        capture_output=True,
        timeout=120,
    )
    assert b"Traceback" not in process.stderr, process.stderr.decode()[-2000:]
    return process.returncode, int(process.stderr.split()[-1]) / 1024


needs_proc = pytest.mark.skipif(
    not os.path.exists("/proc/self/status"), reason="needs Linux's /proc"
)


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize(
    ("kind", "piece"),
    [
        ("customize_dtypes", b"\n"),
        ("customize_dtypes", b"a\n"),
        ("customize_dtypes", b","),
        ("op_precision", b"a\n"),
        ("fusion_switch", b"\n"),
        ("fusion_switch", b"a\n"),
        ("fusion_switch", b"["),
        ("keep_dtype", b"a\n"),
        ("mixlist", b"["),
        ("mixlist", b'{"a":'),
        ("ops_info", b"[],"),
        ("mixlist", b"'"),
        ("atc_script", b"atc --model=a "),
        ("atc_script", b"cat <<E\n"),
        ("atc_script", b"$("),
        ("op_precision", b"# cannlint: ignore[OP101]\n"),
        ("op_precision", b"# cannlint: ignore-file[CD,KD,MX,FS,JB,LB,OP0,X]\nA=bad\n"),
        ("op_precision", b"# cannlint: ignore-file[%s]\nA=bad\n" % b",".join([b"X"] * 9_000)),
        ("torch_script", b"("),
    ],
)
def test_a_file_of_one_thing(tmp_path, kind, piece):
    data = piece * (SIZE // len(piece))
    (tmp_path / "file").write_bytes(data)
    status, peak = peak_of(tmp_path, "check", "--kind", kind, "--format", "json", "file")
    assert status in (0, 1, 2)  # 2 for more commands than are read
    assert peak < BASE + TIMES * len(data) / 2**20


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize("inner", [b"\\\\" * (SIZE // 2), b"a" * SIZE, b"{%s}" % (b"a" * SIZE)])
def test_a_long_text_in_a_python_script(tmp_path, inner):
    script = b"import os\nos.system(f'atc %s')\n" % inner
    (tmp_path / "file.py").write_bytes(script)
    status, peak = peak_of(tmp_path, "check", "--kind", "atc_script", "--format", "json", "file.py")
    assert status in (0, 1)
    assert peak < BASE + TIMES * len(script) / 2**20


def test_no_command_of_many_is_left_out_in_silence(cannlint, tmp_path):
    """Each command here takes four of the expressions that are followed."""
    command = "os.system(f'atc --model=a --framework=5 --output=o --log={level}')\n"
    for count, is_told in ((MOST_FOLLOWED // 4, False), (MOST_FOLLOWED // 4 + 1, True)):
        (tmp_path / "file.py").write_text("import os\n" + command * count)
        report = json.loads(cannlint("check", "--format", "json", "file.py").out)
        told = [one["message"] for one in report["diagnostics"] if one["rule"] == "CL008"]
        assert bool(told) is is_told and (report["summary"]["jobs"] == 0) is is_told
        assert all("more than 10,000 steps" in message for message in told)


UNLIKE = {
    # kind → what begins the file, an entry that is as short as can be, what ends the file
    "customize_dtypes": ("", "a{0:05x}:InputDtype:int8\n", ""),
    "op_precision": ("", "a{0:05x}=high_precision\n", ""),
    "keep_dtype": ("", "a{0:05x}\n", ""),
    "fusion_switch": ("", "a{0:05x}:on\n", ""),
    "mixlist": ('{{"black-list":{{"to-add":[', '"a{0:05x}",', '"a"]}}}}'),
    "ops_info": ("{{", '"a{0:05x}":{{}},', '"a":{{}}}}'),
}


def unlike(kind: str, count: int) -> bytes:
    """A sound file of a kind with so many entries, none like another."""
    head, entry, tail = UNLIKE[kind]
    return (head.format() + "".join(map(entry.format, range(count))) + tail.format()).encode()


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize("kind", UNLIKE)
def test_entries_that_all_count(tmp_path, kind):
    """Just below MOST_ENTRIES, where a file takes the most memory for its size."""
    data = unlike(kind, 199_000)
    (tmp_path / "file").write_bytes(data)
    status, peak = peak_of(tmp_path, "check", "--kind", kind, "--format", "json", "file")
    assert status == 0
    assert peak < BASE + TIMES * len(data) / 2**20


@pytest.mark.slow
@pytest.mark.parametrize("kind", UNLIKE)
def test_a_file_of_more_entries_is_not_checked_and_that_is_said(cannlint, tmp_path, kind):
    data = unlike(kind, 201_000) + b" " * 4_000_000 * (kind == "ops_info")
    (tmp_path / "file").write_bytes(data)
    result = cannlint("check", "--kind", kind, "--format", "concise", "file")
    assert "CL005" in result.out
    assert "more than 200,000 entries" in result.out
    assert result.status == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (unlike("mixlist", 201_000).replace(b'"a"]', b'"a",]'), "MX003"),
        (b"[" + b"[]," * 201_000 + b"[]]", "MX005"),
    ],
)
def test_json_that_is_refused_whatever_is_in_it(cannlint, tmp_path, data, code):
    (tmp_path / "file").write_bytes(data)
    result = cannlint("check", "--kind", "mixlist", "--format", "concise", "file")
    assert f"error {code}" in result.out
    assert result.status == 1


@pytest.mark.slow
def test_a_job_says_that_its_file_is_not_checked(cannlint, tmp_path):
    (tmp_path / "keep.cfg").write_bytes(unlike("keep_dtype", 201_000))
    (tmp_path / "convert.sh").write_text("atc --model=a.onnx --framework=5 --keep_dtype=keep.cfg\n")
    result = cannlint("check", "--format", "concise", "convert.sh")
    assert "keep.cfg:1:1: error CL005" in result.out
    assert result.status == 2
    planned = cannlint(
        "plan", "--isolated", "--soc", "Ascend910B3", "-O", "keep_dtype=keep.cfg", "--all"
    )
    assert "more than 200,000 entries" in planned.err
    assert planned.status == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("a.sh", b"atc --model=a" + b" b" * 50_000, "a command of more than 50,000 words"),
        ("a.sh", b"atc --model=a b c\n" * 64_000, "more than 200,000 commands, words and"),
        ("a.sh", b"atc --model=a\n" + b"a; " * 100_000, "more than 200,000 commands, words and"),
        ("a.sh", b"atc --model=a\n" + b"$a;" * 67_000, "more than 200,000 commands, words and"),
        ("a.sh", b"atc --model=a\n" + b"a>b;" * 67_000, "more than 200,000 commands, words and"),
        (
            "a.py",
            b"torch_npu.npu.set_option({'ACL_PRECISION_MODE': 'x'})\n" + b"a=1\n" * 20_000,
            "more than 40,000 words of this script",
        ),
    ],
)
def test_a_script_that_is_too_long(cannlint, tmp_path, name, data, what):
    (tmp_path / name).write_bytes(b"import torch_npu\n" * name.endswith("py") + data)
    result = cannlint("check", "--format", "concise", name)
    assert ":1:1: info CL008" in result.out
    assert what in result.out
    assert result.status == 0


def test_a_configuration_that_is_too_long(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text('[[ignore]]\nrules = ["CD104"]\n' * 40_000)
    (tmp_path / "keep.cfg").write_text("Relu\n")
    result = cannlint("check", "--format", "concise", "keep.cfg")
    assert "CL001 the file is longer than 1,048,576 characters" in result.out
    assert result.status == 2


def test_a_rule_tells_a_thousand_and_that_there_are_more(cannlint, tmp_path):
    (tmp_path / "a.cfg").write_text("x:InputDtype:fp16\n" * 1500)
    result = cannlint("check", "--format", "concise", "--select", "CD004", "a.cfg")
    assert result.out.count("CD004") == 1000
    told = cannlint("check", "--select", "CD004", "a.cfg").out
    assert told.count("there are more of these here; only the first 1000 are reported") == 1


@pytest.mark.slow
def test_a_file_of_zeros_that_takes_no_room(cannlint, tmp_path):
    for size, status in ((1 << 30, 2), (64 << 20, 1)):
        with open(tmp_path / "zeros.cfg", "wb") as file:
            file.truncate(size)
        assert cannlint("check", "--kind", "customize_dtypes", "zeros.cfg").status in (0, status)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "head", "piece", "tail"),
    [
        ("mixlist", b'{"black-list": {"to-add": [', b'"A",', b"0]}}"),
        ("mixlist", b'{"black-list": {"to-add": [', b'"A",', b'"A"]}, "other": {}}'),
        ("fusion_switch", b'{"Exceptional": [', b'"A",', b'"A"], "Switch": {"GraphFusion": 1}}'),
        ("customize_dtypes", b"", b"OpType::Relu:InputDtype:float16\n", b"\n"),
    ],
)
def test_what_comes_late_is_still_refused(cannlint, tmp_path, kind, head, piece, tail):
    """Nothing that is left out to save room hides a fault behind it."""
    (tmp_path / "file").write_bytes(head + piece * 120_000 + tail)
    result = cannlint("check", "--kind", kind, "--format", "concise", "file")
    assert "error" in result.out
    assert result.status == 1


@pytest.mark.slow
def test_a_line_of_another_fate_is_told_behind_all_that_were_left_out(cannlint, tmp_path):
    (tmp_path / "file").write_bytes(b"text\n" * 120_000 + b"Relu=no_mode\n")
    result = cannlint("check", "--kind", "op_precision", "--format", "concise", "file")
    assert "no_mode" in result.out
    assert result.status == 0


@pytest.mark.slow
def test_a_script_of_more_commands_than_are_read_is_refused_as_a_whole(cannlint, tmp_path):
    (tmp_path / "many.sh").write_bytes(b"atc --model=a --framework=9\n" * 10_001)
    result = cannlint("check", "--format", "concise", "many.sh")
    assert "CL005" in result.out
    assert "more than 10,000 atc commands" in result.out
    assert result.status == 2
