"""Are the tests good enough? `python dev/mutate.py [--sample 200] [--seed 1] [--jobs 2]`.

Makes one small change at a time to the package (a comparison, a condition, a sign, a constant),
runs the tests that should notice, and prints the share of changes that some test noticed, and those
that none did: survivors are to be read. Nothing is changed but copies in a temporary folder.

The tests of the default run are run once to see which functions they call; a change of a function
is then shown to the tests that call it: to the quickest of each module of tests first. `--calls
FILE` keeps what was seen, for the next time; `--only PATH:LINE` tries the changes of one line, or
of a module; `--limit SECONDS` is the time that the tests of a change have.
"""

from __future__ import annotations

import argparse
import compileall
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import redirect_stdout
from pathlib import Path
from typing import TypeVar

import pytest

from mutants import PACKAGE, Mutant, mutants
from noticing import OPTIONS, Listening, Noticing, Seen

Plugin = TypeVar("Plugin")
ROOT = Path(__file__).resolve().parent.parent
LISTENING = Path(__file__).resolve().parent / "listening"


class Copy:
    """A copy of what the tests need, to change one module of at a time."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "main"
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout
        for name in map(os.fsdecode, filter(None, names.split(b"\0"))):
            if (ROOT / name).exists():  # it may be deleted, and not yet for git
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, self.root / name, follow_symlinks=False)
        if (ROOT.parent / "shared").exists():
            (folder / "shared").symlink_to((ROOT.parent / "shared").resolve())
        compileall.compile_dir(self.root / "lint", quiet=2)

    def give_tests_to(self, plugin: Callable[[], Plugin], listening: bool) -> Plugin:
        """Let pytest collect the tests of the copy and leave them to a plugin; once in a process.

        The plugin is made when the process is in the copy.
        """
        os.chdir(self.root)
        paths = [self.root / "lint", *([LISTENING] if listening else [])]
        os.environ["PYTHONPATH"] = os.pathsep.join(map(str, paths))
        os.environ["CALLS_IN"] = str(self.root / PACKAGE)
        os.environ["CALLS_FILE"] = str(self.root.parent / "calls")
        # a module is changed within a second: what Python has compiled of it must not stay
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        sys.dont_write_bytecode = True
        asked = plugin()
        with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
            status = pytest.main([*OPTIONS, f"--basetemp={self.root.parent / 'temp'}"], [asked])
        if status:
            raise RuntimeError(f"pytest ends with {status}")
        return asked


def listened(copy: Copy, share: slice) -> Seen:
    """What a share of the tests calls."""
    listening = copy.give_tests_to(lambda: Listening(copy.root, share), listening=True)
    return Seen(listening.tests, listening.before)


def tried(copy: Copy, share: list[Mutant], seen: Seen, options: argparse.Namespace) -> Counter[str]:
    """How many changes of each folder some test notices; prints the others."""
    noticed = Counter[str]()
    out = sys.stdout

    def answer(mutant: Mutant, noticed_by: str | None) -> None:
        noticed[mutant.folder] += noticed_by is not None
        if noticed_by is None or options.verbose:
            place = f"{mutant.path}:{mutant.line}: {mutant.label}"
            by = f"\n    noticed by {noticed_by}" if noticed_by else ""
            print(f"{place}\n    {mutant.text}{by}", file=out, flush=True)

    def noticing() -> Noticing:
        return Noticing(copy.root, share, answer, seen, options.limit)

    copy.give_tests_to(noticing, listening=False)
    return noticed


def chosen(options: argparse.Namespace) -> list[Mutant]:
    """The changes to try."""
    every = [it for it in mutants(ROOT) if it.folder in options.folders or not options.folders]
    if options.only:
        path, _, line = options.only.partition(":")
        return [it for it in every if str(it.path) == path and line in ("", str(it.line))]
    return random.Random(options.seed).sample(every, min(options.sample, len(every)))


def main() -> None:
    """Try a sample of changes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "folders", nargs="*", metavar="PACKAGE", help="such as resolve; all without"
    )
    parser.add_argument("--sample", type=int, default=200, help="how many changes")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", metavar="PATH[:LINE]", help="all changes of a module or a line")
    parser.add_argument("--calls", type=Path, metavar="FILE", help="keep what the tests call")
    parser.add_argument("--limit", type=float, default=60, metavar="SECONDS", help="a change has")
    parser.add_argument("--verbose", action="store_true", help="say what notices a change")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    jobs, sample = options.jobs, chosen(options)
    if not sample:
        parser.error("there is nothing to change")
    with tempfile.TemporaryDirectory() as name:
        copies = [Copy(Path(name) / str(number)) for number in range(jobs)]
        seen = seen_in(copies, options.calls)
        with processes(jobs) as executor:
            shares = [sample[number::jobs] for number in range(jobs)]
            every = executor.map(tried, copies, shares, [seen] * jobs, [options] * jobs)
            noticed = sum(every, Counter[str]())
    for folder, count in Counter(mutant.folder for mutant in sample).items():
        print(f"{folder}: {noticed[folder]} of {count}")
    share = noticed.total() / len(sample)
    print(f"{noticed.total()} of {len(sample)} changes noticed ({share:.0%})")


def seen_in(copies: list[Copy], file: Path | None) -> Seen:
    """What the tests call, as a file has kept it, or as they do now; then the file has it."""
    if file is not None and file.exists():
        return Seen.loaded(file)
    shares = [slice(number, None, len(copies)) for number in range(len(copies))]
    with processes(len(copies)) as executor:
        seen = Seen.of_all(executor.map(listened, copies, shares))
    if file is not None:
        seen.save(file)
    return seen


def processes(jobs: int) -> ProcessPoolExecutor:
    """New processes, which have imported nothing of the product."""
    return ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"))


if __name__ == "__main__":
    main()
