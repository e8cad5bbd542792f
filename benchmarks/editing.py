"""How long an edit takes from the editor to its diagnostics, through the real server.

python benchmarks/editing.py: for files of 200 and 10,000 lines one character is typed or removed
200 times, each after the diagnostics of the one before, and the median and the 95th percentile
are printed in milliseconds. The goals are 10 and 50 (p95).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "lint")]

from server.client import Editor  # noqa: E402

EDITS = 200
GOALS = {200: 10.0, 10_000: 50.0}
LINES = (
    "layer{}/conv::InputDtype:float16,float16,OutputDtype:float16",
    "node{}:InputDtype:float16,OutputDtype:float32",
    "block{}/add::InputDtype:float16,OutputDtype:bfloat16",
)
FAULT = "OpType::Relu{}:InputDtype:fp16"


def text_of(count: int) -> str:
    """A file in which one line of 500 has a fault."""
    lines = (
        FAULT.format(at) if at % 500 == 499 else LINES[at % len(LINES)].format(at)
        for at in range(count)
    )
    return "\n".join(lines) + "\n"


def times_of(count: int, folder: str) -> list[float]:
    """Milliseconds of each edit, sorted."""
    chance = random.Random(count)
    file = (Path(folder) / f"customize_{count}.cfg").as_uri()
    times, start = [], {}
    with Editor(folder) as editor:
        editor.open(file, text_of(count), "cann-customize-dtypes")
        for number in range(EDITS):
            if number % 2 == 0:
                start = {"line": chance.randrange(count), "character": 0}
                change = {"range": {"start": start, "end": start}, "text": "x"}
            else:
                change = {"range": {"start": start, "end": {**start, "character": 1}}, "text": ""}
            before = time.perf_counter()
            editor.change(file, change)
            editor.diagnostics(file)
            times.append((time.perf_counter() - before) * 1e3)
    return sorted(times)


def main() -> None:
    """Print a row for each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print the rows for a program")
    as_json = parser.parse_args().json
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for count, goal in GOALS.items():
            times = times_of(count, folder)
            median, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
            rows.append({"lines": count, "median": median, "p95": p95, "goal": goal})
    if as_json:
        print(json.dumps(rows))
        return
    for row in rows:
        verdict = "met" if row["p95"] <= row["goal"] else "MISSED"
        print(
            f"{row['lines']:>6} lines: median {row['median']:5.1f} ms, p95 {row['p95']:5.1f} ms"
            f" (goal {row['goal']:.0f}: {verdict})"
        )


if __name__ == "__main__":
    main()
