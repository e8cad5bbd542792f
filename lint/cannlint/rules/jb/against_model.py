"""Findings about options that do not fit the model of a job."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity, quoted
from cannlint.jobs.mismatch import Mismatch
from cannlint.jobs.model import Job
from cannlint.rules.rule import Rule
from cannlint.text.edits import replace
from cannlint.text.span import Span

_PLAIN = re.compile(r"[\w./+@=-]+")
"""Names that stand for themselves in a shell, in quotes or without."""


def of_fact(job: Job, fact: str) -> Iterator[Mismatch]:
    """The mismatches of a job that one fact is about."""
    return (mismatch for mismatch in job.mismatches if mismatch.fact == fact)


def finding_at(
    rule: Rule,
    job: Job,
    mismatch: Mismatch,
    message: str,
    label: str,
    help: str,
    note: str = "ATC stops with {code}",
    near: int = 1,
    dims: str = "",
) -> Diagnostic:
    """A finding at the part of an option; of the names of the model it has at most `near`."""
    setting = mismatch.setting
    if mismatch.code is None and rule.severity is Severity.ERROR:
        note = "ATC stops"
    return rule.at(
        mismatch.span,
        message,
        label=label,
        help=help,
        note=note,
        cann=mismatch.code,
        source=setting.source if setting is not None else job.source,
        name=mismatch.name,
        asked=mismatch.asked,
        own=mismatch.own,
        dims=dims,
        unknown=tuple(str(quoted(one)) for one in mismatch.unknown[:near]),
        code=mismatch.code or "",
        near=tuple(str(quoted(one)) for one in mismatch.near[:near]),
        count=_count(mismatch.asked),
        own_count=_count(mismatch.own),
    )


def _count(dims: str) -> int:
    """How many dimensions are written."""
    return dims.count(",") + 1


def with_near_name(finding: Diagnostic, mismatch: Mismatch) -> Diagnostic:
    """Give a finding the fix that writes the only name that may be meant, if it has a place."""
    setting = mismatch.setting
    if len(mismatch.near) != 1 or setting is None or not setting.is_literal:
        return finding
    [near] = mismatch.near
    at = setting.source.text.find(mismatch.name, mismatch.span.start, mismatch.span.end)
    if at < 0 or not _PLAIN.fullmatch(near):
        return finding
    span = Span(at, at + len(mismatch.name))
    return finding.with_fix("write `{near}`", replace(span, near), safe=False)
