"""Workflow commands of GitHub: each finding is an annotation."""

from __future__ import annotations

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.engine.run import Run
from cannlint.report.interchange import lines_of, shown_path, title, words_and_places
from cannlint.text.escaped import workflow_data, workflow_property

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(run: Run) -> str:
    """One command per line."""
    return "\n".join(map(_command, run.findings))


def _command(finding: Diagnostic) -> str:
    source = finding.source
    assert source is not None
    line, end_line = lines_of(source, finding.span)
    column = source.position(finding.span.start)[1]
    properties = {"file": shown_path(source.path), "line": line, "endLine": end_line, "col": column}
    if line == end_line:  # GitHub supports columns only within one line
        properties["endColumn"] = column + max(finding.span.end - finding.span.start, 1)
    properties["title"] = title(finding)
    given = ",".join(f"{key}={workflow_property(str(one))}" for key, one in properties.items())
    return f"::{_COMMANDS[finding.severity]} {given}::{workflow_data(words_and_places(finding))}"
