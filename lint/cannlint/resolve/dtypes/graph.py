"""The dtypes of every node of a graph (manual/dtype-selection.md)."""

from __future__ import annotations

from collections import ChainMap
from copy import copy

from cannlint.cann.dtypes import compiler_name, graph_name
from cannlint.cann.mixlist import BLACK
from cannlint.cann.precision import FLOATS
from cannlint.diagnostics import Message
from cannlint.resolve.dtypes.customized import FLOAT16, written_over
from cannlint.resolve.dtypes.node_view import CAST, UNJUDGED, NodeView, judged_order
from cannlint.resolve.dtypes.operator import CALLBACK, IF_SUPPORTED_BEFORE, overwritten, resolve
from cannlint.resolve.dtypes.recorded import possible_cases
from cannlint.resolve.dtypes.strategies import LOW_DTYPES
from cannlint.resolve.keep import attribute_of
from cannlint.resolve.outcome import DETERMINED, FAILS, REFUSED, Dtypes, undetermined
from cannlint.resolve.provenance import Origin, Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from cannlint.graphs.model import Graph, Node, Tensor
    from cannlint.resolve.dtypes.context import Context

    Pair = tuple[list[str | None], list[str | None]]
    """Dtypes of inputs and outputs, in the compiler's spelling."""

AI_CORE = "AIcoreEngine"
_OTHER_STORES = frozenset({"VectorEngine", "DSAEngine"})
"""Engines with their own operator libraries, which cannlint does not read."""

_BOUNDARY = frozenset({"Data", "NetOutput"})
BEFORE_FUSION = "before fusion"
_CONSTANTS = frozenset({"Const", "Constant", "Variable"})


def resolve_graph(graph: Graph, context: Context) -> Walk:
    """The dtypes of every node of a graph, in its order.

    Takes time in proportion to the graph. A node whose producers stand behind it is undetermined
    where that matters, one whose producers are not there always.
    """
    walk = Walk(graph, context)
    for node in graph.nodes:
        walk.take(node)
    return walk


class Walk:
    """A walk through a graph in one context; nodes with equal views share their dtypes.

    By the name of a node gone through: `dtypes` is its outcome, `given` are all dtypes that it may
    give out, none where that is not known. `expected` is what it gives out if its own support
    check, which is not known, accepts it: its outcome says so, those of later nodes need not.
    """

    def __init__(self, graph: Graph, context: Context) -> None:
        self.context = context
        self.nodes = {node.name: node for node in graph.nodes}
        self.dtypes: dict[str, Dtypes] = {}
        self.given: dict[str, list[Pair]] = {}
        self.expected: dict[str, list[Pair]] = {}
        self._resolved: dict[tuple[object, ...], tuple[Dtypes, list[Pair]]] = {}
        own = LOW_DTYPES.get(context.mode.strategy)
        self._lows: tuple[str | None, ...] = (own,) if own == FLOAT16 else (FLOAT16, own)

    def under(self, context: Context) -> Walk:
        """The same graph in another context of the same mode, where its nodes give out as here."""
        other = copy(self)
        other.context = context
        other._resolved = {}
        return other

    def take(self, node: Node) -> None:
        """Take down what becomes of a node, for those behind it."""
        dtypes, given = self.outcome(node)
        self.dtypes[node.name], self.given[node.name] = dtypes, given
        if dtypes.status == DETERMINED and len(given) > 1:
            self.expected[node.name] = _pairs(dtypes)

    def outcome(self, node: Node) -> tuple[Dtypes, list[Pair]]:
        """The dtypes of a node, and all dtypes that its outputs may have.

        If nothing but the unknown checks of its producers leaves them open, they are those of
        producers that pass their checks, and a mark says so.
        """
        dtypes = self._without_operator(node)
        if dtypes is not None:
            return dtypes, _pairs(dtypes)
        found = self._by_view(self._view(node, self.given))
        if found[0].reason_id == "producer" and self._has_unknown_check_before(node):
            expected, _ = self._by_view(self._view(node, ChainMap(self.expected, self.given)))
            if expected.status == DETERMINED:
                expected = copy(expected)
                expected.marks = [*expected.marks, IF_SUPPORTED_BEFORE]
                return expected, found[1]
        return found

    def _by_view(self, view: NodeView) -> tuple[Dtypes, list[Pair]]:
        key = view.key(self._lows)
        if key not in self._resolved:
            self._resolved[key] = self._by_operator(view)
        return self._resolved[key]

    def _has_unknown_check_before(self, node: Node) -> bool:
        """Whether a producer has an unknown support check, or what it passes on has one."""
        names = [one.producer[0] for one in node.inputs if one is not None and one.producer]
        before = (tensor for name in names for tensor in self.nodes[name].inputs[:1])
        names += [one.producer[0] for one in before if one is not None and one.producer]
        return not self.expected.keys().isdisjoint(names)

    def cases(self, node: Node) -> tuple[int, ...]:
        """The numbers of the recorded cases that may hold for a node."""
        return self._view(node, self.given).cases

    def _by_operator(self, view: NodeView) -> tuple[Dtypes, list[Pair]]:
        dtypes = resolve(view, self.context)
        if dtypes.status == DETERMINED and not view.is_supported:
            dtypes.marks.append(BEFORE_FUSION)
        pairs = _pairs(dtypes)
        if dtypes.status == FAILS:  # CANN stops before it writes any: what follows sees its own
            pairs = [(view.inputs, [*view.outputs])]
        if CALLBACK in dtypes.marks:  # which may refuse: then the dtypes stay
            inputs, outputs = overwritten(view)
            pairs.append((_named(inputs), _named(outputs)))
        return dtypes, pairs

    def _without_operator(self, node: Node) -> Dtypes | None:
        """The outcome of a node that does not depend on its operator."""
        elsewhere = node.engine is not None and node.engine != AI_CORE
        if not node.judged or node.op_type in UNJUDGED or elsewhere:
            return self._unjudged(node, elsewhere and node.is_kernel)
        if not node.mapped:
            is_known = node.parsed is not None and node.parsed.mapped
            return undetermined("passes" if is_known else "unmapped", type=node.op_type)
        return self._fault(node)

    def _unjudged(self, node: Node, elsewhere: bool) -> Dtypes:
        """Step D1: the dtypes stay as they are, but for what customize_dtypes writes over them."""
        if node.in_subgraph and node.op_type in _BOUNDARY:
            return undetermined("subgraph", type=node.op_type)
        if node.engine in _OTHER_STORES:
            return undetermined("engine", engine=node.engine)
        dtypes = Dtypes(REFUSED if elsewhere else DETERMINED)
        dtypes.inputs = [None if tensor is None else tensor.dtype for tensor in node.inputs]
        dtypes.outputs = [tensor.dtype for tensor in node.outputs]
        effect, origin = Message("not judged: keeps its dtypes", {}), Origin("derived", "D1")
        if elsewhere:
            entry = self.context.customized(node.name, node.op_type)
            if entry is not None:
                dtypes.inputs = _written(dtypes.inputs, entry.inputs)
                dtypes.outputs = _written(dtypes.outputs, entry.outputs)
            effect = dtypes.reason = Message("runs on {engine}", {"engine": node.engine})
            dtypes.reason_id, origin = "engine", Origin("node", "engine")
        dtypes.steps.append(Step("D1", effect, origin))
        return dtypes

    def _fault(self, node: Node) -> Dtypes | None:
        """What is missing in the graph, so that the node cannot be judged."""
        for at, tensor in enumerate((*node.inputs, *node.outputs)):
            if tensor is None:
                continue
            is_input = at < len(node.inputs)
            where = f"input {at}" if is_input else f"output {at - len(node.inputs)}"
            if tensor.dtype is None:
                return undetermined("dtype", tensor=where)
            if compiler_name(tensor.dtype) is None:
                return undetermined("unknown-dtype", tensor=where, dtype=tensor.dtype)
            if tensor.producer is not None and tensor.producer[0] not in self.nodes:
                return undetermined("missing-producer", producer=tensor.producer[0])
        return None

    def _view(self, node: Node, given: Mapping[str, list[Pair]]) -> NodeView:
        tensors = node.inputs
        view = NodeView(
            node.op_type,
            [None if tensor is None else _name(tensor) for tensor in tensors],
            [_name(tensor) for tensor in node.outputs],
            lambda position, low: self._producers(tensors[position], low, given),
        )
        view.order = judged_order([self._is_late(tensor) for tensor in tensors])
        view.continuous = frozenset(
            at
            for at, tensor in enumerate(tensors)
            if tensor is not None and tensor.is_format_continuous
        )
        view.customized = self.context.customized(node.name, node.op_type)
        view.keeps = self.context.keeps(node) or attribute_of(node)
        view.inherits = node.inherits_dtype
        view.lowered = node.is_lowered
        view.is_supported = node.engine == AI_CORE
        view.node = node
        view.cases = possible_cases(self.context.stores(node.op_type), view)
        return view

    def _is_late(self, tensor: Tensor | None) -> bool:
        if tensor is None or tensor.producer is None:
            return True
        return self.nodes[tensor.producer[0]].op_type in _CONSTANTS

    def _producers(
        self, tensor: Tensor | None, low: str | None, may_give: Mapping[str, list[Pair]]
    ) -> tuple[str | None, ...] | None:
        """The dtypes that the producer of an input may output; None for any dtype."""
        if tensor is None or tensor.producer is None:
            return (None,)
        name, output = tensor.producer
        node = self.nodes[name]
        found: dict[str | None, None] = {}
        for inputs, outputs in may_give.get(name, []):
            given: tuple[str | None, ...] | None = _at(outputs, output)
            if given is not None and self._looks_through(node, inputs, given[0], low):
                source = node.inputs[0]
                given = self._given(source, may_give) if source is not None else None
            if given is None:
                return None
            found.update(dict.fromkeys(given))
        return tuple(found) or None

    def _given(
        self, tensor: Tensor, may_give: Mapping[str, list[Pair]]
    ) -> tuple[str | None, ...] | None:
        if tensor.producer is None:
            return None
        name, output = tensor.producer
        found: dict[str | None, None] = {}
        for _, outputs in may_give.get(name, []):
            given = _at(outputs, output)
            if given is None:
                return None
            found.update(dict.fromkeys(given))
        return tuple(found) or None

    def _looks_through(
        self, node: Node, inputs: list[str | None], given: str | None, low: str | None
    ) -> bool:
        """Whether a producer is a Cast that raises the mode's 16-bit dtype: it is looked through.

        One of the black list is not.
        """
        if node.op_type != CAST or low is None or inputs[:1] != [low]:
            return False
        if given not in FLOATS or given == low:
            return False
        stores = self.context.stores(CAST)
        return bool(stores) and self.context.colour(stores[0])[0] != BLACK


def _written(dtypes: list[str | None], wanted: list[str]) -> list[str | None]:
    return [dtype and graph_name(dtype) for dtype in written_over(dtypes, wanted)]


def _pairs(dtypes: Dtypes) -> list[Pair]:
    """The dtypes that a node may output; empty if unknown."""
    if dtypes.candidates:
        pairs = dtypes.candidates
    elif dtypes.status in (DETERMINED, REFUSED):
        pairs = [(dtypes.inputs, dtypes.outputs)]
    else:
        pairs = []
    return [(_named(inputs), _named(outputs)) for inputs, outputs in pairs]


def _at(dtypes: list[str | None], number: int) -> tuple[str] | None:
    dtype = dtypes[number] if 0 <= number < len(dtypes) else None
    return None if dtype is None else (dtype,)


def _name(tensor: Tensor) -> str:
    assert tensor.dtype is not None
    return compiler_name(tensor.dtype) or tensor.dtype


def _named(dtypes: list[str | None]) -> list[str | None]:
    return [None if dtype is None else compiler_name(dtype) for dtype in dtypes]
