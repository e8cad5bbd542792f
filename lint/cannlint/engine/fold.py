"""Report the same advice once for a file, with the number of its places and the first of them."""

from __future__ import annotations

from collections.abc import Iterable

from cannlint.diagnostics import Diagnostic, Label, Message, Severity

_SHOWN = 3
"""So many of the other places are shown."""

_OF_PROJECT = ("JB006", "JB313")
"""Advice about how a project works, which is said once for all of its files."""

_COUNTED = "{message} ({count} times in this file)"
_IN_FILES = "{message} ({count} times in {files} files)"
_AGAIN = "also here"


def fold_advice(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings of a run, where advice with the same words in the same file is one of them.

    Errors and warnings stay: each place is a fault. So does what `--fix` can change. An editor
    shows each place, so this is for reports alone, after comments and baselines were looked at.
    """
    left: list[Diagnostic] = []
    first: dict[tuple[object, ...], Diagnostic] = {}
    others: dict[int, list[Diagnostic]] = {}
    for finding in findings:
        if finding.severity is not Severity.INFO or finding.fix is not None:
            left.append(finding)
            continue
        path = finding.source.path if finding.source is not None else None
        path = None if finding.code in _OF_PROJECT else path
        known = first.setdefault((path, finding.code, str(finding.message)), finding)
        if known is finding:
            left.append(finding)
        else:
            others.setdefault(id(known), []).append(finding)
    for finding in left:
        if id(finding) in others:
            _count(finding, others[id(finding)])
    return left


def _count(finding: Diagnostic, others: list[Diagnostic]) -> None:
    files = {each.source.path for each in (finding, *others) if each.source is not None}
    values = {"message": finding.message, "count": f"{len(others) + 1:,}", "files": len(files)}
    finding.message = Message(_COUNTED if len(files) < 2 else _IN_FILES, values)
    finding.related += [
        Label(other.span, Message(_AGAIN, {}), other.source) for other in others[:_SHOWN]
    ]
