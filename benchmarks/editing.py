"""How long an edit takes from the editor to its diagnostics, through the real server.

python benchmarks/editing.py: in files of each kind that people edit one character is typed and
taken away again at 40 places, each time after the diagnostics of the time before, and the median
and the 95th percentile are printed in milliseconds. The goals are 10 for a file of 200 lines and 50
for the large ones (p95).
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

import typed_files  # noqa: E402
from server.client import Editor  # noqa: E402

PLACES = 40
SMALL, LARGE = 10.0, 50.0
"""The goals in milliseconds."""

ROWS = (
    ("customize_dtypes", typed_files.customize_dtypes, 200),
    ("customize_dtypes", typed_files.customize_dtypes, 10_000),
    ("customize_dtypes in a job", typed_files.customize_dtypes_in_job, 10_000),
    ("customize_dtypes in a job with a graph", typed_files.customize_dtypes_with_graph, 10_000),
    ("op_precision", typed_files.op_precision, 10_000),
    ("keep_dtype", typed_files.keep_dtype, 10_000),
    ("mixlist", typed_files.mixlist, 10_000),
    ("fusion_switch", typed_files.fusion_switch, 10_000),
    ("atc script", typed_files.atc_script, 2_000),
)
"""What is edited, what writes it, and its lines."""


def times_of(file: Path, language: str) -> list[float]:
    """Milliseconds of each edit, sorted."""
    text = file.read_text()
    lines = text.splitlines()
    chance = random.Random(len(lines))
    times = []
    with Editor(file.parent) as editor:
        editor.open(file.as_uri(), text, language)
        for _ in range(PLACES):
            line = chance.randrange(len(lines))
            start = {"line": line, "character": chance.randint(0, len(lines[line]))}
            end = {**start, "character": start["character"] + 1}
            typed = {"range": {"start": start, "end": start}, "text": "x"}
            taken_away = {"range": {"start": start, "end": end}, "text": ""}
            for change in (typed, taken_away):
                before = time.perf_counter()
                editor.change(file.as_uri(), change)
                editor.diagnostics(file.as_uri())
                times.append((time.perf_counter() - before) * 1e3)
    return sorted(times)


def row_of(title: str, write: typed_files.Write, count: int) -> dict[str, object]:
    """What one kind of file takes."""
    with tempfile.TemporaryDirectory() as folder:
        times = times_of(*write(Path(folder), count))
    median, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
    goal = SMALL if count <= 200 else LARGE
    return {"title": title, "lines": count, "median": median, "p95": p95, "goal": goal}


def main() -> None:
    """Print a row for each kind of file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print the rows for a program")
    parser.add_argument("--only", default="", metavar="WORDS", help="rows whose title has them")
    asked = parser.parse_args()
    rows = []
    for title, write, count in ROWS:
        if asked.only not in title:
            continue
        row = row_of(title, write, count)
        rows.append(row)
        if asked.json:
            continue
        verdict = "met" if row["p95"] <= row["goal"] else "MISSED"
        print(
            f"{row['title']:<40}{row['lines']:>6} lines: median {row['median']:5.1f} ms, "
            f"p95 {row['p95']:5.1f} ms (goal {row['goal']:.0f}: {verdict})",
            flush=True,
        )
    if asked.json:
        print(json.dumps(rows))


if __name__ == "__main__":
    main()
