"""The messages of an ONNX model that a graph needs, without its weights (onnx.proto)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cannlint.graphs.onnx_tensor import Value, tensor_at, value_at
from cannlint.graphs.wire import ByteRange, Wire, WireError, signed
from cannlint.text.file_state import state_of

if TYPE_CHECKING:
    from cannlint.text.file_state import State

Attribute = int | float | str | Value | list[int] | list[float] | None

# numbers of fields
_MODEL_IR_VERSION, _MODEL_GRAPH, _MODEL_OPSET = 1, 7, 8
_OPSET_DOMAIN, _OPSET_VERSION = 1, 2
_GRAPH_NODE, _GRAPH_NAME, _GRAPH_INITIALIZER = 1, 2, 5
_GRAPH_INPUT, _GRAPH_OUTPUT, _GRAPH_VALUE = 11, 12, 13
_NODE_INPUT, _NODE_OUTPUT, _NODE_NAME, _NODE_TYPE, _NODE_ATTRIBUTE, _NODE_DOMAIN = 1, 2, 3, 4, 5, 7
_ATTRIBUTE_NAME, _ATTRIBUTE_FLOAT, _ATTRIBUTE_INT, _ATTRIBUTE_TEXT = 1, 2, 3, 4
_ATTRIBUTE_TENSOR, _ATTRIBUTE_GRAPH = 5, 6
_ATTRIBUTE_FLOATS, _ATTRIBUTE_INTS, _ATTRIBUTE_GRAPHS = 7, 8, 11
_MOST_NUMBERS = 1 << 10
"""Numbers of an attribute that are read; more do not describe an operator."""


@dataclass(eq=False, slots=True)
class OnnxNode:
    """An operator by the names of its tensors.

    `attributes` have the value of one that is a number, a text, a tensor or a list of numbers,
    else None; `graphs` are the places of the graphs among them.
    """

    name: str = field(init=False, default="")
    op_type: str = field(init=False, default="")
    domain: str = field(init=False, default="")
    inputs: list[str] = field(init=False, default_factory=list)
    outputs: list[str] = field(init=False, default_factory=list)
    attributes: dict[str, Attribute] = field(init=False, default_factory=dict)
    graphs: list[ByteRange] = field(init=False, default_factory=list)


@dataclass(eq=False, slots=True)
class OnnxGraph:
    """A graph: its nodes in their order, and what is known about its values."""

    name: str = field(init=False, default="")
    nodes: list[OnnxNode] = field(init=False, default_factory=list)
    inputs: list[Value] = field(init=False, default_factory=list)
    outputs: list[Value] = field(init=False, default_factory=list)
    initializers: list[Value] = field(init=False, default_factory=list)
    values: list[Value] = field(init=False, default_factory=list)


@dataclass(eq=False, slots=True)
class OnnxModel:
    """Where the graph of a model is, and the versions of operators that it imports, by domain."""

    graph: ByteRange | None = field(init=False, default=None)
    imports: list[tuple[str, int]] = field(init=False, default_factory=list)


def model_of(wire: Wire) -> OnnxModel:
    """The outermost message of a model; no graph where the bytes are some other message.

    Raises WireError.
    """
    model = OnnxModel()
    for number, value in wire.fields(wire.whole):
        if number == _MODEL_IR_VERSION and isinstance(value, tuple):
            return OnnxModel()  # GE's own models have their name there
        if number == _MODEL_GRAPH and isinstance(value, tuple):
            model.graph = value
        elif number == _MODEL_OPSET and isinstance(value, tuple):
            model.imports.append(_opset(wire, value))
    return model


def _opset(wire: Wire, span: ByteRange) -> tuple[str, int]:
    domain, version = "", 0
    for number, value in wire.fields(span):
        if number == _OPSET_DOMAIN and isinstance(value, tuple):
            domain = wire.text(value)
        elif number == _OPSET_VERSION and isinstance(value, int):
            version = value
    return domain, version


def graph_at(wire: Wire, span: ByteRange) -> OnnxGraph:
    """The graph at a place; what is in the graphs of its nodes is not read. Raises WireError."""
    graph = OnnxGraph()
    for number, value in wire.fields(span):
        if isinstance(value, int):
            continue
        if number == _GRAPH_NODE:
            graph.nodes.append(_node(wire, value))
        elif number == _GRAPH_NAME:
            graph.name = wire.text(value)
        elif number == _GRAPH_INITIALIZER:
            graph.initializers.append(tensor_at(wire, value))
        elif number == _GRAPH_INPUT:
            graph.inputs.append(value_at(wire, value))
        elif number == _GRAPH_OUTPUT:
            graph.outputs.append(value_at(wire, value))
        elif number == _GRAPH_VALUE:
            graph.values.append(value_at(wire, value))
    return graph


def _node(wire: Wire, span: ByteRange) -> OnnxNode:
    node = OnnxNode()
    for number, value in wire.fields(span):
        if isinstance(value, int):
            raise WireError(span[0])
        if number == _NODE_INPUT:
            node.inputs.append(wire.text(value))
        elif number == _NODE_OUTPUT:
            node.outputs.append(wire.text(value))
        elif number == _NODE_NAME:
            node.name = wire.text(value)
        elif number == _NODE_TYPE:
            node.op_type = wire.text(value)
        elif number == _NODE_DOMAIN:
            node.domain = wire.text(value)
        elif number == _NODE_ATTRIBUTE:
            _add_attribute(wire, value, node)
    return node


def _add_attribute(wire: Wire, span: ByteRange, node: OnnxNode) -> None:
    name = ""
    found: Attribute = None
    numbers: list[float] = []
    for number, value in wire.fields(span):
        if number in (_ATTRIBUTE_INTS, _ATTRIBUTE_FLOATS):
            _extend(wire, number, value, numbers)
            found = numbers
        elif isinstance(value, int):
            found = signed(value) if number == _ATTRIBUTE_INT else found
        elif number == _ATTRIBUTE_NAME:
            name = wire.text(value)
        elif number == _ATTRIBUTE_FLOAT:
            found = next(iter(wire.fixed(value, "f")), None)
        elif number == _ATTRIBUTE_TEXT and value[1] - value[0] <= _MOST_NUMBERS:
            found = wire.text(value)
        elif number == _ATTRIBUTE_TENSOR:
            found = tensor_at(wire, value)
        elif number in (_ATTRIBUTE_GRAPH, _ATTRIBUTE_GRAPHS):
            node.graphs.append(value)
    node.attributes[name] = found if len(numbers) <= _MOST_NUMBERS else None


def _extend(wire: Wire, number: int, value: int | ByteRange, numbers: list[float]) -> None:
    """Add one number, or packed ones, to those of an attribute, unless it has too many."""
    if len(numbers) > _MOST_NUMBERS:
        return
    if isinstance(value, int):
        numbers.append(signed(value))
    elif value[1] - value[0] > _MOST_NUMBERS * 4:
        numbers += [0] * (_MOST_NUMBERS + 1)
    elif number == _ATTRIBUTE_FLOATS:
        numbers += wire.fixed(value, "f")
    else:
        numbers += wire.integers(value)


_MOST_NODES = 20_000
"""Nodes of a graph that is kept: some 50 MB.

A plan compares its job with the header of the model, and then reads the model: most of the time of
both goes into the same messages.
"""

_parsed: dict[State, OnnxGraph] = {}
"""One graph at most; threads of the language server put it here and take it."""


def keep(path: str, state: State | None, graph: OnnxGraph) -> None:
    """Keep the outermost graph of the file at a path that had this state before it was read."""
    _parsed.clear()
    if state is not None and len(graph.nodes) <= _MOST_NODES and state_of(path) == state:
        _parsed[state] = graph


def take(path: str) -> OnnxGraph | None:
    """The graph of a file that has not changed since; it is the taker's own."""
    state = state_of(path)
    return _parsed.pop(state, None) if state is not None else None
