"""Findings that need plans with a graph: made in pauses, and moved when the text changes.

A plan of a graph of 10,000 nodes takes half a second. So while a file is edited, what the last
plan has found stays at the lines that are as they were, and of the others that holds which the
rules find without a plan.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass

from cannlint.diagnostics import Diagnostic, Fix, Label
from cannlint.engine.plan_checks import Graphs, PlanChecks
from cannlint.jobs.model import Job
from cannlint.kinds import Kind
from cannlint.library.operators import Operators
from cannlint.reading.base import Reading
from cannlint.rules.loading import codes_with_plans
from cannlint.text.edits import ChangedLines
from cannlint.text.file_state import state_now
from cannlint.text.source import Source
from cannlint.text.span import Edit, Span

Place = tuple[str, Kind]
"""The real path of a file, and its kind."""


@dataclass(eq=False, slots=True)
class Planned:
    """The findings of the rules that need plans, in one text.

    `state` is all that they depend on: if it changes, a new plan is needed.
    """

    source: Source
    findings: list[Diagnostic]
    state: object

    def in_text(self, source: Source, found: list[Diagnostic]) -> list[Diagnostic]:
        """The findings in a later text of the file; `found` are those without a plan."""
        if source is self.source:
            return list(map(copy, self.findings))
        change = ChangedLines(self.source.text, source.text)
        moved = (_Moved(change, self.source, source).finding(one) for one in self.findings)
        new = [one for one in found if change.start <= one.span.start < change.after_end]
        return [*filter(None, moved), *new]


class MakingPlans(PlanChecks):
    """Makes the plans, and stores their findings."""

    def __init__(self, graphs: Graphs, planned: dict[Place, Planned]) -> None:
        super().__init__(None, graphs)
        self.planned = planned
        self._states: dict[str, object] = {}

    def revised(
        self,
        found: list[Diagnostic],
        reading: Reading,
        jobs: Sequence[Job],
        operators: Operators,
    ) -> list[Diagnostic]:
        """The findings in a config file that jobs name."""
        state = _state(reading, jobs, operators, self._state_before)
        revised = super().revised(found, reading, jobs, operators)
        if _have_graph(jobs):
            of_plans, _ = _apart(revised, reading)
            self.planned[_place(reading)] = Planned(reading.source, of_plans, state)
        return revised

    def _state_before(self, path: str) -> object:
        """The state of a graph before this run has read it: it may change while plans are made."""
        return self._states.setdefault(path, state_now(path))


class RememberedPlans(PlanChecks):
    """Makes no plan that needs a graph: returns the findings of the last one.

    `is_outdated` says that the plan would now be different.
    """

    def __init__(self, planned: dict[Place, Planned]) -> None:
        super().__init__(None)
        self.planned = planned
        self.is_outdated = False

    def revised(
        self,
        found: list[Diagnostic],
        reading: Reading,
        jobs: Sequence[Job],
        operators: Operators,
    ) -> list[Diagnostic]:
        """The findings in a config file that jobs name."""
        if not _have_graph(jobs):
            return super().revised(found, reading, jobs, operators)
        known = self.planned.get(_place(reading))
        if known is None or known.state != _state(reading, jobs, operators, state_now):
            self.is_outdated = True
        if known is None:
            return found
        without, others = _apart(found, reading)
        revised = known.in_text(reading.source, without)
        return [*others, *revised]


def _have_graph(jobs: Sequence[Job]) -> bool:
    return any(job.graph_path is not None for job in jobs)


def _place(reading: Reading) -> Place:
    return os.path.realpath(reading.source.path), reading.kind


def _state(
    reading: Reading,
    jobs: Sequence[Job],
    operators: Operators,
    state_of_graph: Callable[[str], object],
) -> object:
    """All inputs of a plan. A changed text is a new object, so identity is enough."""
    of_jobs = [
        (
            job.source,
            job.graph_path,
            state_of_graph(job.graph_path) if job.graph_path is not None else None,
            [file.reading.source for file in files],
        )
        for job, files in ((job, job.files.values()) for job in jobs)
    ]
    return reading.source, operators, of_jobs


def _apart(
    findings: list[Diagnostic], reading: Reading
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """The findings of rules that need plans, and of all others."""
    codes = codes_with_plans(reading.kind)
    of_plans = [finding for finding in findings if finding.code in codes]
    return of_plans, [finding for finding in findings if finding.code not in codes]


class _Moved:
    """Moves findings from one text of a file to a later one."""

    def __init__(self, change: ChangedLines, before: Source, after: Source) -> None:
        self._change = change
        self._before = before
        self._after = after

    def finding(self, finding: Diagnostic) -> Diagnostic | None:
        """The finding on the new position of its line; None if the line has changed."""
        span = self._span(finding.span)
        if span is None:
            return None
        found = copy(finding)
        found.span, found.source = span, self._after
        found.related = [label for label in map(self._label, finding.related) if label]
        found.fix = self._fix(finding.fix) if finding.fix is not None else None
        return found

    def _span(self, span: Span) -> Span | None:
        change = self._change
        if span.end <= change.start and span.start < change.start:
            return span
        if span.start >= change.before_end:
            by = change.after_end - change.before_end
            return Span(span.start + by, span.end + by)
        return None

    def _label(self, label: Label) -> Label | None:
        if label.source not in (None, self._before):
            return label
        span = self._span(label.span)
        if span is None:
            return None
        moved = copy(label)
        moved.span, moved.source = span, self._after
        return moved

    def _fix(self, fix: Fix) -> Fix | None:
        edits = [(self._span(edit.span), edit.text) for edit in fix.edits]
        moved = [Edit(span, text) for span, text in edits if span is not None]
        return type(fix)(fix.title, moved, fix.is_safe) if len(moved) == len(edits) else None
