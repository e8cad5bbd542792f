"""`cannlint library diff` behind its command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cannlint.cli.exit import EXIT_CLEAN
from cannlint.discovery.walk import files_in
from cannlint.engine.link import ConfigFiles
from cannlint.engine.named import known_kind, settings_for
from cannlint.engine.read import Files, has_name_of_configuration, kind_under, read
from cannlint.errors import CannlintError
from cannlint.kinds import CONFIG_KINDS, JOB_KINDS, Kind
from cannlint.library.choose import named
from cannlint.library.difference import Difference, compare
from cannlint.library.entries import FileEntries, NamedPasses, mark_changes, named_operators
from cannlint.library.folders import folders_for
from cannlint.report import library_diff, library_diff_json
from cannlint.report.json_text import dump
from cannlint.report.styles import print_lines
from cannlint.text.source import Source, read_source


@dataclass(eq=False, slots=True)
class Named:
    """The files and folders of --for, and the configuration that gives their kinds.

    A file with jobs stands for the config files that these name.
    """

    paths: Sequence[str]
    config: str | None
    isolated: bool

    def files(self) -> list[FileEntries]:
        """The entries of all files; in folders, files of unknown kind are skipped."""
        found: dict[str, FileEntries] = {}
        for path in self.paths:
            for file in self._in_folder(path) if os.path.isdir(path) else self._of_file(path):
                found.setdefault(os.path.realpath(file.path), file)
        return list(found.values())

    def _of_file(self, path: str) -> list[FileEntries]:
        source = read_source(path)
        kind = known_kind(source, self.config, self.isolated)
        if kind is None:
            raise CannlintError(
                "{path}: cannot tell what kind of file this is; give the kind in cannlint.toml, "
                "under [files]",
                path=path,
            )
        if kind in CONFIG_KINDS:
            return [FileEntries(read(source, kind))]
        if kind not in JOB_KINDS:
            raise CannlintError(
                "{path}: neither a config file of CANN nor a script that names some", path=path
            )
        found = [*self._of_jobs(source, kind)]
        if not found:
            raise CannlintError(
                "{path}: its jobs name no config file of CANN that is here", path=path
            )
        return found

    def _of_jobs(self, source: Source, kind: Kind) -> Iterator[FileEntries]:
        """The config files that the jobs of a script or configuration name, in the project."""
        settings = settings_for(os.path.dirname(source.path), self.config, self.isolated)
        root = settings.root if settings is not None else None
        for config in ConfigFiles(read(source, kind), root, Files(), reads_models=False):
            if config.reading.kind in CONFIG_KINDS and not config.is_outside:
                yield FileEntries(config.reading)

    def _in_folder(self, folder: str) -> Iterator[FileEntries]:
        for path in files_in(folder, self.isolated or self.config is not None):
            settings = settings_for(os.path.dirname(path), self.config, self.isolated)
            if settings is not None and settings.excludes(path):
                continue
            source = read_source(path)
            is_configuration = has_name_of_configuration(source)
            kind = Kind.JOB if is_configuration else kind_under(settings, source, is_named=False)
            if kind in CONFIG_KINDS:
                yield FileEntries(read(source, kind))
            elif kind in JOB_KINDS:
                yield from self._of_jobs(source, kind)


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
