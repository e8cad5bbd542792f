"""An audit as JSON: schemas/audit.schema.json, version cannlint/audit/1."""

from __future__ import annotations

import json

from cannlint.diagnostics import Severity
from cannlint.report.json_report import compact
from cannlint.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from cannlint.audit.model import Audit

SCHEMA = "cannlint/audit/1"


def lines(audit: Audit) -> Iterator[str]:
    """The audit in pieces; each job and each other key is on its own line."""
    yield "{\n"
    yield f'"schema": {compact(SCHEMA)},\n'
    yield f'"tool": {compact({"name": "cannlint", "version": __version__})},\n'
    targets = [{"library": target.library, "soc": target.soc} for target in audit.targets]
    yield f'"targets": {compact(targets)},\n'
    yield '"jobs": [\n'
    yield from _jobs(audit)
    yield "],\n"
    yield f'"rules": {compact(_rules(audit))},\n'
    unreadable = [{"file": path, "reason": reason} for path, reason in audit.unreadable]
    yield f'"unreadable": {compact(unreadable)},\n'
    yield f'"summary": {compact(_summary(audit))}\n'
    yield "}\n"


def _jobs(audit: Audit) -> Iterator[str]:
    for number, line in enumerate(audit.spool.lines()):
        # most jobs are ASCII and need no conversion
        text = compact(json.loads(line)) if "\\u" in line or "\x7f" in line else line
        yield f",\n{text}" if number else text
    if audit.tally.jobs:
        yield "\n"


def _rules(audit: Audit) -> list[dict[str, Any]]:
    """For each rule, the number of its findings and of jobs with them; most frequent first."""
    return [
        {"rule": rule, "name": name, "findings": findings, "jobs": jobs}
        for rule, name, findings, jobs in audit.tally.by_rule()
    ]


def _summary(audit: Audit) -> dict[str, int]:
    return {
        "files": audit.files,
        "jobs": audit.tally.jobs,
        "changing": audit.tally.changing,
        **{severity.value: audit.tally.severities[severity.value] for severity in Severity},
    }
