"""The bytes of a model, mapped: of the weights nothing is read."""

from __future__ import annotations

import mmap
import os
from contextlib import contextmanager

from cannlint.graphs.header import LARGEST
from cannlint.text.source import open_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def mapped(path: str) -> Iterator[mmap.mmap | None]:
    """The bytes of a file, None of an empty one; raises CannlintError where it is not readable."""
    descriptor, size = open_regular(path, path, LARGEST)
    with os.fdopen(descriptor, "rb") as file:
        if not size:
            yield None
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            yield data
