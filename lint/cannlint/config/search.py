"""Which configuration file holds for a folder, and which repository it is in: the closest one.

Apart from `config.file`, so that a run without a configuration does not load what reads one.
"""

from __future__ import annotations

import os
from functools import lru_cache

CONFIG_NAME = "cannlint.toml"
PYPROJECT = "pyproject.toml"
PYPROJECT_ROOT = ("tool", "cannlint")
"""The table of it that is ours."""
_TABLE = b"[tool.cannlint"
_SEARCHED = 1 << 24
"""Bytes of a pyproject.toml in which our table is looked for."""

_FOLDERS = 10_000
"""Folders that are remembered: those above a file are asked for again and again."""


def config_path(folder: str) -> str | None:
    """The configuration file of an absolute folder: in it, or in the closest folder above.

    Nothing is merged. The search ends at the root of a git repository.
    """
    at, (path, is_last) = folder, _config_in(folder)
    while not is_last:  # no recursion: a path may have more steps than Python calls
        at = os.path.dirname(at)
        path, is_last = _config_in(at)
    return path


def forget_configurations() -> None:
    """Look anew the next time: files may have come and gone."""
    _config_in.cache_clear()


@lru_cache(maxsize=_FOLDERS)
def _config_in(folder: str) -> tuple[str | None, bool]:
    """The configuration file of one folder, and whether the search ends there."""
    path = os.path.join(folder, CONFIG_NAME)
    if os.path.lexists(path):  # a link that leads nowhere, too: the reader says so
        return path, True
    path = os.path.join(folder, PYPROJECT)
    if _has_table(path):
        return path, True
    return None, os.path.dirname(folder) == folder or _is_repository(folder)


def repository_of(folder: str) -> str | None:
    """The root of the git repository that a folder is in, absolute; None outside of any."""
    at = os.path.abspath(folder)
    while not _is_repository(at):
        above = os.path.dirname(at)
        if above == at:
            return None
        at = above
    return at


def _is_repository(folder: str) -> bool:
    """Whether a folder is the root of a git repository; of a work tree .git is a file."""
    return os.path.exists(os.path.join(folder, ".git"))


def _has_table(path: str) -> bool:
    if not os.path.isfile(path):  # a pipe would never end
        return False
    try:
        with open(path, "rb") as file:
            return has_our_table(file.read(_SEARCHED))
    except OSError:
        return False


def has_our_table(data: bytes) -> bool:
    """Whether a pyproject.toml seems to have a [tool.cannlint] table."""
    return _TABLE in data
