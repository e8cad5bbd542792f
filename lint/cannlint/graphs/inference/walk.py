"""Walk through a graph and describe what each node gives out, as GE's shape inference does."""

from __future__ import annotations

from cannlint.graphs.inference.dtypes import dtypes_of, has_own_rule
from cannlint.graphs.inference.formats import describe_formats
from cannlint.graphs.inference.shapes import shapes_of
from cannlint.graphs.inference.values import value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.model import Graph, Node, Tensor

    Shape = tuple[int, ...]

UNKNOWN_RANK = (-2,)
_SOURCES = frozenset({"Data", "Const", "Constant", "Variable"})


def infer(graph: Graph, trusts_shapes: bool = True) -> None:
    """Describe the tensors of a graph whose sources are described, producers first.

    What is not known stays as the file says it (nodes of TensorFlow say their dtypes); its shapes
    only with `trusts_shapes`: they are those of the inputs that the file declares. Takes time in
    proportion to the graph.
    """
    by_name = {node.name: node for node in graph.nodes}
    for node in graph.nodes:
        if node.op_type in _SOURCES and not node.inputs:
            continue
        for tensor in node.inputs:
            _follow(tensor, by_name)
        _describe(node, graph, by_name, trusts_shapes)
    describe_formats(graph)


def _follow(tensor: Tensor | None, by_name: dict[str, Node]) -> None:
    """Describe an input as the output that it comes from."""
    if tensor is None or tensor.producer is None:
        return
    name, index = tensor.producer
    source = by_name.get(name)
    if source is not None and 0 <= index < len(source.outputs):
        tensor.dtype = source.outputs[index].dtype
        tensor.shape = source.outputs[index].shape


def _describe(node: Node, graph: Graph, by_name: dict[str, Node], trusts_shapes: bool) -> None:
    values = [_value(tensor, by_name) for tensor in node.inputs]
    dtypes = dtypes_of(node) if node.mapped else []
    shapes = shapes_of(node, values) if node.mapped else []
    for number, output in enumerate(node.outputs):
        dtype, shape = graph.hints.get((node.name, number), (None, None))
        inferred = dtypes[number] if number < len(dtypes) else None
        says_dtypes = graph.format == "tensorflow" and not has_own_rule(node.op_type)
        output.dtype = (dtype or inferred) if says_dtypes else (inferred or dtype)
        output.shape = shapes[number] if number < len(shapes) else None
        if output.shape is None and trusts_shapes:
            output.shape = shape
    if node.mapped and len(node.outputs) == 1:
        node.value = value_of(node, values)


def _value(tensor: Tensor | None, by_name: dict[str, Node]) -> tuple[float, ...] | None:
    """The numbers of an input, where they are known."""
    if tensor is None or tensor.producer is None:
        return None
    source = by_name.get(tensor.producer[0])
    return source.value if source is not None and len(source.outputs) == 1 else None
