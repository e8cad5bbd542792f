"""Suggestions as JSON: `cannlint/suggest/1`."""

from __future__ import annotations

from collections.abc import Sequence

from cannlint.diagnostics import Diagnostic
from cannlint.report.json_text import TOOL, text_of
from cannlint.report.plan_json import library_value
from cannlint.resolve.plan_difference import Change
from cannlint.resolve.rows import Row
from cannlint.results import suggest as results
from cannlint.suggest.draft import Draft, FileChange
from cannlint.suggest.goal import Answer
from cannlint.suggest.job_file import sharing
from cannlint.suggest.search import Suggestion, Suggestions
from cannlint.suggest.trial import Outcome


def report(of: Suggestions, written: Sequence[str] = ()) -> results.Suggestions:
    """The suggestions as JSON values; `written` are the files that were changed."""
    plan = of.plan
    graph = plan.graph
    return {
        "schema": "cannlint/suggest/1",
        "tool": TOOL,
        "library": library_value(plan),
        "job": {"name": plan.job.name, "front_end": plan.job.front_end.value},
        "graph": {"file": graph.path, "nodes": len(graph.nodes)} if graph is not None else None,
        "met": of.is_met,
        "wants": [_want(found) for found in of.found],
        "together": _together(of),
        "written": list(written),
    }


def _want(found: Suggestion) -> results.Want:
    return {
        "want": found.want.text,
        "value": {"kind": found.want.value.kind, "text": found.want.value.text},
        "status": str(found.status),
        "operators": [_operator(row) for row in found.rows],
        "already": [_operator(row) for row, _ in found.met],
        "impossible": [{**_operator(r), "reason": str(reason)} for r, reason in found.impossible],
        "unknown_names": [str(fault) for fault in found.faults],
        "left_out": list(found.want.left_out),
        "ways": [_way(outcome, number) for number, outcome in enumerate(found.ways, 1)],
        "tried": [_way(outcome, None) for outcome in found.tried],
    }


def _operator(row: Row) -> results.NamedOperator:
    return {"type": row.op_type, "node": row.node}


def _way(outcome: Outcome, number: int | None) -> results.Way:
    way = outcome.way
    return {
        "number": number,
        "option": way.option,
        "by": text_of(way.by),
        "value": way.value,
        **_tried(outcome),
    }


def _tried(outcome: Outcome) -> results.Tried:
    """What a draft writes, and what becomes of the job."""
    return {
        "status": str(outcome.status),
        "reason": text_of(outcome.reason),
        "options": [
            {
                "name": change.key,
                "value": change.value,
                "before": change.before.value if change.before is not None else None,
            }
            for change in outcome.draft.options.values()
        ],
        "files": [_file(outcome.draft, file) for file in outcome.draft.files.values()],
        "operators": [_answer(row, answer) for row, answer in outcome.answers],
        "changes": [_change(change) for change in outcome.changes],
        "changes_known": not outcome.has_unknown_effect,
        "casts": {"added": outcome.casts_added, "removed": outcome.casts_removed},
        "findings": [_finding(finding) for finding in outcome.findings],
    }


def _file(draft: Draft, file: FileChange) -> results.ChangedFile:
    return {
        "option": file.option,
        "file": file.after.path,
        "new": file.before is None,
        "used_by": sharing(draft, file.option) if file.before is not None else [],
        "lines": file.lines,
        "removed": file.removed,
    }


def _answer(row: Row, answer: Answer) -> results.AnsweredOperator:
    return {**_operator(row), "status": str(answer.status), "reason": text_of(answer.reason)}


def _change(change: Change) -> results.OtherChange:
    return {
        "type": change.op_type,
        "node": change.node,
        "field": change.field,
        "before": _brief(change.old, change.field),
        "after": _brief(change.new, change.field),
    }


def _brief(row: Row | None, field: str) -> results.BriefMode | results.BriefDtypes | None:
    """What a row has in a field."""
    if row is None or field == "present":
        return None
    if field == "impl_mode":
        return {"impl_mode": row.mode.value}
    dtypes = row.dtypes
    return {"status": dtypes.status, "inputs": dtypes.inputs, "outputs": dtypes.outputs}


def _finding(finding: Diagnostic) -> results.BriefFinding:
    return {
        "rule": finding.code,
        "severity": finding.severity.value,
        "message": str(finding.message),
    }


def _together(of: Suggestions) -> results.Together | None:
    """The chosen ways at once."""
    if of.together is None:
        return None
    numbers = [
        found.ways.index(outcome) + 1
        for found in of.found
        for outcome in of.chosen
        if outcome in found.ways
    ]
    return {"ways": numbers, **_tried(of.together)}
