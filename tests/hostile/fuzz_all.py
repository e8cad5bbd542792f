"""The fuzzer over all subjects, one after the other.

`python tests/hostile/fuzz_all.py FOLDER SECONDS [SUBJECT]...` gives each subject so many seconds.
FOLDER gets a corpus and a log for each subject, what was found (`found/`), and `summary.txt`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path

FUZZER = Path(__file__).with_name("fuzz.py")
_STATUS = re.compile(r"#(\d+)\s.*?\bcov: (\d+) ft: (\d+)")
_LEAST = 5
"""Seconds below which another start is not worth it."""


def main() -> None:
    """Run the fuzzer for all subjects."""
    folder, seconds, asked = Path(sys.argv[1]).absolute(), float(sys.argv[2]), sys.argv[3:]
    (folder / "found").mkdir(parents=True, exist_ok=True)
    for subject in asked or _subjects():
        line = fuzz(subject, seconds, folder)
        with (folder / "summary.txt").open("a", encoding="utf-8") as summary:
            print(line, file=summary)


def _subjects() -> list[str]:
    root = FUZZER.parent.parent.parent
    sys.path[:0] = [str(root / "lint"), str(root / "tests")]
    from hostile.promises import SUBJECTS

    return SUBJECTS


def fuzz(subject: str, seconds: float, folder: Path) -> str:
    """Run the fuzzer for a subject, again after an input that ended it; one line about it."""
    corpus, log = folder / "corpus" / subject, folder / f"{subject}.log"
    corpus.mkdir(parents=True, exist_ok=True)
    end, runs, covered, ends = time.monotonic() + seconds, 0, "0", 0
    while (left := end - time.monotonic()) > _LEAST:
        command = [
            sys.executable, FUZZER, subject, "--collect", folder / "found",
            f"-max_total_time={int(left)}", "-timeout=60", "-rss_limit_mb=1500",
            f"-artifact_prefix={folder}/found/{subject}-", "-print_final_stats=1", corpus,
        ]  # fmt: skip
        with log.open("ab") as out:
            start = out.tell()
            status = subprocess.run(
                command, stdout=out, stderr=out, cwd=folder, check=False
            ).returncode
        text = log.read_bytes()[start:].decode("utf-8", "replace")
        if found := _STATUS.findall(text):
            runs, covered = runs + int(found[-1][0]), found[-1][1]
        ends += status != 0
    found_here = [name for name in os.listdir(folder / "found") if name.startswith(f"{subject}-")]
    faults = sum(not name.endswith(".txt") for name in found_here)
    return f"{subject:18} {seconds:5.0f} s {runs:8} runs  {covered:>6} edges  {faults} found" + (
        f", {ends} times ended by an input" if ends else ""
    )


if __name__ == "__main__":
    main()
