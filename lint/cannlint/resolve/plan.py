"""The plan of a compile job: what each operator runs as, and why (manual/dtype-selection.md)."""

from __future__ import annotations

from copy import copy
from functools import partial

from cannlint.cann.option_names import DECIDING, KEEP
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.formats.keep_dtype.reading import KeepDtype
from cannlint.language import said
from cannlint.library.snapshot import fusion_passes
from cannlint.resolve.keep import KeepEntries
from cannlint.resolve.model_refusals import refused_by_model
from cannlint.resolve.option_status import option_statuses
from cannlint.resolve.passes import passes_of
from cannlint.resolve.plan_dtypes import PlannedDtypes
from cannlint.resolve.refusals import choose_precision, refusals, refused_by_graph
from cannlint.resolve.rows import RowMaker, reading_of
from cannlint.resolve.unknown_sizes import note_of_unknown_sizes
from cannlint.resolve.wanted import Wanted, mentioned, unplaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from cannlint.graphs.model import Graph
    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting
    from cannlint.resolve.modes import Modes
    from cannlint.resolve.option_status import OptionStatus
    from cannlint.resolve.passes import PassState
    from cannlint.resolve.precision import PrecisionChoice
    from cannlint.resolve.refusal import LeftOut, Refusal
    from cannlint.resolve.rows import Row
    from cannlint.resolve.target import Target


class Plan:
    """A whole plan. A refused job has no rows: CANN compiles nothing.

    Unless it is planned without what CANN refuses: then `left_out` has that, and `job` has the
    rest.
    `codes` are those that CANN reports, in its order: it stops at the first refusal.
    `graph` is the one whose dtypes are selected: that of `wanted` after the passes before.
    `precision` is the mode the job runs in; `unplaced` are
    node names of the files that only a graph, or `TYPE=NAME`, could place. `modes`, `kept` and
    `dtypes` gave the rows their values, the last with the walk through the graph; None for
    a refused job, and `kept` where nothing is kept.
    """

    __slots__ = (
        "_make_rows",
        "_rows",
        "dtypes",
        "graph",
        "job",
        "kept",
        "left_out",
        "modes",
        "options",
        "passes",
        "precision",
        "refusals",
        "target",
        "unplaced",
        "wanted",
    )

    def __init__(
        self, job: Job, target: Target, wanted: Wanted, precision: PrecisionChoice
    ) -> None:
        self.job = job
        self.target = target
        self.wanted = wanted
        self.precision = precision
        self.refusals: list[Refusal] = []
        self.left_out: list[LeftOut] = []
        self.options: list[OptionStatus] = []
        self._rows: list[Row] = []
        self._make_rows: Callable[[], Iterable[Row]] | None = None
        self.passes: dict[str, dict[str, PassState]] = {}
        self.unplaced: list[str] = []
        self.modes: Modes | None = None
        self.kept: KeepEntries | None = None
        self.dtypes: PlannedDtypes | None = None
        self.graph: Graph | None = wanted.graph

    @property
    def rows(self) -> list[Row]:
        """One for each operator; made when they are first asked for, since many need none."""
        if self._make_rows is not None:
            self._rows, self._make_rows = list(self._make_rows()), None
        return self._rows

    @property
    def notes(self) -> list[str]:
        """Sentences about options that branches add, and about what is uncertain in the graph."""
        notes = list(map(_left_to_branch, _added_by_branches(self.job)))
        if self.graph is None:
            return notes
        return [*notes, *self.graph.notes, *note_of_unknown_sizes(self.graph, self.target)]

    @property
    def original(self) -> str:
        """The dtype of float tensors where there is no graph."""
        return self.wanted.original

    @property
    def accepted(self) -> bool:
        """Whether CANN starts to compile."""
        return not self.refusals

    @property
    def codes(self) -> list[str]:
        """The codes that CANN reports."""
        return [code for refusal in self.refusals for code in refusal.codes]


def _added_by_branches(job: Job) -> Iterator[Setting]:
    """The options that decide about operators and that only a branch of the script adds."""
    return (one for one in job.may_add if one.option in DECIDING and job.get(one.option) is None)


def _left_to_branch(setting: Setting) -> str:
    line, _ = setting.source.position(setting.span.start)
    return said(
        "{place}: only a branch of the script adds {key}, and this plan is without it; set it with "
        "-O {option}=VALUE",
        place=f"{setting.source.path}:{line}",
        key=setting.key,
        option=setting.option,
    )


def plan_of_graph(
    job: Job, target: Target, graph: Graph | None, *, model_fits: bool = False
) -> Plan:
    """The plan of a job for the graph of its model; without one, of the types in its files."""
    wanted = Wanted()
    wanted.graph = graph
    return make_plan(job, target, wanted, model_fits=model_fits)


def make_plan(job: Job, target: Target, wanted: Wanted, *, model_fits: bool = False) -> Plan:
    """The plan of a job whose files are linked.

    With `model_fits`, nothing is refused for the model that the job names.
    """
    precision = choose_precision(job, target.hardware)
    plan = Plan(job, target, wanted, precision)
    plan.refusals = refusals(job, target.hardware, precision)
    if not model_fits:
        plan.refusals += refused_by_model(job)
    kept = KeepEntries(reading) if (reading := reading_of(job, KEEP, KeepDtype)) else None
    if kept is not None and wanted.graph is not None:
        plan.refusals += refused_by_graph(kept, wanted.graph)
    plan.options = option_statuses(job, target.hardware, precision, plan.refusals)
    if plan.accepted:
        switches = reading_of(job, "fusion_switch_file", FusionSwitch)
        plan.passes = passes_of(job, target.library, fusion_passes(), switches)
        if wanted.graph is not None:  # a plan without a model is made without what rewrites one
            from cannlint.resolve.judged import judged_graph

            plan.graph = judged_graph(wanted.graph, job, target, plan.passes)
        maker = RowMaker(job, target, wanted, plan.graph, precision, kept)
        plan._make_rows = partial(maker.rows, mentioned(job, target))
        plan.modes, plan.kept, plan.dtypes = maker.modes, kept, maker.dtypes
        if plan.graph is not None and plan.graph is not wanted.graph:
            from cannlint.resolve.lost_constants import notes_of

            plan.graph.notes += notes_of(plan.graph, maker.dtypes.walks or ())
        if wanted.graph is None:
            plan.unplaced = unplaced(job, {name for _, name in wanted.nodes})
    return plan


def without(plan: Plan, option: str) -> Plan:
    """The plan of the same operators for the same job without one of its options."""
    job = copy(plan.job)
    job.settings = [setting for setting in job.settings if setting.option != option]
    job.files = {name: file for name, file in job.files.items() if name != option}
    wanted = copy(plan.wanted)
    if plan.graph is None:
        wanted.types = [row.op_type for row in plan.rows if row.node is None]
        wanted.every = False
    return make_plan(job, plan.target, wanted)
