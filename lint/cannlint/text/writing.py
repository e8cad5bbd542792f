"""Write a file as a whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache

from cannlint.errors import CannlintError, UnreadablePathError
from cannlint.language import translated
from cannlint.text.source import read_beginning


def write_whole(path: str, content: str | bytes, overwrite: bool = False) -> None:
    """Write a file through a temporary file beside it, so that no reader sees half of it.

    Raises CannlintError if the file exists, unless `overwrite` is set, and if a link leads out of
    the working folder: anybody can put one into a repository. An overwritten file keeps its mode,
    and a link stays a link.
    """
    if os.path.lexists(path) and not overwrite:
        raise CannlintError("{path}: already exists; use --force to overwrite it", path=path)
    if _leads_out(path):
        raise CannlintError(
            "{path}: a link leads out of the working folder: not written", path=path
        )
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogateescape")
    _write_through(path, os.path.realpath(path), content)


def replace_whole(path: str, before: bytes, after: bytes) -> None:
    """Replace the contents `before` of a file by `after` in one step.

    The file keeps its mode, its extended attributes and, if allowed, its owner; a link stays a
    link. Another name of the file (a hard link) keeps the old contents. Raises CannlintError, and
    does not change the file, if its contents are no longer `before`, or if the file or its folder
    is not writable.
    """
    target = os.path.realpath(path)
    try:
        unchanged = read_beginning(target, len(before) + 1) == before
    except UnreadablePathError as error:
        raise CannlintError("{path}: {reason}: not fixed", path=path, reason=error.reason) from None
    if not unchanged:
        raise CannlintError("{path}: changed while it was checked: not fixed", path=path)
    if not os.access(target, os.W_OK):
        raise CannlintError("{path}: no permission to write: not fixed", path=path)
    _write_through(path, target, after, translated(": not changed"))


def _leads_out(path: str) -> bool:
    """Whether a path in the working folder is really one outside of it."""
    here = os.path.join(os.getcwd(), "")
    below = os.path.join(os.path.realpath(here), "")
    return os.path.abspath(path).startswith(here) and not os.path.realpath(path).startswith(below)


def _write_through(path: str, target: str, data: bytes, remark: str = "") -> None:
    if os.path.exists(target) and not os.path.isfile(target):
        raise CannlintError("{path}: not a regular file", path=path)
    try:
        with _ended_in_order():
            _write(data, target)
    except OSError as error:
        raise CannlintError(f"{path}: {_reason(error)}{remark}") from None


def _reason(error: OSError) -> str:
    return (error.strerror or translated("cannot be written")).lower()


def _write(data: bytes, target: str) -> None:
    """Write a file of its own, which only its owner may read, and put it in place of `target`."""
    import tempfile

    folder = os.path.dirname(target) or "."
    _remove_left(folder)
    descriptor, beside = tempfile.mkstemp(prefix=_PREFIX, dir=folder)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(target):
            _copy_attributes(target, beside)
        else:
            os.chmod(beside, 0o666 & ~_umask())
        os.replace(beside, target)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(beside)
        raise


_PREFIX, _LENGTH = ".cannlint-", 8
"""How the names of temporary files begin, and how many characters `tempfile` puts behind."""
_OLD = 3600
"""Seconds: no command writes a file for so long."""


@cache
def _remove_left(folder: str) -> None:
    """Remove what a process of ours left that was killed: old files with such a name."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(_PREFIX) and len(entry.name) == len(_PREFIX) + _LENGTH:
                _remove_old(entry)


def _remove_old(entry: os.DirEntry[str]) -> None:
    """Remove a file if it is old and of this user alone."""
    with suppress(OSError):
        found = entry.stat(follow_symlinks=False)
        is_ours = not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
        is_alone = stat.S_ISREG(found.st_mode) and found.st_nlink == 1
        if is_ours and is_alone and time.time() - found.st_mtime > _OLD:
            os.unlink(entry.path)


def _umask() -> int:
    """The bits that new files lack; the system tells them only when they are set."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _copy_attributes(target: str, beside: str) -> None:
    """Give a file the owner, the mode and the extended attributes of another, where allowed."""
    there, here = os.stat(target), os.stat(beside)
    if (there.st_uid, there.st_gid) != (here.st_uid, here.st_gid):
        with suppress(PermissionError):  # only root may give files away
            os.chown(beside, there.st_uid, there.st_gid)
    if hasattr(os, "listxattr"):
        _copy_extended_attributes(target, beside)
    os.chmod(beside, there.st_mode & 0o7777)


def _copy_extended_attributes(target: str, beside: str) -> None:
    """Copy them one by one: a file system may have none, and some are only for root."""
    try:
        for name in os.listxattr(target):
            with suppress(PermissionError):
                os.setxattr(beside, name, os.getxattr(target, name))
    except OSError as error:
        if error.errno not in (errno.ENOTSUP, errno.ENODATA, errno.EINVAL):
            raise


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Let a signal that ends the process clean up first; only the main thread can say so."""
    import signal
    import threading

    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    ending = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in ending:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ending:
            signal.signal(number, signal.SIG_DFL)
