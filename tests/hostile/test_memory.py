"""A limit of memory (`ulimit -v`): a sentence, and neither a traceback nor a signal."""

from __future__ import annotations

import json
import sys

import pytest

from hostile.writers import SOC, run

pytestmark = [
    pytest.mark.slow,  # each test starts many processes
    pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux"),
]

LIMITS = (28, 37, 46, 56, 68, 80, 95, 110)
"""Megabytes: from what Python itself can start with to what the commands take."""
SETUP = "import resource; resource.setrlimit(resource.RLIMIT_AS, ({0} << 20, {0} << 20))"
FILES = {
    "a.sh": "a=1; b=2; echo $a\n" * 40_000 + "atc --model=a.onnx --framework=9\n",
    "a.json": json.dumps({"black-list": {"to-add": [f"a{number}" for number in range(90_000)]}}),
    "a.cc": 'int f() {\n  aclSetCompileopt(ACL_PRECISION_MODE, "x");\n' * 6_000,
}
PLAN = ("plan", "--soc", SOC, "-O", "precision_mode=force_fp16", "--all")
COMMANDS = [
    ("check", "a.sh"),
    ("check", "--kind", "mixlist", "--format", "json", "a.json"),
    ("check", "a.cc"),
    PLAN,
    ("suggest", "--soc", SOC, "-O", "precision_mode=force_fp16", "SoftmaxV2=float32"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_too_little_memory_is_a_sentence(tmp_path, command):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    ends = []
    for limit in LIMITS:
        done = run(tmp_path, *command, setup=SETUP.format(limit))
        assert done.returncode in (0, 1, 2), (limit, done.stderr[-500:])
        assert b"Traceback" not in done.stderr and b"SystemError" not in done.stderr, limit
        ends.append(b"cannlint: the memory is not enough" in done.stderr)
    assert ends[0] and not ends[-1]


MEGABYTES = 2
CONTEXT = "context:\n  ascend_config:\n    precision_mode: must_keep_origin_dtype\nx: "
LINES = [
    ("keep_dtype", "", "a b "),
    ("keep_dtype", "", "a,"),
    ("mindformers_yaml", CONTEXT, "b"),
    ("mindformers_yaml", CONTEXT, "{b: "),
    ("mindformers_yaml", CONTEXT + "[", "1, "),
]


@pytest.mark.parametrize(("kind", "begin", "piece"), LINES)
def test_a_long_line_takes_some_bytes_a_letter(tmp_path, kind, begin, piece):
    """A pattern that takes a group for each letter would take hundreds."""
    (tmp_path / "a.txt").write_text(begin + piece * ((MEGABYTES << 20) // len(piece)))
    limit = max(LIMITS) + 60 * MEGABYTES
    done = run(tmp_path, "check", "--kind", kind, "a.txt", setup=SETUP.format(limit))
    assert done.returncode in (0, 1) and not done.stderr
