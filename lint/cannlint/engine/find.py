"""The first stage, find: paths → the files of a run, each once."""

from __future__ import annotations

import os

from cannlint.config.search import leads_outside
from cannlint.engine.units import FileUnit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cannlint.discovery.walk import NotSearched, Skipped
    from cannlint.engine.run import Options

STANDARD_INPUT = "-"


class Found:
    """The files of a run as units, and the folders that are checked whole.

    `not_searched` are the configurations, and the .gitignore files, that cannot be used, so that
    their folders were not searched.
    `skipped` are the files of folders that are not opened, and why, where that is to be shown.
    """

    __slots__ = ("folders", "not_searched", "skipped", "units")

    def __init__(self) -> None:
        self.units: list[FileUnit] = []
        self.folders: list[str] = []
        self.not_searched: NotSearched = []
        self.skipped: Skipped = []

    def files_in(self, folder: str, options: Options) -> list[str]:
        """The files of a folder that could be of interest."""
        from cannlint.discovery.walk import files_in

        self.folders.append(os.path.abspath(folder))
        isolated = options.isolated or options.config is not None
        skipped = self.skipped if options.show_files else None
        found = files_in(folder, isolated, skipped=skipped, not_searched=self.not_searched)
        return list(found)


def find(paths: Sequence[str], options: Options) -> Found:
    """The named files, and those in the named folders."""
    found = Found()
    named, in_folders = _files_of(paths, options, found)
    for path in named:
        is_stdin = path == STANDARD_INPUT
        name = stdin_name(options) if is_stdin else path
        unit = FileUnit(name, not options.skip_unknown)
        unit.is_file = not is_stdin
        found.units.append(unit)
    found.units += [FileUnit(path, False) for path in in_folders]
    for unit in found.units:
        unit.is_outside = unit.is_file and leads_outside(unit.path, *found.folders)
    return found


def stdin_name(options: Options) -> str:
    """The path that stands for standard input."""
    return options.stdin_filename or "<stdin>"


def _files_of(paths: Sequence[str], options: Options, found: Found) -> tuple[list[str], list[str]]:
    """The named files, and those in folders that are not named; each file by one name only."""
    if len(paths) == 1 and not os.path.isdir(paths[0]):
        return list(paths), []
    if len(paths) == 1 and options.config is None:  # one folder has each file once
        return [], found.files_in(paths[0], options)
    return _each_once(paths, options, found)


def _each_once(paths: Sequence[str], options: Options, found: Found) -> tuple[list[str], list[str]]:
    """The same where a file may have several names.

    The configuration of the run is one of the files of its folder, whatever its name is.
    """
    named: list[str] = []
    places: set[str] = set()
    folders = {path: os.path.realpath(path) for path in paths if os.path.isdir(path)}
    for path in paths:
        place = path if path == STANDARD_INPUT else os.path.realpath(path)
        if path not in folders and place not in places:
            named.append(path)
            places.update((place, _place(path)))
    below: dict[str, str] = {}
    for folder, root in folders.items():
        start = len(os.path.abspath(folder))  # no file below it is behind a link to a folder
        for file in found.files_in(folder, options):
            below.setdefault(root + os.path.abspath(file)[start:], file)
    config = options.config
    if config and options.kind is None and _lies_in(folders.values(), config):
        below.setdefault(_place(config), config)
    return named, [file for place, file in below.items() if place not in places]


def _place(path: str) -> str:
    """Where a file lies, with no link in the folders; the file may be a link itself."""
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name)


def _lies_in(folders: Iterable[str], file: str) -> bool:
    """Whether a file is in one of some folders, at any depth; the folders are no links."""
    return _place(file).startswith(tuple(os.path.join(folder, "") for folder in folders))
