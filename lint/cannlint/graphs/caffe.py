"""Caffe models as CANN's parser reads them: the layers of a prototxt file, each one operator."""

from __future__ import annotations

import os
from typing import IO

from cannlint.diagnostics import Message, quoted
from cannlint.graphs.assemble import Names, assemble_dump, limited
from cannlint.graphs.ge_proto import messages, text, texts
from cannlint.graphs.header import CAFFE, LARGEST_TEXT, Header
from cannlint.graphs.inference.walk import infer
from cannlint.graphs.model import Graph, Node, ParserFault, Tensor
from cannlint.graphs.prototext import ProtoMessage, parts
from cannlint.graphs.tables import operator_of
from cannlint.language import said
from cannlint.text.source import open_regular

Source = tuple[str, int]

FORM = "caffe"

_SHOWN = 20
"""Layers without a mapping that the note names."""

_TRAIN = "TRAIN"
_DTYPE = "float"
"""The dtype of all tensors of Caffe."""

_WITH_WEIGHTS = {"Conv2D": 1, "Deconvolution": 1, "FullyConnection": 1, "PRelu": 1}
_WITH_BIAS = frozenset({"Conv2D", "Deconvolution", "FullyConnection"})
_PARAMETERS = {"BNInference": 2, "Scale": 2}
"""Operator → the constants that its layer has in the weight file."""


class _Net:
    """A net while its layers are taken over: blobs by name, and what is not known."""

    def __init__(self) -> None:
        self.names = Names()
        self.nodes: list[Node] = []
        self.blobs: dict[str, Source] = {}
        self.used: set[Source] = set()
        self.unmapped: dict[str, int] = {}


def read(path: str, file: IO[bytes]) -> Graph | None:
    """The graph of a net, None where the text is something else."""
    net = _Net()
    for place, message in limited(path, parts(path, file, ("layer",))):
        if place == "layer":
            _take(net, message)
        else:
            _declared(net, message)
    if not any(node.op_type != "Data" for node in net.nodes):
        return None
    graph = assemble_dump(path, FORM, net.nodes)
    made = [(node.name, at) for node in net.nodes for at in range(len(node.outputs))]
    sources = {"Data", "Const"}
    kinds = {node.name: node.op_type for node in net.nodes}
    graph.outputs = [one for one in made if one not in net.used and kinds[one[0]] not in sources]
    infer(graph)
    graph.notes += net.names.notes()
    for layer in net.unmapped:
        why = Message.of("no plugin of CANN registers the Caffe layer {layer}", layer=layer)
        graph.faults.append(ParserFault("E11009", layer, why))
    if net.unmapped:
        shown = ", ".join(_quoted(net.unmapped)[:_SHOWN])
        graph.notes.append(
            said("no plugin of CANN registers the Caffe layers {shown}; ATC stops", shown=shown)
        )
    return graph


def _quoted(counts: dict[str, int]) -> list[str]:
    """The names as messages show them."""
    return [str(quoted(name)) for name in counts]


def _declared(net: _Net, message: ProtoMessage) -> None:
    """The inputs that the net itself declares; they are handed out after its layers."""
    shapes = [texts(shape, "dim") for shape in messages(message, "input_shape")]
    dims = texts(message, "input_dim")
    shapes = shapes or [dims[at : at + 4] for at in range(0, len(dims), 4)]
    inputs: dict[Source, Source] = {}
    for number, name in enumerate(texts(message, "input")):
        node = Node(net.names.take(name, ""), "Data", [], [Tensor(_DTYPE)])
        node.outputs[0].shape = _shape(shapes[number]) if number < len(shapes) else None
        net.nodes.append(node)
        inputs.setdefault((_undeclared(name), 0), (node.name, 0))
    for node in net.nodes if inputs else ():
        for tensor in node.inputs:
            if tensor is not None and tensor.producer in inputs:
                tensor.producer = inputs[tensor.producer]


def _undeclared(blob: str) -> str:
    return f"{blob} (blob)"


def _shape(dims: list[str]) -> tuple[int, ...] | None:
    if not all(dim.lstrip("-").isdecimal() and len(dim) < 12 for dim in dims):
        return None
    return tuple(int(dim) for dim in dims)


def _take(net: _Net, layer: ProtoMessage) -> None:
    kind = text(layer, "type")
    phases = [text(rule, "phase") for rule in messages(layer, "include")]
    if _TRAIN in phases or not kind:
        return
    op_type = operator_of("caffe", kind)
    node = Node(net.names.take(text(layer, "name"), ""), op_type or kind, [], [])
    if not op_type:
        node.mapped = False
        net.unmapped[kind] = net.unmapped.get(kind, 0) + 1
    node.attrs = _attributes(layer)
    node.inputs = [_blob(net, name) for name in texts(layer, "bottom")]
    _add_weights(net, node)
    tops = texts(layer, "top")
    node.outputs = [Tensor(_DTYPE) for _ in tops]
    if node.op_type == "Data":
        _describe_input(node, layer)
    for number, top in enumerate(tops):
        net.blobs[top] = node.name, number
    net.nodes.append(node)


def _blob(net: _Net, name: str) -> Tensor:
    source = net.blobs.get(name, (_undeclared(name), 0))
    net.used.add(source)
    return Tensor(_DTYPE, source)


def _describe_input(node: Node, layer: ProtoMessage) -> None:
    for parameters in messages(layer, "input_param"):
        for shape in messages(parameters, "shape"):
            for tensor in node.outputs[:1]:  # a layer without a top has none
                tensor.shape = _shape(texts(shape, "dim"))


def _attributes(layer: ProtoMessage) -> dict[str, object]:
    """The numbers of a layer's parameters, under Caffe's names."""
    found: dict[str, object] = {}
    for field in layer:
        if not field.endswith("_param"):
            continue
        for parameters in messages(layer, field):
            for name, values in parameters.items():
                value = values[-1] if values else None
                if isinstance(value, str):
                    found[name] = int(value) if value.isdecimal() and len(value) < 12 else value
    if "group" in found:
        found["groups"] = found.pop("group")
    return found


def _add_weights(net: _Net, node: Node) -> None:
    """The constants that the weight file has for a layer; their shapes are not known here."""
    count = _WITH_WEIGHTS.get(node.op_type, _PARAMETERS.get(node.op_type, 0))
    if node.op_type in _WITH_BIAS and node.attrs.get("bias_term") != "false":
        count += 1
    for number in range(count):
        name = net.names.take(f"{node.name}_weights_{number}", "")
        net.nodes.append(Node(name, "Const", [], [Tensor(_DTYPE)]))
        node.inputs.append(Tensor(_DTYPE, (name, 0)))


def read_header(path: str) -> Header | None:
    """The header of the net in a file; None where it has none. Raises CannlintError."""
    descriptor, size = open_regular(path, path, LARGEST_TEXT)
    with os.fdopen(descriptor, "rb") as file:
        graph = read(path, file) if size else None
    if graph is None:
        return None
    data = [node for node in graph.nodes if node.op_type == "Data"]
    shapes = {node.name: node.outputs[0].shape if node.outputs else None for node in data}
    header = Header(CAFFE, {name: shape or () for name, shape in shapes.items()})
    header.nodes = frozenset(node.name for node in graph.nodes)
    header.faults = graph.faults
    return header
