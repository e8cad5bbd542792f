"""Time and memory of `cannlint check` on files made to take much: `python benchmarks/hostile.py`.

Each file has `--megabytes` (1) of one thing repeated, and is checked in a process of its own. The
bound is 100 MB and ten times the file. `--kind` checks one kind only.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MEGABYTE = 1 << 20
KINDS = ("customize_dtypes", "op_precision", "keep_dtype", "mixlist", "fusion_switch", "ops_info",
         "impl_mode", "atc_script", "tf_script", "torch_script")  # fmt: skip
PIECES = {
    "line feeds": b"\n",
    "short lines": b"a\n",
    "zeros": b"\0",
    "not UTF-8": b"\xff",
    "entries": b"OpType::Relu:InputDtype:float16\n",
    "modes": b"Relu=high_precision\n",
    "brackets": b"[",
    "objects": b'{"a":',
    "quotes": b"'",
    "substitutions": b"$(",
    "here documents": b"cat <<A\n",
    "commands": b"atc --model=a --x=b\n",
    "one command": b"atc --model=a ",
    "parentheses": b"(",
    "backslashes": b"\\\n",
}
CHILD = """
import resource, sys
from cannlint.__main__ import main
status = main()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(status)
"""


def measured(path: str, kind: str) -> tuple[str, float, float]:
    """How a check ended, its seconds, and its peak memory in megabytes."""
    started = time.perf_counter()
    try:
        process = subprocess.run(
            [sys.executable, "-c", CHILD, "check", "--kind", kind, "--format", "json", path],
            env={**os.environ, "PYTHONPATH": str(ROOT / "lint")},
            capture_output=True,
            timeout=300,
        )
    except subprocess.TimeoutExpired:
        return "timeout", 300.0, 0.0
    seconds = time.perf_counter() - started
    if b"Traceback" in process.stderr:
        return "CRASH", seconds, 0.0
    return str(process.returncode), seconds, int(process.stderr.split()[-1]) / 1024


def main() -> None:
    """Print a row for each file and kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, default=1.0)
    parser.add_argument("--kind", choices=KINDS, action="append")
    chosen = parser.parse_args()
    size = int(chosen.megabytes * MEGABYTE)
    bound = 100 + 10 * chosen.megabytes
    for name, piece in PIECES.items():
        with tempfile.NamedTemporaryFile(suffix=".hostile") as file:
            file.write((piece * (size // len(piece) + 1))[:size])
            file.flush()
            for kind in chosen.kind or KINDS:
                status, seconds, peak = measured(file.name, kind)
                verdict = "" if 0 < peak <= bound else "  OVER THE BOUND"
                print(f"{name:15} {kind:17} {status:>7} {seconds:7.2f} s {peak:6.0f} MB{verdict}")


if __name__ == "__main__":
    main()
