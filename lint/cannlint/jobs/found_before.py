"""What rules have found in the jobs of a file, for an editor that keeps jobs between edits."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.jobs.model import Job
    from cannlint.library.operators import Operators

_MOST_CLEAN = 20_000
"""Texts of jobs in which nothing was found; then they are forgotten."""


class FoundBefore:
    """The codes of the rules that found something, by job; a job may be moved, but not changed.

    Nothing is remembered of a job whose findings depend on other files, too.
    """

    __slots__ = ("_by_job", "_clean")

    def __init__(self) -> None:
        self._by_job: dict[int, tuple[Job, object, Operators | None, frozenset[str]]] = {}
        self._clean: set[tuple[object, Operators | None]] = set()

    def codes(self, job: Job, operators: Operators | None) -> frozenset[str] | None:
        """The rules that found something in a job; None where that is not known."""
        if job.has_others:
            return None
        known = self._by_job.get(id(job))
        if known is not None and known[0] is job and known[2] is operators:
            return known[3] if known[1] == job.read_for else None
        content = job.content
        is_clean = content is not None and (content, operators) in self._clean
        return frozenset() if is_clean else None

    def keep(self, jobs: Iterable[tuple[Job, frozenset[str]]], operators: Operators | None) -> None:
        """Remember what was found in all jobs of the file, and forget all others."""
        if len(self._clean) > _MOST_CLEAN:
            self._clean.clear()
        by_job = {}
        for job, codes in jobs:
            if job.has_others:
                continue
            by_job[id(job)] = job, job.read_for, operators, codes
            content = job.content if not codes and id(job) not in self._by_job else None
            if content is not None:
                self._clean.add((content, operators))
        if by_job:  # there is none while a script cannot be parsed
            self._by_job = by_job
