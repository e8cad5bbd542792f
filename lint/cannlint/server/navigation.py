"""The handlers of requests that lead from one place to others: links, references, folds."""

from __future__ import annotations

import asyncio

from lsprotocol import types as lsp
from pygls.uris import to_fs_path

from cannlint.language import said
from cannlint.server.convert import Positions, plain_range
from cannlint.server.folding import folding_ranges
from cannlint.server.job_places import file_of, finder_of, setting_at
from cannlint.server.links import links
from cannlint.server.protocol import AsJson
from cannlint.server.references import MOST_FILES, Search, root_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.server.app import Server
    from cannlint.server.documents import Document
    from cannlint.server.session import Checked


def add_navigation(server: Server) -> None:
    """Register the handlers."""

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_LINK)
    def linked(params: lsp.DocumentLinkParams) -> AsJson:
        found = server.current(params.text_document.uri)
        return AsJson(list(links(found[1], found[0])) if found else [])

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
