"""An ONNX model with the plan in the metadata of its nodes, which Netron shows."""

from __future__ import annotations

import os
from collections.abc import Iterator

from cannlint.errors import CannlintError
from cannlint.graphs.onnx import node_names
from cannlint.graphs.read import SIZE_LIMIT
from cannlint.report.plan_words import decided_by, dtypes_text, list_text, mode_text
from cannlint.resolve.plan import Plan
from cannlint.resolve.rows import Row
from cannlint.text.source import open_regular
from cannlint.text.writing import write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from onnx import ModelProto

_PREFIX = "cannlint."


def write_annotated(plan: Plan, path: str, overwrite: bool) -> int:
    """Write the model of a plan to another file; the number of nodes that have a plan.

    A node has the keys cannlint.operator, cannlint.dtype, cannlint.mode, cannlint.list,
    cannlint.reason and cannlint.release; what CANN makes several operators of has a line for each.
    Raises CannlintError without the package onnx, or for a model that is not ONNX or has its
    weights in a file of another folder, and what `write_whole` raises.
    """
    model = _model_of(plan, path)
    rows = _rows_by_model_node(plan)
    annotated = 0
    for node, name in zip(model.graph.node, node_names(model.graph.node), strict=True):
        values = [*_values(plan, rows.get(name, []))]
        annotated += bool(values)
        for key, text in values:
            node.metadata_props.add(key=_PREFIX + key, value=text)
    write_whole(path, model.SerializeToString(), overwrite)
    return annotated


def _model_of(plan: Plan, path: str) -> ModelProto:
    graph = plan.wanted.graph
    if graph is None or graph.format != "onnx":
        raise CannlintError("--annotate needs an ONNX model: name one with --model FILE")
    try:
        import onnx
    except ModuleNotFoundError:
        raise CannlintError("--annotate needs onnx: pip install 'cannlint[onnx]'") from None
    except ImportError:  # such as too little memory for its libraries
        raise CannlintError("--annotate needs onnx, which cannot be loaded") from None
    if os.path.exists(path) and os.path.samefile(graph.path, path):
        raise CannlintError("--annotate writes another file, not the model itself")
    from google.protobuf.message import DecodeError

    descriptor, _ = open_regular(graph.path, graph.path, SIZE_LIMIT)
    try:
        with os.fdopen(descriptor, "rb") as file:
            model: ModelProto = onnx.ModelProto.FromString(file.read())
    except DecodeError:
        raise CannlintError("{path}: onnx cannot read the model", path=graph.path) from None
    is_outside = any(tensor.external_data for tensor in model.graph.initializer)
    if is_outside and not os.path.samefile(*map(_folder, (graph.path, path))):
        raise CannlintError(
            "the model has weights in other files: write the annotated one to the same folder"
        )
    return model


def _folder(path: str) -> str:
    return os.path.dirname(path) or "."


def _rows_by_model_node(plan: Plan) -> dict[str, list[Row]]:
    """The node of the model, as its file names it → the operators that came of it."""
    graph = plan.wanted.graph
    assert graph is not None
    written = {node.name: node.origin_names or (node.name,) for node in graph.nodes}
    found: dict[str, list[Row]] = {}
    for row in plan.rows:
        for name in row.model_nodes or ((row.node,) if row.node is not None else ()):
            for origin in written.get(name, (name,)):
                found.setdefault(origin, []).append(row)
    return found


def _values(plan: Plan, rows: list[Row]) -> Iterator[tuple[str, str]]:
    judged = [row for row in rows if row.is_judged]
    if not judged:
        return
    yield "operator", "\n".join(f"{row.op_type} {row.node}" for row in judged)
    yield "dtype", "\n".join(dtypes_text(row.dtypes) for row in judged)
    yield "mode", "\n".join(mode_text(row.mode) for row in judged)
    yield "list", "\n".join(map(list_text, judged))
    yield "reason", "\n".join(decided_by(plan, row) for row in judged)
    yield "release", plan.target.library.cann
