"""Writing a file whole or not at all."""

from __future__ import annotations

import os

from cannlint.errors import CannlintError


def write_whole(path: str, text: str, overwrite: bool = False) -> None:
    """Write a new file through one beside it, so that nobody ever sees half of it.

    Raises CannlintError where it exists already, unless it may be overwritten: then it keeps
    its mode bits, and a link keeps leading to it.
    """
    if os.path.lexists(path) and not overwrite:
        raise CannlintError(f"{path}: exists already; --force overwrites it")
    target = os.path.realpath(path)
    if os.path.exists(target) and not os.path.isfile(target):
        raise CannlintError(f"{path}: not a regular file")
    beside = f"{target}.{os.getpid()}.tmp"
    try:
        _write(beside, text.encode("utf-8", "surrogateescape"), target)
    except OSError as error:
        reason = (error.strerror or "cannot be written").lower()
        raise CannlintError(f"{path}: {reason}") from None


def _write(beside: str, data: bytes, target: str) -> None:
    try:
        with open(beside, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(target):
            os.chmod(beside, os.stat(target).st_mode & 0o7777)
        os.replace(beside, target)
    except BaseException:
        if os.path.exists(beside):
            os.unlink(beside)
        raise
