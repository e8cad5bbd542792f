"""What happens when the world fails: a closed pipe, a full disk, an interrupt."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from conftest import ROOT
from hostile.test_outside import FORMATS

FAULTY = "OpType::Relu:InputDtype:fp16\n" * 300
ENVIRONMENT = {
    "PYTHONPATH": str(ROOT / "lint"),
    "PYTHONDONTWRITEBYTECODE": "1",  # Python's own cache would be cut by a full disk
    "PATH": os.environ["PATH"],
}
PLAN = ("plan", "--soc", "Ascend910B3", "--all")

COMMANDS = [
    *(("check", "--format", format, "a.cfg") for format in FORMATS),
    ("check", "a.cfg"),
    ("check", "--diff", "--unsafe-fixes", "a.cfg"),
    ("check", "--statistics", "a.cfg"),
    *((*PLAN, "--format", format) for format in ("table", "json", "csv", "html")),
    ("inspect", "--kind", "customize_dtypes", "a.cfg"),
    ("inspect", "--format", "json", "--kind", "customize_dtypes", "a.cfg"),
    ("rule", "--all"),
    ("library", "list"),
    ("library", "show", "Relu"),
    ("schema", "job"),
    ("--help",),
]


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_reader_that_has_gone(tmp_path, arguments):
    (tmp_path / "a.cfg").write_text(FAULTY)
    reading, writing = os.pipe()
    os.close(reading)
    try:
        process = subprocess.run(
            [sys.executable, "-m", "cannlint", *arguments],
            cwd=tmp_path, env=ENVIRONMENT, stdout=writing, stderr=subprocess.PIPE, timeout=60,
        )  # fmt: skip
    finally:
        os.close(writing)
    assert b"Traceback" not in process.stderr and b"Exception ignored" not in process.stderr
    assert process.returncode in (0, 1, 2)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device")
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_no_room_for_the_output(tmp_path, arguments):
    (tmp_path / "a.cfg").write_text(FAULTY)
    with open("/dev/full", "w") as full:
        process = subprocess.run(
            [sys.executable, "-m", "cannlint", *arguments],
            cwd=tmp_path, env=ENVIRONMENT, stdout=full, stderr=subprocess.PIPE, timeout=60,
        )  # fmt: skip
    assert b"Traceback" not in process.stderr and b"Exception ignored" not in process.stderr
    assert process.returncode == 2
    assert process.stderr == b"cannlint: no space left for the output\n"


def run_with(folder, setup: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process that first does what `setup` says."""
    code = f"import os, signal, sys\n{setup}\nfrom cannlint.__main__ import main\nsys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=60,
    )  # fmt: skip


LIMIT = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))"


@pytest.mark.parametrize(
    ("arguments", "target"),
    [
        (("check", "--output-file", "json:out", "a.cfg"), "out"),
        (("check", "--baseline", "out", "--update-baseline", "a.cfg"), "out"),
        (("init",), "cannlint.toml"),
    ],
)
def test_a_full_disk_leaves_no_half_file(tmp_path, arguments, target):
    (tmp_path / "a.cfg").write_text(FAULTY)
    process = run_with(tmp_path, LIMIT, *arguments)
    assert process.returncode == 2, process.stderr
    assert b"file too large" in process.stderr and b"Traceback" not in process.stderr
    assert os.listdir(tmp_path) == ["a.cfg"], target


INTERRUPTED = (
    "real = os.open\n"
    "def opened(path, *rest):\n"
    "    if str(path).endswith('.cfg'): signal.raise_signal(signal.SIGINT)\n"
    "    return real(path, *rest)\n"
    "os.open = opened"
)


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "a.cfg"),
        ("check", "--format", "json", "a.cfg"),
        ("inspect", "--kind", "customize_dtypes", "a.cfg"),
        ("plan", "--soc", "Ascend910B3", "-O", "customize_dtypes=a.cfg", "--op", "Relu"),
    ],
)
def test_an_interrupt_ends_with_130_and_no_traceback(tmp_path, arguments):
    (tmp_path / "a.cfg").write_text(FAULTY)
    process = run_with(tmp_path, INTERRUPTED, *arguments)
    assert process.returncode == 128 + signal.SIGINT
    assert b"Traceback" not in process.stderr


@pytest.mark.parametrize("command", ["check", "inspect"])
def test_a_file_that_has_gone_when_it_is_read(tmp_path, command):
    (tmp_path / "a.cfg").write_text(FAULTY)
    setup = INTERRUPTED.replace("signal.raise_signal(signal.SIGINT)", "os.unlink(path)")
    process = run_with(tmp_path, setup, command, "--kind", "customize_dtypes", "a.cfg")
    assert process.returncode == 2
    assert b"no such file" in process.stdout + process.stderr
