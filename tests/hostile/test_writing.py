"""What writes files is killed, or finds no room: each file is the old or the new one, and whole."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

from hostile.writers import WRITING, files_in, project, run

pytestmark = pytest.mark.slow  # each test starts many processes

each_command = pytest.mark.parametrize("name", WRITING)

KILLED = """
def kill(event, arguments, left=[{step}]):
    if event in ("open", "os.rename", "os.remove", "os.chmod", "os.chown", "os.setxattr"):
        if any(name in str(arguments[0]) for name in (".cannlint-", "cannlint-bisect")):
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(kill)
"""
"""The process is killed when it is about to do its so manyth step with a file that it writes."""

LEFT = ".cannlint-"


@each_command
def test_whoever_is_killed_leaves_every_file_old_or_new(tmp_path, name):
    before = files_in(project(tmp_path / "whole", name))
    run(tmp_path / "whole", *WRITING[name])
    after = files_in(tmp_path / "whole")
    assert before != after
    for step in range(1, 60):
        folder = project(tmp_path / f"{step}", name)
        done = run(folder, *WRITING[name], setup=KILLED.format(step=step))
        if done.returncode != -signal.SIGKILL:
            break
        found = files_in(folder)
        for file in {*before, *after, *found}:
            if not file.startswith(LEFT):
                assert found.get(file) in (before.get(file), after.get(file)), (step, file)
        for file in found:
            if file.startswith(LEFT):  # as if an hour had gone by
                os.utime(folder / file, (time.time() - 7200,) * 2)
        shutil.copyfile(folder / "m.onnx", folder / "again")
        again = run(folder, "check", "--output-file", "json:again", "m.onnx", "a.cfg")
        assert again.returncode in (0, 1, 2) and b"Traceback" not in again.stderr
        assert not [file for file in files_in(folder) if file.startswith(LEFT)]
    assert step > 1


@each_command
def test_whoever_is_killed_is_followed_by_another_who_ends_the_work(tmp_path, name):
    before = files_in(project(tmp_path / "whole", name))
    run(tmp_path / "whole", *WRITING[name])
    after = files_in(tmp_path / "whole")
    is_step = name.startswith("bisect")  # another answer would be one for the next step
    follower = ("bisect", "status") if is_step else WRITING[name]
    for step in (1, 2, 3, 5, 8):
        folder = project(tmp_path / f"{step}", name)
        run(folder, *WRITING[name], setup=KILLED.format(step=step))
        again = run(folder, *follower)
        assert b"Traceback" not in again.stderr
        found = {file: data for file, data in files_in(folder).items() if LEFT not in file}
        if name == "--write":  # the file that no job names is not written over
            found.pop("keep_dtype_2.cfg", None)
            found["cannlint.toml"] = found["cannlint.toml"].replace(b"keep_dtype_2", b"keep_dtype")
        assert found == after or (is_step and found == before), (step, again.stderr)


def stopped_in_order(done: subprocess.CompletedProcess[bytes], before, folder, *words) -> None:
    """A status, a sentence, and all as it was."""
    assert done.returncode == 2, done.stderr
    assert b"Traceback" not in done.stderr
    assert any(word in done.stderr for word in words), done.stderr
    found = files_in(folder)
    assert not [file for file in found if LEFT in file]
    for file, data in before.items():
        assert found.get(file) == data, file


LIMIT = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40))"


@pytest.mark.skipif(sys.platform == "win32", reason="limits of processes")
@each_command
def test_a_limit_of_file_size_leaves_what_was_there(tmp_path, name):
    folder = project(tmp_path / "project", name)
    before = files_in(folder)
    done = run(folder, *WRITING[name], setup=LIMIT)
    if name == "bisect reset":  # it writes nothing
        assert done.returncode == 0
        return
    stopped_in_order(done, before, folder, b"file too large")


@pytest.fixture
def small_disk(tmp_path):
    """Gives the size of a project, and is then a file system with no room for anything else."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root makes a file system")
    folder = tmp_path / "disk"
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", "size=512k", "none", str(folder)]
    if subprocess.run(["mount", *options], capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.parametrize("room", [0, 4096])
@each_command
def test_a_full_disk_leaves_what_was_there(small_disk, name, room):
    folder = project(small_disk, name)
    filler = folder / "opp" / "filler"
    with open(filler, "wb", buffering=0) as file:
        try:
            while file.write(b"x" * 4096):
                pass
        except OSError:
            pass
    os.truncate(filler, filler.stat().st_size - room)
    before = files_in(folder)
    done = run(folder, *WRITING[name])
    if done.returncode in (0, 1) and (room or name == "bisect reset"):
        return  # there was room enough
    stopped_in_order(done, before, folder, b"no space left on device")
