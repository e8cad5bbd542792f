"""What the threat model says that commands do, as the system sees it: docs/threat-model.md."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT
from om_files import om, recorded, relu_model

CALLS = (
    "%network,execve,execveat,open,openat,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,"
    "mkdirat,rmdir,chmod,fchmodat,chown,fchownat,link,linkat,symlink,symlinkat,truncate,mknod"
)
CALL = re.compile(r"^(?:\d+ +)?(?P<name>\w+)\((?P<arguments>.*)$")
PATH = re.compile(r'"((?:[^"\\]|\\.)*)"')
READS = re.compile(r"O_RDONLY|O_PATH")


def traced(folder, *arguments: str) -> list[str]:
    """The calls of a command that are no reading of files; skips where nothing can be traced."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("needs strace")
    (folder.parent / "temporary").mkdir(exist_ok=True)
    command = [sys.executable, "-B", "-m", "cannlint", *arguments]
    process = subprocess.run(
        [strace, "-f", "-qq", "-o", folder.parent / "calls", "-e", f"trace={CALLS}", *command],
        cwd=folder, capture_output=True, text=True, timeout=120,
        env={
            "PYTHONPATH": str(ROOT / "lint"),
            "TMPDIR": str(folder.parent / "temporary"),
            "HOME": str(folder.parent),  # otherwise Python asks the system over a socket
        },
    )  # fmt: skip
    if "ptrace" in process.stderr:
        pytest.skip("strace may not trace here")
    assert process.returncode in (0, 1), process.stderr
    return [
        line
        for line in (folder.parent / "calls").read_text(errors="replace").splitlines()
        if CALL.match(line) and not READS.search(line) and "ENOENT" not in line
    ]


def written(calls: list[str], folder, started: str | None = None) -> set[str]:
    """The files that calls make, change or remove; fails for all else that they do.

    `started` is the only program that may be started.
    """
    found = set()
    for number, line in enumerate(calls):
        match = CALL.match(line)
        assert match is not None
        if match["name"] == "execve" and number == 0:
            continue  # the command itself
        if started is not None and match["name"] == "execve":
            assert match["arguments"].startswith(f'"{started}"'), line
            continue
        assert match["name"] not in ("execve", "execveat"), line
        paths = PATH.findall(match["arguments"])
        assert paths, line  # a socket, for example
        found.update(path.removeprefix(f"{folder}/") for path in paths)
    return found - {"/dev/null"}


@pytest.fixture
def folder(tmp_path):
    """A project with something for each command."""
    project = tmp_path / "project"
    project.mkdir()
    files = {
        "a.cfg": "OpType::Relu:InputDtype:float16\n\n",
        "run.sh": "touch executed\natc --model=a.onnx --framework=5 --output=o $(id)"
        " --soc_version=Ascend910B3 --customize_dtypes=a.cfg --precision_mode=force_fp16\n",
        "train.py": "import npu_device\nopen('executed', 'w')\n"
        "npu_device.global_options().precision_mode = 'allow_fp32'\n",
        "cannlint.toml": '[job.a]\nsoc_version = "Ascend910B3"\nmodel = "model.om"\n',
        "typing.cfg": "Relu:high_precision\n",
    }
    for name, text in files.items():
        (project / name).write_text(text)
    (project / "model.om").write_bytes(om(relu_model(), recorded()))
    return project


READING = [
    ("check", "."),
    ("check", "--diff", "."),
    ("check", "--format", "sarif", "--statistics", "."),
    ("check", "--", "atc", "--model=a.onnx", "--framework=5", "--soc_version=Ascend910B3"),
    ("plan", "a", "--op", "Relu"),
    ("plan", "run.sh", "--format", "html"),
    ("verify", "model.om", "--format", "json"),
    ("suggest", "Relu=float32", "--job", "a"),
    ("inspect", "--kind", "customize_dtypes", "a.cfg"),
    ("rule", "CD104"),
    ("library", "show", "Relu"),
    ("library", "diff", "8.1.RC1", "9.0.0"),
    ("schema", "report"),
]


@pytest.mark.slow
@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_a_command_opens_no_socket_starts_no_program_and_writes_nothing(folder, arguments):
    assert written(traced(folder, *arguments), folder) == set()


@pytest.mark.slow
def test_processes_that_share_the_work_do_so_neither(folder):
    """They wait for each other with semaphores, which are files in the memory of the system."""
    for number in range(210):
        (folder / f"{number}.cfg").write_text("OpType::Relu:InputDtype:float16\n")
    files = written(traced(folder, "check", "--jobs", "2", "."), folder)
    assert all(file.startswith("/dev/shm/") for file in files), files


WRITING = [
    (("check", "--fix", "."), "a.cfg"),
    (("check", "--output-file", "sarif:out.sarif", "."), "out.sarif"),
    (("check", "--baseline", "base.json", "--update-baseline", "."), "base.json"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "target"), WRITING)
def test_a_command_writes_what_was_asked_for(folder, arguments, target):
    files = written(traced(folder, *arguments), folder)
    assert target in files
    assert all(file == target or file.startswith(".cannlint-") for file in files), files
    assert not list(folder.glob(".cannlint-*"))


BISECT = ("cannlint-bisect.json", "cannlint-bisect.keep_dtype.txt")


@pytest.mark.slow
def test_a_bisect_writes_its_two_files_and_runs_the_command_of_its_own_command_line(folder):
    """A script and a state that somebody has sent name other programs: they are not started."""
    sent = '{"start": ["; touch executed"], "job": {"command": ["touch", "executed"]}}'
    start = ["bisect", "start", "--job", "run.sh", "--by", "types", "--only", "Gelu", "--all"]
    options = ["-O", "customize_dtypes=", "--soc", "Ascend910B3"]
    commands = {
        (*start, *options): None,
        ("bisect", "bad"): None,
        ("bisect", "status"): None,
        ("bisect", "run", "/bin/true"): "/bin/true",
        ("bisect", "log"): None,
        ("bisect", "reset"): None,
    }
    for arguments, started in commands.items():
        files = written(traced(folder, *arguments), folder, started)
        assert all(file in BISECT or file.startswith(".cannlint-") for file in files), files
        state = folder / BISECT[0]
        if state.exists():
            content = json.loads(state.read_text())
            changed = json.loads(sent)
            content["start"] = changed["start"]
            content["job"].update(changed["job"])
            state.write_text(json.dumps(content))
    assert not (folder / "executed").exists()
    assert not any((folder / name).exists() for name in BISECT)


@pytest.mark.slow
def test_an_audit_keeps_its_results_in_a_temporary_file(folder):
    files = written(traced(folder, "audit", "."), folder)
    temporary = str(folder.parent / "temporary")
    assert all(file.startswith(temporary) for file in files), files
    assert not list((folder.parent / "temporary").iterdir())
