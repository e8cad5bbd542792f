"""The header of an ONNX model, and whether CANN's parser reads its operators and versions."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.graphs.header import MOST_FIELDS, ONNX, Header, is_extreme
from cannlint.graphs.onnx_faults import Faults
from cannlint.graphs.onnx_proto import OnnxGraph, OnnxModel, OnnxNode, graph_at, keep, model_of
from cannlint.graphs.onnx_scope import constant_of
from cannlint.graphs.tables import OnnxOperator
from cannlint.graphs.wire import ByteRange, Wire, WireError, mapped
from cannlint.text.file_state import state_of

_MOST_GRAPHS = 10_000


def read(path: str) -> Header | None:
    """The header of the ONNX model in a file; None where it has none. Raises CannlintError."""
    state = state_of(path)
    with mapped(path) as data:
        try:
            wire = Wire(data, MOST_FIELDS) if data is not None else None
            model = model_of(wire) if wire is not None else None
            if wire is None or model is None or model.graph is None or not model.imports:
                return None
            graph = graph_at(wire, model.graph)
            header = _header(wire, model, graph)
        except WireError:
            return None
    keep(path, state, graph)
    return header


def _header(wire: Wire, model: OnnxModel, graph: OnnxGraph) -> Header:
    faults = Faults(model.imports)
    faults.check_ends(graph)
    for node in _nodes(wire, graph):
        operator = OnnxOperator(node.op_type, node.domain, faults.opsets.get(node.domain))
        faults.check(node, operator)
    header = _header_of(graph)
    header.has_extremes = any(map(is_extreme, _constants(graph)))
    header.faults, header.fields = faults.found(), wire.taken
    header.domains = tuple(dict.fromkeys(domain or "ai.onnx" for domain, _ in model.imports))
    return header


def _nodes(wire: Wire, graph: OnnxGraph) -> Iterator[OnnxNode]:
    """The nodes of a graph, and of the graphs that its nodes run."""
    yield from graph.nodes
    waiting: list[ByteRange] = [span for node in graph.nodes for span in node.graphs]
    for _ in range(_MOST_GRAPHS):
        if not waiting:
            return
        inner = graph_at(wire, waiting.pop())
        yield from inner.nodes
        waiting += [span for node in inner.nodes for span in node.graphs]


def _constants(graph: OnnxGraph) -> Iterator[tuple[float, ...] | None]:
    """The numbers of the small constants of a graph."""
    yield from (value.numbers for value in graph.initializers)
    for node in graph.nodes:
        if node.op_type == "Constant":
            values = (constant_of(name, found) for name, found in node.attributes.items())
            yield from (value.numbers for value in values if value is not None)


def _header_of(graph: OnnxGraph) -> Header:
    """The names as CANN's parser gives them: an input that has a value is a constant."""
    constants = {value.name for value in graph.initializers}
    given_in = [value for value in graph.inputs if value.name not in constants]
    header = Header(ONNX, {value.name: value.shape or () for value in given_in})
    header.dim_names = {value.name: value.dim_names for value in given_in if value.dim_names}
    names = set(header.inputs)
    unnamed = 0
    for node in graph.nodes:
        names.add(node.name or f"{node.op_type}_{unnamed}")
        unnamed += not node.name
    stems = sorted(constants - {""})
    names.update(f"{stem}_Initializer_{number}" for number, stem in enumerate(stems))
    header.nodes = frozenset(names)
    header.outputs = tuple(value.name for value in graph.outputs)
    return header
