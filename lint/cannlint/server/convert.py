"""Convert findings to LSP diagnostics."""

from __future__ import annotations

import os
from typing import Any

from lsprotocol import types as lsp
from pygls.uris import from_fs_path

from cannlint.diagnostics import Severity
from cannlint.language import language_in_use, said
from cannlint.server.documentation import page_address
from cannlint.server.documents import Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.diagnostics import Diagnostic, Fix
    from cannlint.text.source import Source
    from cannlint.text.span import Span

_SEVERITIES = {
    Severity.ERROR: int(lsp.DiagnosticSeverity.Error),
    Severity.WARNING: int(lsp.DiagnosticSeverity.Warning),
    Severity.INFO: int(lsp.DiagnosticSeverity.Information),
}
_UNNECESSARY = ("CD104", "OP105", "KD104", "MX106")
"""Rules about text without effect, which editors show faded."""


class Positions:
    """URIs and positions of files, open or not, for one publication."""

    __slots__ = ("_documents", "_encoding")

    def __init__(self, opened: Iterable[Document], encoding: lsp.PositionEncodingKind) -> None:
        self._documents = {document.source: document for document in opened}
        self._encoding = encoding

    def of(self, source: Source) -> Document:
        """The open file with this text, or a new one."""
        known = self._documents.get(source)
        if known is None:
            uri = from_fs_path(os.path.abspath(source.path)) or source.path
            known = self._documents[source] = Document(uri, source.text, None, self._encoding)
        return known


def diagnostic(finding: Diagnostic, document: Document, positions: Positions) -> dict[str, Any]:
    """Convert a finding about an open file; related places may be in other files.

    It is a Diagnostic of the protocol as JSON has it: there may be a thousand after each keystroke,
    and the library's objects would only be converted to it.
    """
    found: dict[str, Any] = {
        "range": plain_range(document, finding.span),
        "message": message_of(finding),
        "severity": _SEVERITIES[finding.severity],
        "code": finding.code,
        "source": "cannlint",
        "data": {"fixable": finding.fix is not None, "cann": finding.cann_code},
    }
    page = page_address(finding.code)
    if page is not None:
        found["codeDescription"] = {"href": page}
    if finding.code in _UNNECESSARY:
        found["tags"] = [int(lsp.DiagnosticTag.Unnecessary)]
    if finding.related:
        found["relatedInformation"] = [
            {
                "location": _location(
                    positions.of(label.source) if label.source else document, label.span
                ),
                "message": str(label.message),
            }
            for label in finding.related
        ]
    return found


def _location(document: Document, span: Span) -> dict[str, Any]:
    return {"uri": document.uri, "range": plain_range(document, span)}


def plain_range(document: Document, span: Span) -> dict[str, Any]:
    """A span as JSON has it."""
    line, column = document.line_and_column(span.start)
    last, end = document.line_and_column(span.end, line)
    return {
        "start": {"line": line, "character": column},
        "end": {"line": last, "character": end},
    }


_LONGEST = 200
_MOST_MESSAGES = 20_000
_messages: dict[tuple[object, ...], str] = {}


def message_of(finding: Diagnostic) -> str:
    """The message with its help and note, because LSP has no fields for them.

    Remembered by all that it says, as most findings are the same after an edit.
    """
    parts = (finding.message, finding.help, finding.note)
    values = [value for part in parts if part is not None for value in part.values.values()]
    if not all(map(_is_plain, values)):
        return _joined(finding)
    templates = (part.template if part is not None else None for part in parts)
    key = (language_in_use(), finding.cann_code, *templates, *values)
    known = _messages.get(key)
    if known is None:
        if len(_messages) > _MOST_MESSAGES:
            _messages.clear()
        known = _messages[key] = _joined(finding)
    return known


def _is_plain(value: object) -> bool:
    """Whether a value is simple and short; a message, for example, is not simple."""
    if type(value) is tuple:
        return len(value) <= _LONGEST and set(map(type, value)) <= {str}
    return value is None or type(value) is int or (type(value) is str and len(value) <= _LONGEST)


def _joined(finding: Diagnostic) -> str:
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
