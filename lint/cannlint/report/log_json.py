"""The messages of CANN in a log as JSON: `cannlint/log/1`."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.explain.causes import Cause, ExplainedLog, Explanation
from cannlint.explain.supported import Target, unsupported_type
from cannlint.library.folders import folder_for
from cannlint.report.error_code_page import as_json
from cannlint.report.json_text import TOOL, range_of, text_of
from cannlint.report.library_show import entries_of, entry_value
from cannlint.results import log as results


def as_value(found: ExplainedLog) -> results.LogReport:
    """The messages of a log with their causes, and what their codes mean, as JSON values."""
    codes = sorted({each.message.code for each in found.explanations})
    return {
        "schema": "cannlint/log/1",
        "tool": TOOL,
        "log": found.path,
        "messages": [_message(each, found.target) for each in found.explanations],
        "omitted": found.omitted,
        "codes": [as_json(code) for code in codes],
        "summary": {"errors": found.errors, "explained": found.explained},
        "complaints": list(found.complaints),
        "complete": found.is_complete,
    }


def _message(explanation: Explanation, target: Target | None) -> results.LogMessage:
    message = explanation.message
    return {
        "code": message.code,
        "line": message.line,
        "count": message.count,
        "text": message.text,
        "arguments": [{"name": name, "value": value} for name, value in message.arguments],
        "causes": [_cause(cause) for cause in explanation.causes],
        "supported": [*_supported(unsupported_type(message), target)],
    }


def _supported(op_type: str | None, target: Target | None) -> Iterator[results.LogOperator]:
    """The entries of an operator that CANN says is not supported, by SoC."""
    for soc in target.socs if target is not None and op_type is not None else ():
        assert target is not None and op_type is not None
        library = target.library
        entries = entries_of(library, op_type, [folder_for(library, soc)])
        values = [entry_value(library, entry) for entry in entries]
        yield {"operator": op_type, "soc": soc, "entries": values}


def _cause(cause: Cause) -> results.LogCause:
    finding = cause.finding
    assert finding.source is not None
    return {
        "rule": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "releases": list(finding.releases) or None,
        "message": str(finding.message),
        "help": text_of(finding.help),
        "file": finding.source.path,
        "range": range_of(finding.source, finding.span),
        "matched": list(cause.matched),
    }
