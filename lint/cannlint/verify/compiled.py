"""A compiled model as `verify` sees it: its operators, and what the compiler recorded of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from cannlint.cann.dtypes import SPELLINGS
from cannlint.cann.precision import Strategy
from cannlint.errors import CannlintError
from cannlint.graphs.ge_ir import (
    COMMAND,
    KERNEL_NAME,
    MODES,
    ORIGIN_DTYPES,
    ORIGIN_SHAPE,
    ORIGIN_TYPES,
    PASSES,
    PRECISION_MODE,
    SOC,
    UB_PASS,
    VERSIONS,
)
from cannlint.graphs.model import Graph, Node, Tensor
from cannlint.verify.kernels import KernelNames

AI_CORE = ("AIcoreEngine", "VectorEngine")
"""The engines whose kernels run on AI Core."""

FLOATS = ("float", "float16", "bfloat16")
"""The dtypes that a precision mode chooses from, as graphs write them."""

CASTS, LAYOUTS = "Cast", "TransData"
_INSERTED_TYPES = ("AtomicAddrClean", "MemSet", "Send", "Recv", "StreamActive", "StreamSwitch")
_INSERTED_PREFIX = "trans_"
_SHAPERS = frozenset({"Transpose", "TransposeD", "Reshape", "ReFormat", "SqueezeV2", "UnsqueezeV2"})
CONSTANTS = frozenset({"Const", "Constant"})
_OUTSIDE = CONSTANTS | {"Data", "NetOutput", "PlaceHolder", "End", "FrameworkOp"}

MODE_BITS = {
    0x1: "default",
    0x2: "high_performance",
    0x4: "high_precision",
    0x8: "super_performance",
    0x10: "support_out_of_bound_index",
    0x20: "enable_float_32_execution",
    0x40: "enable_hi_float_32_execution",
}
"""Bit of the recorded implementation mode → its name."""

_MODES_BY_NUMBER = (
    Strategy.FORCE_FP16,
    Strategy.ALLOW_FP32_TO_FP16,
    Strategy.MIX_FP16,
    Strategy.MUST_KEEP,
    Strategy.FORCE_FP32,
    Strategy.FORCE_LOWERPRECISION,
    Strategy.ALLOW_FP32_TO_BF16,
    Strategy.ALLOW_FP32_TO_LOWPRECISION,
    Strategy.MIX_BF16,
    Strategy.CUBE_HIF8,
    Strategy.MIXED_HIF8,
)
"""The precision modes by the number that the compiler records."""


_JUDGED = frozenset({MODES, KERNEL_NAME, "_fe_imply_type", "judge_match_idx"})
"""Attributes that operators have from the precision judge on."""

_TOOLKIT = re.compile(r"\A\S{0,200}?/ascend-toolkit/(\d[\w.]{2,30})/", re.ASCII)


class Kernel:
    """An operator of a compiled model: one kernel on AI Core, or something else.

    `members` are the types of the operators in it, in order: several where the compiler fused
    them into one kernel; `lead` counts those at the beginning that it put in itself (Cast,
    TransData). `is_inserted` says that the compiler put all of it in. `modes` are the
    implementation modes it is stamped with, None where none is recorded.
    """

    __slots__ = ("is_inserted", "lead", "members", "node")

    def __init__(self, node: Node, members: tuple[str, ...]) -> None:
        self.node = node
        self.members = members
        self.lead = _lead(node, members)
        self.is_inserted = _is_inserted(node, self.first)

    @property
    def first(self) -> str:
        """The type of the first operator of the user: the one whose inputs the kernel has."""
        return self.members[self.lead]

    @property
    def is_fused(self) -> bool:
        """Whether it has several operators of the user, so that its outputs are the last one's."""
        return len(self.members) - self.lead > 1

    @property
    def is_on_ai_core(self) -> bool:
        """Whether it is a kernel of AI Core."""
        return self.node.engine in AI_CORE and self.node.op_type not in _OUTSIDE

    @property
    def is_kernel(self) -> bool:
        """Whether it is a kernel at all, and no data, constant or control."""
        return self.node.engine is not None and self.node.is_kernel

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is a kernel of the user that runs on another engine, such as the AI CPU."""
        return self.is_kernel and not (self.is_on_ai_core or self.is_inserted)

    @property
    def names(self) -> tuple[str, ...]:
        """The names it has: its own, and those of the operators of the model."""
        return (self.node.name, *self.node.origin_names)

    @property
    def origin_types(self) -> tuple[str, ...]:
        """The recorded types of the operators that it was made from."""
        return tuple(_texts(self.node.attrs.get(ORIGIN_TYPES)))

    @property
    def modes(self) -> tuple[str, ...] | None:
        """The implementation modes that it is stamped with."""
        bits = self.node.attrs.get(MODES)
        if not isinstance(bits, int):
            return None
        return tuple(name for bit, name in MODE_BITS.items() if bits & bit)

    @property
    def passes(self) -> tuple[str, ...]:
        """The fusion passes that changed it."""
        names = (*_texts(self.node.attrs.get(PASSES)), *_texts(self.node.attrs.get(UB_PASS)))
        return tuple(dict.fromkeys(names))


class Compiled:
    """A compiled model: its kernels, the one of each node name, and what is recorded of it all.

    `records_modes` says whether the compiler recorded implementation modes; releases before 6.0
    do not. Raises CannlintError for a graph that no compile has finished.
    """

    __slots__ = ("by_name", "graph", "kernels", "records_modes")

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.records_modes = any(MODES in node.attrs for node in graph.nodes)
        self.kernels = [Kernel(node, (node.op_type,)) for node in graph.nodes]
        self.by_name = {kernel.node.name: kernel for kernel in self.kernels}
        if not any(kernel.node.engine is not None for kernel in self.kernels):
            raise CannlintError(
                "{path}: no operator says where it runs, so this is no compiled model; give an "
                ".om, the JSON of `atc --mode=1`, or a GE dump from behind the precision judge",
                path=graph.path,
            )
        if not (self.soc or self.command or any(map(_is_judged, self.kernels))):
            raise CannlintError(
                "{path}: a dump from before the precision judge: CANN has not chosen dtypes yet; "
                "give a later one, or the .om",
                path=graph.path,
            )

    def name_members(self, names: KernelNames) -> None:
        """Find the operators that share a kernel, once the operator types of the SoC are known."""
        self.kernels = [Kernel(node, _members(node, names)) for node in self.graph.nodes]
        self.by_name = {kernel.node.name: kernel for kernel in self.kernels}

    @property
    def command(self) -> str | None:
        """The recorded command line."""
        return self._text(COMMAND)

    @property
    def toolkit(self) -> str | None:
        """The release of the toolkit, where the recorded path of ATC has it."""
        match = _TOOLKIT.search(self.command or "")
        return match[1] if match is not None else None

    @property
    def soc(self) -> str | None:
        """The recorded SoC version."""
        return self._text(SOC)

    @property
    def versions(self) -> dict[str, str | None]:
        """The recorded versions and the framework."""
        return {name: self._text(name) for name in VERSIONS}

    @property
    def precision(self) -> Strategy | None:
        """The precision mode that the compiler recorded; releases before 8.0 do not."""
        number = self.graph.model_attrs.get(PRECISION_MODE)
        if not isinstance(number, int) or not 0 <= number < len(_MODES_BY_NUMBER):
            return None
        return _MODES_BY_NUMBER[number]

    def consumers(self) -> dict[tuple[str, int], list[Kernel]]:
        """Output of a node → the kernels that take it."""
        found: dict[tuple[str, int], list[Kernel]] = {}
        for kernel in self.kernels:
            for tensor in kernel.node.inputs:
                if tensor is not None and tensor.producer is not None:
                    found.setdefault(tensor.producer, []).append(kernel)
        return found

    def _text(self, name: str) -> str | None:
        value = self.graph.model_attrs.get(name)
        return value if isinstance(value, str) and value else None


def origin_dtype(tensor: Tensor) -> str | None:
    """The dtype that a tensor had before the compiler chose one; None where it is not recorded."""
    for name in ORIGIN_DTYPES:
        value = tensor.attrs.get(name)
        if isinstance(value, str):
            return SPELLINGS.get(value.removeprefix("DT_").lower())
    return None


def origin_rank(tensor: Tensor) -> int | None:
    """The number of dimensions before the compiler chose a layout."""
    shape = tensor.attrs.get(ORIGIN_SHAPE)
    return len(shape) if isinstance(shape, list) else None


def _is_judged(kernel: Kernel) -> bool:
    """Whether a kernel shows that the precision judge has seen it."""
    node = kernel.node
    if kernel.is_inserted or not _JUDGED.isdisjoint(node.attrs):
        return True
    tensors = (tensor for tensor in (*node.inputs, *node.outputs) if tensor is not None)
    return any(origin_dtype(tensor) not in (None, tensor.dtype) for tensor in tensors)


def _members(node: Node, names: KernelNames) -> tuple[str, ...]:
    kernel = next(_kernel_names(node), "")
    return names.types_of(kernel, node.op_type) if kernel else (node.op_type,)


def _kernel_names(node: Node) -> Iterator[str]:
    """The name of the kernel; older releases put the node's name before the attribute's."""
    for key, value in node.attrs.items():
        if key.endswith(KERNEL_NAME) and isinstance(value, str):
            yield value


def _lead(node: Node, members: tuple[str, ...]) -> int:
    is_own = node.op_type in (CASTS, LAYOUTS) and not _is_named_by_cann(node)
    lead = 0
    while lead < len(members) - 1 and members[lead] in (CASTS, LAYOUTS):
        if is_own and node.origin_names and len(node.origin_names) >= len(members) - lead:
            break  # a Cast of the model, with an original name of its own
        lead += 1
    return lead


def _is_named_by_cann(node: Node) -> bool:
    """Whether the name is one that CANN gives; in a subgraph the graph's name may come first."""
    if node.name.startswith(_INSERTED_PREFIX):
        return True
    return f"/{_INSERTED_PREFIX}" in node.name and not node.origin_names


def _is_inserted(node: Node, first: str) -> bool:
    if node.op_type in _INSERTED_TYPES:
        return True
    if not _is_named_by_cann(node):
        return False
    return first in (CASTS, LAYOUTS) or (first in _SHAPERS and not node.origin_names)


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
