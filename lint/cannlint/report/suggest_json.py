"""Suggestions as JSON: schemas/suggest.schema.json, version cannlint/suggest/1 (contracts 9)."""

from __future__ import annotations

import json

from cannlint.report.plan_json import library_value
from cannlint.suggest.job_file import sharing
from cannlint.version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from cannlint.diagnostics import Diagnostic, Message
    from cannlint.resolve.plan_difference import Change
    from cannlint.resolve.rows import Row
    from cannlint.suggest.draft import Draft
    from cannlint.suggest.goal import Answer
    from cannlint.suggest.search import Suggestion, Suggestions
    from cannlint.suggest.trial import Outcome

SCHEMA = "cannlint/suggest/1"


def text(of: Suggestions, written: Sequence[str] = ()) -> str:
    """The suggestions as JSON text; `written` are the files that were changed."""
    dumped = json.dumps(as_value(of, written), ensure_ascii=False, indent=1)
    return dumped.encode("utf-8", "backslashreplace").decode("utf-8") + "\n"


def as_value(of: Suggestions, written: Sequence[str] = ()) -> dict[str, Any]:
    """The suggestions as JSON values."""
    plan = of.plan
    graph = plan.graph
    return {
        "schema": SCHEMA,
        "tool": {"name": "cannlint", "version": __version__},
        "library": library_value(plan),
        "job": {"name": plan.job.name, "front_end": plan.job.front_end.value},
        "graph": {"file": graph.path, "nodes": len(graph.nodes)} if graph is not None else None,
        "met": of.is_met,
        "wants": [_want(found) for found in of.found],
        "together": _together(of),
        "written": list(written),
    }


def _want(found: Suggestion) -> dict[str, Any]:
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


def _operator(row: Row) -> dict[str, Any]:
    return {"type": row.op_type, "node": row.node}


def _way(outcome: Outcome, number: int | None) -> dict[str, Any]:
    way = outcome.way
    return {
        "number": number,
        "option": way.option,
        "by": str(way.by) if way.by is not None else None,
        "value": way.value,
        "status": str(outcome.status),
        "reason": _text(outcome.reason),
        **_written(outcome.draft),
        **_effect(outcome),
    }


def _written(draft: Draft) -> dict[str, Any]:
    """What a draft writes: the options, and the new lines of each file."""
    return {
        "options": [
            {
                "name": change.key,
                "value": change.value,
                "before": change.before.value if change.before is not None else None,
            }
            for change in draft.options.values()
        ],
        "files": [
            {
                "option": file.option,
                "file": file.after.path,
                "new": file.before is None,
                "used_by": sharing(draft, file.option) if file.before is not None else [],
                "lines": file.lines,
                "removed": file.removed,
            }
            for file in draft.files.values()
        ],
    }


def _effect(outcome: Outcome) -> dict[str, Any]:
    """What becomes of the job."""
    return {
        "operators": [_answer(row, answer) for row, answer in outcome.answers],
        "changes": [_change(change) for change in outcome.changes],
        "changes_known": not outcome.has_unknown_effect,
        "casts": {"added": outcome.casts_added, "removed": outcome.casts_removed},
        "findings": [_finding(finding) for finding in outcome.findings],
    }


def _answer(row: Row, answer: Answer) -> dict[str, Any]:
    return {**_operator(row), "status": str(answer.status), "reason": _text(answer.reason)}


def _change(change: Change) -> dict[str, Any]:
    return {
        "type": change.op_type,
        "node": change.node,
        "field": change.field,
        "before": _brief(change.old, change.field),
        "after": _brief(change.new, change.field),
    }


def _brief(row: Row | None, field: str) -> dict[str, Any] | None:
    """What a row has in a field."""
    if row is None or field == "present":
        return None
    if field == "impl_mode":
        return {"impl_mode": row.mode.value}
    dtypes = row.dtypes
    return {"status": dtypes.status, "inputs": dtypes.inputs, "outputs": dtypes.outputs}


def _finding(finding: Diagnostic) -> dict[str, str]:
    return {
        "rule": finding.code,
        "severity": finding.severity.value,
        "message": str(finding.message),
    }


def _together(of: Suggestions) -> dict[str, Any] | None:
    """The chosen ways at once."""
    if of.together is None:
        return None
    numbers = [
        found.ways.index(outcome) + 1
        for found in of.found
        for outcome in of.chosen
        if outcome in found.ways
    ]
    return {
        "ways": numbers,
        "status": str(of.together.status),
        "reason": _text(of.together.reason),
        **_written(of.together.draft),
        **_effect(of.together),
    }


def _text(message: Message | None) -> str | None:
    return str(message) if message is not None else None
