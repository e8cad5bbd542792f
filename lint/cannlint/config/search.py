"""Find the configuration file and the repository of a folder.

Separate from `config.file`, so that a run without a configuration does not import the reader.
"""

from __future__ import annotations

import os
from functools import lru_cache, partial

from cannlint.errors import UnreadablePathError
from cannlint.text.source import read_beginning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

CONFIG_NAME = "cannlint.toml"
PYPROJECT = "pyproject.toml"
PYPROJECT_ROOT = ("tool", "cannlint")
"""The path of our table in pyproject.toml."""
_TABLE = b"[tool.cannlint"
_SEARCHED = 1 << 24
"""Search for our table in this number of bytes of a pyproject.toml."""

_FOLDERS = 10_000
"""Size of the cache: parent folders are looked up for every file."""


def config_path(folder: str, is_config: Callable[[str], bool] | None = None) -> str | None:
    """The configuration file in an absolute folder, or in the closest parent folder.

    The search stops at the root of a git repository. `is_config` tells whether a path is that of a
    configuration, for an editor that has texts of its own; without it, the disk tells.
    """
    config_in = _config_in if is_config is None else partial(_config_among, is_config=is_config)
    at, (path, is_last) = folder, config_in(folder)
    while not is_last:  # no recursion: a path may have more components than Python allows calls
        at = os.path.dirname(at)
        path, is_last = config_in(at)
    return path


def is_config_on_disk(path: str) -> bool:
    """Whether there is a configuration at a path that has the name of one."""
    if os.path.basename(path) == PYPROJECT:
        return _has_table(path)
    return os.path.lexists(path)  # also a broken link: the reader reports it


def forget_configurations() -> None:
    """Clear the cache, because files may have been added or removed."""
    _config_in.cache_clear()
    _is_repository.cache_clear()


@lru_cache(maxsize=_FOLDERS)
def _config_in(folder: str) -> tuple[str | None, bool]:
    """The configuration file of one folder on disk, and whether the search ends there."""
    return _config_among(folder, is_config_on_disk)


def _config_among(folder: str, is_config: Callable[[str], bool]) -> tuple[str | None, bool]:
    for name in (CONFIG_NAME, PYPROJECT):
        path = os.path.join(folder, name)
        if is_config(path):
            return path, True
    return None, os.path.dirname(folder) == folder or _is_repository(folder)


def repository_of(folder: str) -> str | None:
    """The absolute root of the git repository of a folder; None outside a repository.

    A repository above the folder counts if it belongs to the user, or to the owner of the folder;
    that of the home folder, where people keep their settings, is not that of what lies in it.
    """
    start = at = os.path.abspath(folder)
    while not _is_repository(at):
        above = os.path.dirname(at)
        if above == at:
            return None
        at = above
    return at if at == start or _is_also_of(at, start) else None


def _is_also_of(root: str, folder: str) -> bool:
    """Whether a repository above a folder is that of the folder, too."""
    if root == os.path.expanduser("~"):
        return False
    owner = os.stat(root).st_uid  # 0 for all on Windows
    return owner in (getattr(os, "geteuid", int)(), _owner(folder))


def _owner(folder: str) -> int | None:
    """The owner of a folder; None for one that is not there."""
    return os.stat(folder).st_uid if os.path.exists(folder) else None


def lies_outside(path: str, *folders: str) -> bool:
    """Whether a file is really below none of these folders."""
    real = os.path.realpath(path)
    homes = (os.path.realpath(folder).rstrip(os.sep) + os.sep for folder in folders)
    return not any(map(real.startswith, homes))


def leads_outside(path: str, *folders: str) -> bool:
    """Whether a file is a link to one outside of the project: a repository may have such links.

    The project is the repository of the folder that the link is in, or else that folder, and the
    `folders` that are checked whole.
    """
    if not os.path.islink(path):
        return False
    folder = os.path.dirname(os.path.abspath(path))
    return lies_outside(path, repository_of(folder) or folder, *folders)


@lru_cache(maxsize=_FOLDERS)
def _is_repository(folder: str) -> bool:
    """Whether a folder is the root of a git repository; in a worktree, .git is a file."""
    return os.path.exists(os.path.join(folder, ".git"))


def _has_table(path: str) -> bool:
    if not os.path.isfile(path):
        return False
    try:
        return has_our_table(read_beginning(path, _SEARCHED))
    except UnreadablePathError:
        return False


def has_our_table(data: bytes) -> bool:
    """Whether a pyproject.toml seems to have a [tool.cannlint] table."""
    return _TABLE in data
