"""The rows of a plan: what becomes of each operator, and why (manual/dtype-selection.md)."""

from __future__ import annotations

from dataclasses import dataclass

from cannlint.cann.option_names import KEEP, MIXLIST, V1, V2
from cannlint.diagnostics import Message
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.formats.mixlist.reading import Mixlist
from cannlint.resolve.colours import Colours, is_used
from cannlint.resolve.dtypes.context import Context
from cannlint.resolve.elsewhere import differs_in
from cannlint.resolve.keep import attribute_of
from cannlint.resolve.modes import modes_of
from cannlint.resolve.option_status import unknown_option
from cannlint.resolve.plan_dtypes import PlannedDtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeVar

    from cannlint.graphs.model import Graph, Node
    from cannlint.jobs.model import Job
    from cannlint.reading.base import Reading
    from cannlint.resolve.colours import Colour
    from cannlint.resolve.dtypes.context import StoreEntry
    from cannlint.resolve.keep import KeepEntries
    from cannlint.resolve.modes import Mode
    from cannlint.resolve.outcome import Dtypes
    from cannlint.resolve.precision import PrecisionChoice
    from cannlint.resolve.provenance import Origin
    from cannlint.resolve.target import Target
    from cannlint.resolve.wanted import Wanted

    R = TypeVar("R", bound=Reading)


@dataclass(eq=False, slots=True)
class Row:
    """What becomes of one operator: a node of a graph, a named node, or a type.

    `node` is None for a type. `colour` is None for one that no store has; `colour_used` tells
    whether anything reads it here. `keep` is the entry that keeps its dtypes. `passes` are those
    that made the node what it is, `model_nodes` the nodes of the model where they have other names,
    and `model_type` is the operator type before the passes. `differs_in` are the releases that have
    the operator otherwise, if no release was chosen.
    """

    op_type: str
    node: str | None
    mode: Mode
    dtypes: Dtypes
    colour: Colour | None = None
    colour_used: bool = False
    keep: Origin | None = None
    differs_in: tuple[str, ...] = ()
    passes: tuple[str, ...] = ()
    model_nodes: tuple[str, ...] = ()
    model_type: str | None = None

    @property
    def is_judged(self) -> bool:
        """Whether CANN chooses dtypes for the operator: not for data, constants and outputs."""
        steps = self.dtypes.steps
        return not any(step.name == "D1" and step.origin.kind == "derived" for step in steps)


def reading_of(job: Job, option: str, sort: type[R]) -> R | None:
    """The file that an option of a job names, where it is read as this sort."""
    linked = job.files.get(option)
    return linked.reading if linked is not None and isinstance(linked.reading, sort) else None


class RowMaker:
    """Makes the rows of a plan for `graph`, which is None where the model is not known."""

    def __init__(
        self,
        job: Job,
        target: Target,
        wanted: Wanted,
        graph: Graph | None,
        precision: PrecisionChoice,
        kept: KeepEntries | None,
    ) -> None:
        self.target = target
        self.wanted = wanted
        self.graph = graph
        self.kept = kept
        self.strategies = {mode.strategy for mode in precision.modes}
        self.modes = modes_of(job, target.library, target.hardware)
        self.lists = _Lists(Colours(reading_of(job, MIXLIST, Mixlist)))
        customize = reading_of(job, "customize_dtypes", CustomizeDtypes)
        keeps = kept.of_node if kept is not None else _keeps_nothing
        contexts = [
            Context(mode, target.stores, self.lists.list_of, customize, keeps)
            for mode in precision.modes
        ]
        unknown = unknown_option(job, (V1, V2, "customize_dtypes", MIXLIST, KEEP))
        self._differs_in: dict[str, tuple[str, ...]] = {}
        self.dtypes = PlannedDtypes(contexts, graph, wanted.original, unknown)

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
        if op_type not in self._differs_in:
            self._differs_in[op_type] = differs_in(self.target, op_type)
        row.differs_in = self._differs_in[op_type]
        if node is not None and node.parsed is not None:
            row.passes, row.model_nodes = node.passes, tuple(dict.fromkeys(node.origin_names))
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

    Apart from `RowMaker`, so that a plan has no reference cycle: one of 10,000 nodes is freed with
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
