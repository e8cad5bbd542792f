"""Find references: the jobs, commands and calls that name a config file."""

from __future__ import annotations

import os
from itertools import islice

from cannlint.config.search import repository_of
from cannlint.discovery.walk import files_in
from cannlint.engine.read import is_configuration, kind_under
from cannlint.errors import CannlintError
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.linking import Finder, names_file
from cannlint.kinds import JOB_KINDS, Kind
from cannlint.server.open_files import place_of
from cannlint.server.open_scope import OpenScope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.jobs.settings import Setting
    from cannlint.server.open_files import OpenFiles
    from cannlint.server.session import Checked

MOST_FILES = 20_000
"""The maximum number of files that are searched."""


class Search:
    """A search for the settings that name one file; can run in any thread.

    `path` is the file, `root` the folder to search, `opened` the paths of the open files, which are
    searched as well. `is_cut` tells afterwards whether the folder has more than MOST_FILES.
    """

    __slots__ = ("_files", "_opened", "_scope", "is_cut", "path", "root")

    def __init__(self, path: str, root: str, files: OpenFiles, opened: Iterable[str]) -> None:
        self.path = path
        self.root = root
        self.is_cut = False
        self._files = files
        self._opened = tuple(opened)
        self._scope = OpenScope(files)

    def run(self) -> list[Setting]:
        """The settings, file by file."""
        place, name = place_of(self.path), os.path.basename(self.path).encode()
        searched: set[str] = set()
        found: list[Setting] = []
        for path in self._paths():
            if place_of(path) not in searched:
                searched.add(place_of(path))
                found += self._in_file(path, place, name)
        return found

    def _paths(self) -> Iterator[str]:
        yield from self._opened
        below = files_in(self.root, keeps_on=True)
        try:
            yield from islice(below, MOST_FILES)
            self.is_cut = next(below, None) is not None
        except CannlintError:  # a .gitignore that is too long, which `check` reports
            return

    def _in_file(self, path: str, place: str, name: bytes) -> Iterator[Setting]:
        """The settings of one file; a file without the name has none, so it is not read."""
        try:
            source = self._files.source(path)
            if name not in source.data:
                return
            settings = self._scope.settings_of(path)
            is_ours = is_configuration(source, self._scope)
            told = self._files.kind(source)
            kind = Kind.JOB if is_ours else kind_under(settings, source, False, told)
            reading = self._files.reading(source, kind) if kind in JOB_KINDS and kind else None
        except CannlintError:  # what cannot be read names nothing; `check` reports it
            return
        if isinstance(reading, JobsReading):
            find = Finder(path, reading.kind, settings.root if settings is not None else None)
            for job in reading.jobs:
                for setting in filter(names_file, job.settings):
                    named = find(setting) if setting.source is source else None
                    if named is not None and place_of(named) == place:
                        yield setting


def root_for(checked: Checked, path: str, folders: Iterable[str]) -> str:
    """The folder to search: that of the configuration, the repository or the editor's folder.

    `folders` are those that the editor has opened.
    """
    if checked.settings is not None and checked.settings.root is not None:
        return checked.settings.root
    own = os.path.dirname(os.path.abspath(path))
    around = (folder for folder in folders if _is_in(own, folder))
    return repository_of(own) or next(around, own)


def _is_in(path: str, folder: str) -> bool:
    return f"{place_of(path)}{os.sep}".startswith(f"{place_of(folder).rstrip(os.sep)}{os.sep}")
