"""Results of earlier runs, known by content: a file that is as it was is not checked again.

One JSON file for each folder that runs start in, below $XDG_CACHE_HOME/cannlint and not in the
project: a repository that brings a cache of its own could say what it likes. An entry's key is
the hash of everything that its findings depend on, so a stale one is not found, and runs that
share the file can do each other no harm: it is written whole, and read only where its checksum
is right.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from functools import cache
from hashlib import blake2b

from cannlint import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_SCHEMA = "cannlint/cache/1"
_MOST = 20_000
"""Entries of one file; those that were of no use in the last run go first."""

_OLDEST = 30 * 24 * 3600
"""Seconds after which a file that nobody wrote is deleted."""

_LARGEST = 64 * 1024 * 1024
"""Bytes: a larger file is none of ours."""

_SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55\n# made by cannlint; may be deleted\n"


def cache_file(folder: str) -> str:
    """The cache of the runs that start in a folder."""
    return os.path.join(
        _home(), f"{digest(os.path.realpath(folder).encode(errors='replace'))}.json"
    )


def _home() -> str:
    base = os.environ.get("XDG_CACHE_HOME") or ""
    if not os.path.isabs(base):  # so says the XDG base directory specification
        base = os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "cannlint")


def digest(*parts: bytes) -> str:
    """A hash of several parts, each with its length, so that they cannot run together."""
    hashed = blake2b(digest_size=16)
    for part in parts:
        hashed.update(b"%d:" % len(part))
        hashed.update(part)
    return hashed.hexdigest()


@cache
def tool() -> str:
    """What stands for this very cannlint: its version, and the state of its files."""
    package = os.path.dirname(os.path.abspath(__file__))
    states = []
    for folder, folders, names in os.walk(package):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            state = os.stat(os.path.join(folder, name))
            states.append(f"{name} {state.st_size} {state.st_mtime_ns}")
    return digest(__version__.encode(), *map(str.encode, states))


class Cache:
    """The entries of one file: key → JSON value. `used` are the keys that were asked for."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.entries = _read(path)
        self.used: dict[str, Any] = {}

    def save(self) -> None:
        """Write what is new together with what others have written since; or do without."""
        if all(key in self.entries for key in self.used):
            return
        entries = self.used | {
            key: value for key, value in _read(self.path).items() if key not in self.used
        }
        with suppress(OSError):
            _write(self.path, dict(list(entries.items())[:_MOST]))


def _read(path: str) -> dict[str, Any]:
    """The entries of a file; none where it is not whole, or written by another cannlint."""
    try:
        with open(path, "rb") as file:
            header, body = file.readline(), file.read(_LARGEST)
        if header != _header(body):
            return {}
        entries = json.loads(body)
    except (OSError, ValueError, RecursionError):
        return {}
    return entries if isinstance(entries, dict) else {}


def _header(body: bytes) -> bytes:
    known = {"schema": _SCHEMA, "tool": tool(), "checksum": digest(body)}
    return json.dumps(known).encode() + b"\n"


def _write(path: str, entries: dict[str, Any]) -> None:
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        os.makedirs(folder, mode=0o700, exist_ok=True)
        _note(os.path.join(folder, ".gitignore"), "*\n")
        _note(os.path.join(folder, "CACHEDIR.TAG"), _SIGNATURE)
    body = json.dumps(entries, separators=(",", ":")).encode()
    beside = f"{path}.{os.getpid()}.tmp"
    try:
        with open(beside, "xb") as file:
            file.write(_header(body) + body)
        os.replace(beside, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(beside)
    _delete_old(os.scandir(folder))


def _note(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _delete_old(entries: Iterable[os.DirEntry[str]]) -> None:
    before = time.time() - _OLDEST
    for entry in entries:
        if entry.name.endswith((".json", ".tmp")) and entry.stat().st_mtime < before:
            with suppress(OSError):
                os.unlink(entry.path)
