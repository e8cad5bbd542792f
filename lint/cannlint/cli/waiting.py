"""Show on standard error that a command works, and how far it is: on a terminal, after a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

_AFTER = 1.0
"""Seconds that a command may take without a bar."""

_REDRAWN = 0.1
"""Seconds between two pictures of a bar."""

Step = TypeVar("Step")


@contextmanager
def waiting(what: str, after: float = _AFTER) -> Iterator[None]:
    """Show a bar while something runs that does not say how far it is."""
    if not sys.stderr.isatty():
        yield
        return
    ended = Event()
    thread = Thread(target=_show_until, args=(ended, what, after), daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _show_until(ended: Event, what: str, after: float) -> None:
    if ended.wait(after):
        return
    with _bar() as shown:
        shown.add_task(what, total=None, unit="")
        while not ended.wait(_REDRAWN):
            shown.refresh()


def followed(
    steps: Iterable[Step], what: str, done: Callable[[Step], str], after: float = _AFTER
) -> Iterator[Step]:
    """The steps; a bar shows what `done` says at each. No thread draws it: some steps fork."""
    if not sys.stderr.isatty():
        yield from steps
        return
    bar: Progress | None = None
    drawn = monotonic()
    with ExitStack() as stack:
        for step in steps:
            unit = done(step)
            if monotonic() - drawn >= (after if bar is None else _REDRAWN):
                if bar is None:
                    bar = stack.enter_context(_bar())
                    task = bar.add_task(what, total=None, unit=unit)
                bar.update(task, unit=unit, refresh=True)
                drawn = monotonic()
            yield step


def _bar() -> Progress:
    """A bar without an end, which leaves nothing behind; it is drawn when it is told to."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[unit]}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
    )
