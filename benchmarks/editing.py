"""How long an edit takes from the editor to its diagnostics, through the real server.

python benchmarks/editing.py: in files of each kind that people edit one character is typed and
taken away again at some places, each time after the diagnostics of the time before, and the first
time after the plans of the opened file, where its job has a graph. Printed are the
median and the 95th percentile in milliseconds: the time until the diagnostics are there, 100 of
which the server waits for more typing; the CPU time of the server for it, and the CPU time for
opening the file. `ruff server` is measured in the same run with a file of Python. The goals are for
CPU (p95). Linux only: the CPU time of a process is read from /proc.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "lint")]

import typed_files  # noqa: E402
from server.client import Editor  # noqa: E402

PLACES = {200: 20, 1_000: 20, 10_000: 5}
"""Lines → the number of places to edit."""
GOALS = {200: 15.0, 1_000: 60.0, 10_000: 1_000.0}
"""Lines → the goal for the CPU time of an edit, in milliseconds (p95)."""
SCRIPT_GOALS = {200: 30.0, 1_000: 120.0, 10_000: 1_000.0}
"""The same for files with jobs."""
SCRIPTS = ("atc script", "page with commands", "TensorFlow script", "torch script")
IDLE = 1.0
"""Milliseconds of CPU time in half a second that a server takes which has nothing to do."""

KINDS = {
    "customize_dtypes": typed_files.customize_dtypes,
    "customize_dtypes in a job": typed_files.customize_dtypes_in_job,
    "customize_dtypes in a job with a graph": typed_files.customize_dtypes_with_graph,
    "customize_dtypes, unknown types": typed_files.unknown_names,
    "op_precision": typed_files.op_precision,
    "built-in mode file": typed_files.mode_file,
    "keep_dtype": typed_files.keep_dtype,
    "mixlist": typed_files.mixlist,
    "fusion_switch": typed_files.fusion_switch,
    "atc script": typed_files.atc_script,
    "page with commands": typed_files.page,
    "cannlint.toml": typed_files.configuration,
    "TensorFlow script": typed_files.tensorflow_script,
    "torch script": typed_files.torch_script,
}
"""What is edited, and what writes it."""

Times = tuple[float, float]
"""The median and the 95th percentile, in milliseconds."""


def cpu_of(process: int) -> float:
    """Milliseconds of CPU time that all threads of a process have taken."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(file.read_text().split()[0]) for file in threads) / 1e6


def wait_for_plans(process: int) -> None:
    """Wait until a server has nothing more to do: plans are made after the diagnostics."""
    before, now = -1.0, cpu_of(process)
    while now - before > IDLE:
        time.sleep(0.5)
        before, now = now, cpu_of(process)


def percentiles(times: list[float]) -> Times:
    """The median and the 95th percentile."""
    ordered = sorted(times)
    return ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]


def changes_in(text: str, places: int) -> list[dict[str, object]]:
    """A character typed and taken away again, at places that are the same in every run."""
    lines = text.splitlines()
    chance = random.Random(len(lines))
    changes: list[dict[str, object]] = []
    for _ in range(places):
        line = chance.randrange(len(lines))
        start = {"line": line, "character": chance.randint(0, len(lines[line]))}
        end = {**start, "character": start["character"] + 1}
        changes.append({"range": {"start": start, "end": start}, "text": "x"})
        changes.append({"range": {"start": start, "end": end}, "text": ""})
    return changes


def times_of(file: Path, language: str, places: int, **server: object) -> dict[str, object]:
    """What opening a file and each edit of it take."""
    text, uri = file.read_text(), file.as_uri()
    wall, cpu = [], []
    with Editor(file.parent, **server) as editor:
        before = cpu_of(editor.process_id)
        editor.open(uri, text, language)
        opened = cpu_of(editor.process_id) - before
        wait_for_plans(editor.process_id)
        for change in changes_in(text, places):
            started, before = time.perf_counter(), cpu_of(editor.process_id)
            editor.change(uri, change)
            editor.diagnostics(uri)
            wall.append((time.perf_counter() - started) * 1e3)
            cpu.append(cpu_of(editor.process_id) - before)
    return {"open": opened, "wall": percentiles(wall), "cpu": percentiles(cpu)}


def row_of(title: str, write: typed_files.Write, count: int, **server: object) -> dict[str, object]:
    """What one kind of file takes."""
    with tempfile.TemporaryDirectory() as folder:
        found = times_of(*write(Path(folder), count), PLACES[count], **server)
    goals = SCRIPT_GOALS if title in SCRIPTS else GOALS
    return {"title": title, "lines": count, "goal": None if server else goals[count], **found}


def rows(words: str) -> list[tuple[str, typed_files.Write, int, dict[str, object]]]:
    """The rows whose titles have some words; ruff's where it is installed."""
    found = [(title, write, count, {}) for title, write in KINDS.items() for count in PLACES]
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent)) or shutil.which("ruff")
    if ruff is not None:
        server = {"program": (ruff, "server")}
        found += [
            ("`ruff server`, Python", typed_files.torch_script, count, server) for count in PLACES
        ]
    return [row for row in found if words in row[0]]


def shown(row: dict[str, object]) -> str:
    """A row of the table in docs/benchmarks.md."""
    (wall, wall_p95), (cpu, cpu_p95), opened = row["wall"], row["cpu"], row["open"]
    goal = row["goal"]
    verdict = "" if goal is None else "met" if cpu_p95 <= goal else f"over {goal:.0f}"
    cells = (wall, wall_p95, cpu, cpu_p95, opened)
    numbers = " | ".join(f"{cell:.0f}" if cell >= 10 else f"{cell:.1f}" for cell in cells)
    return f"| {row['title']} | {row['lines']:,} | {numbers} | {verdict} |"


def main() -> None:
    """Print a row for each kind of file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print the rows for a program")
    parser.add_argument("--only", default="", metavar="WORDS", help="rows whose title has them")
    asked = parser.parse_args()
    if not asked.json:
        print("| file | lines | edit, p50 | p95 | CPU, p50 | p95 | CPU of opening | |")
        print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    gc.disable()  # that of this process is no time of the server
    found = []
    for title, write, count, server in rows(asked.only):
        found.append(row_of(title, write, count, **server))
        if not asked.json:
            print(shown(found[-1]), flush=True)
    if asked.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
