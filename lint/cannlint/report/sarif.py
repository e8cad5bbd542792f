"""SARIF 2.1.0 (OASIS), which GitHub, Azure DevOps, Jenkins and editors read."""

from __future__ import annotations

import os

from cannlint.diagnostics import Severity
from cannlint.language import language_in_use
from cannlint.report.interchange import fingerprints, one_edit, repository_path, words
from cannlint.report.json_text import dump
from cannlint.report.rule_page import documentation, summary
from cannlint.rules.loading import rule_of
from cannlint.text.escaped import sarif_message
from cannlint.text.printable import printable
from cannlint.version import __version__, rule_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.diagnostics import Diagnostic, Fix
    from cannlint.engine.run import Run
    from cannlint.text.source import Source
    from cannlint.text.span import Span

    Json = dict[str, object]

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LANGUAGES = {"en": "en-US", "zh-CN": "zh-CN"}
_ROOT = "%SRCROOT%"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def render(run: Run) -> str:
    """A SARIF log with one run."""
    rules = list(dict.fromkeys(sorted(finding.code for finding in run.findings)))
    marks = fingerprints(run)
    results = [
        _result(finding, rules.index(finding.code), mark)
        for finding, mark in zip(run.findings, marks, strict=True)
    ]
    driver = {
        "name": "cannlint",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": _descriptors(rules),
    }
    content = {
        "tool": {"driver": driver},
        "language": _LANGUAGES[language_in_use()],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "the root of the repository"}}},
        "invocations": [_invocation(run)],
        "results": results,
    }
    return dump({"$schema": _SCHEMA, "version": "2.1.0", "runs": [content]})


def _descriptors(codes: Iterable[str]) -> list[dict[str, object]]:
    """A reportingDescriptor for each rule code, in order."""
    return [_descriptor(code) for code in codes]


def _descriptor(code: str) -> dict[str, object]:
    rule = rule_of(code)
    text = documentation(code)
    kinds = [kind.value for kind in rule.kinds]
    url = rule_url(code)
    return {
        "id": code,
        "name": rule.name,
        "shortDescription": {"text": summary(code)},
        "fullDescription": {"text": text.partition("\n## ")[0].strip()},
        "help": {"text": text, "markdown": text},
        **({"helpUri": url} if url is not None else {}),
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": kinds, "precision": "very-high"},
    }


def _invocation(run: Run) -> Json:
    """Whether the run was complete, and its errors."""
    found: Json = {"executionSuccessful": not run.failed}
    if run.complaints:
        found["toolExecutionNotifications"] = [
            {"level": "error", "message": {"text": sarif_message(printable(complaint))}}
            for complaint in run.complaints
        ]
    return found


def _result(finding: Diagnostic, rule_index: int, fingerprint: str) -> Json:
    source = finding.source
    assert source is not None
    found: Json = {
        "ruleId": finding.code,
        "ruleIndex": rule_index,
        "level": _LEVELS[finding.severity],
        "message": {"text": sarif_message(words(finding))},
        "locations": [_location(source, finding.span)],
        "partialFingerprints": {"primaryLocationLineHash": fingerprint},
    }
    if finding.related:
        related = [
            _location(label.source or source, label.span, str(label.message))
            for label in finding.related
        ]
        found["relatedLocations"] = [{"id": at, **place} for at, place in enumerate(related)]
        if any((label.source or source).path != source.path for label in finding.related):
            found["codeFlows"] = [_code_flow([*related, _own_place(finding, source)])]
    if finding.fix is not None:
        found |= _fixes(source, finding.fix)
    properties = {}
    if finding.cann_code is not None:
        properties["cannCode"] = finding.cann_code
    if finding.stage is not None:
        properties["stage"] = finding.stage.value
    if properties:
        found["properties"] = properties
    return found


def _own_place(finding: Diagnostic, source: Source) -> Json:
    return _location(source, finding.span, str(finding.label or finding.message))


def _code_flow(places: list[Json]) -> Json:
    """The code flow of a finding across files, from its cause to its place."""
    return {"threadFlows": [{"locations": [{"location": place} for place in places]}]}


def _fixes(source: Source, fix: Fix) -> Json:
    edit = one_edit(source, fix)
    if edit is None:
        return {}
    replacement = {
        "deletedRegion": _region(source, edit.span),
        "insertedContent": {"text": edit.text},
    }
    change = {"artifactLocation": _artifact(source), "replacements": [replacement]}
    applicability = "safe" if fix.is_safe else "unsafe"
    return {
        "fixes": [
            {
                "description": {"text": sarif_message(str(fix.title))},
                "artifactChanges": [change],
                "properties": {"applicability": applicability},
            }
        ]
    }


def _location(source: Source, span: Span, message: str | None = None) -> Json:
    place: Json = {
        "physicalLocation": {
            "artifactLocation": _artifact(source),
            "region": _region(source, span),
        }
    }
    if message is not None:
        place["message"] = {"text": sarif_message(message)}
    return place


def _artifact(source: Source) -> Json:
    from urllib.parse import quote

    relative = repository_path(source.path)
    if relative is not None:
        return {"uri": quote(os.fsencode(relative)), "uriBaseId": _ROOT}
    path = os.path.abspath(source.path).replace(os.sep, "/")
    return {"uri": f"file:///{quote(os.fsencode(path.lstrip('/')), safe='/:')}"}


def _region(source: Source, span: Span) -> Json:
    (line, column), (end_line, end_column) = source.position(span.start), source.position(span.end)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }
