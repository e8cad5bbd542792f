"""The graph that a plan is made for, and the names and types of its nodes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.diagnostics import Message


EXPANDED = "PartitionedCall_"
"""What the names of operators begin with that CANN's plugins make of one operator."""

_MOST_PARTS = 8
"""Parts between underscores that a parser adds to a name."""

_NUMBER = re.compile(r"_[0-9]+$")

_WRITTEN = ("onnx", "tensorflow", "caffe", "cannlint/graph/1")
"""Formats of graphs that are not dumps of a compile."""


class Census:
    """The nodes of a graph by name and by type.

    `origins` are the original names that nodes have recorded. `is_final` says that engines have
    been assigned, so that the graph is the one after fusion, `is_first` that it is the model as
    CANN reads it: of a dump without engines neither is known. `has_unknown` says that some nodes
    have the type of another framework, and may become any operator of CANN. `expanded` are the
    names, without their numbers, of operators that CANN's plugins make of one operator.
    """

    __slots__ = (
        "by_name",
        "by_type",
        "expanded",
        "has_unknown",
        "is_final",
        "is_first",
        "origins",
        "path",
        "unknown",
    )

    def __init__(self, graph: Graph) -> None:
        self.path = graph.path
        self.by_name = {node.name: node for node in graph.nodes}
        self.by_type: dict[str, list[Node]] = {}
        for node in graph.nodes:
            self.by_type.setdefault(node.op_type, []).append(node)
        self.origins = frozenset(name for node in graph.nodes for name in node.origin_names)
        self.is_final = any(node.engine is not None for node in graph.nodes)
        self.is_first = not self.is_final and graph.format in _WRITTEN
        self.expanded = frozenset(
            node.name
            for node in graph.nodes
            if node.name.startswith(EXPANDED) and node.origin_names
        )
        self.unknown = tuple(node.name for node in graph.nodes if not node.mapped)
        self.has_unknown = bool(self.unknown)

    def may_name(self, name: str) -> bool:
        """Whether a node of that name may come from one that CANN takes apart in its own way."""
        if without_number(name) in self.expanded or self._may_be_made(name):
            return True
        return any(name.startswith(node) for node in self.unknown)

    def _may_be_made(self, name: str) -> bool:
        """Whether it is what parsers of 2022 call a node that later ones leave its name."""
        if not (self.is_first and name.startswith(EXPANDED)):
            return False
        stem = name.removeprefix(EXPANDED)
        for _ in range(_MOST_PARTS):
            stem = stem.rpartition("_")[0]
            if stem in self.by_name:
                return True
        return False


def without_number(name: str) -> str:
    """The name of an operator of an expansion without the number that CANN puts at its end.

    The number counts the nodes of a whole process in an order that a model does not show.
    """
    return _NUMBER.sub("", name) if name.startswith(EXPANDED) else name


KEEP_DTYPE = "_keep_dtype"
"""The attribute that the entries of a keep_dtype file set on nodes; a dump may carry it already."""

_FORMAT_CONTINUOUS = "_format_continuous"
_INHERIT_DTYPE = "_inherit_dtype_from_predecessor"
_FP32_TO_FP16 = "_force_fp32_to_fp16"

MODE_ATTRS = frozenset({KEEP_DTYPE, _FORMAT_CONTINUOUS, _INHERIT_DTYPE, _FP32_TO_FP16})
"""The attributes of CANN that count for the dtypes of a node."""


ORIGINAL_FORMATS = frozenset({"ND", "NCHW", "NHWC", "HWCN", "NCDHW", "NDHWC", "DHWCN"})
"""The formats that a tensor has in a model, before CANN chooses one for the hardware."""


_NO_KERNEL = ("DNN_VM_GE_LOCAL", "DNN_VM_RTS", "DNN_VM_HOST")
"""How the engines begin whose nodes are no kernels: data, control, memory."""


class Tensor:
    """An input or output of a node as the graph has it.

    `dtype` is as cann/dtypes.py spells it for graphs (`float`, `bfloat16`), None where the
    graph does not say. `producer` is (node name, output index) of an input that has one; it may
    name a node that the graph lacks. `attrs` are the attributes of the tensor, of which
    `is_format_continuous` alone counts. `shape` and `format` are the original ones, before CANN
    chooses formats: -1 is an unknown dimension, [-2] an unknown rank, [] a scalar, and the
    format is one of ORIGINAL_FORMATS; None where the graph does not say.
    """

    __slots__ = ("attrs", "dtype", "format", "producer", "shape")

    def __init__(
        self,
        dtype: str | None,
        producer: tuple[str, int] | None = None,
        attrs: dict[str, Any] | None = None,
    ) -> None:
        self.dtype = dtype
        self.producer = producer
        self.attrs = attrs or {}
        self.shape: tuple[int, ...] | None = None
        self.format: str | None = None

    @property
    def is_format_continuous(self) -> bool:
        """Whether CANN treats it as in a mixed mode, in every mode.

        See manual/dtype-selection.md#exceptions.
        """
        return bool(self.attrs.get(_FORMAT_CONTINUOUS) == 1)


@dataclass(eq=False, slots=True)
class Node:
    """A node: an input that is None is an optional one that is absent.

    `origin_type` is the recorded original type (of FrameworkOp nodes), `origin_names` the
    recorded original names, `in_subgraph` whether it lives in a subgraph. `attrs` are its
    attributes in JSON types: the operator's own under their names in the Ascend IR (`groups`,
    `axis`), and those that CANN sets (`_keep_dtype`). A node that is not to be `judged` keeps its
    dtypes. `engine` is known in dumps taken after engine assignment: then check-support has
    passed. `mapped` says that the type is an Ascend IR type; False for one of another framework
    that has no certain counterpart. `value` has the numbers of a small constant, in order.
    In a graph that passes have changed `parsed` is the node of the model that this one was, as
    CANN's parser has it, and `passes` are the names of the passes that changed it, in order.
    """

    name: str
    op_type: str
    inputs: list[Tensor | None]
    outputs: list[Tensor]
    attrs: dict[str, Any] = field(default_factory=dict)
    judged: bool = True
    engine: str | None = None
    origin_type: str | None = None
    origin_names: tuple[str, ...] = ()
    in_subgraph: bool = False
    mapped: bool = True
    value: tuple[float, ...] | None = None
    parsed: Node | None = None
    passes: tuple[str, ...] = ()

    @property
    def is_kernel(self) -> bool:
        """Whether it may be a kernel: its engine does not say that it is data or control."""
        return self.engine is None or not self.engine.startswith(_NO_KERNEL)

    @property
    def keeps_dtype(self) -> bool:
        """Whether an attribute says that it keeps its dtypes.

        See manual/dtype-selection.md#exceptions.
        """
        return bool(self.attrs.get(KEEP_DTYPE) == 1)

    @property
    def inherits_dtype(self) -> bool:
        """Whether it takes the dtype of its producer, in every list.

        See manual/dtype-selection.md#exceptions.
        """
        return bool(self.attrs.get(_INHERIT_DTYPE))

    @property
    def is_lowered(self) -> bool:
        """Whether float32 has to become float16 in it.

        See manual/dtype-selection.md#what-a-tensor-wants.
        """
        return bool(self.attrs.get(_FP32_TO_FP16))


class ParserFault:
    """An operator type at which CANN's parser stops: the code, and why.

    `code` is None where the plugin of the operator fails, with a code of its own. `plugins` are
    those that it is true of: EARLIER, NEWEST, or both.
    """

    __slots__ = ("code", "message", "op_type", "plugins")

    EARLIER, NEWEST = 1, 2

    def __init__(
        self, code: str | None, op_type: str, message: Message, plugins: int = EARLIER | NEWEST
    ) -> None:
        self.code = code
        self.plugins = plugins
        self.op_type = op_type
        self.message = message


class Graph:
    """The nodes of a model, producers before consumers but in a loop; names are unique.

    `path` is the file, `format` its form: `cannlint/graph/1`, `ge_proto`, `ge_onnx`, `atc_json`,
    `onnx`, `tensorflow`, `caffe` or `om`. `notes` are sentences about what the reader could not
    take over. `outputs` are what the model gives out, as (node, output), where the file says so,
    and `hints` what it says about outputs of nodes: dtype and shape. `faults` are the operators
    that CANN's parser refuses. `model_attrs` are the attributes of the model as a whole that a
    compile records (`atc_cmdline`, ...). `made` are the graphs that compiles make of it, by all
    that they depend on: many jobs have one model.
    """

    __slots__ = (
        *("faults", "format", "hints", "made", "model_attrs", "nodes", "notes", "outputs", "path"),
    )

    def __init__(self, path: str, format: str, nodes: list[Node]) -> None:
        self.path = path
        self.format = format
        self.nodes = nodes
        self.notes: list[str] = []
        self.outputs: list[tuple[str, int]] = []
        self.hints: dict[tuple[str, int], tuple[str | None, tuple[int, ...] | None]] = {}
        self.faults: list[ParserFault] = []
        self.model_attrs: dict[str, Any] = {}
        self.made: dict[object, Graph] = {}
