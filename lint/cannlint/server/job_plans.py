"""The plans of the jobs in one open file, and how many operators they change.

Made from a copy of the texts, so that they can be made in another thread than the checks.
"""

from __future__ import annotations

import os
from functools import cached_property

from cannlint.cann.option_names import DECIDING, SOC
from cannlint.diagnostics import Message
from cannlint.engine.own_plugins import with_own_plugins
from cannlint.engine.pipeline import check_open
from cannlint.engine.plan_checks import Graphs
from cannlint.engine.units import Context
from cannlint.errors import CannlintError
from cannlint.graphs.model import Graph
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import Job
from cannlint.language import said, translated
from cannlint.planning.job import own_model
from cannlint.resolve.option_status import unknown_option
from cannlint.resolve.plan import Plan, make_plan, plan_of_graph
from cannlint.resolve.plan_difference import PlanDifference, rows_of, values_of
from cannlint.resolve.target import Target
from cannlint.resolve.wanted import Wanted
from cannlint.server.open_files import OpenFiles, OpenScope
from cannlint.server.plans import RememberedPlans

_LARGEST_MODEL = 64 * 1024 * 1024
"""Bytes of a model that is read for the plan in an editor; `cannlint plan` reads larger ones."""


class JobPlans:
    """The plans of the jobs in a file, each made when it is first asked for."""

    def __init__(self, path: str, files: OpenFiles, graphs: Graphs) -> None:
        self._path = path
        self._files = files
        self._graphs = graphs
        self._plans: dict[int, Plan | Message] = {}

    @cached_property
    def _context(self) -> Context | None:
        """The jobs of the file with their config files. Raises CannlintError without a library."""
        scope = OpenScope(self._files)
        _, checked = check_open([self._path], self._files, scope, RememberedPlans({}))
        found = (file.context for file in checked if file.context is not None)
        return next((one for one in found if isinstance(one.reading, JobsReading)), None)

    def plan(self, number: int) -> Plan | Message:
        """The plan of a job by its number in the file, from 0; or why there is none."""
        if number not in self._plans:
            self._plans[number] = self._made(number)
        return self._plans[number]

    def text(self, number: int) -> str:
        """The plan as a text; in place of one, why there is none."""
        plan = self.plan(number)
        if isinstance(plan, Message):
            return f"{plan}\n"
        from cannlint.report.plan_table import text

        return text(plan)

    def title(self, number: int) -> str:
        """How many operators the plan changes, in a few words."""
        plan = self.plan(number)
        if isinstance(plan, Message):
            return said("plan: {reason}", reason=plan)
        if not plan.accepted:
            return translated("plan: CANN refuses the job")
        if not plan.rows:
            return translated("plan: no model here, and no operators named")
        changed, unclear = _compared(plan)
        if changed == 1:
            return translated("plan: 1 operator differs from the default")
        if changed:
            return said("plan: {number:,} operators differ from the default", number=changed)
        if unclear == 1:
            return translated("plan: 1 operator may differ from the default")
        if unclear:
            return said("plan: {number:,} operators may differ from the default", number=unclear)
        return translated("plan: every operator as by default")

    def _made(self, number: int) -> Plan | Message:
        context = self._context
        jobs = context.reading.jobs if context is not None else []  # type: ignore[attr-defined]
        if context is None or number >= len(jobs):
            return Message.of("the job is not there any more")
        job: Job = jobs[number]
        unknown = unknown_option(job, DECIDING)
        if unknown is not None:
            return unknown
        socs = context.settings.socs if context.settings is not None else ()
        soc = job.value(SOC) or next(iter(socs), None)
        if soc is None or context.operators is None:
            return Message.of("no SoC is given")
        library = context.operators.library
        if library.folder_of(soc) is None:
            return Message.of("the library does not have {soc}", soc=soc)
        taken = with_own_plugins(job, context.settings)
        return plan_of_graph(taken, Target(library, soc), self._graph(job))

    def _graph(self, job: Job) -> Graph | None:
        """The graph of the job, or of its model, if it can be read."""
        path = job.graph or own_model(job)
        try:
            if path is not None and os.path.getsize(path) < _LARGEST_MODEL:
                return self._graphs.of(path)[0]
        except (CannlintError, OSError):
            pass  # JB020 and CL005 say so
        return None


def _compared(plan: Plan) -> tuple[int, int]:
    """The operators that differ from those of the same job without its options, or may differ.

    They may where a plan does not determine the value: it depends on the model.
    """
    job = plan.job
    kept = [setting for setting in job.settings if setting.option not in DECIDING]
    bare = Job(job.front_end, job.source, job.span, kept)
    bare.complete = job.complete
    wanted = Wanted()
    wanted.graph, wanted.original = plan.wanted.graph, plan.wanted.original
    if wanted.graph is None:
        wanted.types = [row.op_type for row in plan.rows if row.node is None]
        wanted.nodes = [(row.op_type, row.node) for row in plan.rows if row.node is not None]
    default = make_plan(bare, plan.target, wanted)
    changed = {(change.op_type, change.node) for change in PlanDifference(default, plan).changes}
    before, after = rows_of(default), rows_of(plan)
    shared = before.keys() & after.keys() - changed
    return len(changed), sum(values_of(before[key]) != values_of(after[key]) for key in shared)
