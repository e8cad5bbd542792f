"""What single entries of a job's files change in the plan that is made for a graph.

An entry is left out, and only the operators that it is for are resolved once more: where none of
them changes, nothing behind them does.
"""

from __future__ import annotations

from copy import copy
from functools import partial

from cannlint.cann.option_names import CUSTOMIZE, KEEP, MIXLIST
from cannlint.resolve.dtypes.graph import BEFORE_FUSION
from cannlint.resolve.dtypes.node_view import CAST
from cannlint.resolve.freed import entries_for, freed
from cannlint.resolve.outcome import DETERMINED, UNDETERMINED, UNMET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from cannlint.formats.keep_dtype.reading import Record
    from cannlint.graphs.model import Census, Node
    from cannlint.resolve.dtypes.context import Context, StoreEntry
    from cannlint.resolve.outcome import Dtypes
    from cannlint.resolve.plan import Plan
    from cannlint.resolve.provenance import Origin

    Change = Callable[[Context], Context]
    """Makes another context of one: without an entry."""


class Effects:
    """Asks a plan what its operators would be without an entry.

    `census` is that of the plan's graph, `extra` the operator types of the user's own packages,
    of which nothing is certain. The plan is one that CANN accepts.
    """

    def __init__(self, plan: Plan, census: Census, extra: Collection[str] = ()) -> None:
        assert plan.dtypes is not None
        self.plan = plan
        self.census = census
        self.extra = extra
        self.walks = plan.dtypes.walks or []
        self._kept: dict[Record, list[Node]] | None = None

    def customized(self, key: str, is_type: bool) -> Sequence[Node]:
        """The nodes that an entry of customize_dtypes is for: a name comes before a type."""
        if not is_type:
            return [self.census.by_name[key]] if key in self.census.by_name else []
        nodes = self.census.by_type.get(key, ())
        if not self.walks:
            return nodes
        context = self.walks[0].context
        return [node for node in nodes if context.entry(node.name, False) is None]

    def has(self, key: str, is_type: bool) -> bool:
        """Whether the graph has an operator of a type, or the node of a name."""
        return key in (self.census.by_type if is_type else self.census.by_name)

    def named(self, key: str, is_type: bool) -> set[Node]:
        """The nodes of a type, or the one of a name."""
        if is_type:
            return {*self.census.by_type.get(key, ())}
        return {self.census.by_name[key]} if key in self.census.by_name else set()

    def move_of(self, op_type: str) -> tuple[str, str] | None:
        """The list of an operator type in the library, and the one that it ends in.

        None where they are one, where the graph has no such operator, and for Cast: whether
        others look through it depends on its list, too.
        """
        rows = (row for row in self.plan.rows if row.op_type == op_type)
        row = next(rows, None) if op_type in self.census.by_type and op_type != CAST else None
        if row is None or row.colour is None or row.colour.value == row.colour.default:
            return None
        return row.colour.default, row.colour.value

    def unmet(self, key: str, is_type: bool) -> Iterator[tuple[Node, Dtypes]]:
        """The nodes that an entry of customize_dtypes is for and that cannot run with it.

        The precision mode does not matter to these: of several that may be, the first is asked.
        """
        for node in self.customized(key, is_type):
            dtypes = self.walks[0].dtypes[node.name] if self.walks else None
            if dtypes is not None and dtypes.reason_id in UNMET and node.op_type not in self.extra:
                yield node, dtypes

    def is_open(self, key: str, is_type: bool) -> bool:
        """Whether the plan cannot tell what some node of an entry of customize_dtypes gets."""
        nodes = self.customized(key, is_type)
        return not self.walks or any(
            walk.dtypes[node.name].status == UNDETERMINED for node in nodes for walk in self.walks
        )

    def cases(self, node: Node) -> tuple[int, ...]:
        """The numbers of the recorded cases that may hold for a node (library/recorded.py)."""
        return self.walks[0].cases(node)

    def kept(self, record: Record) -> Sequence[Node]:
        """The nodes that an entry of keep_dtype matches."""
        if self._kept is None:
            self._kept = {}
            for node in self.plan.graph.nodes if self.plan.graph is not None else ():
                for match in self.plan.kept.matching(node) if self.plan.kept is not None else ():
                    self._kept.setdefault(match, []).append(node)
        return self._kept.get(record, ())

    def is_same_without_dtypes(
        self, key: str, is_type: bool, others: Collection[tuple[str, bool]] = ()
    ) -> bool:
        """Whether nothing changes without an entry of customize_dtypes, where `others` are out."""
        return self._is_same(*self._without_dtypes(key, is_type, others))

    def is_same_without_keeping(self, record: Record, others: Collection[Record] = ()) -> bool:
        """Whether nothing changes without an entry of keep_dtype, where `others` are out."""
        return self._is_same(*self._without_keeping(record, others))

    def is_same_in_list(self, op_type: str, list_name: str) -> bool:
        """Whether nothing changes with the operators of a type in another list."""
        return self._is_same(*self._in_list(op_type, list_name))

    def rival_of_dtypes(self, key: str, is_type: bool) -> Origin | None:
        """The entry of another file that is as good as one of customize_dtypes: one has to stay."""
        return self._rival(CUSTOMIZE, *self._without_dtypes(key, is_type, ()))

    def rival_of_keeping(self, record: Record) -> Origin | None:
        """The same for an entry of keep_dtype."""
        return self._rival(KEEP, *self._without_keeping(record, ()))

    def rival_of_list(self, op_type: str, list_name: str) -> Origin | None:
        """The same for an operator type that modify_mixlist moves from a list."""
        return self._rival(MIXLIST, *self._in_list(op_type, list_name))

    def _without_dtypes(
        self, key: str, is_type: bool, others: Collection[tuple[str, bool]]
    ) -> tuple[list[Node], Change]:
        def leave_out(context: Context) -> Context:
            entries = (context.entry(*one) for one in (*others, (key, is_type)))
            return context.without([entry for entry in entries if entry is not None])

        nodes = [*self.customized(key, is_type)]
        if is_type:  # what had an entry of its own before falls back to that of its type
            names = (name for name, other_is_type in others if not other_is_type)
            freed_nodes = (self.census.by_name.get(name) for name in names)
            nodes += [node for node in freed_nodes if node is not None and node.op_type == key]
        return nodes, leave_out

    def _without_keeping(
        self, record: Record, others: Collection[Record]
    ) -> tuple[Sequence[Node], Change]:
        kept, left_out = self.plan.kept, {record, *others}

        def leave_out(context: Context) -> Context:
            other = copy(context)
            if kept is not None:
                other.keeps = lambda node: kept.of_node(node, without=left_out)
            return other

        return self.kept(record), leave_out

    def _in_list(self, op_type: str, list_name: str) -> tuple[Sequence[Node], Change]:
        def move(context: Context) -> Context:
            other = copy(context)

            def colour(store_entry: StoreEntry) -> tuple[str, Origin]:
                own, origin = context.colour(store_entry)
                return (list_name if store_entry.operator.op_type == op_type else own), origin

            other.colour = colour
            return other

        return self.census.by_type.get(op_type, ()), move

    def _rival(self, option: str, nodes: Sequence[Node], change: Change) -> Origin | None:
        """The first entry of another file that changes nothing either, but with `change` does."""
        for other in (CUSTOMIZE, KEEP, MIXLIST):
            if other == option or self._is_same(nodes, partial(_also_freed, change, other)):
                continue
            for node in nodes:
                origin = dict(entries_for(self.walks[0].context, node)).get(other)
                if origin is not None and self._is_idle(other, node):
                    return origin
        return None

    def _is_idle(self, option: str, node: Node) -> bool:
        """Whether what a file sets for a node changes nothing, as the rules report it."""
        if option == CUSTOMIZE:
            has_own = self.walks[0].context.entry(node.name, False) is not None
            key = (node.name, False) if has_own else (node.op_type, True)
            return self.is_same_without_dtypes(*key)
        if option == KEEP:
            kept = self.plan.kept.matching(node) if self.plan.kept is not None else []
            return bool(kept) and all(map(self.is_same_without_keeping, kept))
        move = self.move_of(node.op_type)
        return move is not None and self.is_same_in_list(node.op_type, move[0])

    def _is_same(self, nodes: Iterable[Node], change: Change) -> bool:
        """Whether nodes certainly end as they do now in contexts that are changed."""
        if not self.walks:
            return False
        nodes = list(nodes)
        for walk in self.walks:
            other = walk.under(change(walk.context))
            for node in nodes:
                before = walk.dtypes[node.name]
                if not self._is_certain(node, before):
                    return False
                after, _ = other.outcome(node)
                if not self._is_certain(node, after) or _values(after) != _values(before):
                    return False
        return True

    def _is_certain(self, node: Node, dtypes: Dtypes) -> bool:
        """Whether a node is judged, without a reservation about the operator."""
        if dtypes.status != DETERMINED or dtypes.column is None or node.op_type in self.extra:
            return False
        return all(mark == BEFORE_FUSION for mark in dtypes.marks)


def _also_freed(change: Change, option: str, context: Context) -> Context:
    return freed(change(context), (option,))


def _values(dtypes: Dtypes) -> tuple[object, ...]:
    return dtypes.inputs, dtypes.outputs, dtypes.column
