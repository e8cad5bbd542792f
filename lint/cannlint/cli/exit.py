"""How a command ends, and its standard streams as they may be: closed, or in an old encoding."""

from __future__ import annotations

import io
import os
import sys

from cannlint.errors import CannlintError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


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


_LOGS = ("GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION")
"""Set by GitHub, Azure and TeamCity, whose logs take commands anywhere in a line."""


_DIGITS_OF_A_SIZE = 4


def _guard_log() -> None:
    """Let what is printed give no commands to the CI system that reads it."""
    from cannlint.cli.log import Log

    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if type(stream) is io.TextIOWrapper:
            guarded = Log(
                stream.buffer,
                stream.encoding,
                stream.errors,
                line_buffering=stream.line_buffering,
                write_through=stream.write_through,
            )
            setattr(sys, name, guarded)


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
    for name in ("COLUMNS", "LINES"):  # a width that no terminal has would be filled with blanks
        if len(os.environ.get(name, "")) > _DIGITS_OF_A_SIZE:
            del os.environ[name]
    if any(map(os.environ.get, _LOGS)):
        _guard_log()
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
