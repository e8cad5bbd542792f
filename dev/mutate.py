"""Are the tests good enough? `python dev/mutate.py [--sample 150] [--seed 1] [--jobs 2]`.

Changes one comparison, condition or constant at a time in the modules that hold CANN's reading,
the syntaxes, ATC's command line and the resolver, runs the tests that should notice, and prints the
share of changes that some test noticed, and those that none did. A change that keeps the meaning of
the program can not be noticed: survivors are to be read. Nothing is changed but copies in a
temporary folder.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path("lint", "cannlint")
NEEDED = ("lint", "tests", "schemas", "grammars", "examples", "docs", "pyproject.toml")
TESTS = {
    "reading": (
        *("tests/test_rules.py", "tests/test_manual_examples.py", "tests/test_properties.py"),
        *("tests/test_recorded.py", "tests/reading", "tests/test_inspect.py"),
        *("tests/test_library_rules.py", "tests/library"),
    ),
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

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


class Site(NamedTuple):
    """A place in a tree that can be changed: what it is called, and the change itself."""

    line: int
    label: str
    apply: Callable[[], None]


class Mutant(NamedTuple):
    """The change number `number` of a module in a folder of TESTS."""

    folder: str
    path: Path
    number: int
    line: int
    label: str


def sites(tree: ast.Module) -> Iterator[Site]:
    """Every place of a module that can be changed, in the order of a walk."""
    for parent in _running_code(tree):
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, ast.Compare):
                yield from _compared(node)
            elif isinstance(node, ast.BoolOp):
                yield _swapped(node)
            elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
                yield Site(node.lineno, "not X -> X", _replacer(parent, node, node.operand))
            elif isinstance(node, ast.Constant) and isinstance(node.value, int):
                value = not node.value if isinstance(node.value, bool) else node.value + 1
                change = _setter(node, "value", value)
                yield Site(node.lineno, f"{node.value!r} -> {value!r}", change)


def _compared(node: ast.Compare) -> Iterator[Site]:
    for at, operator in enumerate(node.ops):
        other = OPPOSITE[type(operator)]

        def change(at: int = at, other: type[ast.cmpop] = other) -> None:
            node.ops[at] = other()

        yield Site(node.lineno, f"{type(operator).__name__} -> {other.__name__}", change)


def _swapped(node: ast.BoolOp) -> Site:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    names = f"{type(node.op).__name__} -> {type(other).__name__}"
    return Site(node.lineno, names, _setter(node, "op", other))


def _setter(node: ast.AST, field: str, value: object) -> Callable[[], None]:
    return lambda: setattr(node, field, value)


def _replacer(parent: ast.AST, node: ast.AST, other: ast.AST) -> Callable[[], None]:
    def change() -> None:
        for field, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, field, other)
            elif isinstance(value, list) and node in value:
                value[value.index(node)] = other

    return change


def _running_code(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of what runs: no annotations, no sizes of caches, nothing for type checkers."""
    yield node
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_for_types(child):
                yield from _running_code(child)


def _is_for_types(node: ast.AST) -> bool:
    named = node.test if isinstance(node, ast.If) else None
    if isinstance(node, ast.Assign):
        named = node.targets[0]
    return isinstance(named, ast.Name) and named.id == "TYPE_CHECKING"


def mutants(folder: str) -> Iterator[Mutant]:
    """All changes of the modules of a folder of the package."""
    for path in sorted((ROOT / PACKAGE / folder).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for number, site in enumerate(sites(tree)):
            yield Mutant(folder, path.relative_to(ROOT), number, site.line, site.label)


def mutated(mutant: Mutant) -> str:
    """The module with the change in it."""
    tree = ast.parse((ROOT / mutant.path).read_text("utf-8"))
    list(sites(tree))[mutant.number].apply()
    return ast.unparse(tree) + "\n"


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

    def fails(self, tests: tuple[str, ...], seconds: float | None = None) -> bool:
        """Whether a test fails, or does not come to an end in time."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        command += [f"--basetemp={self.root.parent / 'temp'}", *tests]
        # a module is changed within a second: what Python has compiled of it must not stay
        environment = {**os.environ, "CI": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                command, cwd=self.root, env=environment, capture_output=True, timeout=seconds
            )
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0

    def notices(self, mutant: Mutant, seconds: float) -> bool:
        """Whether the tests notice a change."""
        path = self.root / mutant.path
        before = path.read_text("utf-8")
        path.write_text(mutated(mutant), "utf-8")
        try:
            return self.fails(TESTS[mutant.folder], seconds)
        finally:
            path.write_text(before, "utf-8")


def limits(copy: Copy, folders: Iterable[str]) -> dict[str, float]:
    """How long the tests of folders may take; ends where they fail without any change."""
    found = {}
    for folder in folders:
        start = time.perf_counter()
        if copy.fails(TESTS[folder]):
            raise SystemExit(f"the tests of {folder} fail as they are")
        found[folder] = 30 + 3 * (time.perf_counter() - start)
    return found


def main() -> None:
    """Try a sample of changes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help=", ".join(TESTS))
    parser.add_argument("--sample", type=int, default=150, help="how many changes")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    folders = options.folders or [*TESTS]
    if not TESTS.keys() >= {*folders}:
        parser.error(f"a folder is one of {', '.join(TESTS)}")
    every = [mutant for folder in folders for mutant in mutants(folder)]
    chosen = random.Random(options.seed).sample(every, min(options.sample, len(every)))
    with tempfile.TemporaryDirectory() as name:
        copies: Queue[Copy] = Queue()
        for number in range(options.jobs):
            copies.put(Copy(Path(name) / str(number)))
        allowed = limits(copies.queue[0], folders)

        def attempt(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                noticed = copy.notices(mutant, allowed[mutant.folder])
            finally:
                copies.put(copy)
            if not noticed:
                text = (ROOT / mutant.path).read_text("utf-8").splitlines()[mutant.line - 1]
                print(
                    f"{mutant.path}:{mutant.line}: {mutant.label}\n    {text.strip()}", flush=True
                )
            return noticed

        with ThreadPoolExecutor(options.jobs) as pool:
            noticed = list(pool.map(attempt, chosen))
    for folder in folders:
        of_it = [it for mutant, it in zip(chosen, noticed, strict=True) if mutant.folder == folder]
        print(f"{folder}: {sum(of_it)} of {len(of_it)}")
    print(
        f"{sum(noticed)} of {len(chosen)} changes noticed ({sum(noticed) / len(chosen):.0%}),"
        f" of {len(every)} possible ones"
    )


if __name__ == "__main__":
    main()
