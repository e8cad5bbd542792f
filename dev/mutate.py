"""Are the tests good enough? `python dev/mutate.py [--sample 150] [--seed 1] [--jobs 2]`.

Changes one comparison, condition or constant at a time in the modules that hold the formats, what
they share, ATC's command line and the resolver, runs the tests that should notice, and prints the
share of changes that some test noticed, and those that none did. A change that keeps the meaning of
the program can not be noticed: survivors are to be read. Nothing is changed but copies in a
temporary folder.

All tests are run once to see which functions they call; a change of a function is then shown to the
tests that call it, the quick ones first. `--calls FILE` keeps what was seen, for the next time;
`--only PATH:LINE` tries the changes of one line, or of a module; `--longest SECONDS` leaves out the
tests that take longer: they are few, and notice little that the others do not.
"""

from __future__ import annotations

import argparse
import compileall
import math
import multiprocessing
import os
import random
import shutil
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
from noticing import Listening, Noticing, Seen

Plugin = TypeVar("Plugin")
ROOT = Path(__file__).resolve().parent.parent
LISTENING = Path(__file__).resolve().parent / "listening"
NEEDED = ("lint", "tests", "schemas", "grammars", "examples", "docs", "pyproject.toml")
TESTS = {
    "formats": (
        *("tests/test_rules.py", "tests/test_manual_examples.py", "tests/test_properties.py"),
        *("tests/test_recorded.py", "tests/reading", "tests/test_inspect.py"),
        *("tests/test_library_rules.py", "tests/library", "tests/test_lookup.py"),
        *("tests/test_discovery.py", "tests/server/test_completion.py"),
    ),
    "reading": ("tests/test_rules.py", "tests/test_recorded.py", "tests/reading"),
    "resolve": (
        *("tests/test_rules.py", "tests/resolve", "tests/test_recorded_plans.py"),
        *("tests/test_plan.py", "tests/test_effect.py"),
    ),
    "syntax": (
        *("tests/test_rules.py", "tests/test_suppression.py", "tests/test_properties.py"),
        *("tests/syntax", "tests/reading"),
    ),
    "jobs/atc": ("tests/test_rules.py", "tests/test_recorded.py", "tests/jobs"),
}
"""Folder of the package → the tests that should notice a change in it, the quick ones first."""


class Copy:
    """A copy of what the tests need, to change one module of at a time."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "main"
        self.root.mkdir(parents=True)
        for name in NEEDED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
            copy(ROOT / name, self.root / name)
        if (ROOT.parent / "shared").exists():
            (folder / "shared").symlink_to((ROOT.parent / "shared").resolve())
        compileall.compile_dir(self.root / "lint", quiet=2)

    def give_tests_to(self, plugin: Callable[[], Plugin], listening: bool) -> Plugin:
        """Let pytest collect all tests of the copy and leave them to a plugin; once in a process.

        The plugin is made when the process is in the copy.
        """
        os.chdir(self.root)
        paths = [self.root / "lint", *([LISTENING] if listening else [])]
        os.environ["PYTHONPATH"] = os.pathsep.join(map(str, paths))
        folders = [str(self.root / PACKAGE / folder) for folder in TESTS]
        os.environ["CALLS_IN"] = os.pathsep.join(folders)
        os.environ["CALLS_FILE"] = str(self.root.parent / "calls")
        # a module is changed within a second: what Python has compiled of it must not stay
        os.environ.update(CI="1", PYTHONDONTWRITEBYTECODE="1")
        sys.dont_write_bytecode = True
        # the slow tests too, also in the processes that `noticing` starts
        os.environ["PYTEST_ADDOPTS"] = "-m ''"
        options = ["-q", "-p", "no:cacheprovider", f"--basetemp={self.root.parent / 'temp'}"]
        tests = dict.fromkeys(name for names in TESTS.values() for name in names)
        asked = plugin()
        with open(os.devnull, "w") as nowhere, redirect_stdout(nowhere):
            status = pytest.main([*options, *tests], [asked])
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
        return Noticing(copy.root, share, answer, TESTS, seen, options.longest)

    copy.give_tests_to(noticing, listening=False)
    return noticed


def chosen(options: argparse.Namespace) -> list[Mutant]:
    """The changes to try."""
    every = [mutant for folder in options.folders or TESTS for mutant in mutants(ROOT, folder)]
    if options.only:
        path, _, line = options.only.partition(":")
        return [it for it in every if str(it.path) == path and line in ("", str(it.line))]
    return random.Random(options.seed).sample(every, min(options.sample, len(every)))


def main() -> None:
    """Try a sample of changes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help=", ".join(TESTS))
    parser.add_argument("--sample", type=int, default=150, help="how many changes")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--only", metavar="PATH[:LINE]", help="all changes of a module or a line")
    parser.add_argument("--calls", type=Path, metavar="FILE", help="keep what the tests call")
    parser.add_argument(
        "--longest", type=float, default=math.inf, metavar="SECONDS", help="tests to leave out"
    )
    parser.add_argument("--verbose", action="store_true", help="say what notices a change")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    if not TESTS.keys() >= {*options.folders}:
        parser.error(f"a folder is one of {', '.join(TESTS)}")
    jobs, sample = options.jobs, chosen(options)
    with tempfile.TemporaryDirectory() as name:
        copies = [Copy(Path(name) / str(number)) for number in range(jobs)]
        seen = seen_in(copies, options.calls)
        with processes(jobs) as executor:
            shares = [sample[number::jobs] for number in range(jobs)]
            every = executor.map(tried, copies, shares, [seen] * jobs, [options] * jobs)
            noticed = sum(every, Counter[str]())
    for folder, count in Counter(mutant.folder for mutant in sample).items():
        print(f"{folder}: {noticed[folder]} of {count}")
    share = noticed.total() / max(len(sample), 1)
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
