"""Standard input, output and error as they may be: closed, or in an old encoding."""

from __future__ import annotations

import io
import os
import sys

from cannlint.errors import CannlintError

_ASCII = str.maketrans(
    {
        "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+", "┼": "+",
        "─": "-", "━": "-", "│": "|", "┃": "|", "╭": "+", "╮": "+", "╰": "+", "╯": "+",
        "╵": "|", "╷": "|", "═": "=", "║": "|",
        "·": "-", "…": "...", "×": "x", "→": "->", "←": "<-", "≥": ">=", "≤": "<=", "–": "-",
        "•": "*", "✓": "+", "✗": "x",
    }
)  # fmt: skip
"""What is printed for a sign that the encoding of a terminal lacks."""


def prepare() -> None:
    """Make the streams, and the working folder, fit to be used.

    A closed descriptor would be the number of the next file that is opened. Raises CannlintError
    where stdout is closed, as nobody could see the answer, and where the working folder is gone.
    """
    if sys.stdout is None or sys.stderr is None or sys.stdin is None:
        _fill_closed()
    try:
        os.getcwd()
    except FileNotFoundError:
        raise CannlintError("the working folder has been removed") from None
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.encoding.lower() != "utf-8":
            import codecs

            codecs.register_error(_HANDLER, _replaced)
            stream.reconfigure(errors=_HANDLER)


_HANDLER = "cannlint"


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """ASCII for the signs of our drawings, and an escape for every other character."""
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end].translate(_ASCII)
    return text.encode("ascii", "backslashreplace").decode("ascii"), error.end


def _fill_closed() -> None:
    """Open /dev/null where a descriptor is closed; `sys.stdin` stays None for who wants to read."""
    has_output = sys.stdout is not None
    number = 0
    while number < 3:
        number = os.open(os.devnull, os.O_RDWR)
    os.close(number)
    for name, stream in (("stdout", 1), ("stderr", 2)):
        if getattr(sys, name) is None:
            setattr(sys, name, open(stream, "w"))  # noqa: SIM115
    if not has_output:
        raise CannlintError("cannot write the output: standard output is closed")
