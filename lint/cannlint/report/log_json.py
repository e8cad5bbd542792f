"""The messages of CANN in a log as JSON: `cannlint/log/1`."""

from __future__ import annotations

from cannlint.explain.causes import Cause, ExplainedLog, Explanation
from cannlint.report.error_code_page import as_json
from cannlint.report.json_text import TOOL, range_of, text_of
from cannlint.results import log as results


def as_value(found: ExplainedLog) -> results.LogReport:
    """The messages of a log with their causes, and what their codes mean, as JSON values."""
    codes = sorted({each.message.code for each in found.explanations})
    return {
        "schema": "cannlint/log/1",
        "tool": TOOL,
        "log": found.path,
        "messages": [_message(each) for each in found.explanations],
        "omitted": found.omitted,
        "codes": [as_json(code) for code in codes],
        "summary": {"errors": found.errors, "explained": found.explained},
        "complaints": list(found.complaints),
        "complete": found.is_complete,
    }


def _message(explanation: Explanation) -> results.LogMessage:
    message = explanation.message
    return {
        "code": message.code,
        "line": message.line,
        "count": message.count,
        "text": message.text,
        "arguments": [{"name": name, "value": value} for name, value in message.arguments],
        "causes": [_cause(cause) for cause in explanation.causes],
    }


def _cause(cause: Cause) -> results.LogCause:
    finding = cause.finding
    assert finding.source is not None
    return {
        "rule": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "message": str(finding.message),
        "help": text_of(finding.help),
        "file": finding.source.path,
        "range": range_of(finding.source, finding.span),
        "matched": list(cause.matched),
    }
