"""An audit as JSON: schemas/audit.schema.json, version cannlint/audit/1."""

from __future__ import annotations

from cannlint import __version__
from cannlint.diagnostics import Severity
from cannlint.report.json_report import dump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.audit.model import Audit

SCHEMA = "cannlint/audit/1"


def text(audit: Audit) -> str:
    """The whole audit as text."""
    return dump(report(audit))


def report(audit: Audit) -> dict[str, Any]:
    """The whole audit as JSON values."""
    return {
        "schema": SCHEMA,
        "tool": {"name": "cannlint", "version": __version__},
        "targets": [{"library": aim.library, "soc": aim.soc} for aim in audit.aims],
        "jobs": audit.jobs,
        "rules": by_rule(audit),
        "unreadable": [{"file": path, "reason": reason} for path, reason in audit.unreadable],
        "summary": {
            "files": audit.files,
            "jobs": len(audit.jobs),
            "changing": len(audit.changing),
            **{severity.value: audit.count_of(severity.value) for severity in Severity},
        },
    }


def by_rule(audit: Audit) -> list[dict[str, Any]]:
    """Each rule with its findings: how often, and in how many jobs; the most frequent first."""
    rules: dict[str, dict[str, Any]] = {}
    for job in audit.jobs:
        for rule in {finding["rule"]: finding for finding in job["findings"]}.values():
            known = rules.setdefault(
                rule["rule"],
                {"rule": rule["rule"], "name": rule["name"], "findings": 0, "jobs": 0},
            )
            known["jobs"] += 1
        for finding in job["findings"]:
            rules[finding["rule"]]["findings"] += 1
    return sorted(rules.values(), key=lambda rule: (-rule["findings"], rule["rule"]))
