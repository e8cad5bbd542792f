"""The code quality report of GitLab, a subset of the Code Climate format."""

from __future__ import annotations

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.engine.run import Run
from cannlint.report.interchange import fingerprints, lines_of, shown_path, words
from cannlint.report.json_text import dump
from cannlint.text.source import Source
from cannlint.text.span import Span

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "major", Severity.INFO: "info"}


def render(run: Run) -> str:
    """A JSON array with one issue per finding."""
    pairs = zip(run.findings, fingerprints(run), strict=True)
    return dump([_issue(finding, fingerprint) for finding, fingerprint in pairs])


def _issue(finding: Diagnostic, fingerprint: str) -> dict[str, object]:
    source = finding.source
    assert source is not None
    found: dict[str, object] = {
        "type": "issue",
        "check_name": f"{finding.code} {finding.name}",
        "description": words(finding),
        "categories": ["Bug Risk"],
        "severity": _SEVERITIES[finding.severity],
        "fingerprint": fingerprint,
        "location": _location(source, finding.span),
    }
    if finding.related:
        found["other_locations"] = [
            _location(label.source or source, label.span) for label in finding.related
        ]
    return found


def _location(source: Source, span: Span) -> dict[str, object]:
    begin, end = lines_of(source, span)
    return {"path": shown_path(source.path), "lines": {"begin": begin, "end": end}}
