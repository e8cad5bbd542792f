"""The server's conversation: what an editor sends, and what it gets back."""

from __future__ import annotations

import asyncio
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.uris import from_fs_path

from cannlint import __version__
from cannlint.server.actions import FIX_ALL, actions
from cannlint.server.completion import completions
from cannlint.server.convert import diagnostic
from cannlint.server.documents import Document
from cannlint.server.hover import hover
from cannlint.server.outline import definition, hints, symbols
from cannlint.server.session import (
    Checked,
    Session,
    kind_of_language,
    may_hold_configuration,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.text.source import Source

_SETTLE = 0.002
"""Seconds that a check waits for changes that have arrived already but are not yet read."""


class _Protocol(LanguageServerProtocol):
    """Leaves the documents to the session: the library's own drift from the editor's text."""

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: Any) -> Iterator[Any]:
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: Any) -> Iterator[Any]:
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: Any) -> Iterator[Any]:
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_CLOSE], (params,), None


class Server(LanguageServer):
    """Checks open files and answers about them.

    Of changes that have queued up while a check was running only the last is checked, and what
    was found about an older version is never published.
    """

    def __init__(self) -> None:
        super().__init__("cannlint", __version__, protocol_cls=_Protocol)
        self.session = Session()
        self.checked: dict[str, Checked] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._complained: str | None = None

    @property
    def encoding(self) -> lsp.PositionEncodingKind:
        """The unit of columns that was agreed on."""
        agreed = self.server_capabilities.position_encoding
        return lsp.PositionEncodingKind(agreed or lsp.PositionEncodingKind.Utf16)

    def schedule(self, uri: str) -> None:
        """Check a file when every change of it that is here has been taken in."""
        if uri in self._timers:
            self._timers.pop(uri).cancel()
        loop = asyncio.get_running_loop()
        self._timers[uri] = loop.call_later(_SETTLE, self.check, uri)

    def check(self, uri: str) -> None:
        """Check a file and publish what was found about this version of it."""
        self._timers.pop(uri, None)
        document = self.session.documents.get(uri)
        if document is None:
            return
        checked = self.checked[uri] = self.session.check(document)
        self._publish(document, checked)
        self._complain()

    def current(self, uri: str) -> tuple[Document, Checked] | None:
        """A file and its check; checked first if it has changed since."""
        document = self.session.documents.get(uri)
        if document is None:
            return None
        checked = self.checked.get(uri)
        if checked is None or checked.source is not document.source:
            self.check(uri)
            checked = self.checked[uri]
        return document, checked

    def _publish(self, document: Document, checked: Checked) -> None:
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(
                uri=document.uri,
                version=document.version,
                diagnostics=[
                    diagnostic(finding, document, self._document_of) for finding in checked.findings
                ],
            )
        )

    def _document_of(self, source: Source) -> Document:
        """The open file of a source, or one made of it for its positions."""
        for checked in self.checked.values():
            if checked.source is source:
                return next(
                    document
                    for document in self.session.documents.values()
                    if self.checked.get(document.uri) is checked
                )
        uri = from_fs_path(source.path) or source.path
        return Document(uri, source.text, None, self.encoding)

    def _complain(self) -> None:
        complaint = self.session.complaint
        if complaint is not None and complaint != self._complained:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, complaint))
        self._complained = complaint

    def close(self, uri: str) -> None:
        """Forget a file; what was found in it goes with it."""
        self.session.close(uri)
        self.checked.pop(uri, None)
        if uri in self._timers:
            self._timers.pop(uri).cancel()
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def configuration_changed(self) -> None:
        """Check every open file anew."""
        self.session.forget_configuration()
        for uri in list(self.session.documents):
            self.schedule(uri)


def make_server() -> Server:
    """A server with all that it answers."""
    server = Server()

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        document = Document(item.uri, item.text, item.version, server.encoding)
        server.session.open(document, kind_of_language(item.language_id))
        server.schedule(item.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        document = server.session.documents.get(params.text_document.uri)
        if document is None:
            return
        for change in params.content_changes:
            document.change(change.text, getattr(change, "range", None))
        document.version = params.text_document.version
        server.schedule(document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        if may_hold_configuration(params.text_document.uri):
            server.configuration_changed()
        elif params.text_document.uri in server.session.documents:
            server.schedule(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: lsp.DidChangeWatchedFilesParams) -> None:
        if any(may_hold_configuration(change.uri) for change in params.changes):
            server.configuration_changed()

    _add_answers(server)
    return server


def _add_answers(server: Server) -> None:
    """What the editor asks for: each answer is about the text as it is now."""

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix, FIX_ALL]),
    )
    def code_actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        found = server.current(params.text_document.uri)
        return list(actions(*found, params.range, params.context.only)) if found else []

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        found = server.current(params.text_document.uri)
        if found is None:
            return None
        document, checked = found
        shown = hover(checked, document.offset(params.position))
        if shown is None:
            return None
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, shown[0])
        return lsp.Hover(content, document.range(shown[1]) if shown[1] is not None else None)

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=[":", ",", "=", '"', "["]),
    )
    def completed(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        found = server.current(params.text_document.uri)
        if found is None:
            return []
        document, checked = found
        return completions(checked, document.offset(params.position))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(params: lsp.DefinitionParams) -> lsp.Location | None:
        found = server.current(params.text_document.uri)
        if found is None:
            return None
        document, checked = found
        span = definition(checked, document.offset(params.position))
        return lsp.Location(document.uri, document.range(span)) if span is not None else None

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        found = server.current(params.text_document.uri)
        return list(symbols(found[1], found[0])) if found else []

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hinted(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        found = server.current(params.text_document.uri)
        return list(hints(found[1], found[0], params.range)) if found else []
