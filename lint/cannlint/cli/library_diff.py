"""`cannlint library diff` behind its command line."""

from __future__ import annotations

import os
import sys

from cannlint.cli.exit import EXIT_CLEAN
from cannlint.discovery.walk import files_in
from cannlint.engine.named import kind_for, settings_for
from cannlint.engine.read import kind_under, read
from cannlint.errors import CannlintError
from cannlint.kinds import CONFIG_KINDS
from cannlint.library.choose import named
from cannlint.library.difference import compare
from cannlint.library.entries import FileEntries, NamedPasses, mark_changes, named_operators
from cannlint.library.folders import folders_for
from cannlint.report import library_diff, library_diff_json
from cannlint.report.json_report import dump
from cannlint.report.styles import print_lines
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.library.difference import Difference


class Named:
    """The config files and folders of --for, and the configuration that gives their kinds."""

    __slots__ = ("config", "isolated", "paths")

    def __init__(self, paths: Sequence[str], config: str | None, isolated: bool) -> None:
        self.paths = paths
        self.config = config
        self.isolated = isolated

    def files(self) -> list[FileEntries]:
        """The entries of all files; in folders, files of unknown kind are skipped."""
        found: dict[str, FileEntries] = {}
        for path in self.paths:
            for file in self._in_folder(path) if os.path.isdir(path) else [self._file(path)]:
                found.setdefault(os.path.realpath(file.path), file)
        return list(found.values())

    def _file(self, path: str) -> FileEntries:
        source = read_source(path)
        kind = kind_for(source, None, self.config, self.isolated)
        if kind not in CONFIG_KINDS:
            raise CannlintError("{path}: not a config file of CANN", path=path)
        return FileEntries(read(source, kind))

    def _in_folder(self, folder: str) -> Iterator[FileEntries]:
        for path in files_in(folder, self.isolated or self.config is not None):
            settings = settings_for(os.path.dirname(path), self.config, self.isolated)
            if settings is not None and settings.excludes(path):
                continue
            source = read_source(path)
            kind = kind_under(settings, source, is_named=False)
            if kind in CONFIG_KINDS:
                yield FileEntries(read(source, kind))


def compare_libraries(
    old: str, new: str, socs: Sequence[str], wanted: Named | None, as_json: bool
) -> int:
    """Compare and print; with --for, only what the files name."""
    libraries = named(old), named(new)
    folders = folders_for(*libraries, socs)
    if wanted is None:
        return _print(compare(*libraries, folders), None, as_json)
    files = wanted.files()
    difference = compare(*libraries, folders, named_operators(files), NamedPasses(files))
    mark_changes(files, difference)
    return _print(difference, files, as_json)


def _print(difference: Difference, files: Sequence[FileEntries] | None, as_json: bool) -> int:
    if as_json:
        sys.stdout.write(dump(library_diff_json.report(difference, files)) + "\n")
        return EXIT_CLEAN
    print_lines(library_diff.lines(difference))
    if files is not None:
        print_lines(library_diff.entry_lines(files))
    return EXIT_CLEAN
