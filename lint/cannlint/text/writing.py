"""Write a file as a whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress

from cannlint.errors import CannlintError
from cannlint.language import translated


def write_whole(path: str, text: str, overwrite: bool = False) -> None:
    """Write a file through a temporary file beside it, so that no reader sees half of it.

    Raises CannlintError if the file exists, unless `overwrite` is set. An overwritten file keeps
    its mode bits, and a link stays a link.
    """
    if os.path.lexists(path) and not overwrite:
        raise CannlintError("{path}: already exists; use --force to overwrite it", path=path)
    _write_through(path, os.path.realpath(path), text.encode("utf-8", "surrogateescape"))


def replace_whole(path: str, before: bytes, after: bytes) -> None:
    """Replace the contents `before` of a file by `after` in one step.

    The file keeps its mode bits and, if allowed, its owner; a link stays a link. Raises
    CannlintError, and does not change the file, if its contents are no longer `before`, or if the
    file or its folder is not writable.
    """
    target = os.path.realpath(path)
    try:
        with open(target, "rb") as file:
            unchanged = file.read(len(before) + 1) == before
    except OSError as error:
        raise CannlintError(
            "{path}: {reason}: not fixed", path=path, reason=_reason(error)
        ) from None
    if not unchanged:
        raise CannlintError("{path}: changed while it was checked: not fixed", path=path)
    if not os.access(target, os.W_OK):
        raise CannlintError("{path}: no permission to write: not fixed", path=path)
    _write_through(path, target, after, translated(": not changed"))


def _write_through(path: str, target: str, data: bytes, remark: str = "") -> None:
    if os.path.exists(target) and not os.path.isfile(target):
        raise CannlintError("{path}: not a regular file", path=path)
    beside = f"{target}.{os.getpid()}.tmp"
    try:
        _write(beside, data, target)
    except OSError as error:
        raise CannlintError(f"{path}: {_reason(error)}{remark}") from None


def _reason(error: OSError) -> str:
    return (error.strerror or translated("cannot be written")).lower()


def _write(beside: str, data: bytes, target: str) -> None:
    try:
        with open(beside, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(target):
            _copy_owner_and_mode(target, beside)
        os.replace(beside, target)
    except BaseException:
        if os.path.exists(beside):
            os.unlink(beside)
        raise


def _copy_owner_and_mode(target: str, beside: str) -> None:
    there, here = os.stat(target), os.stat(beside)
    if (there.st_uid, there.st_gid) != (here.st_uid, here.st_gid):
        with suppress(PermissionError):  # only root may give files away
            os.chown(beside, there.st_uid, there.st_gid)
    os.chmod(beside, there.st_mode & 0o7777)
