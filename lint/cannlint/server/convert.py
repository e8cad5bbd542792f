"""Findings as the protocol has them."""

from __future__ import annotations

import os
from typing import Any

from lsprotocol import types as lsp
from pygls.uris import from_fs_path

from cannlint.diagnostics import Severity
from cannlint.language import said
from cannlint.server.documents import Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.diagnostics import Diagnostic, Fix
    from cannlint.text.source import Source

_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.INFO: lsp.DiagnosticSeverity.Information,
}
_UNNECESSARY = ("CD104", "OP105", "KD104", "MX106")
"""Rules whose findings are at text that has no effect: editors fade it."""


class Positions:
    """Where files are and how their text is counted, open or not; for one publication."""

    __slots__ = ("_documents", "_encoding")

    def __init__(self, opened: Iterable[Document], encoding: lsp.PositionEncodingKind) -> None:
        self._documents = {document.source: document for document in opened}
        self._encoding = encoding

    def of(self, source: Source) -> Document:
        """The open file of a text, or one made of it."""
        known = self._documents.get(source)
        if known is None:
            uri = from_fs_path(os.path.abspath(source.path)) or source.path
            known = self._documents[source] = Document(uri, source.text, None, self._encoding)
        return known


def diagnostic(finding: Diagnostic, document: Document, positions: Positions) -> lsp.Diagnostic:
    """A finding about an open file; related places may be in files that are not open."""
    return lsp.Diagnostic(
        range=document.range(finding.span),
        message=message_of(finding),
        severity=_SEVERITIES[finding.severity],
        code=finding.code,
        source="cannlint",
        tags=[lsp.DiagnosticTag.Unnecessary] if finding.code in _UNNECESSARY else None,
        related_information=[
            lsp.DiagnosticRelatedInformation(
                location=_location(positions.of(label.source) if label.source else document, label),
                message=str(label.message),
            )
            for label in finding.related
        ]
        or None,
        data={"fixable": finding.fix is not None, "cann": finding.cann_code},
    )


def _location(document: Document, label: Any) -> lsp.Location:
    return lsp.Location(uri=document.uri, range=document.range(label.span))


def message_of(finding: Diagnostic) -> str:
    """The message with its help and note: an editor has no other place for them."""
    code = f" ({finding.cann_code})" if finding.cann_code else ""
    lines = [f"{finding.message}{code}"]
    if finding.help is not None:
        lines.append(said("help: {text}", text=finding.help))
    if finding.note is not None:
        lines.append(said("note: {text}", text=finding.note))
    return "\n".join(lines)


def edits(fix: Fix, document: Document) -> list[lsp.TextEdit]:
    """The edits of a fix."""
    return [lsp.TextEdit(document.range(edit.span), edit.text) for edit in fix.edits]
