"""The handlers of messages from the editor."""

from __future__ import annotations

from lsprotocol import types as lsp
from pygls.uris import from_fs_path

from cannlint.config.search import CONFIG_NAME, PYPROJECT
from cannlint.language import speak_to
from cannlint.server.action_requests import add_actions
from cannlint.server.app import Server
from cannlint.server.completion.complete import completions, resolved
from cannlint.server.documents import Document
from cannlint.server.hints import hints
from cannlint.server.hover import hover
from cannlint.server.languages import kind_of_language
from cannlint.server.lenses import add_lenses
from cannlint.server.navigation import add_navigation
from cannlint.server.open_files import may_hold_configuration
from cannlint.server.outline import definition, symbols
from cannlint.server.protocol import AsJson
from cannlint.server.pull import add_pull, can_pull

_SUFFIXES = ("cfg", "conf", "ini", "json", "list", "onnx", "pbtxt", "sh", "txt")
"""Suffixes of config files, graphs and scripts."""

_TRIGGERS = ":,=\"'[-./"
"""Characters behind which editors ask for completions."""

_PATTERNS = (f"**/{CONFIG_NAME}", f"**/{PYPROJECT}", f"**/*.{{{','.join(_SUFFIXES)}}}")


def make_server() -> Server:
    """Create a server with all handlers."""
    server = Server()

    @server.feature(lsp.INITIALIZE)
    def started(params: lsp.InitializeParams) -> None:
        options = params.initialization_options
        setting = options.get("language") if isinstance(options, dict) else None
        speak_to(setting if isinstance(setting, str) else params.locale or "")
        if can_pull(params.capabilities):
            add_pull(server)

    @server.feature(lsp.INITIALIZED)
    def ready(_: lsp.InitializedParams) -> None:
        asking = _registration(server.client_capabilities)
        if asking is not None:
            server.client_register_capability(asking)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: lsp.DidChangeWatchedFilesParams) -> None:
        if any(may_hold_configuration(change.uri) for change in params.changes):
            server.configuration_changed()
            return
        for change in params.changes:
            server.changed_on_disk(change.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(_: lsp.DidChangeConfigurationParams) -> None:
        """Some editors always send this; there are no settings."""

    _follow_documents(server)
    _add_answers(server)
    add_actions(server)
    add_navigation(server)
    add_lenses(server)
    _add_completion(server)
    return server


def _registration(capabilities: lsp.ClientCapabilities) -> lsp.RegistrationParams | None:
    """Ask the editor to watch configurations, and files that jobs name; None if it cannot."""
    workspace = capabilities.workspace
    watching = workspace.did_change_watched_files if workspace is not None else None
    if watching is None or not watching.dynamic_registration:
        return None
    options = lsp.DidChangeWatchedFilesRegistrationOptions(
        [lsp.FileSystemWatcher(pattern) for pattern in _PATTERNS]
    )
    method = lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
    return lsp.RegistrationParams([lsp.Registration("cannlint-watched-files", method, options)])


def _follow_documents(server: Server) -> None:
    """Register the handlers of notifications about open files."""

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        language = item.language_id
        document = Document(item.uri, item.text, item.version, server.encoding, language)
        server.session.open(document, kind_of_language(language))
        server.schedule(item.uri, at_rest=True)
        if server.session.changes_settings(document):
            server.configuration_changed()

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        document = server.session.documents.get(params.text_document.uri)
        if document is None:
            return
        for change in params.content_changes:
            document.change(change.text, getattr(change, "range", None))
        document.version = params.text_document.version
        document = server.session.follow_language(document)
        server.edited(document.uri)
        if may_hold_configuration(document.uri):
            server.configuration_edited(document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.close(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        if may_hold_configuration(params.text_document.uri):
            server.configuration_changed()
        else:
            server.saved(params.text_document.uri)


def _add_answers(server: Server) -> None:
    """Register the handlers of requests; each answers for the current text."""

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

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(params: lsp.DefinitionParams) -> lsp.Location | None:
        found = server.current(params.text_document.uri)
        if found is None:
            return None
        document, checked = found
        place = definition(checked, document.offset(params.position))
        if isinstance(place, str):
            start = lsp.Position(0, 0)
            return lsp.Location(from_fs_path(place) or place, lsp.Range(start, start))
        return lsp.Location(document.uri, document.range(place)) if place is not None else None

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: lsp.DocumentSymbolParams) -> AsJson:
        found = server.current(params.text_document.uri)
        return AsJson(list(symbols(found[1], found[0])) if found else [])

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def hinted(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        found = server.current(params.text_document.uri)
        return list(hints(found[1], found[0], params.range)) if found else []


def _add_completion(server: Server) -> None:
    """Register the handlers of completion, which do not wait for a check of the current text."""

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lsp.CompletionOptions(trigger_characters=list(_TRIGGERS), resolve_provider=True),
    )
    def completed(params: lsp.CompletionParams) -> AsJson:
        document = server.session.documents.get(params.text_document.uri)
        checked = server.last(params.text_document.uri)
        if document is None or checked is None:
            return AsJson([])
        return AsJson(completions(document, checked, document.offset(params.position)))

    @server.feature(lsp.COMPLETION_ITEM_RESOLVE)
    def completion_resolved(item: lsp.CompletionItem) -> lsp.CompletionItem:
        return resolved(item)
