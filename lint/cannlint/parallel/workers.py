"""Do work in several processes: one result for each unit, in the order of the units.

If a worker dies, its unfinished units are submitted again.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Any, Protocol, TypeVar

from cannlint.errors import CannlintError
from cannlint.language import Phrase

Unit = TypeVar("Unit")
Result = TypeVar("Result")


class Crew(Protocol):
    """The workers: processes of this machine, or a cluster."""

    @property
    def executor(self) -> Executor:
        """The executor that units are submitted to."""

    @property
    def ahead(self) -> int:
        """How many units are submitted before the first result is awaited."""

    @property
    def lost(self) -> tuple[type[Exception], ...]:
        """What is raised in place of a result where workers died over it again and again."""

    def renew(self) -> bool:
        """Replace the workers after one died; return whether that was possible."""

    def close(self, is_done: bool) -> None:
        """End all workers; `is_done` says that they have nothing left to do."""


_LIVES = 3
"""How often workers may die without a new result; then the unit is the cause."""

_AHEAD = 4
"""Units submitted for each process."""


def in_order(work: Callable[[Unit], Result], units: Iterable[Unit], crew: Crew) -> Iterator[Result]:
    """The result of each unit, in the order of the units; the crew is closed at the end.

    Raises CannlintError when workers die again and again over the same unit.
    """
    waiting: deque[tuple[Unit, Future[Result]]] = deque()
    todo = iter(units)
    deaths = 0
    is_done = False
    try:
        while True:
            while len(waiting) < crew.ahead and (unit := next(todo, None)) is not None:
                waiting.append((unit, _submit(crew, work, unit)))
            if not waiting:
                is_done = True
                return
            try:
                result = waiting[0][1].result()
            except (BrokenProcessPool, CancelledError):
                deaths += 1
                if deaths > _LIVES or not crew.renew():
                    raise CannlintError(_DIED) from None
                waiting = deque(_again(waiting, crew, work))
                continue
            except crew.lost:
                raise CannlintError(_DIED) from None
            deaths = 0
            waiting.popleft()
            yield result
    finally:
        crew.close(is_done)


def checked_results(
    results: Iterable[Result], is_result: Callable[[object], bool], executor: str | None
) -> Iterator[Result]:
    """The results, each checked where workers of a cluster sent it: they may run other code.

    `executor` is the address of the cluster, or None. Raises CannlintError.
    """
    for result in results:
        if executor is not None and not is_result(result):
            raise CannlintError(
                "--executor {address}: a worker sent something else than what it found",
                address=executor,
            )
        yield result


_DIED = Phrase(
    "the processes that check files were killed again and again, which is what happens when memory"
    " runs out; --jobs 1 checks in one process"
)


def _submit(crew: Crew, work: Callable[[Unit], Result], unit: Unit) -> Future[Result]:
    try:
        return crew.executor.submit(work, unit)
    except BrokenProcessPool:  # a worker has died: the caller that awaits the result replaces it
        from concurrent.futures import Future

        failed: Future[Result] = Future()
        failed.set_exception(BrokenProcessPool())
        return failed


def _again(
    waiting: deque[tuple[Unit, Future[Result]]], crew: Crew, work: Callable[[Unit], Result]
) -> Iterator[tuple[Unit, Future[Result]]]:
    """The submitted units, with a new future for each unit without a result."""
    for unit, future in waiting:
        answered = future.done() and not future.cancelled() and future.exception() is None
        yield unit, future if answered else _submit(crew, work, unit)


class _Pool(ProcessPoolExecutor):
    """Starts processes that Ctrl-C does not reach, and that run no module of the working folder.

    Ctrl-C is delayed while they are started: the code that runs then would ignore it.
    """

    def __init__(self, count: int, method: str) -> None:
        self._method = method
        with _without_working_folder(method):  # starts a process that counts semaphores
            super().__init__(count, multiprocessing.get_context(method), _start)

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """As in ProcessPoolExecutor."""
        with _without_interrupts(), _without_working_folder(self._method):
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _without_working_folder(method: str) -> Iterator[None]:
    """Let new interpreters not search the working folder for modules.

    They run `python -c`, which would take `multiprocessing.py` from there: a stranger may have put
    it into the repository that is checked.
    """
    if method == _FORK:  # no new interpreter; and a copy of this process would wait for our lock
        yield
        return
    if sys.version_info < (3, 11):  # no such setting: they start in a folder of Python itself
        with working_in(os.path.dirname(os.__file__)):
            yield
        return
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


_FORK = "fork"
_SAFE_PATH = "PYTHONSAFEPATH"


@contextmanager
def _without_interrupts() -> Iterator[None]:
    mask = getattr(signal, "pthread_sigmask", None)
    before = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask is not None else None
    try:
        yield
    finally:
        if mask is not None:
            mask(signal.SIG_SETMASK, before)


class Processes:
    """A crew of processes of this machine.

    They are forked where that is possible and `may_fork` says that there are no threads yet.
    """

    lost = ()

    def __init__(self, count: int, may_fork: bool = True) -> None:
        # to fork costs 2 ms where to start an interpreter costs 50
        self._method = _FORK if may_fork and sys.platform == "linux" else "spawn"
        self.ahead = count * _AHEAD
        self._count = count
        self._others = set(multiprocessing.active_children())
        self.executor: Executor = self._new()

    def _new(self) -> Executor:
        return _Pool(self._count, self._method)

    def renew(self) -> bool:
        """Start new processes after a worker died."""
        self.close(is_done=False)
        self.executor = self._new()
        return True

    def close(self, is_done: bool) -> None:
        """End the processes: after their work, or in the middle of a unit.

        A thread of the pool ends them. If Python ends before that thread does, both use the same
        pipe, and one may find it closed: so it is awaited where that takes no time.
        """
        if is_done:
            self.executor.shutdown()
            return
        self.executor.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - self._others:
            process.terminate()


def _start() -> None:
    """Prepare a new process: it ignores Ctrl-C, and ends when its parent ends.

    It may have a great many files to read, so cycles are collected, unlike in a short run.
    """
    gc.enable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


_one_at_a_time = threading.Lock()


@contextmanager
def working_in(folder: str) -> Iterator[None]:
    """Work in a folder: a process has one, so its threads wait for each other."""
    with _one_at_a_time:
        before = os.getcwd()
        if before == folder:
            yield
            return
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)
