"""How a command ends: the exit status, errors on stderr, and a stdout that is closed."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

EXIT_CLEAN = 0
EXIT_FINDINGS = 1
EXIT_CANNOT_RUN = 2
EXIT_INTERRUPTED = 130


def print_error(sentence: object) -> None:
    """Print an error to stderr, without control characters from paths or file contents.

    Where stderr cannot be written (it is a file on a full disk), the exit status alone tells.
    """
    from cannlint.text.printable import printable

    try:
        print(f"cannlint: {printable(str(sentence))}", file=sys.stderr)
    except OSError:
        _discard(sys.stderr)


def discard_output() -> None:
    """Send buffered output to /dev/null: otherwise Python fails on the closed stdout at exit."""
    _discard(sys.stdout)


def _discard(stream: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
