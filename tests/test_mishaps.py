"""What goes wrong around many files and jobs: pipes, disks, signals, workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from conftest import ROOT
from many import make_many

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc, /dev/full and signals")

JOB = (
    "atc --model=m.onnx --framework=5 --output=m --soc_version=Ascend910B3"
    " --customize_dtypes=c.cfg\n"
)
ENTRY = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"
COMMANDS = {
    "audit table": ("audit", "."),
    "audit json": ("audit", ".", "--format", "json"),
    "audit html": ("audit", ".", "--format", "html"),
    "check": ("check", "--kind", "customize_dtypes", "bad.cfg"),
    "plan": ("plan", "--soc", "Ascend910B3", "-O", "customize_dtypes=c.cfg"),
    "library show": ("library", "show", "MatMulV2"),
    "schema": ("schema", "audit"),
    "init": ("init", "--force"),
}
NO_ROOM = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))"


@pytest.fixture
def project(tmp_path):
    (tmp_path / "run.sh").write_text(JOB)
    (tmp_path / "c.cfg").write_text(ENTRY)
    (tmp_path / "bad.cfg").write_text(ENTRY + "\n")
    return tmp_path


def start(
    cwd: Path, *arguments: str, setup: str = "", **streams: object
) -> subprocess.Popen[bytes]:
    """The command in a process of its own, which first does what `setup` says."""
    code = f"{setup}\nimport sys\nfrom cannlint.__main__ import script\nscript()"
    paths = [str(ROOT / "lint"), os.environ.get("PYTHONPATH", "")]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, paths)),
    }
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=cwd,
        env=environment,
        **{"stdin": subprocess.DEVNULL, "stderr": subprocess.PIPE, **streams},  # type: ignore[call-overload]
    )


def end(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    """Status, standard output and standard error."""
    out, err = process.communicate(timeout=120)
    assert b"Traceback" not in err, err.decode()
    return process.returncode, (out or b"").decode(), err.decode()


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_a_reader_that_has_gone_is_no_traceback(project, command):
    reader, writer = os.pipe()
    os.close(reader)
    process = start(project, *command, stdout=writer)
    os.close(writer)
    status, _, err = end(process)
    assert (status, err) == (2, "")


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_an_output_without_room_is_a_sentence(project, command):
    with open("/dev/full", "w") as full:
        status, _, err = end(start(project, *command, stdout=full))
    assert (status, err) == (2, "cannlint: cannot write the output: no space left on device\n")


def test_a_server_whose_editor_has_closed_the_pipe_ends(project):
    message = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    pytest.importorskip("pygls", reason="pygls is in the lsp extra")
    reader, writer = os.pipe()
    os.close(reader)
    process = start(project, "server", stdin=subprocess.PIPE, stdout=writer)
    os.close(writer)
    try:
        process.communicate(b"Content-Length: %d\r\n\r\n%s" % (len(message), message), timeout=60)
    finally:
        process.kill()
    assert process.returncode >= 0  # it has ended by itself


@pytest.mark.parametrize("format", ["json", "sarif", "full"])
def test_a_report_file_without_room_is_left_as_it_was(project, format):
    report = project / "report.txt"
    report.write_text("the last one")
    (project / "bad.cfg").write_text((ENTRY + "\n") * 40)
    arguments = ("check", "bad.cfg", "--output-file", f"{format}:report.txt")
    status, _, err = end(start(project, *arguments, setup=NO_ROOM, stdout=subprocess.PIPE))
    assert status == 2 and "report.txt: file too large" in err
    assert report.read_text() == "the last one"
    assert {path.name for path in project.iterdir()} == {
        "run.sh", "c.cfg", "bad.cfg", "report.txt",
    }  # fmt: skip


def test_an_audit_without_room_for_its_jobs_is_a_sentence(tmp_path):
    root = make_many(tmp_path / "many", 40)
    status, out, err = end(start(root, "audit", ".", setup=NO_ROOM, stdout=subprocess.PIPE))
    assert (status, out) == (2, "")
    assert "TMPDIR" in err and "file too large" in err


def children(process: int) -> list[int]:
    try:
        return [*map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]
    except FileNotFoundError:
        return []


def wait_for(condition, what: str):
    until = time.monotonic() + 60
    while not (found := condition()):
        assert time.monotonic() < until, what
        time.sleep(0.005)
    return found


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("command", [("audit", "."), ("check", ".")], ids=["a", "c"])
def test_ctrl_c_leaves_no_process_and_no_traceback(tmp_path, command):
    root = make_many(tmp_path / "many", 400)
    process = start(root, *command, "--jobs", "2", stdout=subprocess.PIPE)
    workers = wait_for(lambda: children(process.pid), "no worker was started")
    process.send_signal(signal.SIGINT)
    assert end(process) == (130, "", "")
    wait_for(lambda: not any(map(is_running, workers)), "a worker has outlived the run")


@pytest.mark.slow
@pytest.mark.parametrize("command", [("audit", "."), ("check", ".")], ids=["audit", "check"])
def test_a_worker_that_is_killed_takes_nothing_along(tmp_path, command):
    root = make_many(tmp_path / "many", 150)
    expected = end(start(root, *command, "--jobs", "1", stdout=subprocess.PIPE))
    process = start(root, *command, "--jobs", "2", stdout=subprocess.PIPE)
    [worker, *_] = wait_for(lambda: children(process.pid), "no worker was started")
    os.kill(worker, signal.SIGKILL)
    assert end(process) == expected
