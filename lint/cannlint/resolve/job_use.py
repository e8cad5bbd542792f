"""How a job uses a config file: with which graph, and what comes of it."""

from __future__ import annotations

from functools import cached_property

from cannlint.cann.option_names import MODEL
from cannlint.graphs.model import Census
from cannlint.resolve.effects import Effects
from cannlint.resolve.lost_operators import Losses
from cannlint.resolve.plan import plan_of_graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cannlint.graphs.model import Graph
    from cannlint.jobs.model import Job
    from cannlint.resolve.plan import Plan
    from cannlint.resolve.target import Target


class JobUse:
    """One job that names a file, for one SoC; planned when it is first asked.

    `read` gives the graph of the model with its census; None where there is none. `target` is
    None for a SoC that is not known. `extra` are the operator types of the user's own packages.
    `known` has what jobs with this model lose, which many of a run have in common.
    """

    def __init__(
        self,
        job: Job,
        read: Callable[[], tuple[Graph, Census] | None],
        target: Target | None,
        extra: frozenset[str],
        known: dict[object, Losses] | None = None,
    ) -> None:
        self.job = job
        self.target = target
        self.extra = extra
        self._read = read
        self._has_read = False
        self._known = {} if known is None else known

    @cached_property
    def _model(self) -> tuple[Graph, Census] | None:
        self._has_read = True
        return self._read()

    @property
    def size(self) -> int:
        """How much it keeps: nodes of the graph that was read, and a few for the rest."""
        return _FEW_NODES + (len(self.graph.nodes) if self._has_read and self.graph else 0)

    @property
    def graph(self) -> Graph | None:
        """The graph of the model."""
        return self._model[0] if self._model is not None else None

    @property
    def census(self) -> Census | None:
        """The nodes of the graph by name and by type."""
        return self._model[1] if self._model is not None else None

    @cached_property
    def plan(self) -> Plan | None:
        """The plan of the job; None where there is none, or CANN refuses the job.

        Inputs that do not fit the model change nothing for the entries of files.
        """
        if self.target is None:
            return None
        plan = plan_of_graph(self.job, self.target, self.graph, model_fits=True)
        return plan if plan.accepted else None

    @cached_property
    def losses(self) -> Losses | None:
        """What of the model does not run on the AI Core; None where that is not known.

        An option that a script adds may rescue operators of a job that is not complete. ATC refuses
        a job with options that do not fit the model, and other sizes make other operators.
        """
        does_not_fit = any(mismatch.is_refused for mismatch in self.job.mismatches)
        if self.target is None or not self.job.complete or does_not_fit:
            return None
        key = self.target, self.extra, *_deciding(self.job)
        if key not in self._known and self.graph is not None:
            self._known[key] = Losses(self.graph.path, self.plan, self.extra)
        return self._known.get(key)

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


_FEW_NODES = 10
"""What a use takes apart from its graph, as so many nodes."""

_OF_ONE_JOB = frozenset({MODEL, "weight", "output"})
"""Options that say what is compiled and where that goes, and not how."""


def _deciding(job: Job) -> tuple[object, ...]:
    """All of a job that its plan depends on, but for the graph and the SoC."""
    settings = [
        (setting.key, setting.value)
        for setting in job.settings
        if setting.option not in _OF_ONE_JOB
    ]
    readings = [(option, linked.reading) for option, linked in job.files.items()]
    missing = [setting.key for setting in job.missing]
    return job.front_end, job.release, *settings, *readings, *missing
