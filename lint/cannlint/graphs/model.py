"""The graph that a plan is made for: nodes in topological order (contracts 6)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

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
        """Whether CANN treats it as in a mixed mode, in every mode (resolution.md 2.4b)."""
        return bool(self.attrs.get(_FORMAT_CONTINUOUS) == 1)


class Node:
    """A node: an input that is None is an optional one that is absent.

    `origin_type` is the recorded original type (of FrameworkOp nodes), `origin_names` the
    recorded original names, `in_subgraph` whether it lives in a subgraph. `attrs` are its
    attributes in JSON types: the operator's own under their names in the Ascend IR (`groups`,
    `axis`), and those that CANN sets (`_keep_dtype`). A node that is not to be `judged` keeps its
    dtypes. `engine` is known in dumps taken after engine assignment: then check-support has
    passed. `mapped` says that the type is an Ascend IR type; False for one of another framework
    that has no certain counterpart.
    """

    __slots__ = (
        "attrs",
        "engine",
        "in_subgraph",
        "inputs",
        "judged",
        "mapped",
        "name",
        "op_type",
        "origin_names",
        "origin_type",
        "outputs",
    )

    def __init__(
        self, name: str, op_type: str, inputs: list[Tensor | None], outputs: list[Tensor]
    ) -> None:
        self.name = name
        self.op_type = op_type
        self.inputs = inputs
        self.outputs = outputs
        self.attrs: dict[str, Any] = {}
        self.judged = True
        self.engine: str | None = None
        self.origin_type: str | None = None
        self.origin_names: tuple[str, ...] = ()
        self.in_subgraph = False
        self.mapped = True

    @property
    def is_kernel(self) -> bool:
        """Whether it may be a kernel: its engine does not say that it is data or control."""
        return self.engine is None or not self.engine.startswith(_NO_KERNEL)

    @property
    def keeps_dtype(self) -> bool:
        """Whether an attribute says that it keeps its dtypes (resolution.md 2.4a)."""
        return bool(self.attrs.get(KEEP_DTYPE) == 1)

    @property
    def inherits_dtype(self) -> bool:
        """Whether it takes the dtype of its producer, in every list (resolution.md 2.4b)."""
        return bool(self.attrs.get(_INHERIT_DTYPE))

    @property
    def is_lowered(self) -> bool:
        """Whether float32 has to become float16 in it (resolution.md 2.4c)."""
        return bool(self.attrs.get(_FP32_TO_FP16))


class Graph:
    """The nodes of a model, producers before consumers but in a loop; names are unique.

    `path` is the file, `format` its form: `cannlint/graph/1`, `ge_proto`, `ge_onnx`, `atc_json`,
    `om` or `onnx`. `notes` are sentences about what the reader could not take over. `model_attrs`
    are the attributes of the model as a whole that a compile records (`atc_cmdline`, ...).
    """

    __slots__ = ("format", "model_attrs", "nodes", "notes", "path")

    def __init__(self, path: str, format: str, nodes: list[Node]) -> None:
        self.path = path
        self.format = format
        self.nodes = nodes
        self.notes: list[str] = []
        self.model_attrs: dict[str, Any] = {}
