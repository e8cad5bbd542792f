"""How a command ends: the exit status, errors on stderr, and a stdout that is closed."""

from __future__ import annotations

import os
import sys

EXIT_CLEAN = 0
EXIT_FINDINGS = 1
EXIT_CANNOT_RUN = 2
EXIT_INTERRUPTED = 130


def print_error(sentence: object) -> None:
    """Print an error to stderr, without control characters from paths or file contents."""
    from cannlint.text.printable import printable

    print(f"cannlint: {printable(str(sentence))}", file=sys.stderr)


def discard_output() -> None:
    """Send buffered output to /dev/null: otherwise Python fails on the closed stdout at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
