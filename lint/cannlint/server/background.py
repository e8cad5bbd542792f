"""What takes long, beside the conversation: a plan is made in a pause, in a thread of its own."""

from __future__ import annotations

import asyncio
import gc
import threading

from cannlint.errors import CannlintError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cannlint.server.session import Planning, Session

_PAUSE = 0.4
"""Seconds without a change after which plans are made; of a file at rest they are at once."""


_REST = 5.0
"""Seconds without a check after which garbage is looked for."""

_WORTH_IT = 100_000
"""Objects more than at the last time: an edit leaves none behind, so that there is time."""


class Garbage:
    """Looks for garbage when nobody types: a search stops everything for up to half a second."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def put_off(self) -> None:
        """Wait for the next rest."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(_REST, self._collect)

    def _collect(self) -> None:
        if gc.get_count()[0] > _WORTH_IT:
            gc.collect()


class Background:
    """Makes the plans of files that ask for them, one after the other.

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
        """Plan for a file in the next pause; every further question puts it off."""
        self._waiting.add(uri)
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(0 if at_once else _PAUSE, self._start)

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
