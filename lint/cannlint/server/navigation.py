"""The handlers of requests that lead from one place to others, and the search for references."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from lsprotocol import types as lsp
from pygls.uris import from_fs_path, to_fs_path

from cannlint.config.search import repository_of
from cannlint.discovery.walk import files_in
from cannlint.engine.read import is_configuration, kind_under
from cannlint.errors import CannlintError
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.linking import Finder, names_file
from cannlint.jobs.settings import Setting
from cannlint.kinds import JOB_KINDS, Kind
from cannlint.language import said
from cannlint.rules.codes import known_code
from cannlint.server.app import Server
from cannlint.server.convert import Positions, plain_range
from cannlint.server.documentation import page_address
from cannlint.server.documents import Document
from cannlint.server.folding import folding_ranges
from cannlint.server.job_places import file_of, finder_of, setting_at, settings_of
from cannlint.server.open_files import OpenFiles, OpenScope, place_of
from cannlint.server.protocol import AsJson
from cannlint.server.session import Checked
from cannlint.syntax.ignore_comments import ignore_comments
from cannlint.syntax.ignore_tables import table_places
from cannlint.text.span import Span

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


def add_navigation(server: Server) -> None:
    """Register the handlers."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_LINK)
    def linked(params: lsp.DocumentLinkParams) -> AsJson:
        found = server.current(params.text_document.uri)
        return AsJson(list(_links(found[1], found[0])) if found else [])

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(params: lsp.FoldingRangeParams) -> AsJson:
        found = server.current(params.text_document.uri)
        return AsJson(folding_ranges(found[1], found[0]) if found else None)

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def referred(params: lsp.ReferenceParams) -> AsJson:
        found = server.current(params.text_document.uri)
        search = _search(server, *found, params.position) if found else None
        if search is None:
            return AsJson([])
        loop = asyncio.get_running_loop()
        settings = await loop.run_in_executor(server.thread_pool, search.run)
        if search.is_cut:
            _tell_limit(server, search)
        positions = Positions(server.session.documents.values(), server.encoding)
        places: list[dict[str, Any]] = []
        for setting in settings:
            document = positions.of(setting.source)
            span = plain_range(document, setting.value_span)
            places.append({"uri": document.uri, "range": span})
        return AsJson(places)


def _links(checked: Checked, document: Document) -> Iterator[dict[str, Any]]:
    """The links of a file as DocumentLinks of the protocol."""
    for span, target in (*_files(checked), *_rules(checked)):
        if target is not None:
            yield {"range": plain_range(document, span), "target": target}


def _files(checked: Checked) -> Iterator[tuple[Span, str | None]]:
    """The values that name a file which is there."""
    find = finder_of(checked)
    for setting in settings_of(checked):
        path = file_of(setting, find) if find is not None else None
        if path is not None:
            yield setting.value_span, from_fs_path(path)


def _rules(checked: Checked) -> Iterator[tuple[Span, str | None]]:
    """The codes of suppressions, in comments and in [[ignore]] tables."""
    reading, source = checked.reading, checked.source
    if reading is None:
        return
    for comment in ignore_comments(source, reading.kind):
        yield from _pages(comment.codes, comment.places.codes)
    settings = checked.settings if reading.kind is Kind.JOB else None
    tables = settings.ignores if settings is not None else []
    for table, places in zip(tables, table_places(source, len(tables)), strict=True):
        yield from _pages(table.rules, places.codes)


def _pages(codes: tuple[str, ...] | list[str], spans: list[Span]) -> Iterator[tuple[Span, str]]:
    for code, span in zip(codes, spans, strict=False):
        known = known_code(code)
        address = page_address(known) if known is not None else None
        if address is not None:
            yield span, address


def _search(
    server: Server, document: Document, checked: Checked, position: lsp.Position
) -> Search | None:
    """The search for the file that an option at a position names, or else for this file."""
    setting = setting_at(checked, document.offset(position))
    path: str | None = document.path
    if setting is not None:
        find = finder_of(checked)
        path = file_of(setting, find) if find is not None else None
    if path is None:
        return None
    folders = [to_fs_path(uri) or uri for uri in server.protocol.workspace.folders]
    opened = [known.source.path for known in server.session.documents.values()]
    root = root_for(checked, document.path, folders)
    return Search(path, root, server.session.files_now(), opened)


def _tell_limit(server: Server, search: Search) -> None:
    sentence = said(
        "{folder} has more than {most} files: the others were not searched",
        folder=search.root,
        most=MOST_FILES,
    )
    server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, sentence))
