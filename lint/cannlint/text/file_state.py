"""By what a file is known to be as it was, without reading it."""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    State = tuple[int, ...]
    """Size, time of the last change of the content and of the inode (ns), and the inode."""

_SETTLED = 2_000_000_000
"""Nanoseconds that a file has to be old, so that no later change of it leaves the same times."""


def state_of(path: str) -> State | None:
    """The state of a file; None where it cannot be told, or may have changed just now."""
    state = state_now(path)
    is_settled = state is not None and max(state[1:3]) <= time.time_ns() - _SETTLED
    return state if is_settled else None


def state_now(path: str) -> State | None:
    """The state of a file, which may be that of two contents; None where it cannot be told."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino
