"""Pull diagnostics: the editor asks for the findings of a file and whether they have changed.

For editors that can be told to ask again; the findings are published to all others.
"""

from __future__ import annotations

import asyncio
from itertools import count

from lsprotocol import types as lsp

from cannlint.server.protocol import AsJson

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from cannlint.server.app import Server

SETTLE = 0.002
"""Seconds to wait before a check, so that changes already received are read first."""

_PAUSE = 0.2
"""Tell the editor to ask again after this time (in seconds) without a check."""


class Report:
    """The findings of a file as JSON; `number` is another one if they are others.

    `sent` is the number that the editor has.
    """

    __slots__ = ("findings", "number", "sent")

    def __init__(self, findings: list[dict[str, Any]], number: str) -> None:
        self.findings = findings
        self.number = number
        self.sent: str | None = None


class Reports:
    """The reports of all open files. An editor with older ones is told to ask again."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._reports: dict[str, Report] = {}
        self._numbers: Iterator[int] = count(1)
        self._timer: asyncio.TimerHandle | None = None

    def take(self, uri: str, findings: list[dict[str, Any]]) -> None:
        """Store the findings of a file."""
        known = self._reports.get(uri)
        if known is None:
            self._reports[uri] = Report(findings, str(next(self._numbers)))
        elif known.findings != findings:
            known.findings, known.number = findings, str(next(self._numbers))
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(_PAUSE, self._ask_again)

    def drop(self, uri: str) -> None:
        """Remove a closed file."""
        self._reports.pop(uri, None)

    def answer(self, uri: str, known_number: str | None) -> dict[str, Any]:
        """The DocumentDiagnosticReport of the protocol for an editor with an earlier report."""
        report = self._reports.get(uri)
        if report is None:
            return {"kind": "full", "items": []}
        report.sent = report.number
        if known_number == report.number:
            return {"kind": "unchanged", "resultId": report.number}
        return {"kind": "full", "resultId": report.number, "items": report.findings}

    def _ask_again(self) -> None:
        """Tell the editor, once, that some findings are others than those it has asked for."""
        stale = [report for report in self._reports.values() if report.sent != report.number]
        for report in stale:
            report.sent = report.number
        if stale:
            self._server.workspace_diagnostic_refresh(None)


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
    reports = server.reports = Reports(server)
    options = lsp.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=False, identifier="cannlint"
    )

    @server.feature(lsp.TEXT_DOCUMENT_DIAGNOSTIC, options)
    async def pulled(params: lsp.DocumentDiagnosticParams) -> AsJson:
        await asyncio.sleep(SETTLE)
        server.current(params.text_document.uri)
        return AsJson(reports.answer(params.text_document.uri, params.previous_result_id))
