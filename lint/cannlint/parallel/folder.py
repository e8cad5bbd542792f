"""The folder that relative paths start from, where several runs share a process."""

from __future__ import annotations

import os
from contextlib import contextmanager
from threading import Lock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_one_at_a_time = Lock()


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
