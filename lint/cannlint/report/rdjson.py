"""The Reviewdog Diagnostic Format, as one JSON object, with fixes as suggestions.

reviewdog shows messages as Markdown.
"""

from __future__ import annotations

from cannlint.diagnostics import Diagnostic
from cannlint.engine.run import Run
from cannlint.report.interchange import one_edit, shown_path, words
from cannlint.report.json_text import dump
from cannlint.text.escaped import markdown
from cannlint.text.source import Source
from cannlint.text.span import Span
from cannlint.version import rule_url

Json = dict[str, object]


def render(run: Run) -> str:
    """A DiagnosticResult."""
    return dump(
        {
            "source": {"name": "cannlint"},
            "diagnostics": [_diagnostic(finding) for finding in run.findings],
        }
    )


def _diagnostic(finding: Diagnostic) -> Json:
    source = finding.source
    assert source is not None
    url = rule_url(finding.code)
    found: Json = {
        "message": markdown(words(finding)),
        "location": _location(source, finding.span),
        "severity": finding.severity.name,
        "code": {"value": finding.code, **({"url": url} if url is not None else {})},
    }
    edit = one_edit(source, finding.fix) if finding.fix is not None else None
    if edit is not None:
        found["suggestions"] = [{"range": _range(source, edit.span), "text": edit.text}]
    if finding.related:
        found["relatedLocations"] = [
            {
                "message": markdown(str(label.message)),
                "location": _location(label.source or source, label.span),
            }
            for label in finding.related
        ]
    return found


def _location(source: Source, span: Span) -> Json:
    return {"path": shown_path(source.path), "range": _range(source, span)}


def _range(source: Source, span: Span) -> Json:
    return {"start": _position(source, span.start), "end": _position(source, span.end)}


def _position(source: Source, offset: int) -> Json:
    """Line and column from 1; in this format columns are bytes of UTF-8."""
    line, column = source.position(offset)
    before = source.text[offset - column + 1 : offset]
    return {"line": line, "column": len(before.encode("utf-8", "surrogateescape")) + 1}
