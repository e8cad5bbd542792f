"""The report of a check as JSON: `cannlint/report/1`."""

from __future__ import annotations

from cannlint.report.json_text import TOOL, dump, range_of, text_of
from cannlint.report.summary import Summary
from cannlint.version import rule_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Diagnostic, Fix, Label
    from cannlint.engine.run import Comparison, Run, ShownFile
    from cannlint.library.operators import Operators
    from cannlint.results import report as results
    from cannlint.text.source import Source


def render(run: Run) -> str:
    """The report of a run as JSON text."""
    return dump(report(run))


def report(run: Run) -> results.Report:
    """The report of a run as JSON values."""
    return {
        "schema": "cannlint/report/1",
        "tool": TOOL,
        "library": library_of(run.library),
        "diagnostics": [_diagnostic(finding, run) for finding in run.findings],
        "summary": _summary(run),
        "baseline": _baseline(run.comparison),
        "complaints": list(run.complaints),
        "complete": not run.failed,
        "files": [_shown_file(file) for file in run.shown] if run.shown is not None else None,
    }


def _summary(run: Run) -> results.Summary:
    summary = Summary(run)
    return {
        "files": summary.files,
        "jobs": summary.jobs,
        "error": summary.by_severity["error"],
        "warning": summary.by_severity["warning"],
        "info": summary.by_severity["info"],
        "fixable": summary.fixable,
        "fixed": run.fixed,
        "suppressed": summary.suppressed,
        "unknown_values": run.unknown,
        "hidden": len(run.hidden),
    }


def _shown_file(file: ShownFile) -> results.ShownFile:
    return {
        "file": file.path,
        "kind": file.kind.value if file.kind is not None else None,
        "jobs": [
            {
                "line": job.line,
                "front_end": job.front_end,
                "name": job.name,
                "unknown": [{"option": option, "line": line} for option, line in job.unknown],
            }
            for job in file.jobs
        ],
        "skipped": text_of(file.skipped),
    }


def _baseline(comparison: Comparison | None) -> results.Baseline | None:
    if comparison is None:
        return None
    from cannlint.engine.baseline import entry_json

    return {
        "file": comparison.path,
        "matched": comparison.matched,
        "stale": [entry_json(*entry) for entry in comparison.stale],
    }


def library_of(operators: Operators | None) -> results.Library | None:
    """The library that the rules used: release, SoC and origin."""
    if operators is None:
        return None
    soc = ", ".join(operators.socs) or None
    library = operators.library
    return {
        "cann": library.cann,
        "soc": soc,
        "origin": library.origin,
        "known_by": library.known_by,
    }


def _diagnostic(finding: Diagnostic, run: Run) -> results.Diagnostic:
    source = finding.source
    assert source is not None
    kind = run.kinds.get(source.path)
    return {
        "rule": finding.code,
        "name": finding.name,
        "severity": finding.severity.value,
        "cann_code": finding.cann_code,
        "stage": finding.stage.value if finding.stage is not None else None,
        "message": str(finding.message),
        "help": text_of(finding.help),
        "note": text_of(finding.note),
        "url": rule_url(finding.code) or f"docs/reference.md#{finding.code}",
        "file": source.path,
        "kind": kind.value if kind is not None else None,
        "range": range_of(source, finding.span),
        "related": [
            *(_place(label, source) for label in finding.related),
            *(_node(name) for name in finding.nodes[:_MOST_NODES]),
        ],
        "nodes": len(finding.nodes) or None,
        "releases": list(finding.releases) or None,
        "fix": _fix(source, finding.fix) if finding.fix is not None else None,
    }


_MOST_NODES = 3
"""Nodes that a finding names; it has the number of all."""


def _place(label: Label, source: Source) -> results.Related:
    source = label.source or source
    return {
        "kind": "place",
        "file": source.path,
        "range": range_of(source, label.span),
        "message": str(label.message),
    }


def _node(name: str) -> results.Related:
    return {"kind": "node", "file": None, "range": None, "message": name}


def _fix(source: Source, fix: Fix) -> results.Fix:
    return {
        "applicability": "safe" if fix.is_safe else "unsafe",
        "title": str(fix.title),
        "edits": [
            {"file": source.path, "range": range_of(source, edit.span), "text": edit.text}
            for edit in fix.edits
        ],
    }
