"""Results of earlier runs, known by content: a file that is as it was is not checked again.

One JSON file for each folder that runs start in, below $XDG_CACHE_HOME/cannlint and not in the
project: a repository that brings a cache of its own could say what it likes. An entry's key is
the hash of everything that its findings depend on, so a stale one is not found, and runs that
share the file can do each other no harm: it is written whole, and read only where its checksum
is right.

To read and hash a small file without findings takes as long as to check it. Such files are known
by their paths and their states, so that they need not be opened.
"""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from functools import cache
from hashlib import blake2b

from cannlint.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable
    from typing import Any

    Row = list[Any]
    """The kind of a file, whether the operators were asked for, and its state."""

_SCHEMA = "cannlint/cache/2"
_MOST = 20_000
"""Entries of one file; those that were of no use in the last run go first."""

_MOST_CLEAN = 200_000
"""Files without findings that are known by their states."""

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
    """What one file holds, and what of it a run has used.

    `entries` are results: key → JSON value. `clean` are files without findings: the settings they
    were checked under → path → `row_of` a file.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.entries, self.clean = _read(path)
        self.used: dict[str, Any] = {}
        self.used_clean: dict[str, dict[str, Row]] = {}

    def save(self) -> None:
        """Write what is new together with what others have written since; or do without."""
        if not self._has_news():
            return
        entries, clean = _read(self.path)
        body = {
            "results": dict([*{**self.used, **_without(entries, self.used)}.items()][:_MOST]),
            "clean": self._merged(clean),
        }
        with suppress(OSError):
            _write(self.path, body)

    def _has_news(self) -> bool:
        return any(key not in self.entries for key in self.used) or any(
            self.clean.get(under, {}).get(path) != row
            for under, rows in self.used_clean.items()
            for path, row in rows.items()
        )

    def _merged(self, others: dict[str, dict[str, Row]]) -> dict[str, dict[str, Row]]:
        """The files of this run and then those of others, up to so many."""
        merged: dict[str, dict[str, Row]] = {}
        left = _MOST_CLEAN
        for under in dict.fromkeys([*self.used_clean, *others]):
            used = self.used_clean.get(under, {})
            rows = [*{**used, **_without(others.get(under, {}), used)}.items()][:left]
            left -= len(rows)
            if rows:
                merged[under] = dict(rows)
        return merged


def _without(values: dict[str, Any], known: Container[str]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key not in known}


def _read(path: str) -> tuple[dict[str, Any], dict[str, dict[str, Row]]]:
    """Results and clean files; none where the file is not whole, or of another cannlint."""
    try:
        with open(path, "rb") as file:
            header, body = file.readline(), file.read(_LARGEST)
        if header != _header(body):
            return {}, {}
        found = json.loads(body)
        return found["results"], found["clean"]
    except (OSError, ValueError, RecursionError):
        return {}, {}


def _header(body: bytes) -> bytes:
    known = {"schema": _SCHEMA, "tool": tool(), "checksum": digest(body)}
    return json.dumps(known).encode() + b"\n"


def _write(path: str, content: dict[str, Any]) -> None:
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        os.makedirs(folder, mode=0o700, exist_ok=True)
        _note(os.path.join(folder, ".gitignore"), "*\n")
        _note(os.path.join(folder, "CACHEDIR.TAG"), _SIGNATURE)
    body = json.dumps(content, separators=(",", ":")).encode()
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
