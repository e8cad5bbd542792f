"""An audit as JSON: `cannlint/audit/1`."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.audit.model import Audit
from cannlint.diagnostics import Severity
from cannlint.report.json_text import TOOL, stream
from cannlint.results import audit as results


def lines(audit: Audit) -> Iterator[str]:
    """The audit in pieces; each job and each other key is on its own line."""
    severities = audit.tally.severities
    document: results.AuditReport = {
        "schema": "cannlint/audit/1",
        "tool": TOOL,
        "targets": [{"library": target.library, "soc": target.soc} for target in audit.targets],
        "jobs": [],
        "rules": [
            {"rule": rule, "name": name, "findings": findings, "jobs": jobs}
            for rule, name, findings, jobs in audit.tally.by_rule()
        ],
        "unreadable": [{"file": path, "reason": reason} for path, reason in audit.unreadable],
        "summary": {
            "files": audit.files,
            "jobs": audit.tally.jobs,
            "changing": audit.tally.changing,
            "error": severities[Severity.ERROR.value],
            "warning": severities[Severity.WARNING.value],
            "info": severities[Severity.INFO.value],
        },
    }
    return stream(document, {"jobs": audit.spool.records()})
