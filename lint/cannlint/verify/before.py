"""The graph of a compiled model as it stood before the compiler chose dtypes.

What the compiler put in afterwards is taken out (Cast and TransData, constants as nodes), and every
tensor has its original dtype again. Of the operators that share a kernel, only the first is
planned, with its own inputs: those behind it have no tensors of their own in a compiled model.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from cannlint.cann.precision import CUBE_OPERATORS
from cannlint.graphs.assemble import assemble_dump
from cannlint.graphs.model import Graph, Node, Tensor
from cannlint.resolve.target import Target
from cannlint.verify.compiled import (
    CASTS,
    CONSTANTS,
    FLOATS,
    Compiled,
    Kernel,
    origin_dtype,
    origin_rank,
)

FORM = "before-selection"

_TAIL = "#tail"
"""What stands for the other operators of a kernel: it gives out what the kernel does."""

_LONGEST_CHAIN = 50
"""Nodes that the compiler put in one behind the other; real ones have four."""

_FLOATS = frozenset((*FLOATS, "double"))


@dataclass(eq=False, slots=True)
class Planned:
    """A kernel and its node in the graph before; `known` tells which inputs can be compared."""

    kernel: Kernel
    node: Node
    known: list[bool]


class Before:
    """The graph before, and which kernel each of its nodes became."""

    __slots__ = ("_compiled", "_target", "_wanted", "graph", "planned")

    def __init__(self, compiled: Compiled, target: Target) -> None:
        self._compiled = compiled
        self._target = target
        self._wanted = self._wanted_dtypes()
        self.planned: dict[str, Planned] = {}
        nodes: list[Node] = []
        for kernel in compiled.kernels:
            if not kernel.is_inserted and kernel.node.op_type not in CONSTANTS:
                nodes += self._nodes_of(kernel)
        self.graph: Graph = assemble_dump(compiled.graph.path, FORM, nodes)

    def _nodes_of(self, kernel: Kernel) -> list[Node]:
        old = kernel.node
        if not kernel.is_on_ai_core:
            node = Node(old.name, old.op_type, [], [Tensor(out.dtype) for out in old.outputs])
            node.inputs = [tensor and self._input(tensor, tensor.dtype) for tensor in old.inputs]
            node.judged = False
            self._describe(node, kernel)
            return [node]
        inputs = self._own_inputs(kernel)
        dtypes = [
            self._dtype_before(kernel, tensor) if tensor is not None else None for tensor in inputs
        ]
        tensors = [
            tensor and self._input(tensor, dtype)
            for tensor, dtype in zip(inputs, dtypes, strict=True)
        ]
        node = Node(old.name, kernel.first, tensors, self._outputs(kernel, dtypes))
        node.attrs = {} if kernel.is_fused else dict(old.attrs)
        self._describe(node, kernel)
        known = [tensor is not None for tensor in inputs]
        if kernel.lead and known and kernel.members[0] == CASTS:
            known[0] = False  # the Cast is in the kernel: what it gives is not in the file
        self.planned[node.name] = Planned(kernel, node, known)
        return [node, _tail(kernel)] if kernel.is_fused else [node]

    def _describe(self, node: Node, kernel: Kernel) -> None:
        old = kernel.node
        node.engine = old.engine
        node.origin_names, node.origin_type = old.origin_names, old.origin_type
        node.in_subgraph = old.in_subgraph

    def _outputs(self, kernel: Kernel, dtypes: list[str | None]) -> list[Tensor]:
        if not kernel.is_fused:
            return [
                _with_dtype(tensor, self._dtype_before(kernel, tensor, at))
                for at, tensor in enumerate(kernel.node.outputs)
            ]
        given = dtypes[0] if dtypes else None
        if given == "int8" and kernel.first in CUBE_OPERATORS:
            given = "int32"  # quantized: an AscendDequant behind it makes floats of these
        return [Tensor("float" if kernel.first == "AscendAntiQuant" else given)]

    def _own_inputs(self, kernel: Kernel) -> list[Tensor | None]:
        """The inputs of the first operator in a kernel; the others are for those behind it."""
        inputs = kernel.node.inputs
        if not kernel.is_fused and not kernel.lead:
            return inputs
        stores = self._target.stores(kernel.first)
        declared = stores[0].operator.inputs if stores else ()
        count = sum(tensor.param_type == "required" for tensor in declared) or 1
        bias = inputs[count] if count < len(inputs) else None
        has_bias = kernel.first in CUBE_OPERATORS and bias is not None and origin_rank(bias) == 1
        return inputs[: count + has_bias]

    def _input(self, tensor: Tensor, dtype: str | None) -> Tensor:
        made = _with_dtype(tensor, dtype)
        source = self._producer(tensor)
        if source is not None:
            kernel, index = source
            is_tail = kernel.is_on_ai_core and kernel.is_fused
            made.producer = (kernel.node.name + _TAIL * is_tail, index)
        return made

    def _producer(self, tensor: Tensor) -> tuple[Kernel, int] | None:
        """The kernel that made a tensor, past all that the compiler put in; None of a constant."""
        link = tensor.producer
        for _ in range(_LONGEST_CHAIN):
            kernel = self._compiled.by_name.get(link[0]) if link is not None else None
            if kernel is None or link is None or kernel.node.op_type in CONSTANTS:
                return None
            if not kernel.is_inserted:
                return kernel, link[1]
            link = next((item.producer for item in kernel.node.inputs if item is not None), None)
        return None

    def _dtype_before(
        self, kernel: Kernel, tensor: Tensor, output: int | None = None
    ) -> str | None:
        """The dtype that a tensor had; None where nothing in the file tells."""
        recorded = origin_dtype(tensor)
        if recorded is not None or tensor.dtype not in _FLOATS:
            return recorded or tensor.dtype
        if output is not None:
            found = self._wanted.get((kernel.node.name, output), set())
            if len(found) == 1:
                return next(iter(found))
        elif (source := self._producer(tensor)) is not None:
            made, index = source
            found = self._wanted.get((made.node.name, index), set())
            outputs = made.node.outputs
            if index < len(outputs) and (before := origin_dtype(outputs[index])) is not None:
                return before
            if index < len(outputs) and not made.is_on_ai_core:
                return outputs[index].dtype
            if len(found) == 1:
                return next(iter(found))
        floats = {origin_dtype(out) for out in kernel.node.outputs} & _FLOATS
        return floats.pop() if len(floats) == 1 else None

    def _wanted_dtypes(self) -> dict[tuple[str, int], set[str]]:
        """Output of a kernel → the original dtypes that those behind it have recorded."""
        wanted: dict[tuple[str, int], set[str]] = defaultdict(set)
        for kernel in self._compiled.kernels:
            if kernel.is_inserted:
                continue
            for tensor in kernel.node.inputs:
                before = origin_dtype(tensor) if tensor is not None else None
                source = self._producer(tensor) if tensor is not None else None
                if before is not None and source is not None:
                    wanted[source[0].node.name, source[1]].add(before)
        return wanted


def _with_dtype(tensor: Tensor, dtype: str | None) -> Tensor:
    """A tensor with another dtype; shape and format are the original ones already."""
    made = Tensor(dtype, None, tensor.attrs)
    made.shape, made.format = tensor.shape, tensor.format
    return made


def _tail(kernel: Kernel) -> Node:
    node = Node(
        kernel.node.name + _TAIL,
        "FusedTail",
        [Tensor(None, (kernel.node.name, 0))],
        [Tensor(tensor.dtype) for tensor in kernel.node.outputs],
    )
    node.judged = False
    return node
