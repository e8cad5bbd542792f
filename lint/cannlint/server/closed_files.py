"""The closed files of a project whose jobs may name an open config file.

They are searched when a config file is opened or saved, or when another program has changed a file:
not while somebody types.
"""

from __future__ import annotations

import os
from itertools import islice

from cannlint.config.search import CONFIG_NAME, PYPROJECT, repository_of
from cannlint.discovery.walk import files_in
from cannlint.errors import UnreadablePathError
from cannlint.formats.scripts import language_of
from cannlint.server.documents import Document, shown_path
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.engine.scope import Scope

MOST_FILES = 2_000
"""Files of a project that are looked at: a file is opened without a noticeable delay."""

LARGEST, MOST_BYTES = 1 << 20, 1 << 25
"""Bytes of a file, and of all files, that are looked at: a folder may hold programs and data."""


class ClosedFiles:
    """The files that may have jobs for each open config file, as they were last searched."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[str, tuple[str, ...]] = {}

    def forget(self, uri: str | None = None) -> None:
        """Search again for one config file, or for all."""
        if uri is None:
            self._found.clear()
        else:
            self._found.pop(uri, None)

    def naming(self, document: Document, scope: Scope) -> tuple[str, ...]:
        """The files of its project, open or not, with the name of a config file in them."""
        found = self._found.get(document.uri)
        if found is None:
            is_config = document.is_saved and _may_be_config(document.path)
            found = tuple(_naming(document.path, scope)) if is_config else ()
            self._found[document.uri] = found
        return found


def _naming(path: str, scope: Scope) -> Iterator[str]:
    folder, name = os.path.split(path)
    configuration = scope.find_configuration(folder)
    root = os.path.dirname(configuration) if configuration is not None else None
    files = files_in(root or repository_of(folder) or folder, keeps_on=True, not_searched=[])
    left = MOST_BYTES
    for file in filter(_may_have_jobs, islice(files, MOST_FILES)):
        data = _data(file)
        left -= len(data)
        if left < 0:
            return
        if os.fsencode(name) in data:
            yield shown_path(file)


def _may_be_config(path: str) -> bool:
    return language_of(path) is None and not _is_configuration(path)


def _may_have_jobs(path: str) -> bool:
    has_suffix = bool(os.path.splitext(path)[1])
    return not has_suffix or language_of(path) is not None or _is_configuration(path)


def _is_configuration(path: str) -> bool:
    return os.path.basename(path) in (CONFIG_NAME, PYPROJECT)


def _data(path: str) -> bytes:
    try:
        return read_source(path).data if os.path.getsize(path) <= LARGEST else b""
    except (OSError, UnreadablePathError):  # check of the folder reports it
        return b""
