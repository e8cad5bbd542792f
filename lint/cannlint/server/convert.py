"""Convert findings to LSP diagnostics."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from lsprotocol import types as lsp
from pygls.uris import from_fs_path

from cannlint.diagnostics import Diagnostic, Fix, Label, Message, Phrase, Severity
from cannlint.language import language_in_use
from cannlint.report.interchange import words
from cannlint.server.documentation import page_address
from cannlint.server.documents import Document
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

    __slots__ = ("_documents", "_encoding", "_locations")

    def __init__(self, opened: Iterable[Document], encoding: lsp.PositionEncodingKind) -> None:
        self._documents = {document.source: document for document in opened}
        self._encoding = encoding
        self._locations: dict[tuple[str, int, int], str] = {}

    def of(self, source: Source) -> Document:
        """The open file with this text, or a new one."""
        known = self._documents.get(source)
        if known is None:
            uri = from_fs_path(os.path.abspath(source.path)) or source.path
            known = self._documents[source] = Document(uri, source.text, None, self._encoding)
        return known

    def location(self, document: Document, span: Span) -> str:
        """A Location of the protocol as a JSON text; many findings are related to the same."""
        place = document.uri, span.start, span.end
        known = self._locations.get(place)
        if known is None:
            uri, range = json.dumps(document.uri), _range(document, span)
            known = self._locations[place] = f'{{"uri": {uri}, "range": {range}}}'
        return known


def diagnostic(finding: Diagnostic, document: Document, positions: Positions) -> str:
    """Convert a finding about an open file; related places may be in other files.

    It is a Diagnostic of the protocol as a JSON text, because there may be a thousand after each
    edit.
    """
    related = ""
    if finding.related:
        places = ", ".join([_related(label, document, positions) for label in finding.related])
        related = f'"relatedInformation": [{places}], '
    return f'{{"range": {_range(document, finding.span)}, {related}{_rest(finding)}'


def _related(label: Label, document: Document, positions: Positions) -> str:
    owner = positions.of(label.source) if label.source else document
    location = positions.location(owner, label.span)
    message = _kept((label.message,), (), lambda: json.dumps(str(label.message)))
    return f'{{"location": {location}, "message": {message}}}'


def _range(document: Document, span: Span) -> str:
    line, column = document.line_and_column(span.start)
    last, end = document.line_and_column(span.end, line)
    return (
        f'{{"start": {{"line": {line}, "character": {column}}}, '
        f'"end": {{"line": {last}, "character": {end}}}}}'
    )


def _rest(finding: Diagnostic) -> str:
    """All members but the places, and the closing brace."""
    about = finding.code, finding.severity, finding.cann_code, finding.fix is None
    texts = finding.message, finding.help, finding.note
    return _kept(texts, about, lambda: json.dumps(_members(finding))[1:])


_texts: dict[object, str] = {}
_MOST_TEXTS = 8192
_LONGEST = 200
"""A text with longer values is not kept: what strangers write takes no memory between edits."""


def _kept(
    messages: Sequence[Message | None], about: tuple[object, ...], make: Callable[[], str]
) -> str:
    """A JSON text by all that it is made of: most findings are the same after the next edit."""
    contents = [_content(message) if message is not None else () for message in messages]
    if None in contents:
        return make()
    key = language_in_use(), about, *contents
    known = _texts.get(key)
    if known is None:
        if len(_texts) >= _MOST_TEXTS:
            _texts.clear()
        known = _texts[key] = make()
    return known


def _content(message: Message) -> tuple[object, ...] | None:
    """What a message says; None if that is long, or of a type that few messages have."""
    parts: list[object] = [message.template]
    for value in message.values.values():
        if type(value) is Message:
            part: object = _content(value)
        elif isinstance(value, str) and type(value) in (
            str,
            Phrase,
        ):  # a Phrase equals a str, and is translated
            part = (type(value), value) if len(value) <= _LONGEST else None
        elif type(value) is tuple and {*map(type, value)} <= {str}:
            part = value if sum(map(len, value)) <= _LONGEST else None
        elif value is None or type(value) is int:
            part = (value,)
        else:
            part = None
        if part is None:
            return None
        parts.append(part)
    return tuple(parts)


def _members(finding: Diagnostic) -> dict[str, Any]:
    """All of a finding that does not depend on the text of the file."""
    found: dict[str, Any] = {
        "message": message_of(finding),
        "severity": _SEVERITIES[finding.severity],
        "source": "cannlint",
        "data": {"fixable": finding.fix is not None, "cann": finding.cann_code},
    }
    if not finding.code:  # a summary of what is found elsewhere
        return found
    found["code"] = finding.code
    page = page_address(finding.code)
    if page is not None:
        found["codeDescription"] = {"href": page}
    if finding.code in _UNNECESSARY:
        found["tags"] = [int(lsp.DiagnosticTag.Unnecessary)]
    return found


def plain_range(document: Document, span: Span) -> dict[str, Any]:
    """A span as JSON has it."""
    line, column = document.line_and_column(span.start)
    last, end = document.line_and_column(span.end, line)
    return {
        "start": {"line": line, "character": column},
        "end": {"line": last, "character": end},
    }


def message_of(finding: Diagnostic) -> str:
    """The message with its help and note, because LSP has no fields for them."""
    return words(finding, with_code=True)


def edits(fix: Fix, document: Document) -> list[lsp.TextEdit]:
    """The edits of a fix."""
    return [lsp.TextEdit(document.range(edit.span), edit.text) for edit in fix.edits]
