"""What all formats of GE share: operators, their tensors and links (ge_ir.proto)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cannlint.cann.dtypes import GE_NUMBERED, SPELLINGS
from cannlint.graphs.assemble import Names, assemble_dump
from cannlint.graphs.model import MODE_ATTRS, ORIGINAL_FORMATS, Graph, Node, Tensor
from cannlint.language import Phrase

_ENGINES = (
    "_lxfusion_engine_name",
    "_specified_engine_name",
    "_ge_attr_op_kernel_lib_name",
    "op_kernel_lib_name",
)
"""Attributes that name the engine of an operator, once it is assigned."""

_ORIGIN_TYPE = "original_type"
_ORIGIN_NAMES = "_datadump_original_op_names"
_PARENT_INPUT = "_parent_node_index"

_MOST_DIMENSIONS = 64
"""Dimensions of a shape that is read; CANN has at most eight."""

_OF_NODES = frozenset((*_ENGINES, _ORIGIN_TYPE, _ORIGIN_NAMES))
"""Attributes that are stored as fields of a node."""

ORIGIN_TYPES = "_datadump_original_op_types"
PASSES, UB_PASS = "pass_name", "pass_name_ub"
KERNEL_NAME, FUSED_KERNEL = "_kernelname", "te_fused_op_"
ORIGIN_DTYPES = ("origin_data_type", "_datadump_origin_data_type")
ORIGIN_FORMATS = ("origin_format", "_datadump_origin_format")
ORIGIN_SHAPE, _HAS_ORIGIN_SHAPE = "origin_shape", "origin_shape_initialized"
MODES, DYNAMIC = "_op_impl_mode_enum", "_is_op_dynamic_impl"
COMMAND, SOC, PRECISION_MODE = "atc_cmdline", "soc_version", "graph_precision_mode"
VERSIONS = ("atc_version", "opp_version", "framework_type")
"""What a compile records: of an operator, of its tensors, of the model."""

_RECORDED = (
    *(ORIGIN_TYPES, PASSES, UB_PASS, ORIGIN_SHAPE, COMMAND, SOC),
    *(*ORIGIN_DTYPES, *ORIGIN_FORMATS, *VERSIONS),
)

_OWN = frozenset((*MODE_ATTRS, MODES, DYNAMIC, _PARENT_INPUT))

READ_ATTRS = frozenset((*_OF_NODES, *_RECORDED))
"""Attributes of text that are read; of the others those that are numbers."""


AFTER_SELECTION = Phrase(
    "this is a compiled model: the graph has the operators and dtypes that CANN chose, not those "
    "of the model before; `cannlint verify` compares them"
)


def is_text_read(name: str) -> bool:
    """Whether a text of this name is read; releases before 6.0 put the node's name before it."""
    return name in READ_ATTRS or name.endswith(KERNEL_NAME)


def is_read(name: str) -> bool:
    """Whether an attribute of any kind is read; CANN's own, which begin with `_`, seldom are."""
    return not name.startswith("_") or name in _OWN or is_text_read(name)


@dataclass(eq=False, slots=True)
class Op:
    """An operator of a dump.

    `links` are its inputs as `name:index`, empty where nothing is linked, those of control
    edges with index -1. The tensors are None where the file calls them undefined. `subgraphs`
    names the graphs that it runs.
    """

    name: str
    op_type: str
    links: list[str] = field(init=False, default_factory=list)
    inputs: list[Tensor | None] = field(init=False, default_factory=list)
    outputs: list[Tensor | None] = field(init=False, default_factory=list)
    attrs: dict[str, Any] = field(init=False, default_factory=dict)
    subgraphs: list[str] = field(init=False, default_factory=list)


@dataclass(eq=False, slots=True)
class OpGraph:
    """A graph of a dump; the first of a file is the model's, the others are subgraphs."""

    name: str
    ops: list[Op]


def tensor_of(
    dtype: str,
    attrs: dict[str, Any] | None = None,
    shape: Sequence[int] = (),
    layout: str = "",
) -> Tensor | None:
    """The tensor of a description: `DT_FLOAT`, or the number that GE gives it.

    None for an undefined one, which stands for an absent optional input. A dtype that is not
    known is None in the tensor. `shape` and `layout` are those of the moment: they count where the
    original ones are not recorded and the layout is an original one.
    """
    name = dtype.removeprefix("DT_").lower()
    if name.isdecimal():
        number = int(name) if len(name) <= 2 else len(GE_NUMBERED)
        name = GE_NUMBERED[number] if number < len(GE_NUMBERED) else ""
    if name == "undefined":
        return None
    tensor = Tensor(SPELLINGS.get(name), None, attrs)
    _describe(tensor, shape, layout)
    return tensor


def _describe(tensor: Tensor, shape: Sequence[int], layout: str) -> None:
    """Give a tensor its original shape and format; an empty shape is a scalar only if so said."""
    recorded = tensor.attrs.get(ORIGIN_SHAPE)
    formats = (*(tensor.attrs.get(name) for name in ORIGIN_FORMATS), layout)
    tensor.format = next((name for name in formats if name in ORIGINAL_FORMATS), None)
    if isinstance(recorded, list) and (recorded or tensor.attrs.get(_HAS_ORIGIN_SHAPE)):
        shape = recorded
    elif not shape or layout not in ORIGINAL_FORMATS:
        return
    if len(shape) <= _MOST_DIMENSIONS and all(isinstance(size, int) for size in shape):
        tensor.shape = tuple(shape)


def graph_of(path: str, form: str, graphs: list[OpGraph]) -> Graph:
    """The nodes of a dump's graphs as one graph."""
    names_in_use = Names()
    owners: dict[str, Node] = {}
    nodes: list[Node] = []
    entries: list[tuple[Node, str]] = []
    for number, graph in enumerate(graphs):
        of_graph = [_node(op, number > 0) for op in graph.ops]
        names = _rename(of_graph, graph.name, names_in_use)
        for node, op in zip(of_graph, graph.ops, strict=True):
            node.inputs = _inputs(op, names)
            owners.update(dict.fromkeys(op.subgraphs, node))
        nodes.extend(of_graph)
        if number:
            entries += [(node, graph.name) for node in of_graph if node.op_type == "Data"]
    for data, graph_name in entries:
        _link_to_outside(data, owners.get(graph_name))
    result = assemble_dump(path, form, nodes)
    result.notes.extend(names_in_use.notes())
    return result


def _node(op: Op, in_subgraph: bool) -> Node:
    node = Node(op.name, op.op_type, [], [tensor or Tensor(None) for tensor in op.outputs])
    node.in_subgraph = in_subgraph
    node.engine = next(filter(None, (_text(op, name) for name in _ENGINES)), None)
    node.origin_type = _text(op, _ORIGIN_TYPE)
    names = op.attrs.get(_ORIGIN_NAMES)
    node.origin_names = tuple(names) if isinstance(names, list) else ()
    node.attrs = {name: value for name, value in op.attrs.items() if name not in _OF_NODES}
    node.judged = not any(_is_fused_kernel(*item) for item in op.attrs.items())
    return node


def _is_fused_kernel(name: str, value: object) -> bool:
    """Whether an attribute names a kernel of several operators: each was judged by itself."""
    return name.endswith(KERNEL_NAME) and isinstance(value, str) and value.startswith(FUSED_KERNEL)


def _text(op: Op, name: str) -> str | None:
    value = op.attrs.get(name)
    return value if isinstance(value, str) else None


def _rename(nodes: list[Node], graph: str, names_in_use: Names) -> dict[str, str]:
    """Names in the result by the names in one graph; of two with one name, of the first."""
    names: dict[str, str] = {}
    for node in nodes:
        written = node.name
        node.name = names_in_use.take(written, graph)
        names.setdefault(written, node.name)
    return names


def _inputs(op: Op, names: dict[str, str]) -> list[Tensor | None]:
    links = [link for link in map(_link, op.links) if link is None or link[1] >= 0]
    tensors = op.inputs
    present = [tensor for tensor in tensors if tensor is not None]
    if len(links) == len(present) < len(tensors) and None not in links:
        found = iter(links)  # only the present ones are linked
        links = [None if tensor is None else next(found) for tensor in tensors]
    count = max(len(links), len(tensors))
    links += [None] * (count - len(links))
    tensors = tensors + [None] * (count - len(tensors))
    return [_linked(tensor, link, names) for tensor, link in zip(tensors, links, strict=True)]


def _linked(
    tensor: Tensor | None, link: tuple[str, int] | None, names: dict[str, str]
) -> Tensor | None:
    if link is None:
        return tensor
    tensor = tensor or Tensor(None)
    name, index = link
    tensor.producer = (names.get(name, name), index)
    return tensor


def _link(text: str) -> tuple[str, int] | None:
    """The producer and output of `name:index`; None for an input without a link."""
    name, colon, index = text.rpartition(":")
    if colon and index.removeprefix("-").isdecimal():
        return name, int(index[:9])
    return (text, 0) if text else None


def _link_to_outside(data: Node, owner: Node | None) -> None:
    """A Data of a subgraph is what the operator that runs the subgraph gets there."""
    number = data.attrs.get(_PARENT_INPUT)
    outer = None
    if owner is not None and isinstance(number, int) and 0 <= number < len(owner.inputs):
        outer = owner.inputs[number]
    inner = (data.inputs[0] if data.inputs else None) or Tensor(None)
    inner.producer = outer.producer if outer else None
    data.inputs = [inner]
