"""cannlint beside yamllint, check-jsonschema and ruff, in one run: `python benchmarks/run.py`.

Makes an environment of its own with all four, times whole processes in turn (A B C D A B ...),
and prints medians and ratios. Machines differ and are busy: compare the rows of one run only.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
PEERS = ("yamllint", "check-jsonschema", "ruff")

ENTRIES = [
    "OpType::MatMulV2:InputDtype:float16,float16,float32,OutputDtype:float32",
    "OpType::BatchMatMul:InputDtype:float16,float16,OutputDtype:float32",
    "bert/encoder/layer_0/Relu::InputDtype:float16,OutputDtype:float16",
]
SCHEMA = {"type": "object", "additionalProperties": {"type": "string", "enum": ["on", "off"]}}


def environment(folder: Path) -> Path:
    """A virtual environment with cannlint as users install it, and the peers."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip = [folder / "bin" / "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, str(ROOT), *PEERS], check=True)
    return folder / "bin"


def once(command: list[str], cwd: Path) -> tuple[float, int]:
    """Seconds and peak memory in KiB of one run of a command."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{command} ended with {process.returncode}")
    return seconds, usage.ru_maxrss


def compare(rows: dict[str, list[str]], cwd: Path, runs: int) -> dict[str, float]:
    """Median milliseconds of each command, run in turn after one warm-up each."""
    for command in rows.values():
        once(command, cwd)
    times: dict[str, list[float]] = {name: [] for name in rows}
    for _ in range(runs):
        for name, command in rows.items():
            times[name].append(once(command, cwd)[0])
    return {name: statistics.median(values) * 1000 for name, values in times.items()}


def show(title: str, medians: dict[str, float], ratios: list[tuple[str, str, float]]) -> None:
    """Print one comparison; a ratio beyond its goal is marked."""
    print(f"\n{title}")
    for name, median in medians.items():
        print(f"  {name:<34} {median:8.1f} ms")
    for name, other, goal in ratios:
        ratio = medians[name] / medians[other]
        mark = "" if ratio <= goal else "   <-- over"
        print(f"  ratio {name} / {other}: {ratio:.2f} (goal {goal:g}){mark}")


def one_clean_file(bin: Path, work: Path, runs: int) -> None:
    """What a commit hook waits for."""
    (work / "a.cfg").write_text("\n".join(ENTRIES) + "\n")
    size = sum(map(len, ENTRIES)) + 3
    lines = ["---"]
    while sum(map(len, lines)) + len(lines) < size:
        lines.append(f"key_{len(lines)}: value")
    (work / "a.yaml").write_text("\n".join(lines) + "\n")
    (work / "a.json").write_text('{"Switch": {"GraphFusion": {"SoftmaxFusionPass": "off"}}}\n')
    (work / "a.py").write_text("x = 1\n")
    medians = compare(
        {
            "python -c pass": [str(bin / "python"), "-c", "pass"],
            "cannlint check a.cfg": [str(bin / "cannlint"), "check", "a.cfg"],
            "cannlint check a.json": [str(bin / "cannlint"), "check", "a.json"],
            "yamllint a.yaml": [str(bin / "yamllint"), "a.yaml"],
            "ruff check a.py": [str(bin / "ruff"), "check", "--isolated", "--no-cache", "a.py"],
        },
        work,
        runs,
    )
    show(
        f"one clean file of {size} bytes, cold",
        medians,
        [
            ("cannlint check a.cfg", "python -c pass", 3),
            ("cannlint check a.json", "python -c pass", 3),
            ("cannlint check a.cfg", "yamllint a.yaml", 0.4),
        ],
    )


def one_file_with_findings(bin: Path, work: Path, runs: int) -> None:
    """The full report of a file with findings."""
    (work / "bad.cfg").write_text(ENTRIES[0] + "\n\n" + ENTRIES[0].replace("float16", "fp16"))
    (work / "schema.json").write_text(json.dumps(SCHEMA))
    (work / "bad.json").write_text('{"a": "on", "b": "of", "c": 1}\n')
    (work / "bad_switch.cfg").write_text('{"Switch": {"GraphFusion": {"a": "on", "b": "of"}}}\n')
    jsonschema = [str(bin / "check-jsonschema"), "--schemafile", "schema.json", "bad.json"]
    medians = compare(
        {
            "cannlint check bad.cfg": [str(bin / "cannlint"), "check", "bad.cfg"],
            "cannlint check bad_switch.cfg": [str(bin / "cannlint"), "check", "bad_switch.cfg"],
            "check-jsonschema bad.json": jsonschema,
        },
        work,
        runs,
    )
    show(
        "one file with findings, full output",
        medians,
        [
            ("cannlint check bad.cfg", "check-jsonschema bad.json", 0.5),
            ("cannlint check bad_switch.cfg", "check-jsonschema bad.json", 0.5),
        ],
    )


def python_file(lines: int) -> str:
    """A small Python module of ordinary functions."""
    functions = [
        f"def f{n}(a: int, b: str) -> str:\n    if a > {n}:\n        return b * a\n"
        f'    return f"{{a}}-{{b}}"\n\n'
        for n in range(lines // 5)
    ]
    return "\n".join(functions)


def many_files(bin: Path, work: Path, runs: int) -> None:
    """A thousand small files; how small a Python file is decides what ruff takes, so two."""
    conf = work / "conf"
    conf.mkdir()
    switch = {"Switch": {"GraphFusion": {"SoftmaxFusionPass": "off"}, "UBFusion": {}}}
    for n in range(1000):
        name, text = [
            (f"c{n}.cfg", "\n".join(ENTRIES) + "\n"),
            (f"p{n}.ini", "[ByOpType]\nGelu=high_precision\nTanh=high_performance\n"),
            (f"s{n}.cfg", json.dumps(switch, indent=2) + "\n"),
            (f"keep_dtype.{n}.cfg", "OpType::ReduceMean\nbert/encoder/layer_0/Pow\n"),
        ][n % 4]
        (conf / name).write_text(text)
    commands = {"cannlint check conf": [str(bin / "cannlint"), "check", "--no-cache", "conf"]}
    for lines in (20, 200):
        folder = work / f"py{lines}"
        folder.mkdir()
        for n in range(1000):
            (folder / f"m{n}.py").write_text(python_file(lines))
        commands[f"ruff, files of {lines} lines"] = [
            str(bin / "ruff"), "check", "--isolated", "--no-cache", "-q", folder.name,
        ]  # fmt: skip
    medians = compare(commands, work, runs)
    show(
        "1,000 small files",
        medians,
        [
            ("cannlint check conf", "ruff, files of 200 lines", 1.5),
            ("cannlint check conf", "ruff, files of 20 lines", 1.5),
        ],
    )


def one_large_file(bin: Path, work: Path, runs: int) -> None:
    """100,000 entries."""
    text = "".join(
        f"model/layer_{n}/Relu::InputDtype:float16,OutputDtype:float16\n" for n in range(100_000)
    )
    (work / "large.cfg").write_text(text)
    results = [
        once([str(bin / "cannlint"), "check", "large.cfg"], work) for _ in range(min(runs, 5))
    ]
    seconds = statistics.median(seconds for seconds, _ in results)
    memory = statistics.median(memory for _, memory in results) / 1024
    print("\n100,000 entries of customize_dtypes, whole process")
    print(f"  {100_000 / seconds:,.0f} lines/s (goal 100,000), {memory:.0f} MB (goal 200)")


def main() -> None:
    """Run every comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=21, help="counted runs of each command")
    parser.add_argument("--bin", type=Path, help="the bin folder of an environment that has all")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        bin = options.bin or environment(work / "venv")
        print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, median of {options.runs}")
        for comparison in (one_clean_file, one_file_with_findings, many_files, one_large_file):
            folder = work / comparison.__name__
            folder.mkdir()
            comparison(bin.absolute(), folder, options.runs)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"\nlargest process of this run: {peak:.0f} MB")


if __name__ == "__main__":
    main()
