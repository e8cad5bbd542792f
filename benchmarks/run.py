"""Every budget of cannlint's speed, beside other linters in one run: `python benchmarks/run.py`.

Makes an environment of its own with cannlint and the peers (yamllint, check-jsonschema, cfn-lint,
ruff), times whole processes in turn, and prints medians and then a row for each budget. Machines
differ and are busy: compare the rows of one run only. The time of the processor says what was
done where a busy machine makes the clock say little; ruff works on all cores.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import graphs
import samples
from processes import Measured, compare

ROOT = Path(__file__).resolve().parent.parent
ENTRIES = 100_000
NODES = 10_000
PLAN = ("plan", "--isolated", "-O", "precision_mode=allow_mix_precision", "--soc", "Ascend910B3")


class Bench:
    """The tools, what was measured, and the rows of the budgets.

    `bin` is the folder of the commands, `runs` how often each is run, `work` a scratch folder.
    """

    def __init__(self, bin: Path, work: Path, runs: int) -> None:
        self.bin = bin
        self.work = work
        self.runs = runs
        self.budgets: list[tuple[str, str, str, str]] = []

    def folder(self, name: str, write: Callable[[Path], None]) -> Path:
        """A new folder with the files that a function writes."""
        folder = self.work / name
        folder.mkdir()
        write(folder)
        return folder

    def measure(
        self, title: str, commands: Sequence[Sequence[str]], cwd: Path, runs: int | None = None
    ) -> dict[str, Measured]:
        """Run commands in turn and print what they take; one that is not installed is skipped."""
        print(f"\n## {title}\n\n| command | ms | ms of the processor | MB |")
        print("| --- | --- | --- | --- |")
        known = {
            named(command): [self.bin / command[0], *command[1:]]
            for command in commands
            if (self.bin / command[0]).exists()
        }
        measured = compare(known, cwd, runs or self.runs)
        for name in map(named, commands):
            if name in measured:
                found = measured[name]
                print(f"| {name} | {found.wall:,.1f} | {found.cpu:,.1f} | {found.memory:.0f} |")
            else:
                print(f"| {name} | not installed | | |")
        return measured

    def ratio(
        self, title: str, of: str, to: str, measured: dict[str, Measured], goal: float | None
    ) -> None:
        """A budget that is a ratio of two commands; without a goal it is only shown."""
        goal_text = f"≤ {goal:g}" if goal is not None else ""
        if of not in measured or to not in measured:
            self.budgets.append((title, "not measured", goal_text, ""))
            return
        wall, cpu = (measured[of][at] / measured[to][at] for at in (0, 1))
        verdict = over(wall > goal) if goal is not None else ""
        self.budgets.append((title, f"{wall:.2f} ({cpu:.2f})", goal_text, verdict))

    def seconds(self, title: str, measured: Measured, goal: float) -> None:
        """A budget that is the time of one command."""
        wall, cpu = measured.wall / 1e3, measured.cpu / 1e3
        text = f"{wall:.2f} s ({cpu:.2f} s)"
        self.budgets.append((title, text, f"≤ {goal:g} s", over(wall > goal)))

    def most(self, title: str, value: float, unit: str, goal: float) -> None:
        """A budget that is another number."""
        self.budgets.append(
            (title, f"{value:.3g} {unit}", f"≤ {goal:g} {unit}", over(value > goal))
        )

    def show(self) -> None:
        """The budgets as a table."""
        print("\n## Budgets\n\nBy the clock; in brackets by the time of the processor.\n")
        print("| budget | measured | goal | |\n| --- | --- | --- | --- |")
        for row in self.budgets:
            print(f"| {' | '.join(row)} |")


def over(is_over: bool) -> str:
    """The word about a budget."""
    return "over" if is_over else "met"


def named(command: Sequence[str]) -> str:
    """A command as the tables name it."""
    return " ".join(command if len(command) < 100 else [*command[:5], "..."])


def one_clean_file(bench: Bench) -> None:
    """What a commit hook waits for."""
    commands = [
        ("python", "-c", "pass"),
        ("cannlint", "check", "a.cfg"),
        ("cannlint", "check", "fusion.json"),
        ("yamllint", "a.yaml"),
        ("check-jsonschema", "--schemafile", "schema.json", "a.json"),
        ("cfn-lint", "template.yaml"),
        ("ruff", "check", "--isolated", "--no-cache", "a.py"),
    ]
    folder = bench.folder("clean", samples.clean)
    found = bench.measure("One clean file, cold", commands, folder)
    bench.ratio(
        "one clean file / `python -c pass`", "cannlint check a.cfg", "python -c pass", found, 3.5
    )
    title = "one clean JSON file / `python -c pass`"
    bench.ratio(title, "cannlint check fusion.json", "python -c pass", found, 3.5)
    title = "one clean file / yamllint, file of the same size"
    bench.ratio(title, "cannlint check a.cfg", "yamllint a.yaml", found, 0.5)


def one_faulty_file(bench: Bench) -> None:
    """The full report of a file with findings."""
    peer = ("check-jsonschema", "--schemafile", "schema.json", "bad.json")
    commands = [
        ("cannlint", "check", "bad.cfg"),
        ("cannlint", "check", "bad_switch.cfg"),
        ("yamllint", "bad.yaml"),
        peer,
        ("cfn-lint", "template.yaml"),
        ("ruff", "check", "--isolated", "--no-cache", "bad.py"),
    ]
    folder = bench.folder("faulty", samples.faulty)
    found = bench.measure("One file with findings, full output", commands, folder)
    title = "one file with odd lines / check-jsonschema, JSON with findings"
    bench.ratio(title, "cannlint check bad.cfg", " ".join(peer), found, 0.6)
    title = "one refused JSON value / check-jsonschema, JSON with findings"
    bench.ratio(title, "cannlint check bad_switch.cfg", " ".join(peer), found, 0.6)


def other_commands(bench: Bench) -> None:
    """Commands with options of typer, beside the check of the same script."""
    check = ("cannlint", "check", "convert.sh")
    commands = [
        check,
        ("cannlint", "check", "--format", "json", "convert.sh"),
        ("cannlint", "plan", "convert.sh"),
        ("cannlint", "rule", "JB302"),
    ]
    found = bench.measure("Other commands", commands, bench.folder("other", samples.script))
    for command in commands[1:]:
        name = " ".join(command)
        bench.ratio(f"`{name}` / check of the script", name, " ".join(check), found, 2.5)


def many_files(bench: Bench) -> None:
    """A thousand small files; what ruff takes depends on how small a Python file is, so two."""
    folder = bench.folder("thousand", samples.thousand)
    ruff = [("ruff", "check", "--isolated", "--no-cache", "-q", name) for name in ("py200", "py20")]
    found = bench.measure("1,000 small files", [("cannlint", "check", "conf"), *ruff], folder)
    for command, lines, goal in zip(ruff, (200, 20), (2.5, None), strict=True):
        title = f"1,000 small files / ruff, files of {lines} lines"
        bench.ratio(title, "cannlint check conf", " ".join(command), found, goal)
    slow = [
        ("yamllint", "yaml"),
        ("check-jsonschema", "--schemafile", "schema.json", *_thousand("json/f{}.json")),
        ("cfn-lint", *_thousand("templates/t{}.yaml")),
    ]
    bench.measure("1,000 small files, slower peers", slow, folder, runs=1)


def _thousand(name: str) -> list[str]:
    return [name.format(number) for number in range(1000)]


def one_large_file(bench: Bench) -> None:
    """100,000 lines, all clean, and every second one for Lark to read."""
    folder = bench.folder("large", lambda path: samples.large(path, ENTRIES))
    commands = [("cannlint", "check", "large.cfg"), ("cannlint", "check", "odd.cfg")]
    found = bench.measure(f"{ENTRIES:,} lines", commands, folder, min(bench.runs, 5))
    clean, odd = (found[" ".join(command)] for command in commands)
    bench.seconds("100,000 lines of customize_dtypes, clean", clean, ENTRIES / 100_000)
    bench.most("the same: peak of memory", clean.memory, "MB", 200)
    bench.seconds("the same, every second line odd", odd, ENTRIES / 5_000)


def plans(bench: Bench) -> None:
    """Every operator of an SoC, and graphs."""

    def write(folder: Path) -> None:
        for count in (NODES, 2 * NODES):
            (folder / f"g{count}.json").write_text(graphs.neutral(count))

    commands = [
        ("cannlint", *PLAN, "--all"),
        *(("cannlint", *PLAN, "--model", f"g{count}.json") for count in (NODES, 2 * NODES)),
    ]
    found = bench.measure("Plans", commands, bench.folder("plans", write), min(bench.runs, 5))
    every, small, large = (found[" ".join(command)] for command in commands)
    bench.seconds("plan of the 1,094 operators of Ascend910B", every, 0.5)
    bench.seconds(f"plan of a graph of {NODES:,} nodes", small, 2)
    bench.most(f"{2 * NODES:,} nodes / {NODES:,} nodes", large.cpu / small.cpu, "times", 2.2)


def editing(bench: Bench) -> None:
    """The language server, from an edit to its diagnostics."""
    command = [bench.bin / "python", ROOT / "benchmarks" / "editing.py", "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        bench.budgets.append(("language server", f"not measured: {reason}", "", ""))
        return
    for row in json.loads(done.stdout):
        title = f"edit of {row['title']}, {row['lines']:,} lines → diagnostics, CPU, p95"
        if row["goal"] is not None:
            bench.most(title, row["cpu"][1], "ms", row["goal"])


def environment(folder: Path) -> Path:
    """A virtual environment with cannlint as users install it, and the peers."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip = [folder / "bin" / "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, f"{ROOT}[bench,lsp,test]"], check=True)
    return folder / "bin"


def main() -> None:
    """Run every comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=21, help="counted runs of each command")
    parser.add_argument("--bin", type=Path, help="the bin folder of an environment that has all")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        bench = Bench((options.bin or environment(work / "venv")).absolute(), work, options.runs)
        version = platform.python_version()
        print(
            f"{platform.machine()}, {os.cpu_count()} cores, Python {version}, {options.runs} runs"
        )
        for comparison in (
            one_clean_file, one_faulty_file, other_commands, many_files, one_large_file, plans,
            editing,
        ):  # fmt: skip
            comparison(bench)
        bench.show()


if __name__ == "__main__":
    main()
