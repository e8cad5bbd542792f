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
"""Seconds after which a command is ended."""

LEFT_OUT = ["cannlint.__main__", "cannlint.parallel.cluster"]
"""What is run and not imported, and what imports very much for few commands."""
if importlib.util.find_spec("pygls") is None:
    LEFT_OUT.append("cannlint.server")


class CommandServer:
    """Starts the server, and gives it commands, one after the other."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=environment,
        )  # fmt: skip

    def run(
        self, arguments: Sequence[str], stdin: bytes, cwd: Path, environment: dict[str, str]
    ) -> subprocess.CompletedProcess[bytes]:
        """What a command prints, and its exit status; negative where a signal ended it."""
        assert self._process.stdin is not None and self._process.stdout is not None
        streams = [self.folder / name for name in ("stdin", "stdout", "stderr")]
        streams[0].write_bytes(stdin)
        request = (arguments, str(cwd), environment, [str(path) for path in streams])
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        status = self._process.stdout.readline()
        assert status, "the server of commands has ended"
        out, err = (path.read_bytes() for path in streams[1:])
        return subprocess.CompletedProcess(arguments, int(status), out, err)

    def close(self) -> None:
        """End the server."""
        self._process.communicate()


def serve() -> None:
    """Answer each request, a line of JSON, with the exit status of the command."""
    del sys.path[0]  # the folder of this file is for the tests
    preload()
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    while line := requests.readline():
        child = os.fork()
        if not child:
            requests.close()
            answers.close()
            become_command(*json.loads(line))
        _, status = os.waitpid(child, 0)
        answers.write(b"%d\n" % os.waitstatus_to_exitcode(status))


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
    """Have typer look at the signatures of all commands once, and not again in each fork.

    It builds the options of all commands, whichever is called: half of what a fork would do.
    """
    import typer.main

    from cannlint.cli.app import app

    look = typer.main.get_params_from_function
    typer.main.get_params_from_function = functools.cache(look)  # type: ignore[attr-defined]
    typer.main.get_command(app)


def become_command(
    arguments: list[str], cwd: str, environment: dict[str, str], streams: list[str]
) -> None:
    """Run a command in this process, and end with its status.

    What Python does at its end is left out, as it touches all that was imported.
    """
    signal.alarm(LONGEST)
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
