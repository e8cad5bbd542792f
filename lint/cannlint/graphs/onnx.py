"""ONNX models as CANN's ONNX parser reads them: expanded, and named as it names the operators."""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Iterator
from itertools import count
from typing import IO, Protocol

from cannlint.errors import CannlintError
from cannlint.graphs.assemble import Names, assemble_dump, listed_types
from cannlint.graphs.header import faults_at
from cannlint.graphs.inference.walk import infer
from cannlint.graphs.model import Graph, Node, Tensor
from cannlint.graphs.onnx_expansion import Constant, Expansion, Part, expansion_of
from cannlint.graphs.onnx_faults import Faults
from cannlint.graphs.onnx_proto import OnnxGraph, OnnxModel, OnnxNode, graph_at, model_of, take
from cannlint.graphs.onnx_scope import Scope, constant_of
from cannlint.graphs.onnx_tensor import Value
from cannlint.graphs.tables import OnnxOperator
from cannlint.graphs.wire import ByteRange, Wire, WireError
from cannlint.language import said

Source = tuple[str, int]
"""A node and one of its outputs."""


class Written(Protocol):
    """A node as the model has it, by whichever reader."""

    name: str
    op_type: str


FORM = "onnx"

_DEEPEST = 50
"""The maximum depth of graphs within graphs."""

_SIZES = 3
"""The input of Resize with the sizes."""


def read(path: str, file: IO[bytes]) -> Graph | None:
    """The graph of a model; None for another file."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        wire = Wire(data)
        try:
            model = model_of(wire)
        except WireError:
            return None
        if model.graph is None or not model.imports:
            return None
        reader = _Reader(path, wire, model)
        try:
            reader.read(model.graph)
        except WireError as error:
            raise CannlintError(
                "{path}: not a whole ONNX model: the part that begins at byte {at:,} is cut off, "
                "broken or too large",
                path=path,
                at=error.at,
            ) from None
    return reader.graph()


def node_names(nodes: Iterable[Written]) -> Iterator[str]:
    """The names that CANN's parser gives the nodes of a graph: those without one are numbered."""
    numbers = count()
    for node in nodes:
        yield node.name or f"{node.op_type}_{next(numbers)}"


class _Reader:
    def __init__(self, path: str, wire: Wire, model: OnnxModel) -> None:
        self._path = path
        self._wire = wire
        self._faults = Faults(model.imports)
        self._opsets = self._faults.opsets
        self._names = Names()
        self._nodes: list[Node] = []
        self._constants: dict[str, Value] = {}
        self._hints: dict[Source, tuple[str | None, tuple[int, ...] | None]] = {}
        self._outputs: list[Source] = []
        self._unmapped: dict[str, int] = {}
        self._waiting: list[tuple[ByteRange, Scope | None, str]] = []

    def read(self, place: ByteRange) -> None:
        """Add the graph at a place, and the graphs that its nodes run."""
        self._waiting.append((place, None, ""))
        while self._waiting:
            span, around, owner = self._waiting.pop()
            graph = self._graph_at(span, is_outermost=around is None)
            scope = Scope(graph, around)
            if scope.depth > _DEEPEST:
                raise CannlintError(
                    "{path}: graphs are nested more than {deepest} deep",
                    path=self._path,
                    deepest=_DEEPEST,
                )
            self._take(graph, scope, f"{owner}/{graph.name}" if around else "")

    def _graph_at(self, span: ByteRange, is_outermost: bool) -> OnnxGraph:
        parsed = take(self._path) if is_outermost else None
        return parsed if parsed is not None else graph_at(self._wire, span)

    def graph(self) -> Graph:
        """All nodes, with notes about what is not certain."""
        graph = assemble_dump(self._path, FORM, self._nodes)
        graph.hints, graph.outputs = self._hints, self._outputs
        graph.faults = faults_at(self._faults.found(), None)
        infer(graph)
        graph.notes += [
            said("CANN cannot read the model: {why}", why=fault.message)
            for fault in graph.faults
            if fault.code
        ]
        if self._unmapped:
            graph.notes.append(self._unmapped_note())
        graph.notes.extend(self._names.notes())
        return graph

    def _take(self, graph: OnnxGraph, scope: Scope, name: str) -> None:
        constants = {value.name for value in graph.initializers}
        for value in graph.initializers:
            self._source("Const", value, scope, name)
        for value in graph.inputs:
            if value.name not in constants:
                self._source("Data", value, scope, name)
        for node, named in zip(graph.nodes, node_names(graph.nodes), strict=True):
            node.name = named
            self._operator(node, scope, name)
        found = [scope.find(value.name) for value in graph.outputs]
        self._outputs += [source for source in found if source is not None]

    def _source(self, op_type: str, value: Value, scope: Scope, graph: str) -> None:
        node = Node(self._names.take(value.name, graph), op_type, [], [Tensor(value.dtype)])
        node.outputs[0].shape, node.value = value.shape, value.numbers
        node.in_subgraph = scope.around is not None
        if node.in_subgraph and op_type == "Data":
            node.inputs = [Tensor(value.dtype)]
        scope.values[value.name] = node.name, 0
        if op_type == "Const":
            self._constants[value.name] = value
        self._nodes.append(node)

    def _operator(self, onnx: OnnxNode, scope: Scope, graph: str) -> None:
        if onnx.op_type == "Constant" and not onnx.domain:
            self._constant(onnx, scope, graph)
            return
        operator = OnnxOperator(onnx.op_type, onnx.domain, self._opsets.get(onnx.domain))
        self._complete(onnx)
        is_read = self._faults.check(onnx, operator)
        expansion = expansion_of(onnx, operator) if is_read else None
        if expansion is None:
            outputs = self._unknown(onnx, scope, graph)
        else:
            outputs = self._expand(onnx, expansion, scope, graph)
        for name, source in zip(onnx.outputs, outputs, strict=False):
            if name:
                scope.values[name] = source
                if name in scope.described:
                    self._hints[source] = scope.described[name]

    def _constant(self, onnx: OnnxNode, scope: Scope, graph: str) -> None:
        """The operator Constant, which the parser knows itself."""
        value = next((constant_of(name, found) for name, found in onnx.attributes.items()), None)
        value = value or Value("")
        value.name = onnx.outputs[0] if onnx.outputs else ""
        node = Node(self._names.take(onnx.name, graph), "Const", [], [Tensor(value.dtype)])
        node.outputs[0].shape, node.value = value.shape, value.numbers
        node.in_subgraph = scope.around is not None
        scope.values[value.name] = node.name, 0
        self._constants[value.name] = value
        self._nodes.append(node)

    def _complete(self, onnx: OnnxNode) -> None:
        """Give a convolution without `kernel_shape` that of its weights, as its plugin does.

        Of a Resize an empty tensor of sizes is none.
        """
        if onnx.op_type == "Resize" and len(onnx.inputs) > _SIZES:
            sizes = self._constants.get(onnx.inputs[_SIZES])
            if sizes is not None and sizes.shape == (0,):
                onnx.inputs[_SIZES] = ""
        if onnx.op_type != "Conv" or "kernel_shape" in onnx.attributes or len(onnx.inputs) < 2:
            return
        weight = self._constants.get(onnx.inputs[1])
        if weight is not None and weight.shape is not None and len(weight.shape) > 2:
            onnx.attributes["kernel_shape"] = list(weight.shape[2:])

    def _unknown(self, onnx: OnnxNode, scope: Scope, graph: str) -> list[Source]:
        """An operator that nothing certain is known of, under its own type."""
        name = f"{onnx.domain}.{onnx.op_type}" if onnx.domain else onnx.op_type
        self._unmapped[name] = self._unmapped.get(name, 0) + 1
        node = Node(self._names.take(onnx.name, graph), onnx.op_type, [], [])
        node.mapped = False
        self._add(node, onnx, scope)
        node.inputs = [self._input(name, scope) for name in onnx.inputs]
        node.outputs = [Tensor(None) for _ in onnx.outputs]
        return [(node.name, number) for number in range(len(onnx.outputs))]

    def _add(self, node: Node, onnx: OnnxNode, scope: Scope) -> None:
        node.in_subgraph = scope.around is not None
        self._nodes.append(node)
        self._waiting.extend((span, scope, node.name) for span in onnx.graphs)
        onnx.graphs = []

    def _expand(
        self, onnx: OnnxNode, expansion: Expansion, scope: Scope, graph: str
    ) -> list[Source]:
        made: dict[str, Node] = {}
        is_single = expansion.keeps_name and len(expansion.parts) == 1
        counts = _outputs_of_parts(expansion)
        for part in expansion.parts:
            written = onnx.name if is_single else f"PartitionedCall_{onnx.name}_{part.suffix}"
            node = Node(self._names.take(written, graph), part.op_type, [], [])
            node.attrs = part.attrs
            if not is_single:
                node.origin_names = (onnx.name,)
            node.inputs = [
                self._operand(part, number, made, onnx, scope)
                for number in range(len(part.operands))
            ]
            count = max(counts.get(part.suffix, 1), len(onnx.outputs) if is_single else 1)
            node.outputs = [Tensor(None) for _ in range(count)]
            made[part.suffix] = node
            self._add(node, onnx, scope)
        return [_output(text, made) for text in expansion.outputs]

    def _operand(
        self, part: Part, number: int, made: dict[str, Node], onnx: OnnxNode, scope: Scope
    ) -> Tensor | None:
        operand = part.operands[number]
        if operand is None:
            return None
        if isinstance(operand, Constant):
            name = self._names.take(f"PartitionedCall_{onnx.name}_{part.suffix}_Const", "")
            node = Node(name, "Const", [], [Tensor(operand.dtype)])
            node.outputs[0].shape, node.value = operand.shape, operand.numbers
            node.origin_names = (onnx.name,)
            node.in_subgraph = scope.around is not None
            self._nodes.append(node)
            return Tensor(operand.dtype, (name, 0))
        if operand.startswith("#"):
            at = int(operand[1:])
            return self._input(onnx.inputs[at] if at < len(onnx.inputs) else "", scope)
        return Tensor(None, _output(operand, made))

    def _input(self, name: str, scope: Scope) -> Tensor | None:
        if not name:
            return None
        missing = (f"{name} (value)", 0)  # nodes may have the names of values
        return Tensor(None, scope.find(name) or missing)

    def _unmapped_note(self) -> str:
        shown, more = listed_types(self._unmapped)
        return said(
            "unknown mapping of opset {opset}: {shown}{more}; they stand under their "
            "ONNX types, and a dump of the graph (DUMP_GE_GRAPH=2) says what CANN makes of them",
            opset=self._opsets.get("", 0),
            shown=shown,
            more=more,
        )


def _outputs_of_parts(expansion: Expansion) -> dict[str, int]:
    """How many outputs of each part are used."""
    counts: dict[str, int] = {}
    operands = [item for part in expansion.parts for item in part.operands]
    for text in (*operands, *expansion.outputs):
        if isinstance(text, str):
            name, _, number = text.partition(":")
            counts[name] = max(counts.get(name, 0), int(number or 0) + 1)
    return counts


def _output(text: str, made: dict[str, Node]) -> Source:
    name, _, number = text.partition(":")
    return made[name].name, int(number or 0)
