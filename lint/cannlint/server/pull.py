"""Pull diagnostics: the editor asks for the findings of a file and whether they have changed.

For editors that can be told to ask again; the findings are published to all others.
"""

from __future__ import annotations

import asyncio

from lsprotocol import types as lsp

from cannlint.server.app import Server
from cannlint.server.background import SETTLE
from cannlint.server.protocol import JsonText
from cannlint.server.reports import Reports


def can_pull(capabilities: lsp.ClientCapabilities) -> bool:
    """Whether an editor asks for findings, and can be told to ask again.

    It must be told: the findings of a file change with other files, and when plans are ready.
    """
    document, workspace = capabilities.text_document, capabilities.workspace
    if document is None or document.diagnostic is None or workspace is None:
        return False
    return workspace.diagnostics is not None and bool(workspace.diagnostics.refresh_support)


def add_pull(server: Server) -> None:
    """Answer an editor that asks for findings, and publish none."""
    reports = server.reports = Reports(lambda: server.workspace_diagnostic_refresh(None))
    options = lsp.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=False, identifier="cannlint"
    )

    @server.feature(lsp.TEXT_DOCUMENT_DIAGNOSTIC, options)
    async def pulled(params: lsp.DocumentDiagnosticParams) -> JsonText:
        await asyncio.sleep(SETTLE)
        await server.settled(params.text_document.uri)
        server.current(params.text_document.uri)
        return JsonText(reports.answer(params.text_document.uri, params.previous_result_id))
