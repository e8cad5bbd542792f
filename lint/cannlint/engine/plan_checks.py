"""The rules that ask what becomes of a model's operators, run on the config files of its jobs."""

from __future__ import annotations

import os
from functools import partial

from cannlint.cann.option_names import SOC
from cannlint.engine.limits import limit_findings
from cannlint.errors import CannlintError
from cannlint.kinds import FORMATS
from cannlint.rules.loading import codes_with_plans, plan_rules_for
from cannlint.text.file_state import state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.diagnostics import Diagnostic
    from cannlint.graphs.model import Census, Graph
    from cannlint.jobs.model import Job
    from cannlint.kinds import Kind
    from cannlint.library.model import Library
    from cannlint.library.operators import Operators
    from cannlint.reading.base import Reading
    from cannlint.resolve.job_use import JobUse
    from cannlint.resolve.lost_operators import Losses
    from cannlint.resolve.target import Target
    from cannlint.text.file_state import State

_MOST_NODES = 40_000
"""Nodes of the graphs that are cached from one run to the next: 10,000 take some 50 MB."""

_MOST_USES = 40_000
"""Uses of files that are kept with their plans, each as many as its graph has nodes and 10 more.

Those of a script come once more for each file, when all scripts are checked.
"""


def depends_on_jobs(kind: Kind, jobs: Sequence[Job], model: str | None) -> bool:
    """Whether plans of jobs could say anything about a config file of a kind that they name.

    There is a graph, or the plan needs none. `model` is the graph of the whole run. Of a script the
    jobs are those in it.
    """
    if not codes_with_plans(kind):
        return False
    if model is not None or any(job.graph_path is not None for job in jobs):
        return True
    return bool(jobs) and not FORMATS[kind].needs_graph


class Graphs:
    """The graphs that were read last, each with its census; read again when the file is another."""

    __slots__ = ("_nodes", "_read")

    def __init__(self) -> None:
        self._read: dict[str, tuple[State | None, tuple[Graph, Census]]] = {}
        self._nodes = 0

    def of(self, path: str) -> tuple[Graph, Census]:
        """The graph in a file; raises CannlintError where it is none."""
        from cannlint.graphs.model import Census
        from cannlint.graphs.read import read_graph

        state = state_of(path)
        known = self._taken(path)
        if known is None or state is None or known[0] != state:
            graph = read_graph(path)
            known = state, (graph, Census(graph))
        self._read[path] = known
        self._nodes += len(known[1][0].nodes)
        while len(self._read) > 1 and self._nodes > _MOST_NODES:
            self._taken(next(iter(self._read)))
        return known[1]

    def _taken(self, path: str) -> tuple[State | None, tuple[Graph, Census]] | None:
        """What is kept of a file, which is kept no more."""
        known = self._read.pop(path, None)
        self._nodes -= len(known[1][0].nodes) if known is not None else 0
        return known


class PlanChecks:
    """The uses that the jobs of a run make of config files, each planned once.

    `model` is the graph given for the whole run: it comes before those of jobs. `graphs` are those
    that earlier runs have read. `complaints` are the sentences about graphs that could not be read.
    """

    def __init__(self, model: str | None, graphs: Graphs | None = None) -> None:
        self.model = model
        self.complaints: list[str] = []
        self._known = graphs or Graphs()
        self._unreadable: set[str] = set()
        self._uses: dict[tuple[Job, str | None], tuple[list[Reading], JobUse]] = {}
        self._sizes: dict[JobUse, int] = {}
        self._size = 0
        self._losses: dict[object, dict[object, Losses]] = {}

    def revised(
        self,
        found: list[Diagnostic],
        reading: Reading,
        jobs: Sequence[Job],
        operators: Operators,
    ) -> list[Diagnostic]:
        """What is to be said of a config file that `jobs` name, or that stands alone.

        `found` is what the rules find in the file without plans, `operators` those of the run.
        """
        if not depends_on_jobs(reading.kind, jobs, self.model):
            return found
        compiling = [job for job in jobs or [_job_of(reading)] if job.compiles]
        uses = [use for job in compiling for use in self._uses_in(job, operators)]
        if not uses:
            return found
        rules = plan_rules_for(reading.kind)
        codes = {rule.code for rule in rules}
        revised = [finding for finding in found if finding.code not in codes]
        for rule in rules:
            before = [one for one in found if one.code == rule.code]
            revised += limit_findings(rule.revise(reading, uses, before))
        for finding in revised:
            finding.source = finding.source or reading.source
        self._forget_oldest([use for use in uses if use.job.files])
        return revised

    def _forget_oldest(self, used: Sequence[JobUse]) -> None:
        """Forget the plans that were used the longest ago where there are too many."""
        for use in used:
            self._size += use.size - self._sizes.get(use, 0)
            self._sizes[use] = use.size
        while self._size > _MOST_USES and len(self._uses) > len(used):
            _, oldest = self._uses.pop(next(iter(self._uses)))
            self._size -= self._sizes.pop(oldest)

    def _uses_in(self, job: Job, operators: Operators) -> Iterator[JobUse]:
        """The uses that a job makes of its files: one for each SoC that it may be for."""
        own = job.value(SOC)
        for soc in (own,) if own else operators.socs or (None,):
            readings = [file.reading for file in job.files.values()]
            known = self._uses.pop((job, soc), None)
            if known is None or known[0] != readings:
                if known is not None:
                    self._size -= self._sizes.pop(known[1])
                known = readings, self._use(job, soc, operators)
            if readings:
                self._uses[job, soc] = known
            yield known[1]

    def _use(self, job: Job, soc: str | None, operators: Operators) -> JobUse:
        from cannlint.resolve.job_use import JobUse

        path = self.model or job.graph_path
        is_asked_for = self.model is not None or job.graph is not None
        target = _target(operators.library, soc) if soc is not None else None
        losses = self._losses.setdefault((path, state_of(path)), {}) if path is not None else {}
        read = partial(self._graph, path, is_asked_for)
        return JobUse(job, read, target, operators.extra, losses)

    def _graph(self, path: str | None, is_asked_for: bool) -> tuple[Graph, Census] | None:
        """The graph in a file; of a model that nobody asked for, no fault is told."""
        if path is None or path in self._unreadable:
            return None
        try:
            return self._known.of(path)
        except CannlintError as error:
            self._unreadable.add(path)
            if is_asked_for:
                self.complaints.append(str(error))
            return None


def _target(library: Library, soc: str) -> Target | None:
    """The operators that a plan is made with; None for a SoC that the library lacks."""
    from cannlint.resolve.target import target_of

    return target_of(library, soc) if library.folder_of(soc) is not None else None


def _job_of(reading: Reading) -> Job:
    """A job that is known to name one file, and nothing else."""
    from cannlint.jobs.configured_jobs import job_of
    from cannlint.jobs.model import LinkedFile
    from cannlint.jobs.settings import FrontEnd

    option = FORMATS[reading.kind].option
    path = os.path.normpath(reading.source.path)
    job = job_of(FrontEnd.ATC, [f"{option}={path}"])
    job.complete = False
    job.files[option] = LinkedFile(path, reading, job.settings[0])
    return job
