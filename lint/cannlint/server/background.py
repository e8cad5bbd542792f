"""Background work: plans, in their own thread, and garbage collection, in pauses."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable

from cannlint.errors import CannlintError
from cannlint.server.planning import Planning
from cannlint.server.session import Session

SETTLE = 0.002
"""Seconds to wait before a check, so that changes already received are read first."""

TYPING = 0.1
"""Check a file after this time (in seconds) without a change."""

PAUSE = 0.4
"""Make plans after this time (in seconds) without a change; for saved files, at once."""

_REST = 5.0
"""Collect garbage after this time (in seconds) without a check."""

_WORTH_IT = 100_000
"""Collect garbage only if there are this many more objects than last time."""


class Garbage:
    """Collects garbage when nobody types, because it takes up to half a second."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def put_off(self) -> None:
        """Wait for the next pause."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(_REST, self._collect)

    def _collect(self) -> None:
        if gc.get_count()[0] > _WORTH_IT:
            gc.collect()


class Background:
    """Makes plans for files, one after the other.

    `done` is called with the files whose plans are there. What was planned for a text that is
    another one by then is dropped: its change has asked for a plan again.
    """

    def __init__(self, session: Session, done: Callable[[set[str]], None]) -> None:
        self._session = session
        self._done = done
        self._waiting: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._is_busy = False

    def ask(self, uri: str, at_once: bool) -> None:
        """Make the plan for a file in the next pause; further requests postpone it."""
        self._waiting.add(uri)
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(0 if at_once else PAUSE, self._start)

    def _start(self) -> None:
        if self._is_busy or not self._waiting:  # what is being made comes first
            return
        planning = self._session.planning(self._waiting)
        self._waiting = set()
        self._is_busy = True
        loop = asyncio.get_running_loop()
        threading.Thread(target=self._work, args=(loop, planning), daemon=True).start()

    def _work(self, loop: asyncio.AbstractEventLoop, planning: Planning) -> None:
        try:
            planning.run()
        except CannlintError:
            pass  # the check that has asked says so
        finally:
            loop.call_soon_threadsafe(self._take, planning)

    def _take(self, planning: Planning) -> None:
        self._is_busy = False
        if self._session.take(planning):
            self._done(planning.uris)
        self._start()
