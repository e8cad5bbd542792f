"""Whether a file has changed, without reading it."""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    State = tuple[int, ...]
    """Size, time of the last change of the content and of the inode (ns), and the inode."""

_OLD_ENOUGH = 2_000_000_000
"""Nanoseconds that a file has to be old, so that no later change of it leaves the same times."""


def state_of(path: str) -> State | None:
    """The state of a file; None if it is unknown, or if the file may have changed just now."""
    state = state_now(path)
    is_old_enough = state is not None and max(state[1:3]) <= time.time_ns() - _OLD_ENOUGH
    return state if is_old_enough else None


def state_now(path: str) -> State | None:
    """The state of a file, which two contents may share; None if it is unknown."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino
