"""Find the files of a folder that may be config files or scripts."""

from __future__ import annotations

import os

from cannlint.config.errors import BrokenConfigError
from cannlint.config.glob import any_of, has_own_group, path_pattern
from cannlint.config.search import CONFIG_NAME, PYPROJECT, config_path, repository_of
from cannlint.errors import UnreadablePathError
from cannlint.formats.scripts import SCRIPT_SUFFIXES, language_of
from cannlint.language import Phrase, said
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cannlint.config.file import Settings
    from cannlint.config.glob import PathPattern
    from cannlint.errors import CannlintError

    SettingsOf = Callable[[str], Settings | None]
    """A folder → the settings of its files."""

    _Rule = tuple[PathPattern, bool, bool]
    """A pattern, whether it is negated, whether it is about folders only."""

    Skipped = list[tuple[str, Phrase]]
    """Files and folders that are not checked, and why."""

    NotSearched = list[CannlintError]
    """Why folders are not searched: a configuration, or a .gitignore, that cannot be used."""

CONFIG_SUFFIXES = frozenset((".cfg", ".ini", ".txt", ".json", ".list", ".conf", ".config", ""))
"""Suffixes of config files in real projects."""

_SUFFIXES = CONFIG_SUFFIXES | SCRIPT_SUFFIXES.keys()
"""Suffixes of config files and scripts; other files in a folder are not opened."""

_CONFIGURATIONS = frozenset((CONFIG_NAME, PYPROJECT))
"""Configuration files, which may contain jobs."""

_SKIPPED_FOLDERS = frozenset(("__pycache__", "node_modules", "site-packages", "impl_mode"))
"""Folders without config files of users; impl_mode has the mode files of CANN itself."""

_OF_CI = frozenset(
    (
        ".azure-pipelines",
        ".buildkite",
        ".ci",
        ".circleci",
        ".drone.yml",
        ".gitcode",
        ".gitee",
        ".github",
        ".gitlab",
        ".gitlab-ci.yml",
        ".jenkins",
        ".travis.yml",
        ".woodpecker",
        ".woodpecker.yml",
    )
)
"""Hidden names that CI systems give to what people write for them."""

HIDDEN = Phrase("hidden")
NOT_OPENED = Phrase("no suffix of a config file or script")
NO_FILE = Phrase("no regular file")
SYSTEM_FOLDER = Phrase("a folder that has no files of users")
GIT_IGNORED = Phrase("ignored by .gitignore")
EXCLUDED = Phrase("excluded by the configuration")
NOT_SEARCHED = Phrase("its configuration, or its .gitignore, cannot be used")

MOST_RULES = 10_000
"""Rules of a .gitignore: each file below it is compared with each. Real ones have some hundred."""


class Ignored:
    """The .gitignore files from the root of a repository down to one folder, which has one."""

    __slots__ = ("_may_match", "_open", "_rules", "above", "folder")

    def __init__(self, folder: str, above: Ignored | None, rules: Sequence[_Rule]) -> None:
        self.folder = folder
        self.above = above
        self._rules = rules
        names = [rule[0].name for rule in rules]
        plain = [name for name in names if name is not None and not has_own_group(name)]
        self._may_match = any_of(plain)
        pairs = zip(rules, names, strict=True)
        self._open = [rule for rule, name in pairs if name is None or has_own_group(name)]
        """The rules that are not asked together with others."""

    def covers(self, path: str, is_folder: bool) -> bool:
        """Whether git ignores a path; the last rule of the deepest file decides."""
        at: Ignored | None = self
        while at is not None:
            decision = at._decides(path, is_folder)
            if decision is not None:
                return decision
            at = at.above
        return False

    def _decides(self, path: str, is_folder: bool) -> bool | None:
        may_match = self._may_match(path[path.rfind(os.sep) + 1 :])
        rules = self._rules if may_match else self._open
        if not rules:
            return None
        relative = path[len(self.folder.rstrip(os.sep)) + 1 :].replace(os.sep, "/")
        for pattern, negated, folders_only in rules:
            if (is_folder or not folders_only) and pattern.match(relative):
                return not negated
        return None


def _ignored_in(folder: str, above: Ignored | None) -> Ignored | None:
    """The .gitignore files down to a folder; `above` are those down to the folder around it.

    Raises UnreadablePathError for one of too many rules.
    """
    path = os.path.join(folder, ".gitignore")
    if os.path.islink(path) or not os.path.exists(path):  # git does not follow a link either
        return above
    try:
        lines = read_source(path).text.replace("\r\n", "\n").split("\n")
    except UnreadablePathError:
        return above
    rules = _gitignore_rules(lines)
    if len(rules) > MOST_RULES:
        reason = said("it has more than {number:,} rules, which is the limit", number=MOST_RULES)
        raise UnreadablePathError(os.path.relpath(path), reason)
    return Ignored(folder, above, rules) if rules else above


def _gitignore_rules(lines: Sequence[str]) -> list[_Rule]:
    """The rules of a .gitignore, last one first."""
    rules: list[_Rule] = []
    for line in lines:
        bare = line.rstrip(" ")
        if bare != line and (len(bare) - len(bare.rstrip("\\"))) % 2:
            bare += " "  # it has a backslash before it
        pattern = bare.removeprefix("!")
        if bare.startswith("#") or not pattern.strip("/"):
            continue
        if len(rules) > MOST_RULES:
            break
        parsed = path_pattern(pattern.rstrip("/") if pattern.endswith("/") else pattern)
        rules.append((parsed, bare.startswith("!"), pattern.endswith("/")))
    return rules[::-1]


def files_in(
    folder: str,
    isolated: bool = False,
    keeps_on: bool = False,
    skipped: Skipped | None = None,
    not_searched: NotSearched | None = None,
) -> Iterator[str]:
    """Files in a folder and below it that may be config files or scripts, sorted.

    Skipped are hidden files, files ignored by .gitignore, files excluded by the configuration, and
    links to folders, which could be circular. What is skipped is added to `skipped`.

    A configuration that cannot be used raises BrokenConfigError or UnreadablePathError; with
    `keeps_on`, it excludes nothing instead. A .gitignore of too many rules raises
    UnreadablePathError. With `not_searched`, the error is added there, and all but the folder
    of the file is searched.
    """
    root = os.path.abspath(folder)
    settings_of = _no_settings if isolated else _settings_if_sound if keeps_on else _settings
    try:
        ignored = _ignored_above(root)
    except UnreadablePathError as error:
        _not_searched(error, folder, not_searched, skipped)
        return
    yield from _walk(root, folder, ignored, settings_of, skipped, not_searched)


def _not_searched(
    error: CannlintError, shown: str, errors: NotSearched | None, skipped: Skipped | None
) -> None:
    """Note that a folder is not searched; raise the error where nobody wants to know."""
    if errors is None:
        raise error
    errors.append(error)
    if skipped is not None:
        skipped.append((os.path.join(shown, ""), NOT_SEARCHED))


def _ignored_above(folder: str) -> Ignored | None:
    """The .gitignore rules for an absolute folder; outside a repository only its own."""
    root = repository_of(folder) or folder
    chain = [folder]
    while chain[-1] != root:
        chain.append(os.path.dirname(chain[-1]))
    ignored: Ignored | None = None
    for step in reversed(chain):
        ignored = _ignored_in(step, ignored)
    return ignored


def _walk(
    root: str,
    shown: str,
    ignored: Ignored | None,
    settings_of: SettingsOf,
    skipped: Skipped | None,
    not_searched: NotSearched | None,
) -> Iterator[str]:
    """Walk over folders without recursion: a path may be deeper than Python allows calls."""
    waiting = [(root, shown, ignored)]
    while waiting:
        path, shown, above = waiting.pop()
        folders: list[tuple[str, str]] = []
        try:
            settings = settings_of(path)
            ignored = above if path == root else _ignored_in(path, above)
        except (BrokenConfigError, UnreadablePathError) as error:
            _not_searched(error, shown, not_searched, skipped)
            continue
        yield from _files_of(path, shown, ignored, settings, folders, skipped)
        waiting += [(inner, name, ignored) for inner, name in reversed(folders)]


def _files_of(
    path: str,
    shown: str,
    ignored: Ignored | None,
    settings: Settings | None,
    folders: list[tuple[str, str]],
    skipped: Skipped | None,
) -> Iterator[str]:
    """Yield the files of one folder; add its subfolders to `folders`."""
    try:
        entries = sorted(os.scandir(path), key=lambda entry: entry.name)
    except OSError:
        yield shown  # the engine reports why it cannot be read
        return
    for entry in entries:
        is_folder = entry.is_dir(follow_symlinks=False)
        reason = _why_skipped(entry, is_folder, ignored, settings)
        below = os.path.join(shown, entry.name) if shown != "." else entry.name
        if reason is not None:
            if skipped is not None:
                skipped.append((os.path.join(below, "") if is_folder else below, reason))
        elif is_folder:
            folders.append((entry.path, below))
        else:
            yield below


def _why_skipped(
    entry: os.DirEntry[str], is_folder: bool, ignored: Ignored | None, settings: Settings | None
) -> Phrase | None:
    """Why a file or folder is not searched; None where it is."""
    if entry.name.startswith(".") and entry.name not in _OF_CI:
        return HIDDEN
    if is_folder:
        if entry.name in _SKIPPED_FOLDERS:
            return SYSTEM_FOLDER
    elif not _may_matter(entry.name):
        return NOT_OPENED
    elif not _is_file(entry):
        return NO_FILE
    if ignored is not None and ignored.covers(entry.path, is_folder):
        return GIT_IGNORED
    is_excluded = settings is not None and settings.excludes(entry.path)
    return EXCLUDED if is_excluded else None


def _may_matter(name: str) -> bool:
    if os.path.splitext(name)[1].lower() in _SUFFIXES or name in _CONFIGURATIONS:
        return True
    return language_of(name) is not None


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a regular file; a broken or circular link is not."""
    return entry.is_file(follow_symlinks=False) or os.path.isfile(entry.path)


def _no_settings(folder: str) -> None:
    return None


def _settings_if_sound(folder: str) -> Settings | None:
    try:
        return _settings(folder)
    except (BrokenConfigError, UnreadablePathError):  # reported when the files are read
        return None


def _settings(folder: str) -> Settings | None:
    path = config_path(folder)
    if path is None:
        return None
    from cannlint.config.file import settings_at

    return settings_at(path)
