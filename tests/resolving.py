"""Operators, graphs and compiles in a few words, for the tests of dtype resolution.

Dtypes are short: `fp32`, `fp16`, `bf16`, `hif8`; others as CANN spells them. A tensor of an
operator is its columns, `"fp16,fp32"`; an input of a node is its dtype, with its producer where
it has one: `"fp32 < relu"`, `"fp32 < split:1"`; None is absent.
"""

from __future__ import annotations

from cannlint.cann.option_names import V1
from cannlint.cann.precision import ENGINE_MODES
from cannlint.formats.customize_dtypes.reading import read
from cannlint.formats.ops_info.operator import Operator, Tensor
from cannlint.graphs.model import Graph, Node
from cannlint.graphs.model import Tensor as Edge
from cannlint.resolve.dtypes.context import Context, StoreEntry
from cannlint.resolve.dtypes.graph import resolve_graph
from cannlint.resolve.outcome import Dtypes
from cannlint.resolve.precision import PrecisionMode
from cannlint.resolve.provenance import Origin
from cannlint.text.source import Source

SHORT = {"fp32": "float", "fp16": "float16", "hif8": "hifloat8"}
LIBRARY = Origin("library", "test")


def operator(op_type, inputs, outputs, colour="gray", **facts) -> Operator:
    """An operator of a library; formats are ND in every column unless `formats` has others.

    `formats` and `param_types` are by tensor: x0, x1, ... and y0, y1, ...
    """

    def tensor(name, columns):
        dtypes = tuple(SHORT.get(item, item) for item in columns.split(",") if item)
        formats = facts.get("formats", {}).get(name, ("ND",) * len(dtypes))
        dynamic = facts.get("dynamic_formats", {}).get(name, formats)
        param_type = facts.get("param_types", {}).get(name, "required")
        return Tensor(name, param_type, dtypes, tuple(formats), tuple(dynamic))

    return Operator(
        op_type,
        tuple(tensor(f"x{at}", columns) for at, columns in enumerate(inputs)),
        tuple(tensor(f"y{at}", columns) for at, columns in enumerate(outputs)),
        f"{colour}-list",
        frozenset(facts.get("flags", ())),
        facts.get("pattern", "kernel"),
        facts.get("op_file", ""),
        facts.get("promote", ""),
    )


def engine_mode(text: str) -> PrecisionMode:
    """The mode by a name that the engine itself takes, also one that no front end lets through."""
    return PrecisionMode(ENGINE_MODES[text], text, Origin("option", V1))


def compile_in(mode, *operators, customize="", colours=None, keeps=()) -> Context:
    """A compile in a precision mode; of operators of one type the first are of custom packages.

    `colours` are lists that modify_mixlist gives, `keeps` names of nodes that keep_dtype does.
    """
    found = engine_mode(mode)
    stores: dict[str, list[StoreEntry]] = {}
    for entry in operators:
        stores.setdefault(entry.op_type, []).append(StoreEntry(entry, LIBRARY))

    def colour(store_entry):
        operator = store_entry.operator
        return (colours or {}).get(operator.op_type, operator.default_list), LIBRARY

    reading = read(Source("customize.cfg", customize.encode())) if customize else None
    kept = Origin("file", file="keep.cfg")
    return Context(
        found,
        lambda op_type: stores.get(op_type, []),
        colour,
        reading,
        lambda node: kept if node.name in keeps else None,
    )


def node(name, op_type, inputs, outputs, taken=True, **attrs) -> Node:
    """A node of a graph; `taken` tells that check-support is known to have passed."""
    made = Node(name, op_type, [_edge(text) for text in inputs], [_edge(text) for text in outputs])
    made.attrs = {f"_{key}": value for key, value in attrs.items()}
    made.engine = "AIcoreEngine" if taken else None
    return made


def _edge(text):
    if text is None:
        return None
    dtype, _, producer = text.partition(" < ")
    name, _, output = producer.partition(":")
    return Edge(SHORT.get(dtype, dtype), (name, int(output or 0)) if name else None)


def data(dtype, name="data") -> Node:
    """A node that gives out a dtype and is not judged."""
    return node(name, "Data", [], [dtype])


def resolved(context: Context, *nodes: Node) -> dict[str, Dtypes]:
    """Node → its dtypes."""
    return resolve_graph(Graph("graph.json", "cannlint/graph/1", list(nodes)), context).dtypes


def shown(dtypes: Dtypes) -> str:
    """Dtypes in short: `fp16,fp32 -> fp16`; else the status and the reason's short name."""
    if dtypes.status != "determined":
        return f"{dtypes.status}: {dtypes.reason_id}"
    return f"{_short(dtypes.inputs)} -> {_short(dtypes.outputs)}"


def _short(dtypes):
    names = {**{full: short for short, full in SHORT.items()}, "bfloat16": "bf16", None: "-"}
    return ",".join(names.get(dtype, dtype) for dtype in dtypes)
