"""Which files a run is about: the named ones, and those found in named folders."""

from __future__ import annotations

import os

from cannlint.config.errors import BrokenConfigError
from cannlint.config.glob import path_pattern
from cannlint.config.search import CONFIG_NAME, PYPROJECT, config_path, repository_of
from cannlint.errors import UnreadablePathError
from cannlint.kinds import SCRIPT_SUFFIXES
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cannlint.config.file import Settings
    from cannlint.config.glob import PathPattern

    SettingsOf = Callable[[str], Settings | None]
    """A folder → the settings of its files."""

CONFIG_SUFFIXES = frozenset((".cfg", ".ini", ".txt", ".json", ".list", ".conf", ".config", ""))
"""What the config files of real projects end in."""

_SUFFIXES = CONFIG_SUFFIXES | SCRIPT_SUFFIXES.keys()
"""What the config files and the scripts end in; other files of a folder are not opened."""

_CONFIGURATIONS = frozenset((CONFIG_NAME, PYPROJECT))
"""The files that hold jobs of their own."""

_SKIPPED_FOLDERS = frozenset(("__pycache__", "node_modules", "site-packages", "impl_mode"))
"""Folders without a user's config files; impl_mode holds the compiler's own mode files."""


class Ignored:
    """The .gitignore files from the root of a repository down to one folder."""

    __slots__ = ("_rules", "above", "folder")

    def __init__(self, folder: str, above: Ignored | None) -> None:
        self.folder = folder
        self.above = above
        self._rules = _gitignore_rules(folder)

    def covers(self, path: str, is_folder: bool) -> bool:
        """Whether git would leave a path out; the deepest and last rule decides."""
        at: Ignored | None = self
        while at is not None:
            decision = at._decides(path, is_folder)
            if decision is not None:
                return decision
            at = at.above
        return False

    def _decides(self, path: str, is_folder: bool) -> bool | None:
        if not self._rules:
            return None
        relative = path[len(self.folder.rstrip(os.sep)) + 1 :].replace(os.sep, "/")
        for pattern, negated, folders_only in self._rules:
            if (is_folder or not folders_only) and pattern.match(relative):
                return not negated
        return None


def _gitignore_rules(folder: str) -> list[tuple[PathPattern, bool, bool]]:
    """The rules of a folder's .gitignore, the last first: pattern, negated, folders only."""
    path = os.path.join(folder, ".gitignore")
    if not os.path.exists(path):
        return []
    try:
        lines = read_source(path).text.splitlines()
    except UnreadablePathError:
        return []
    rules = []
    for line in lines:
        bare = line[:-1] if line.endswith("\\ ") else line.rstrip(" ")
        pattern = bare.removeprefix("!")
        if bare.startswith("#") or not pattern.strip("/"):
            continue
        parsed = path_pattern(pattern.rstrip("/") if pattern.endswith("/") else pattern)
        rules.append((parsed, bare.startswith("!"), pattern.endswith("/")))
    return rules[::-1]


def files_in(folder: str, isolated: bool = False, keeps_on: bool = False) -> Iterator[str]:
    """Files of a folder and below that could be config files, sorted.

    Raises BrokenConfigError where it comes to a configuration that cannot be used, unless it
    `keeps_on`: then that excludes nothing.

    Left out: hidden files, what .gitignore files leave out, what the configuration excludes,
    and links to folders, so that no link can lead round in circles.
    """
    root = os.path.abspath(folder)
    settings_of = _no_settings if isolated else _settings_if_sound if keeps_on else _settings
    yield from _walk(root, folder, _ignored_above(root), settings_of)


def _ignored_above(folder: str) -> Ignored | None:
    """The ignore rules that hold in an absolute folder; outside a repository only its own."""
    root = repository_of(folder) or folder
    chain = [folder]
    while chain[-1] != root:
        chain.append(os.path.dirname(chain[-1]))
    ignored: Ignored | None = None
    for step in reversed(chain):
        ignored = Ignored(step, ignored)
    return ignored


def _walk(path: str, shown: str, ignored: Ignored | None, settings_of: SettingsOf) -> Iterator[str]:
    """Folder after folder; no recursion, as a path may have more steps than Python calls."""
    waiting = [(path, shown, ignored)]
    while waiting:
        path, shown, ignored = waiting.pop()
        folders: list[tuple[str, str]] = []
        yield from _files_of(path, shown, ignored, settings_of(path), folders)
        waiting += [(inner, name, Ignored(inner, ignored)) for inner, name in reversed(folders)]


def _files_of(
    path: str,
    shown: str,
    ignored: Ignored | None,
    settings: Settings | None,
    folders: list[tuple[str, str]],
) -> Iterator[str]:
    """The files of one folder; its folders are added to `folders`."""
    try:
        entries = sorted(os.scandir(path), key=lambda entry: entry.name)
    except OSError:
        yield shown  # the engine says why it cannot be read
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        is_folder = entry.is_dir(follow_symlinks=False)
        if not _may_matter(entry, is_folder) or _left_out(entry.path, is_folder, ignored, settings):
            continue
        below = os.path.join(shown, entry.name) if shown != "." else entry.name
        if is_folder:
            folders.append((entry.path, below))
        else:
            yield below


def _may_matter(entry: os.DirEntry[str], is_folder: bool) -> bool:
    if is_folder:
        return entry.name not in _SKIPPED_FOLDERS
    suffix = os.path.splitext(entry.name)[1].lower()
    return (suffix in _SUFFIXES or entry.name in _CONFIGURATIONS) and _is_file(entry)


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether it is a regular file; of a link that leads nowhere, or in a circle, it is not."""
    return entry.is_file(follow_symlinks=False) or os.path.isfile(entry.path)


def _no_settings(folder: str) -> None:
    return None


def _settings_if_sound(folder: str) -> Settings | None:
    try:
        return _settings(folder)
    except (BrokenConfigError, UnreadablePathError):  # whoever reads the files is told
        return None


def _settings(folder: str) -> Settings | None:
    path = config_path(folder)
    if path is None:
        return None
    from cannlint.config.file import settings_at

    return settings_at(path)


def _left_out(
    path: str, is_folder: bool, ignored: Ignored | None, settings: Settings | None
) -> bool:
    if ignored is not None and ignored.covers(path, is_folder):
        return True
    return settings is not None and settings.excludes(path)
