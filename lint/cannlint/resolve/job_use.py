"""How a job uses a config file: with which graph, and what comes of it."""

from __future__ import annotations

from functools import cached_property

from cannlint.graphs.model import Census
from cannlint.library.snapshot import fusion_passes
from cannlint.resolve.effects import Effects
from cannlint.resolve.plan import make_plan
from cannlint.resolve.wanted import Wanted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.model import Graph
    from cannlint.jobs.model import Job
    from cannlint.resolve.plan import Plan
    from cannlint.resolve.target import Target


class JobUse:
    """One job that names a file, for one SoC; planned when it is first asked.

    `graph` is that of the model, with its `census`; both None where there is none. `target` is
    None for a SoC that is not known. `extra` are the operator types of the user's own packages.
    """

    def __init__(
        self,
        job: Job,
        graph: Graph | None,
        census: Census | None,
        target: Target | None,
        extra: frozenset[str],
    ) -> None:
        self.job = job
        self.graph = graph
        self.census = census
        self.target = target
        self.extra = extra

    @cached_property
    def plan(self) -> Plan | None:
        """The plan of the job; None where there is none, or CANN refuses the job.

        Inputs that do not fit the model change nothing for the entries of files.
        """
        if self.target is None:
            return None
        wanted = Wanted()
        wanted.graph = self.graph
        plan = make_plan(self.job, self.target, wanted, fusion_passes(), model_fits=True)
        return plan if plan.accepted else None

    @cached_property
    def judged(self) -> Census | None:
        """The census of the graph whose dtypes CANN selects; None without a plan or a graph."""
        if self.census is None or self.plan is None or self.plan.graph is None:
            return None
        return self.census if self.plan.graph is self.graph else Census(self.plan.graph)

    @cached_property
    def effects(self) -> Effects | None:
        """The effect of single entries in the graph; None without a plan or a graph."""
        if self.judged is None or self.plan is None:
            return None
        return Effects(self.plan, self.judged, self.extra)
