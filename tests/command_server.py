"""Runs `cannlint` commands in forks of one process that has imported the package already.

Most of what a short command costs is to start Python and to import: a tenth of a second or more,
for each of two thousand calls. The forks are processes of their own all the same: arguments,
working folder, environment, standard streams and exit status are those of a command.

`CommandServer` is the side of the tests; run as a program this file is the server.
"""

from __future__ import annotations

import atexit
import functools
import gc
import importlib.util
import json
import os
import pkgutil
import signal
import subprocess
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

LONGEST = 120
"""Seconds after which a command that is waited for is ended."""

LEFT_OUT = ["cannlint.__main__", "cannlint.parallel.cluster"]
"""What is run and not imported, and what imports very much for few commands."""
if importlib.util.find_spec("pygls") is None:
    LEFT_OUT.append("cannlint.server")


class CommandServer:
    """Starts the server, and gives it commands."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self._started = 0
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=environment,
        )  # fmt: skip

    def run(
        self, arguments: Sequence[str], stdin: bytes, cwd: Path, environment: dict[str, str]
    ) -> subprocess.CompletedProcess[bytes]:
        """What a command prints, and its exit status; negative where a signal ended it."""
        streams = [self.folder / name for name in ("stdin", "stdout", "stderr")]
        streams[0].write_bytes(stdin)
        status = self.wait(self._fork(arguments, cwd, environment, streams))
        out, err = (path.read_bytes() for path in streams[1:])
        return subprocess.CompletedProcess(arguments, status, out, err)

    def start(self, arguments: Sequence[str], cwd: Path, environment: dict[str, str]) -> Started:
        """Start a command, and do not wait for its end."""
        self._started += 1
        pipes = [self.folder / f"{name}-{self._started}" for name in ("stdin", "stdout")]
        for path in pipes:
            os.mkfifo(path)
        pid = self._fork(arguments, cwd, environment, [*pipes, Path(os.devnull)])
        return Started(self, pid, *pipes)

    def _fork(
        self, arguments: Sequence[str], cwd: Path, environment: dict[str, str], streams: list[Path]
    ) -> int:
        return self._ask([[*arguments], str(cwd), environment, [str(path) for path in streams]])

    def wait(self, pid: int) -> int:
        """The exit status of a command, when it has ended."""
        return self._ask(pid)

    def _ask(self, request: object) -> int:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the server of commands has ended"
        return int(answer)

    def close(self) -> None:
        """End the server."""
        self._process.communicate()


class Started:
    """A command that is running; what tests use of `subprocess.Popen`."""

    def __init__(self, server: CommandServer, pid: int, stdin: Path, stdout: Path) -> None:
        self.pid = pid
        self.stdin = stdin.open("wb", buffering=0)  # in the order in which the command opens them
        self.stdout = stdout.open("rb")
        self._server = server

    def wait(self, _: float) -> int:
        """The exit status, when it has ended."""
        return self._server.wait(self.pid)


def serve() -> None:
    """Answer each request, a line of JSON: a command with its process, which is a fork.

    A process is answered with its exit status, when it has ended.
    """
    del sys.path[0]  # the folder of this file is for the tests
    preload()
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    while line := requests.readline():
        request = json.loads(line)
        if isinstance(request, int):
            answers.write(b"%d\n" % status_of(request))
            continue
        child = os.fork()
        if not child:
            requests.close()
            answers.close()
            become_command(*request)
        answers.write(b"%d\n" % child)


def status_of(pid: int) -> int:
    """The exit status of a process, when it has ended; it is ended after LONGEST seconds."""
    signal.signal(signal.SIGALRM, lambda *_: os.kill(pid, signal.SIGALRM))
    signal.alarm(LONGEST)
    _, status = os.waitpid(pid, 0)
    signal.alarm(0)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    return os.waitstatus_to_exitcode(status)


def preload() -> None:
    """Import what commands import."""
    import cannlint

    for module in pkgutil.walk_packages(cannlint.__path__, "cannlint."):
        if not module.name.startswith(tuple(LEFT_OUT)):
            importlib.import_module(module.name)
    for name in ("jsonschema", "lark", "rich.markdown", "rich.table", "typer.rich_utils"):
        importlib.import_module(name)
    know_the_options()
    gc.collect()
    gc.freeze()  # the forks share the pages of all that is there


def know_the_options() -> None:
    """Have typer build the commands once, and not again in each fork.

    It builds all of them, whichever is called: half of what a fork would do. Helps in Chinese are
    built anew, and so are the commands that print a script for the shell of the environment.
    """
    import typer.main

    from cannlint.cli.app import app
    from cannlint.language import language_in_use

    look, build = typer.main.get_params_from_function, typer.main.get_command
    typer.main.get_params_from_function = functools.cache(look)  # type: ignore[attr-defined]
    known, language = build(app), language_in_use()
    list(known.commands.values())  # type: ignore[attr-defined]

    def command_of(asked: typer.Typer) -> object:
        is_known = language_in_use() == language and "--show-completion" not in sys.argv
        return known if is_known and asked is app else build(asked)

    typer.main.get_command = command_of  # type: ignore[assignment]


def become_command(
    arguments: list[str], cwd: str, environment: dict[str, str], streams: list[str]
) -> None:
    """Run a command in this process, and end with its status.

    What Python does at its end is left out, as it touches all that was imported.
    """
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    modes = (os.O_RDONLY, *(os.O_WRONLY | os.O_CREAT | os.O_TRUNC,) * 2)
    for number, (path, mode) in enumerate(zip(streams, modes, strict=True)):
        opened = os.open(path, mode, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    sys.argv = ["cannlint", *arguments]
    from cannlint.__main__ import main

    status = 1  # of an exception
    try:
        status = main()
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    serve()
