"""The plan of a compile job: what each operator runs as, and why (resolution.md 7)."""

from __future__ import annotations

from copy import copy

from cannlint.cann.option_names import KEEP, MIXLIST, V1, V2
from cannlint.cann.precision import FLOATS
from cannlint.diagnostics import Message
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.reading.fusion_switch import FusionSwitch
from cannlint.reading.keep_dtype import KeepDtype
from cannlint.reading.mixlist import Mixlist
from cannlint.resolve.colours import Colours, is_used
from cannlint.resolve.dtypes.context import Context
from cannlint.resolve.judged import judged_graph
from cannlint.resolve.keep import KeepEntries, attribute_of
from cannlint.resolve.lost_constants import notes_of
from cannlint.resolve.mentioned import mentioned, unplaced
from cannlint.resolve.modes import modes_of
from cannlint.resolve.option_status import option_statuses, unknown_option
from cannlint.resolve.passes import pass_options, pass_states
from cannlint.resolve.plan_dtypes import PlannedDtypes
from cannlint.resolve.provenance import Origin
from cannlint.resolve.refusals import choose_precision, refusals, refused_by_graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeVar

    from cannlint.graphs.model import Graph, Node
    from cannlint.jobs.model import Job
    from cannlint.library.model import FusionPasses
    from cannlint.reading.base import Reading
    from cannlint.resolve.colours import Colour
    from cannlint.resolve.dtypes.context import StoreEntry
    from cannlint.resolve.modes import Mode, Modes
    from cannlint.resolve.option_status import OptionStatus
    from cannlint.resolve.outcome import Dtypes
    from cannlint.resolve.passes import PassState
    from cannlint.resolve.precision import PrecisionChoice
    from cannlint.resolve.refusals import Refusal
    from cannlint.resolve.target import Target

    R = TypeVar("R", bound=Reading)

DEFAULT_ORIGINAL = FLOATS[0]
"""The dtype of float tensors where there is no graph."""


class Wanted:
    """Which operators a plan is asked for.

    `types` and `nodes` (type, name) are those named; `every` asks for all that the library has.
    Where nothing is named they are the nodes of `graph`, or the types that the job's files
    mention. `original` is the dtype of float tensors where there is no graph. `model_note` says
    why the model that the job names is not read.
    """

    __slots__ = ("every", "graph", "model_note", "nodes", "original", "types")

    def __init__(self) -> None:
        self.types: list[str] = []
        self.nodes: list[tuple[str, str]] = []
        self.every = False
        self.graph: Graph | None = None
        self.model_note: Message | None = None
        self.original = DEFAULT_ORIGINAL

    @property
    def is_selective(self) -> bool:
        """Whether certain operators are asked for, or all, and not what the job makes of some."""
        return self.every or bool(self.types or self.nodes)

    def takes(self, node: Node) -> bool:
        """Whether a node of the graph is asked for, by what it is now or what it was."""
        if not (self.types or self.nodes):
            return True
        known = (node, node.parsed) if node.parsed is not None else (node,)
        return any(
            one.op_type in self.types or (one.op_type, one.name) in self.nodes for one in known
        )


class Row:
    """What becomes of one operator: a node of a graph, a named node, or a type.

    `node` is None for a type. `colour` is None for one that no store has; `colour_used` tells
    whether anything reads it here. `keep` is the entry that keeps its dtypes. `passes` are those
    that made the node what it is, `model_nodes` the nodes of the model where they have other names,
    and `model_type` is the operator type before the passes.
    """

    __slots__ = (
        "colour",
        "colour_used",
        "dtypes",
        "keep",
        "mode",
        "model_nodes",
        "model_type",
        "node",
        "op_type",
        "passes",
    )

    def __init__(self, op_type: str, node: str | None, mode: Mode, dtypes: Dtypes) -> None:
        self.op_type = op_type
        self.node = node
        self.mode = mode
        self.dtypes = dtypes
        self.colour: Colour | None = None
        self.colour_used = False
        self.keep: Origin | None = None
        self.passes: tuple[str, ...] = ()
        self.model_nodes: tuple[str, ...] = ()
        self.model_type: str | None = None


class Plan:
    """A whole plan. A refused job has no rows: CANN compiles nothing.

    `codes` are those that CANN reports, in its order: it stops at the first refusal.
    `graph` is the one whose dtypes are selected: that of `wanted` after the passes before.
    `precision` is the mode the job runs in; `unplaced` are
    node names of the files that only a graph, or `TYPE=NAME`, could place. `modes`, `kept` and
    `dtypes` gave the rows their values, the last with the walk through the graph; None for
    a refused job, and `kept` where nothing is kept.
    """

    __slots__ = (
        "dtypes",
        "graph",
        "job",
        "kept",
        "modes",
        "options",
        "passes",
        "precision",
        "refusals",
        "rows",
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
        self.options: list[OptionStatus] = []
        self.rows: list[Row] = []
        self.passes: dict[str, dict[str, PassState]] = {}
        self.unplaced: list[str] = []
        self.modes: Modes | None = None
        self.kept: KeepEntries | None = None
        self.dtypes: PlannedDtypes | None = None
        self.graph: Graph | None = wanted.graph

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


def make_plan(job: Job, target: Target, wanted: Wanted, catalog: FusionPasses) -> Plan:
    """The plan of a job whose files are linked."""
    precision = choose_precision(job, target.hardware)
    plan = Plan(job, target, wanted, precision)
    plan.refusals = refusals(job, target.hardware, precision)
    kept = KeepEntries(reading) if (reading := _reading(job, KEEP, KeepDtype)) else None
    if kept is not None and wanted.graph is not None:
        plan.refusals += refused_by_graph(kept, wanted.graph)
    plan.options = option_statuses(job, target.hardware, precision, plan.refusals)
    if plan.accepted:
        options = pass_options(job, target.library, catalog)
        switches = _reading(job, "fusion_switch_file", FusionSwitch)
        plan.passes = pass_states(switches, catalog, options)
        if wanted.graph is not None:
            plan.graph = judged_graph(wanted.graph, job, target, plan.passes)
        maker = _Maker(job, target, wanted, plan, kept)
        plan.rows = list(maker.rows(mentioned(job, target)))
        plan.modes, plan.kept, plan.dtypes = maker.modes, kept, maker.dtypes
        if plan.graph is not None and plan.graph is not wanted.graph:
            plan.graph.notes += notes_of(plan.graph, maker.dtypes.walks or ())
        if wanted.graph is None:
            plan.unplaced = unplaced(job, {name for _, name in wanted.nodes})
    return plan


def without(plan: Plan, option: str, catalog: FusionPasses) -> Plan:
    """The plan of the same operators for the same job without one of its options."""
    job = copy(plan.job)
    job.settings = [setting for setting in job.settings if setting.option != option]
    job.files = {name: file for name, file in job.files.items() if name != option}
    wanted = copy(plan.wanted)
    if plan.graph is None:
        wanted.types = [row.op_type for row in plan.rows if row.node is None]
        wanted.every = False
    return make_plan(job, plan.target, wanted, catalog)


def _reading(job: Job, option: str, sort: type[R]) -> R | None:
    linked = job.files.get(option)
    return linked.reading if linked is not None and isinstance(linked.reading, sort) else None


class _Maker:
    """Makes the rows of a plan."""

    def __init__(
        self, job: Job, target: Target, wanted: Wanted, plan: Plan, kept: KeepEntries | None
    ) -> None:
        self.target = target
        self.wanted = wanted
        self.graph = plan.graph
        self.kept = kept
        self.strategies = {mode.strategy for mode in plan.precision.modes}
        self.modes = modes_of(job, target.library, target.hardware)
        self.lists = _Lists(Colours(_reading(job, MIXLIST, Mixlist)))
        customize = _reading(job, "customize_dtypes", CustomizeDtypes)
        keeps = kept.of_node if kept is not None else _keeps_nothing
        contexts = [
            Context(mode, target.stores, self.lists.list_of, customize, keeps)
            for mode in plan.precision.modes
        ]
        unknown = unknown_option(job, (V1, V2, "customize_dtypes", MIXLIST, KEEP))
        self.dtypes = PlannedDtypes(contexts, plan.graph, wanted.original, unknown)

    def rows(self, mentioned: list[str]) -> Iterator[Row]:
        """The rows asked for, in the order asked; nodes of a graph in its order."""
        wanted = self.wanted
        if self.graph is not None:
            for node in self.graph.nodes:
                if wanted.takes(node):
                    yield self._row(node.op_type, node.name, node)
            return
        for op_type, name in wanted.nodes:
            yield self._row(op_type, name)
        types = [*wanted.types, *(self.target.op_types() if wanted.every else ())]
        if not (types or wanted.nodes or wanted.every):
            types = mentioned
        for op_type in dict.fromkeys(types):
            yield self._row(op_type, None)

    def _row(self, op_type: str, name: str | None, node: Node | None = None) -> Row:
        keep = self._kept(op_type, name, node)
        dtypes = self.dtypes.of(op_type, name, keep)
        if dtypes.reason_id == "library" and not self.target.library.is_complete:
            dtypes.reason = Message.of(
                "{op} is not in this operator library, which is not complete", op=op_type
            )
        row = Row(op_type, name, self._mode(op_type, name, node), dtypes)
        row.keep = keep
        if node is not None and node.parsed is not None:
            row.passes, row.model_nodes = node.passes, node.origin_names
            row.model_type = node.parsed.op_type
        row.colour = self._colour(op_type)
        if row.colour is not None:
            operator = self.target.stores(op_type)[0].operator
            is_kept = row.keep is not None
            row.colour_used = is_used(row.colour, operator, self.strategies, is_kept, node)
        return row

    def _mode(self, op_type: str, name: str | None, node: Node | None) -> Mode:
        """The mode of an operator: one that passes have changed has that of before, if it had one.

        It is looked up before fusion; of a node that a pass has made it is looked up after it.
        """
        parsed = node.parsed if node is not None else None
        if parsed is not None and parsed.name == name and parsed.op_type != op_type:
            mode = self.modes.of(parsed.op_type, name)
            if mode.value is not None or mode.reason is not None:
                return mode
        return self.modes.of(op_type, name)

    def _kept(self, op_type: str, name: str | None, node: Node | None) -> Origin | None:
        if node is not None:
            by_file = self.kept.of_node(node) if self.kept is not None else None
            return by_file or attribute_of(node)
        if self.kept is None:
            return None
        by_name = self.kept.of_name(name) if name is not None else None
        return by_name or self.kept.of_type(op_type)

    def _colour(self, op_type: str) -> Colour | None:
        """The list of a type in the store that is asked first; None where no store has it."""
        stores = self.target.stores(op_type)
        return self.lists.of(stores[0]) if stores else None


def _keeps_nothing(_: Node) -> None:
    return None


class _Lists:
    """The lists of operators, each looked up once.

    Apart from `_Maker`, so that a plan has no reference cycle: one of 10,000 nodes is freed with
    its last reference, without the garbage collector.
    """

    __slots__ = ("_colours", "_known")

    def __init__(self, colours: Colours) -> None:
        self._colours = colours
        self._known: dict[StoreEntry, Colour] = {}

    def of(self, store_entry: StoreEntry) -> Colour:
        """The list of an operator, and what becomes of it."""
        if store_entry not in self._known:
            self._known[store_entry] = self._colours.of(store_entry.operator, store_entry.origin)
        return self._known[store_entry]

    def list_of(self, store_entry: StoreEntry) -> tuple[str, Origin]:
        """The list it ends in, and what decides it."""
        colour = self.of(store_entry)
        return colour.value, colour.origin
