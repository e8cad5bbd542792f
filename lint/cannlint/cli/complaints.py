"""Sentences on standard error, in which no path or value of a file can speak to the terminal."""

from __future__ import annotations

import sys


def complain(sentence: object) -> None:
    """Say on standard error what could not be done."""
    from cannlint.text.printable import printable

    print(f"cannlint: {printable(str(sentence))}", file=sys.stderr)
