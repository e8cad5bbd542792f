"""The messages of an ONNX model that a graph needs, without its weights (onnx.proto)."""

from __future__ import annotations

from cannlint.cann.dtypes import ONNX_NUMBERED
from cannlint.graphs.wire import WireError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.wire import ByteRange, Wire

# numbers of fields
_MODEL_IR_VERSION, _MODEL_GRAPH, _MODEL_OPSET = 1, 7, 8
_OPSET_DOMAIN, _OPSET_VERSION = 1, 2
_GRAPH_NODE, _GRAPH_NAME, _GRAPH_INITIALIZER = 1, 2, 5
_GRAPH_INPUT, _GRAPH_OUTPUT, _GRAPH_VALUE = 11, 12, 13
_NODE_INPUT, _NODE_OUTPUT, _NODE_NAME, _NODE_TYPE, _NODE_ATTRIBUTE, _NODE_DOMAIN = 1, 2, 3, 4, 5, 7
_ATTRIBUTE_NAME, _ATTRIBUTE_INT, _ATTRIBUTE_TENSOR = 1, 3, 5
_ATTRIBUTE_GRAPH, _ATTRIBUTE_GRAPHS = 6, 11
_TENSOR_DIMS, _TENSOR_TYPE, _TENSOR_NAME = 1, 2, 8
_VALUE_NAME, _VALUE_TYPE = 1, 2
_TYPE_TENSOR = 1
_TENSOR_TYPE_ELEMENT, _TENSOR_TYPE_SHAPE = 1, 2
_SHAPE_DIM = 1


class Value:
    """A tensor by its name: dtype and number of dimensions, None where they are not given."""

    __slots__ = ("dtype", "name", "rank")

    def __init__(self, name: str, dtype: str | None = None, rank: int | None = None) -> None:
        self.name = name
        self.dtype = dtype
        self.rank = rank


class OnnxNode:
    """An operator by the names of its tensors.

    `attributes` have the value of one that is an integer or a tensor, else None; `graphs` are
    the places of the graphs among them.
    """

    __slots__ = ("attributes", "domain", "graphs", "inputs", "name", "op_type", "outputs")

    def __init__(self) -> None:
        self.name = ""
        self.op_type = ""
        self.domain = ""
        self.inputs: list[str] = []
        self.outputs: list[str] = []
        self.attributes: dict[str, int | Value | None] = {}
        self.graphs: list[ByteRange] = []


class OnnxGraph:
    """A graph: its nodes in their order, and what is known about its values."""

    __slots__ = ("initializers", "inputs", "name", "nodes", "values")

    def __init__(self) -> None:
        self.name = ""
        self.nodes: list[OnnxNode] = []
        self.inputs: list[Value] = []
        self.initializers: list[Value] = []
        self.values: list[Value] = []


def model_of(wire: Wire) -> tuple[ByteRange | None, dict[str, int]]:
    """Where the graph of a model is, and the version of each domain of operators.

    No place where the bytes are some other message. Raises WireError.
    """
    graph: ByteRange | None = None
    opsets: dict[str, int] = {}
    for number, value in wire.fields(wire.whole):
        if number == _MODEL_IR_VERSION and isinstance(value, tuple):
            return None, {}  # GE's own models have their name there
        if number == _MODEL_GRAPH and isinstance(value, tuple):
            graph = value
        elif number == _MODEL_OPSET and isinstance(value, tuple):
            domain, version = _opset(wire, value)
            opsets["" if domain == "ai.onnx" else domain] = version
    return graph, opsets


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
            graph.initializers.append(_tensor(wire, value))
        elif number == _GRAPH_INPUT:
            graph.inputs.append(_value(wire, value))
        elif number in (_GRAPH_OUTPUT, _GRAPH_VALUE):
            graph.values.append(_value(wire, value))
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
    found: int | Value | None = None
    for number, value in wire.fields(span):
        if isinstance(value, int):
            found = value if number == _ATTRIBUTE_INT else found
        elif number == _ATTRIBUTE_NAME:
            name = wire.text(value)
        elif number == _ATTRIBUTE_TENSOR:
            found = _tensor(wire, value)
        elif number in (_ATTRIBUTE_GRAPH, _ATTRIBUTE_GRAPHS):
            node.graphs.append(value)
    node.attributes[name] = found


def _tensor(wire: Wire, span: ByteRange) -> Value:
    tensor = Value("", rank=0)
    rank = 0
    for number, value in wire.fields(span):
        if number == _TENSOR_DIMS:
            rank += 1 if isinstance(value, int) else wire.packed_count(value)
        elif number == _TENSOR_TYPE and isinstance(value, int):
            tensor.dtype = ONNX_NUMBERED.get(value)
        elif number == _TENSOR_NAME and isinstance(value, tuple):
            tensor.name = wire.text(value)
    tensor.rank = rank
    return tensor


def _value(wire: Wire, span: ByteRange) -> Value:
    found = Value("")
    for number, value in wire.fields(span):
        if isinstance(value, int):
            continue
        if number == _VALUE_NAME:
            found.name = wire.text(value)
        elif number == _VALUE_TYPE:
            for kind, tensor in wire.fields(value):
                if kind == _TYPE_TENSOR and isinstance(tensor, tuple):
                    _add_tensor_type(wire, tensor, found)
    return found


def _add_tensor_type(wire: Wire, span: ByteRange, found: Value) -> None:
    for number, value in wire.fields(span):
        if number == _TENSOR_TYPE_ELEMENT and isinstance(value, int):
            found.dtype = ONNX_NUMBERED.get(value)
        elif number == _TENSOR_TYPE_SHAPE and isinstance(value, tuple):
            found.rank = sum(dim == _SHAPE_DIM for dim, _ in wire.fields(value))
