"""The messages of a TensorFlow graph that a plan needs (graph.proto, node_def.proto)."""

from __future__ import annotations

from dataclasses import dataclass, field

from cannlint.graphs.onnx_tensor import MOST_NUMBERS, Value
from cannlint.graphs.wire import ByteRange, Wire, WireError, signed

Attribute = int | float | str | Value | list[int] | None

DTYPES = {
    1: "float",
    2: "double",
    3: "int32",
    4: "uint8",
    5: "int16",
    6: "int8",
    7: "string",
    8: "complex64",
    9: "int64",
    10: "bool",
    14: "bfloat16",
    17: "uint16",
    18: "complex128",
    19: "float16",
    20: "resource",
    21: "variant",
    22: "uint32",
    23: "uint64",
}
"""TensorFlow's numbers of dtypes."""

# numbers of fields
_SAVED_GRAPHS, _META_GRAPH = 2, 2
_GRAPH_NODE = 1
_NODE_NAME, _NODE_OP, _NODE_INPUT, _NODE_ATTRIBUTE = 1, 2, 3, 5
_KEY, _VALUE = 1, 2
_LIST, _TEXT, _INT, _FLOAT, _BOOL, _TYPE, _SHAPE, _TENSOR = range(1, 9)
_LIST_INTS = 3
_TENSOR_DTYPE, _TENSOR_SHAPE, _CONTENT, _FLOATS, _INTS, _INT64S = 1, 2, 4, 5, 7, 10
_DIM, _UNKNOWN_RANK = 2, 3
_SIZE = 1
_MOST_DIMS = 1 << 8
_RAW_FORMS = {"float": "f", "int32": "i", "int64": "q", "double": "d", "float16": "e", "bool": "?"}


@dataclass(eq=False, slots=True)
class TensorflowNode:
    """A node by the names of its inputs; dtypes among its attributes are names."""

    name: str = field(init=False, default="")
    op_type: str = field(init=False, default="")
    inputs: list[str] = field(init=False, default_factory=list)
    attributes: dict[str, Attribute] = field(init=False, default_factory=dict)


def nodes_of(wire: Wire) -> list[TensorflowNode]:
    """The nodes of a frozen graph or of the first graph of a SavedModel; none of other messages.

    Raises WireError.
    """
    _, first = next(wire.fields(wire.whole))
    # a SavedModel begins with the version of its schema
    span = _saved_graph(wire) if isinstance(first, int) else wire.whole
    nodes: list[TensorflowNode] = []
    for number, value in wire.fields(span) if span is not None else ():
        if number == _GRAPH_NODE and isinstance(value, tuple):
            node = _node(wire, value)
            if not (node.name and node.op_type):
                raise WireError(value[0])
            nodes.append(node)
    return nodes


def _saved_graph(wire: Wire) -> ByteRange | None:
    for number, value in wire.fields(wire.whole):
        if number == _SAVED_GRAPHS and isinstance(value, tuple):
            for field, graph in wire.fields(value):
                if field == _META_GRAPH and isinstance(graph, tuple):
                    return graph
    return None


def _node(wire: Wire, span: ByteRange) -> TensorflowNode:
    node = TensorflowNode()
    for number, value in wire.fields(span):
        if isinstance(value, int):
            raise WireError(span[0])
        if number == _NODE_NAME:
            node.name = wire.text(value)
        elif number == _NODE_OP:
            node.op_type = wire.text(value)
        elif number == _NODE_INPUT:
            node.inputs.append(wire.text(value))
        elif number == _NODE_ATTRIBUTE:
            _add_attribute(wire, value, node)
    return node


def _add_attribute(wire: Wire, span: ByteRange, node: TensorflowNode) -> None:
    key, found = "", None
    for number, value in wire.fields(span):
        if isinstance(value, int):
            continue
        if number == _KEY:
            key = wire.text(value)
        elif number == _VALUE:
            found = _attribute(wire, value)
    node.attributes[key] = found


def _attribute(wire: Wire, span: ByteRange) -> Attribute:
    for number, value in wire.fields(span):
        if isinstance(value, int):
            if number == _TYPE:
                return DTYPES.get(value % 100)  # references have 100 more
            return bool(value) if number == _BOOL else signed(value)
        if number == _TEXT and value[1] - value[0] <= MOST_NUMBERS:
            return wire.text(value)
        if number == _FLOAT:
            return next(iter(wire.fixed(value, "f")), None)
        if number == _SHAPE:
            return Value("", shape=_shape(wire, value))
        if number == _TENSOR:
            return _tensor(wire, value)
        if number == _LIST:
            return _integers(wire, value)
    return None


def _integers(wire: Wire, span: ByteRange) -> list[int] | None:
    found: list[int] = []
    for number, value in wire.fields(span):
        if number != _LIST_INTS:
            return None
        if isinstance(value, int):
            found.append(signed(value))
        elif value[1] - value[0] <= MOST_NUMBERS:
            found += wire.integers(value)
    return found


def _shape(wire: Wire, span: ByteRange) -> tuple[int, ...]:
    dims: list[int] = []
    for number, value in wire.fields(span):
        if number == _UNKNOWN_RANK and value:
            return (-2,)
        if number == _DIM and isinstance(value, tuple):
            sizes = [
                signed(size)
                for field, size in wire.fields(value)
                if field == _SIZE and isinstance(size, int)
            ]
            dims.append(max(sizes[0], -1) if sizes else 0)
            if len(dims) > _MOST_DIMS:
                raise WireError(span[0])
    return tuple(dims)


def _tensor(wire: Wire, span: ByteRange) -> Value:
    tensor = Value("", shape=())
    numbers: list[float] = []
    content: ByteRange | None = None
    for number, value in wire.fields(span):
        if isinstance(value, int):
            if number == _TENSOR_DTYPE:
                tensor.dtype = DTYPES.get(value % 100)
            elif number in (_INTS, _INT64S) and len(numbers) <= MOST_NUMBERS:
                numbers.append(signed(value))
        elif number == _TENSOR_SHAPE:
            tensor.shape = _shape(wire, value)
        elif number == _CONTENT:
            content = value
        elif number == _FLOATS and value[1] - value[0] <= MOST_NUMBERS * 4:
            numbers += wire.fixed(value, "f")
        elif number in (_INTS, _INT64S) and value[1] - value[0] <= MOST_NUMBERS:
            numbers += wire.integers(value)
    form = _RAW_FORMS.get(tensor.dtype or "")
    if content is not None and form is not None and content[1] - content[0] <= MOST_NUMBERS * 8:
        numbers = wire.fixed(content, form)
    tensor.numbers = _whole(numbers, tensor.shape or ())
    return tensor


def _whole(numbers: list[float], shape: tuple[int, ...]) -> tuple[float, ...] | None:
    """All elements of a tensor: one number may stand for all of them."""
    count = 1
    for dim in shape:
        count *= dim
        if not 0 <= count <= MOST_NUMBERS:
            return None
    if len(numbers) == 1:
        return tuple(numbers) * count
    return tuple(numbers) if len(numbers) == count else None
