"""Whole processes, measured in turn: wall clock, time of the processor, peak of memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

_STATUSES = {"cfn-lint": range(16)}  # 2 for errors, 4 for warnings, 8 for remarks, summed up


class Measured(NamedTuple):
    """Milliseconds by the clock, of the processor (all threads), and peak memory in MiB."""

    wall: float
    cpu: float
    memory: float


def once(command: Sequence[str | Path], cwd: Path) -> Measured:
    """One run of a command, which ends with 0 or with findings."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in _STATUSES.get(Path(command[0]).name, (0, 1)):
        raise SystemExit(f"{command} ended with {process.returncode}")
    return Measured(wall * 1e3, (usage.ru_utime + usage.ru_stime) * 1e3, usage.ru_maxrss / 1024)


def compare(commands: dict[str, Sequence[str | Path]], cwd: Path, runs: int) -> dict[str, Measured]:
    """The medians of each command, run in turn (A B C A B C ...) after one warm-up each."""
    for command in commands.values():
        once(command, cwd)
    measured: dict[str, list[Measured]] = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            measured[name].append(once(command, cwd))
    return {
        name: Measured(*(statistics.median(column) for column in zip(*found, strict=True)))
        for name, found in measured.items()
    }
