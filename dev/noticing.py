"""The tests, asked which functions they call, and which changes of the functions they notice.

Both are plugins of pytest that take the place of its loop over the tests.
"""

from __future__ import annotations

import gc
import json
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from itertools import accumulate, zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple, NoReturn

import pytest

from listening.calls import Calls
from mutants import Mutant, changed

HERE = Path(__file__).resolve().parent
MEMORY = 6 << 30
"""Bytes that a test of a change may take: a change may be that a list grows without end."""

OPTIONS = ("-q", "-p", "no:cacheprovider", "--hypothesis-seed=0")
"""Of pytest: the same examples in every run, no traces of a run in the next."""

BROKEN = 99
"""Status of a process that neither noticed a change nor did not."""


class Called(NamedTuple):
    """What a test takes: seconds, and the functions that it calls as `module:name`."""

    seconds: float
    functions: frozenset[str]


class Seen(NamedTuple):
    """What each test takes, by its id, and the functions that are called to collect the tests."""

    tests: dict[str, Called]
    before: frozenset[str]

    @classmethod
    def of_all(cls, shares: Iterable[Seen]) -> Seen:
        """What was seen in several processes."""
        tests: dict[str, Called] = {}
        before: set[str] = set()
        for share in shares:
            tests.update(share.tests)
            before.update(share.before)
        return cls(tests, frozenset(before))

    @classmethod
    def loaded(cls, file: Path) -> Seen:
        """What was saved."""
        names, tests, before = json.loads(file.read_text("utf-8"))
        called = {
            test: Called(took, frozenset(names[number] for number in numbers))
            for test, (took, numbers) in tests.items()
        }
        return cls(called, frozenset(before))

    def save(self, file: Path) -> None:
        """Keep it for another run, as JSON; each function is written once."""
        numbers: dict[str, int] = {}
        tests = {
            test: (took, [numbers.setdefault(name, len(numbers)) for name in names])
            for test, (took, names) in self.tests.items()
        }
        file.write_text(json.dumps([[*numbers], tests, sorted(self.before)]), "utf-8")


class Collected:
    """Tells which modules of tests cannot be collected: the others are asked."""

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A module of tests has been collected, or cannot be."""
        if report.failed:
            print(f"{report.nodeid} is left out: {report.longreprtext}", file=sys.stderr)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """What has failed is told."""
        session.testsfailed = 0


class Listening(Collected):
    """Runs a share of the tests, and notes what each calls, and what is called to collect them.

    A test that fails without any change says nothing about one: it is left out.
    """

    def __init__(self, root: Path, share: slice) -> None:
        self.root = root
        self.share = share
        self.tests: dict[str, Called] = {}
        self.before: frozenset[str] = frozenset()
        self.calls = Calls()
        self.calls.remember_through_caches()
        self.calls.start()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """The share, one after the other."""
        self.before = self._taken()
        items = session.items[self.share]
        for item, following in zip_longest(items, items[1:]):
            self.calls.start()  # again, since Python stops to listen where the stack overflows
            start = time.perf_counter()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self.tests[item.nodeid] = Called(time.perf_counter() - start, self._taken())
            if session.testsfailed:
                print(f"{item.nodeid} fails without any change", file=sys.stderr)
                self.tests[item.nodeid] = Called(0, frozenset())
                session.testsfailed = 0
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
        return True

    def _taken(self) -> frozenset[str]:
        return frozenset(name.removeprefix(f"{self.root}/") for name in self.calls.taken())


class Noticing(Collected):
    """Tries changes, each in a fork of the process that has collected the tests.

    In the fork the function with the change takes the place of the one without; the processes that
    tests start find it in its module. A change of what has run to collect the tests needs a new
    process.
    """

    def __init__(
        self,
        root: Path,
        asked: Iterable[Mutant],
        answer: Callable[[Mutant, str | None], None],
        seen: Seen,
        limit: float,
    ) -> None:
        self.root = root
        self.asked = asked
        self.answer = answer
        self.seen = seen
        self.limit = limit

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answers each change that is asked about with the test that notices it, or None."""
        gc.unfreeze()  # functions that are to be replaced are looked for
        for mutant in self.asked:
            path = self.root / mutant.path
            source, times = path.read_text("utf-8"), path.stat()
            path.write_text(mutant.applied_to(source), "utf-8")
            try:
                noticed_by = self._noticed_by(session, mutant, changed(mutant, source))
            finally:
                path.write_text(source, "utf-8")
                # as old as what is compiled of it
                os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            self.answer(mutant, noticed_by)
        return True

    def _noticed_by(
        self, session: pytest.Session, mutant: Mutant, change: tuple[CodeType, CodeType] | None
    ) -> str | None:
        path = str(self.root / mutant.path)
        if change is not None:
            function = f"{mutant.path}:{change[0].co_name}"
            callers = [item for item in session.items if self._may_call(item, {function})]
            if function not in self.seen.before:
                return self._in_a_fork(self._in_turn(callers), path, change)
            if callers:
                return self._in_a_new_process(self._in_turn(callers))
        users = _functions_of(self.root, mutant.path, self.seen)
        items = [item for item in session.items if self._may_call(item, users)]
        return self._in_a_new_process(self._in_turn(items))

    def _in_turn(self, items: Iterable[pytest.Item]) -> list[pytest.Item]:
        """The quickest test of each module of tests, then the second of each, and so on."""
        places = Counter[Path]()
        ordered = []
        for item in sorted(items, key=self._seconds):
            ordered.append((places[item.path], self._seconds(item), item))
            places[item.path] += 1
        return [item for *_, item in sorted(ordered, key=lambda row: row[:2])]

    def _seconds(self, item: pytest.Item) -> float:
        called = self.seen.tests.get(item.nodeid)
        return 1 if called is None else called.seconds

    def _may_call(self, item: pytest.Item, functions: Collection[str]) -> bool:
        """Whether a test calls one of some functions; one that was not seen may."""
        called = self.seen.tests.get(item.nodeid)
        return called is None or not called.functions.isdisjoint(functions)

    def _in_a_fork(
        self, items: list[pytest.Item], file: str, change: tuple[CodeType, CodeType]
    ) -> str | None:
        current = self.root.parent / "current"
        current.write_text("")
        child = os.fork()
        if not child:
            try:
                os.setpgid(0, 0)
                _replace(file, *change)
                self._run(items, current)
            finally:
                traceback.print_exc()
                os._exit(BROKEN)  # it must not go on as if it were the process that it is a fork of
        _, status = os.waitpid(child, 0)
        _end_group(child)
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == BROKEN:
            raise RuntimeError("a test could not be run")
        return current.read_text() if status else None

    def _run(self, items: list[pytest.Item], current: Path) -> NoReturn:
        """Runs tests until one fails, takes too long or too much memory, or the time is up."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for item, following in zip_longest(items, items[1:]):
            current.write_text(item.nodeid)
            signal.alarm(int(30 + 10 * self._seconds(item)))
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.testsfailed:
                os._exit(1)
            if sum(os.times()[:4]) > self.limit:  # of the processor: the machine may be busy
                break
        os._exit(0)

    def _in_a_new_process(self, items: list[pytest.Item]) -> str | None:
        """Shows a change to as many tests as the time allows, which are collected anew."""
        seconds = accumulate(map(self._seconds, items))
        asked = [item for item, end in zip(items, seconds, strict=True) if end < self.limit]
        (self.root.parent / "asked").write_text("\n".join(item.nodeid for item in asked))
        command = [sys.executable, "-m", "pytest", "-x", *OPTIONS, "-p", "noticing"]
        process = subprocess.Popen(
            [*command, *sorted({str(item.path) for item in asked})],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            start_new_session=True,
            env={**os.environ, "ASKED": str(self.root.parent / "asked"), "PYTHONPATH": str(HERE)},
        )
        try:
            out, _ = process.communicate(timeout=60 + 5 * self.limit)
        except subprocess.TimeoutExpired:
            return "no end"
        finally:
            _end_group(process.pid)
        failed = [line for line in out.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return (failed or ["?"])[0] if process.returncode else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves the tests that the file $ASKED lists, in its order: for a new process."""
    asked = Path(os.environ["ASKED"]).read_text().splitlines()
    by_name = {item.nodeid: item for item in items}
    items[:] = [by_name[name] for name in asked]


def _functions_of(root: Path, path: Path, seen: Seen) -> set[str]:
    """The functions that tests call of a module; without any, of those that import it."""
    dotted = ".".join(path.with_suffix("").parts[1:]).removesuffix(".__init__")
    package, _, name = dotted.rpartition(".")
    line = re.compile(rf"\b(from {dotted} import|from {package} import .*\b{name}\b)")
    every = (root / path.parts[0]).rglob("*.py")
    using = [str(it.relative_to(root)) for it in every if line.search(it.read_text("utf-8"))]
    called = frozenset().union(*(test.functions for test in seen.tests.values()))
    own = {function for function in called if function.startswith(f"{path}:")}
    modules = tuple(f"{it}:" for it in using)
    return own or {function for function in called if function.startswith(modules)}


def _replace(file: str, before: CodeType, after: CodeType) -> None:
    """Puts a changed function in the place of the one in a file."""
    place = (file, before.co_name, before.co_firstlineno)
    for found in gc.get_objects():
        if isinstance(found, FunctionType):
            code = found.__code__
            if (code.co_filename, code.co_name, code.co_firstlineno) == place:
                found.__code__ = after


def _end_group(process: int) -> None:
    """Ends what a process has left running."""
    try:
        os.killpg(process, signal.SIGKILL)
    except ProcessLookupError:
        return
