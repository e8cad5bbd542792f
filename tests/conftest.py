"""Where the tests find the product, and the recorded cases that only some machines have."""

from __future__ import annotations

import compileall
import gc
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from command_server import LONGEST, CommandServer
from documents import printed_must_be_valid

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared" / "data"

# CI tries more inputs, and the same in every run; a slow machine is no reason to fail
settings.register_profile(
    "developer", max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "CI", settings.get_profile("developer"), max_examples=100, derandomize=True
)
settings.load_profile("CI" if os.environ.get("CI") else "developer")

# what a shell runs in its background ignores interrupts, and so would all that the tests start
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure() -> None:
    """Compile the package: the processes that tests start would each do so where none may write."""
    compileall.compile_dir(ROOT / "lint", quiet=2)


def pytest_collection_finish() -> None:
    """Keep all that was imported and collected out of every later garbage collection."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def recorded() -> Path:
    """The folder of recorded answers of CANN's own parsers."""
    if not SHARED.is_dir():
        pytest.skip("the recorded answers of CANN's parsers are not on this machine")
    return SHARED


class Result:
    """What a command printed and how it ended."""

    def __init__(self, process: subprocess.CompletedProcess[bytes]) -> None:
        self.status = process.returncode
        self.out = process.stdout.decode("utf-8")
        self.err = process.stderr.decode("utf-8")


CALLERS_OWN = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LC_ALL", "LC_MESSAGES", "LANG")
"""Variables that say what the caller's terminal is, and the language of the caller."""

READ_AT_IMPORT = ("FORCE_COLOR", "PYTHONIOENCODING")
"""Variables that typer or Python read when they start: with one, a command needs a new Python."""


def environment_of_commands() -> dict[str, str]:
    """The environment without the caller's colours and language, with this checkout's package."""
    path = os.pathsep.join([str(ROOT / "lint"), os.environ.get("PYTHONPATH", "")])
    clean = {name: value for name, value in os.environ.items() if name not in CALLERS_OWN}
    return {**clean, "PYTHONPATH": path.rstrip(os.pathsep)}


def run_in_new_python(
    arguments: Sequence[str], stdin: bytes, cwd: Path, environment: dict[str, str]
) -> subprocess.CompletedProcess[bytes]:
    """What a command prints and how it ends, in a process that Python starts for it."""
    return subprocess.run(
        [sys.executable, "-m", "cannlint", *arguments],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=environment,
        timeout=LONGEST,
    )


@pytest.fixture(scope="session")
def command_server(tmp_path_factory):
    """Runs commands without a new Python for each; None where processes cannot be forked."""
    if not hasattr(os, "fork"):
        yield None
        return
    server = CommandServer(tmp_path_factory.mktemp("commands"), environment_of_commands())
    yield server
    server.close()


@pytest.fixture
def cannlint(tmp_path, command_server):
    """Run the command in an empty folder, without the caller's colours and language."""

    def run(*arguments: str, stdin: bytes = b"", cwd: Path = tmp_path, **environment: str):
        variables = {**environment_of_commands(), **environment}
        if command_server is not None and environment.keys().isdisjoint(READ_AT_IMPORT):
            process = command_server.run(arguments, stdin, cwd, variables)
        else:
            process = run_in_new_python(arguments, stdin, cwd, variables)
        assert b"Traceback" not in process.stderr, process.stderr.decode()
        printed_must_be_valid(process.stdout)
        return Result(process)

    return run
