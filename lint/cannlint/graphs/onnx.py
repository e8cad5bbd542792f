"""ONNX models as graphs: what CANN's ONNX parser makes of them, as far as that is certain."""

from __future__ import annotations

import mmap

from cannlint.cann.dtypes import ONNX_NUMBERED
from cannlint.diagnostics import quoted
from cannlint.errors import CannlintError
from cannlint.graphs.assemble import Names, assemble_dump
from cannlint.graphs.model import Node, Tensor
from cannlint.graphs.onnx_proto import Value, graph_at, model_of
from cannlint.graphs.onnx_types import ascend_type, opsets, output_dtype
from cannlint.graphs.wire import Wire, WireError
from cannlint.language import said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

    from cannlint.graphs.model import Graph
    from cannlint.graphs.onnx_proto import OnnxGraph, OnnxNode
    from cannlint.graphs.wire import ByteRange

FORM = "onnx"

_DEEPEST = 50
"""The maximum depth of graphs within graphs."""

_SHOWN = 20
"""How many types without a mapping the note names."""

_CONSTANTS = {
    "value_float": "float",
    "value_floats": "float",
    "value_int": "int64",
    "value_ints": "int64",
    "value_string": "string",
    "value_strings": "string",
}


class _Known:
    """What is known about a value: dtype, number of dimensions, the output it comes from."""

    __slots__ = ("dtype", "producer", "rank")

    def __init__(
        self, dtype: str | None, rank: int | None, producer: tuple[str, int] | None
    ) -> None:
        self.dtype = dtype
        self.rank = rank
        self.producer = producer


_UNKNOWN = _Known(None, None, None)


class _Scope:
    """The values that the nodes of a graph see: its own, and those of the graphs around it."""

    __slots__ = ("around", "depth", "given", "values")

    def __init__(self, graph: OnnxGraph, around: _Scope | None) -> None:
        self.around = around
        self.depth: int = 0 if around is None else around.depth + 1
        self.values: dict[str, _Known] = {}
        self.given = {value.name: value for value in graph.values}

    def find(self, name: str) -> _Known:
        """What is known about a value by its name."""
        scope: _Scope | None = self
        while scope is not None:
            if name in scope.values:
                return scope.values[name]
            scope = scope.around
        return _UNKNOWN

    def add(
        self, name: str, dtype: str | None, rank: int | None, source: tuple[str, int]
    ) -> Tensor:
        """A new value, as the tensor that its producer puts out."""
        given = self.given.get(name)
        if given is not None:
            dtype = given.dtype or dtype
            rank = given.rank if given.rank is not None else rank
        if name:
            self.values[name] = _Known(dtype, rank, source)
        return Tensor(dtype)


def read(path: str, file: IO[bytes]) -> Graph | None:
    """The graph of a model; None for another file."""
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        wire = Wire(data)
        try:
            place, versions = model_of(wire)
        except WireError:
            return None
        if place is None or not versions:
            return None
        reader = _Reader(path, wire, versions.get("", 0))
        try:
            reader.read(place)
        except WireError as error:
            raise CannlintError(
                "{path}: not a whole ONNX model: the part that begins at byte {at:,} is cut off, "
                "broken or too large",
                path=path,
                at=error.at,
            ) from None
    return reader.graph()


class _Reader:
    __slots__ = ("_names", "_nodes", "_opset", "_path", "_unmapped", "_waiting", "_wire")

    def __init__(self, path: str, wire: Wire, opset: int) -> None:
        self._path = path
        self._wire = wire
        self._opset = opset
        self._names = Names()
        self._nodes: list[Node] = []
        self._unmapped: dict[str, int] = {}
        self._waiting: list[tuple[ByteRange, _Scope | None, str]] = []

    def read(self, place: ByteRange) -> None:
        """Add the graph at a place, and the graphs that its nodes run."""
        self._waiting.append((place, None, ""))
        while self._waiting:
            span, around, owner = self._waiting.pop()
            graph = graph_at(self._wire, span)
            scope = _Scope(graph, around)
            if scope.depth > _DEEPEST:
                raise CannlintError(
                    "{path}: graphs are nested more than {deepest} deep",
                    path=self._path,
                    deepest=_DEEPEST,
                )
            self._take(graph, scope, f"{owner}/{graph.name}" if around else "")

    def graph(self) -> Graph:
        """All nodes, with notes about what is not certain."""
        graph = assemble_dump(self._path, FORM, self._nodes)
        if self._unmapped:
            graph.notes.append(self._unmapped_note())
        graph.notes.extend(self._names.notes())
        return graph

    def _take(self, graph: OnnxGraph, scope: _Scope, name: str) -> None:
        constants = {value.name for value in graph.initializers}
        for value in graph.initializers:
            self._source("Const", value, scope, name)
        for value in graph.inputs:
            if value.name not in constants:
                self._source("Data", value, scope, name)
        unnamed = 0
        for node in graph.nodes:
            if not node.name:  # as CANN's parser names it
                node.name = f"{node.op_type}_{unnamed}"
                unnamed += 1
            self._operator(node, scope, name)

    def _source(self, op_type: str, value: Value, scope: _Scope, graph: str) -> None:
        node = Node(self._names.take(value.name, graph), op_type, [], [])
        node.outputs = [scope.add(value.name, value.dtype, value.rank, (node.name, 0))]
        node.in_subgraph = scope.around is not None
        if node.in_subgraph and op_type == "Data":
            node.inputs = [Tensor(value.dtype)]
        self._nodes.append(node)

    def _operator(self, onnx: OnnxNode, scope: _Scope, graph: str) -> None:
        known = [scope.find(name) for name in onnx.inputs]
        op_type = self._type(onnx, known)
        node = Node(self._names.take(onnx.name, graph), op_type or onnx.op_type, [], [])
        node.mapped = op_type is not None
        node.in_subgraph = scope.around is not None
        node.inputs = [_input(name, value) for name, value in zip(onnx.inputs, known, strict=True)]
        dtypes = [value.dtype for value in known]
        for number, name in enumerate(onnx.outputs):
            dtype, rank = _own_dtype(onnx)
            dtype = dtype or output_dtype(onnx.op_type, onnx.domain, number, dtypes)
            node.outputs.append(scope.add(name, dtype, rank, (node.name, number)))
        self._nodes.append(node)
        self._waiting.extend((span, scope, node.name) for span in onnx.graphs)

    def _type(self, onnx: OnnxNode, known: list[_Known]) -> str | None:
        weight_rank = known[1].rank if len(known) > 1 else None
        found = ascend_type(onnx.op_type, onnx.domain, self._opset, weight_rank)
        if found is None:
            name = f"{onnx.domain}.{onnx.op_type}" if onnx.domain else onnx.op_type
            self._unmapped[name] = self._unmapped.get(name, 0) + 1
        return found

    def _unmapped_note(self) -> str:
        first, last = opsets()
        counts = sorted(self._unmapped.items(), key=lambda item: -item[1])
        shown = ", ".join(f"{quoted(name)} ({count})" for name, count in counts[:_SHOWN])
        more = (
            said(" and {number} more", number=len(counts) - _SHOWN) if len(counts) > _SHOWN else ""
        )
        why = (
            ""
            if first <= self._opset <= last
            else said(" (known are the opsets {first} to {last})", first=first, last=last)
        )
        return said(
            "unknown mapping of opset {opset}{why}: {shown}{more}; they stand under their "
            "ONNX types, and a dump of the graph (DUMP_GE_GRAPH=2) says what CANN makes of them",
            opset=self._opset,
            why=why,
            shown=shown,
            more=more,
        )


def _input(name: str, value: _Known) -> Tensor | None:
    if not name:
        return None
    missing = (f"{name} (value)", 0)  # nodes may have the names of values
    return Tensor(value.dtype, value.producer or missing)


def _own_dtype(onnx: OnnxNode) -> tuple[str | None, int | None]:
    """Dtype and number of dimensions that an operator's own attributes give its output."""
    value = onnx.attributes.get("value")
    if onnx.op_type == "Cast":
        target = onnx.attributes.get("to")
        return (ONNX_NUMBERED.get(target) if isinstance(target, int) else None), None
    if onnx.op_type == "Constant":
        if isinstance(value, Value):
            return value.dtype, value.rank
        return next(
            (_CONSTANTS[name] for name in onnx.attributes if name in _CONSTANTS), None
        ), None
    if onnx.op_type == "ConstantOfShape":
        return (value.dtype if isinstance(value, Value) else "float"), None
    return None, None
