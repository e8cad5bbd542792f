"""What the rules of `cannlint check` find in a job and its files, as they are in memory."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic
from cannlint.engine.file_checks import check_reading
from cannlint.engine.job_checks import check_jobs
from cannlint.graphs.model import Census
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import Job
from cannlint.kinds import kind_of_front_end
from cannlint.library.operators import Operators, operators
from cannlint.reading.base import Reading
from cannlint.resolve.job_use import JobUse
from cannlint.resolve.plan import Plan
from cannlint.rules.loading import plan_rules_for


class Checks:
    """Checks changed jobs of one plan; `extra` are the operator types of the user's packages."""

    def __init__(self, plan: Plan, extra: frozenset[str]) -> None:
        target = plan.target
        self.operators: Operators = operators((target.soc,), target.library, extra)
        self.extra = extra | {name for one in target.custom for name in one.operators}
        graph = plan.wanted.graph
        self._model = (graph, Census(graph)) if graph is not None else None
        self.known = {_key(finding) for finding in self.findings(plan)}

    def new(self, plan: Plan) -> list[Diagnostic]:
        """What is found in the job of a plan, and was not in the job as it is.

        Words of files outside of the project are withheld.
        """
        found = [finding for finding in self.findings(plan) if _key(finding) not in self.known]
        for linked in plan.job.files.values():
            source = linked.reading.source
            for finding in found if source.is_outside else ():
                finding.withhold(source.text)
        return found

    def findings(self, plan: Plan) -> Iterator[Diagnostic]:
        """All that is found in the job of a plan and in the files that it names."""
        job = plan.job
        kind = kind_of_front_end(job.front_end)
        yield from check_jobs(JobsReading(job.source, kind, [job]), self.operators)
        use = self._use(job, plan)
        for linked in job.files.values():
            found = check_reading(linked.reading, self.operators)
            yield from self._revised(found, linked.reading, use)

    def _use(self, job: Job, plan: Plan) -> JobUse:
        use = JobUse(job, lambda: self._model, plan.target, self.extra)
        use.plan = plan if plan.accepted else None
        return use

    def _revised(
        self, found: list[Diagnostic], reading: Reading, use: JobUse
    ) -> Iterator[Diagnostic]:
        """What the rules that look at plans make of what was found in a file."""
        rules = plan_rules_for(reading.kind)
        codes = {rule.code for rule in rules}
        yield from (finding for finding in found if finding.code not in codes)
        for rule in rules:
            own = [finding for finding in found if finding.code == rule.code]
            for finding in rule.revise(reading, [use], own):
                finding.source = finding.source or reading.source
                yield finding


def _key(finding: Diagnostic) -> tuple[str, str]:
    return finding.code, str(finding.message)
