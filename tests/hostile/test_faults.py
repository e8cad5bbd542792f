"""What happens when the world fails: a closed pipe, a full disk, an interrupt."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

import installs
from conftest import ROOT
from hostile.test_outside import FORMATS

pytestmark = pytest.mark.slow  # each test starts processes, and lets them fail

FAULTY = "OpType::Relu:InputDtype:fp16\n" * 300
ENVIRONMENT = {
    "PYTHONPATH": str(ROOT / "lint"),
    "PYTHONDONTWRITEBYTECODE": "1",  # Python's own cache would be cut by a full disk
    "PATH": os.environ["PATH"],
}
PLAN = ("plan", "--soc", "Ascend910B3", "--all")

AUDIT = ("audit", ".", "--soc", "Ascend910B3,Ascend310P3")

COMMANDS = [
    *(("check", "--format", format, "a.cfg") for format in FORMATS),
    ("check", "a.cfg"),
    ("check", "--diff", "--unsafe-fixes", "a.cfg"),
    ("check", "--statistics", "a.cfg"),
    *((*PLAN, "--format", format) for format in ("table", "json", "csv", "html")),
    ("inspect", "--kind", "customize_dtypes", "a.cfg"),
    ("inspect", "--format", "json", "--kind", "customize_dtypes", "a.cfg"),
    ("rule", "--all"),
    ("rule", "CD001"),
    ("library", "list"),
    ("library", "show", "Relu"),
    ("library", "diff", "8.1.RC1", "9.0.0"),
    ("library", "diff", "--format", "json", "8.1.RC1", "9.0.0"),
    ("library", "check", "opp"),
    ("library", "index", "--opp", "opp", "--cann", "9.9", "-o", "index.json", "--force"),
    *((*AUDIT, "--format", format) for format in ("table", "json", "html")),
    ("schema", "job"),
    ("--help",),
]


WRITING = [
    ("check", "--output-file", "json:out", "a.cfg"),
    ("check", "--output-file", "sarif:out", "a.cfg"),
    ("check", "--baseline", "out", "--update-baseline", "a.cfg"),
    ("library", "index", "--opp", "opp", "--cann", "9.9", "-o", "out"),
    ("init",),
]
"""What writes one file."""

EVERY_DAY = {
    ("check", "a.cfg"),
    (*PLAN, "--format", "table"),
    ("--help",),
    ("check", "--output-file", "json:out", "a.cfg"),
    ("library", "index", "--opp", "opp", "--cann", "9.9", "-o", "out"),
}
"""One command of each way to print, and two that write; the others are slow, as each is a new
Python."""


def each_of(commands: list[tuple[str, ...]]):
    """Run a test with each of these commands."""
    return pytest.mark.parametrize(
        "arguments",
        [
            pytest.param(command, marks=[] if command in EVERY_DAY else pytest.mark.slow)
            for command in commands
        ],
        ids=" ".join,
    )


@pytest.fixture
def project(tmp_path):
    """A folder with a config file, a job that names it, and an installed library."""
    (tmp_path / "a.cfg").write_text(FAULTY)
    (tmp_path / "run.sh").write_text(
        "atc --model=m.onnx --framework=5 --output=m --soc_version=Ascend910B3"
        " --customize_dtypes=a.cfg\n"
    )
    installs.built_in(tmp_path / "opp", Relu=installs.entry())
    return tmp_path


def left_in(folder) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@each_of(COMMANDS)
def test_a_reader_that_has_gone(project, arguments):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        process = subprocess.run(
            [sys.executable, "-m", "cannlint", *arguments],
            cwd=project, env=ENVIRONMENT, stdout=writing, stderr=subprocess.PIPE, timeout=60,
        )  # fmt: skip
    finally:
        os.close(writing)
    assert b"Traceback" not in process.stderr and b"Exception ignored" not in process.stderr
    assert process.returncode in (0, 1, 2)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no full device")
@each_of(COMMANDS)
def test_no_room_for_the_output(project, arguments):
    with open("/dev/full", "w") as full:
        process = subprocess.run(
            [sys.executable, "-m", "cannlint", *arguments],
            cwd=project, env=ENVIRONMENT, stdout=full, stderr=subprocess.PIPE, timeout=60,
        )  # fmt: skip
    assert b"Traceback" not in process.stderr and b"Exception ignored" not in process.stderr
    assert process.returncode == 2
    assert process.stderr == b"cannlint: cannot write the output: no space left on device\n"


def run_with(folder, setup: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process that first does what `setup` says."""
    code = f"import os, signal, sys\n{setup}\nfrom cannlint.__main__ import script\nscript()"
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder, env=ENVIRONMENT, capture_output=True, timeout=60,
    )  # fmt: skip


LIMIT = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))"


@each_of(WRITING)
def test_a_full_disk_leaves_no_half_file(project, arguments):
    before = left_in(project)
    process = run_with(project, LIMIT, *arguments)
    assert process.returncode == 2, process.stderr
    assert b"file too large" in process.stderr and b"Traceback" not in process.stderr
    assert left_in(project) == before


def test_a_full_disk_keeps_the_file_that_was_there(project):
    for arguments in WRITING[2:4]:
        (project / "out").unlink(missing_ok=True)
        assert run_with(project, "", *arguments).returncode in (0, 1)
        before = (project / "out").read_bytes()
        (project / "a.cfg").write_text(FAULTY + "OpType::Gelu:InputDtype:fp17\n")
        again = [*arguments, "--force"] if arguments[0] == "library" else arguments
        assert run_with(project, LIMIT, *again).returncode == 2
        assert (project / "out").read_bytes() == before


def test_an_audit_without_room_for_its_jobs_says_where_they_go(project):
    (project / "tmp").mkdir()
    setup = f"os.environ['TMPDIR'] = {str(project / 'tmp')!r}\n{LIMIT}"
    process = run_with(project, setup, *AUDIT)
    assert (process.returncode, process.stdout) == (2, b"")
    assert b"set by TMPDIR): file too large" in process.stderr
    assert b"Traceback" not in process.stderr and not os.listdir(project / "tmp")


POWERLESS = (
    "import ctypes\n"
    "header, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()\n"
    "assert ctypes.CDLL(None).capset(header, none) == 0"
)
"""Not even root may do what the mode bits forbid."""


@pytest.mark.skipif(sys.platform != "linux", reason="capabilities of Linux")
@each_of(WRITING)
def test_a_folder_that_takes_no_files_is_one_sentence(project, arguments):
    before = left_in(project)
    project.chmod(0o555)
    try:
        process = run_with(project, POWERLESS, *arguments)
    finally:
        project.chmod(0o755)
    assert process.returncode == 2, process.stderr
    [*_, sentence] = process.stderr.decode().splitlines()
    assert sentence.startswith("cannlint: ") and sentence.endswith(": permission denied")
    assert b"Traceback" not in process.stderr and left_in(project) == before


INTERRUPTED = (
    "import signal\n"
    "def interrupt(event, arguments, waiting=[1]):\n"
    "    if event == {event!r} and {part!r} in str(arguments[0]) and waiting:\n"
    "        waiting.clear()\n"
    "        signal.raise_signal(signal.SIGINT)\n"
    "sys.addaudithook(interrupt)"
)
"""Ctrl-C comes when the process opens a file, or is about to give one its name."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "arguments"),
    [
        ("a.cfg", ("check", "a.cfg")),
        ("a.cfg", ("check", "--format", "json", "a.cfg")),
        ("a.cfg", ("check", "--output-file", "json:out", "a.cfg")),
        ("a.cfg", ("inspect", "--kind", "customize_dtypes", "a.cfg")),
        ("a.cfg", ("plan", "--soc", "Ascend910B3", "-O", "customize_dtypes=a.cfg", "--op", "Relu")),
        ("a.cfg", (*AUDIT, "--format", "html")),
        ("run.sh", AUDIT),
        ("run.sh", ("plan", "run.sh:1")),
        ("ops-info.json", ("library", "check", "opp")),
        ("ops-info.json", ("library", "index", "--opp", "opp", "--cann", "9.9", "-o", "out")),
        ("8.1.RC1.ops", ("library", "list")),
        ("9.0.0.ops", ("library", "diff", "8.1.RC1", "9.0.0")),
        ("cd001_malformed_entry", ("rule", "CD001")),
        ("cd001_malformed_entry", ("rule", "--all")),
    ],
)
def test_an_interrupt_ends_with_130_and_no_traceback(project, part, arguments):
    before = left_in(project)
    process = run_with(project, INTERRUPTED.format(event="open", part=part), *arguments)
    assert (process.returncode, process.stdout) == (128 + signal.SIGINT, b""), process.stderr
    assert b"Traceback" not in process.stderr and left_in(project) == before


BEFORE_RENAMING = (
    "import os, signal\n"
    "def interrupt(event, arguments):\n"
    "    if event == 'os.rename' and '.cannlint-' in str(arguments[0]):\n"
    "        signal.raise_signal({number})\n"
    "if signal.getsignal({number}) is signal.SIG_IGN:\n"  # under nohup
    "    signal.signal({number}, signal.SIG_DFL)\n"
    "sys.addaudithook(interrupt)"
)


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(signal.SIGINT, marks=pytest.mark.slow),
        signal.SIGTERM,
        pytest.param(signal.SIGHUP, marks=pytest.mark.slow),
    ],
)
@each_of(WRITING)
def test_a_signal_before_a_file_has_its_name_leaves_none(project, arguments, number):
    before = left_in(project)
    process = run_with(project, BEFORE_RENAMING.format(number=number), *arguments)
    assert process.returncode == 128 + number, process.stderr
    assert b"Traceback" not in process.stderr and left_in(project) == before


GONE = (
    "real = os.open\n"
    "def opened(path, *rest):\n"
    "    if str(path).endswith('.cfg'): os.unlink(path)\n"
    "    return real(path, *rest)\n"
    "os.open = opened"
)


@pytest.mark.parametrize("command", ["check", "inspect"])
def test_a_file_that_has_gone_when_it_is_read(tmp_path, command):
    (tmp_path / "a.cfg").write_text(FAULTY)
    process = run_with(tmp_path, GONE, command, "--kind", "customize_dtypes", "a.cfg")
    assert process.returncode == 2
    assert b"no such file" in process.stdout + process.stderr
