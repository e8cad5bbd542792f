"""Which files a run is about: the named ones, and those found in named folders."""

from __future__ import annotations

import os

from cannlint.config_search import CONFIG_NAME, PYPROJECT, config_path
from cannlint.glob import pattern_regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from cannlint.config import Settings

CONFIG_SUFFIXES = frozenset((".cfg", ".ini", ".txt", ".json", ".list", ".conf", ".config", ""))
"""What the config files of real projects end in."""

_SCRIPT_SUFFIXES = frozenset((".sh", ".bash", ".zsh", ".ksh", ".md", ".markdown", ".py"))
"""What the scripts that set options end in; other files of a folder are not opened."""

_SUFFIXES = CONFIG_SUFFIXES | _SCRIPT_SUFFIXES

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
        relative = path[len(self.folder.rstrip(os.sep)) + 1 :].replace(os.sep, "/")
        for regex, negated, folders_only in self._rules:
            if (is_folder or not folders_only) and regex.match(relative):
                return not negated
        return self.above is not None and self.above.covers(path, is_folder)


def _gitignore_rules(folder: str) -> list[tuple[re.Pattern[str], bool, bool]]:
    """The rules of a folder's .gitignore, the last first: pattern, negated, folders only."""
    try:
        with open(os.path.join(folder, ".gitignore"), encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:
        return []
    rules = []
    for line in lines:
        bare = line[:-1] if line.endswith("\\ ") else line.rstrip(" ")
        pattern = bare.removeprefix("!")
        if bare.startswith("#") or not pattern.strip("/"):
            continue
        regex = pattern_regex(pattern.rstrip("/") if pattern.endswith("/") else pattern)
        rules.append((regex, bare.startswith("!"), pattern.endswith("/")))
    return rules[::-1]


def files_in(folder: str, isolated: bool = False) -> Iterator[str]:
    """Files of a folder and below that could be config files, sorted.

    Left out: hidden files, what .gitignore files leave out, what the configuration excludes,
    and links to folders, so that no link can lead round in circles.
    """
    root = os.path.abspath(folder)
    yield from _walk(root, folder, _ignored_above(root), isolated)


def _ignored_above(folder: str) -> Ignored | None:
    """The ignore rules that hold in a folder, its own included; None outside a repository."""
    chain = [folder]
    while not os.path.exists(os.path.join(chain[-1], ".git")):
        above = os.path.dirname(chain[-1])
        if above == chain[-1]:
            return Ignored(folder, None)
        chain.append(above)
    ignored: Ignored | None = None
    for step in reversed(chain):
        ignored = Ignored(step, ignored)
    return ignored


def _walk(path: str, shown: str, ignored: Ignored | None, isolated: bool) -> Iterator[str]:
    settings = None if isolated else _settings(path)
    try:
        entries = sorted(os.scandir(path), key=lambda entry: entry.name)
    except OSError:
        yield shown  # the engine says why it cannot be read
        return
    folders = []
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
    for folder, below in folders:
        yield from _walk(folder, below, Ignored(folder, ignored), isolated)


def _may_matter(entry: os.DirEntry[str], is_folder: bool) -> bool:
    if is_folder:
        return entry.name not in _SKIPPED_FOLDERS
    suffix = os.path.splitext(entry.name)[1].lower()
    return (suffix in _SUFFIXES or entry.name in _CONFIGURATIONS) and entry.is_file()


def _settings(folder: str) -> Settings | None:
    path = config_path(folder)
    if path is None:
        return None
    from cannlint.config import settings_at

    return settings_at(path)


def _left_out(
    path: str, is_folder: bool, ignored: Ignored | None, settings: Settings | None
) -> bool:
    if ignored is not None and ignored.covers(path, is_folder):
        return True
    return settings is not None and settings.excludes(path)
