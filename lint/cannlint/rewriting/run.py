"""From the model that CANN's parser reads to the graph whose dtypes are selected.

GE prepares the graph; then the passes of the fusion engine run in the order of their names. Their
conditions are those of the sources of 2022 and of models that CANN has compiled since.
"""

from __future__ import annotations

import gc

from cannlint.rewriting import const_to_attr, convolutions, patterns, recurrent, simple
from cannlint.rewriting.editor import Editor, described_anew
from cannlint.rewriting.preparation import prepare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from cannlint.graphs.model import Graph
    from cannlint.rewriting.conditions import Conditions

FRAMEWORKS = frozenset({"onnx", "tensorflow", "caffe"})
"""The forms of graphs that no compile has changed."""

PASSES = {
    **const_to_attr.PASSES,
    **convolutions.PASSES,
    **patterns.PASSES,
    **recurrent.PASSES,
    **simple.PASSES,
}


def rewritten(
    graph: Graph, conditions: Conditions, shapes: Mapping[str, tuple[int, ...]] | None = None
) -> Graph:
    """The graph whose dtypes CANN selects; one that is not a framework's is that already.

    `shapes` are those of the model's inputs that the job sets. The graph itself stays as it is.
    Takes time in proportion to the graph.
    """
    if graph.format not in FRAMEWORKS:
        return graph
    collects = gc.isenabled()
    gc.disable()  # a graph has no garbage in it, and each collection would go through all of it
    try:
        return _rewritten(graph, conditions, shapes or {})
    finally:
        if collects:
            gc.enable()


def _rewritten(
    graph: Graph, conditions: Conditions, shapes: Mapping[str, tuple[int, ...]]
) -> Graph:
    editor = Editor(graph)
    trusts_shapes = True
    for node in editor.of_types("Data"):
        shape = shapes.get(node.name)
        if shape is not None and not node.in_subgraph:
            trusts_shapes = trusts_shapes and shape == node.outputs[0].shape
            node.outputs[0].shape = shape
    described_anew(editor, trusts_shapes)
    prepare(editor)
    for name in sorted(PASSES):
        if conditions.runs(name):
            PASSES[name](editor, conditions, name)
    if conditions.knows_all:
        _leave_to_others(editor, conditions)
    return editor.finished()


def renamed(graph: Graph, names: Mapping[str, str]) -> Graph:
    """The graph of the parser with other names for some nodes."""
    editor = Editor(graph)
    for node in list(editor.nodes.values()):
        if node.name in names:
            editor.rename(node, names[node.name])
    for node in editor.nodes.values():
        node.parsed = None
    return editor.finished()


_CHANGED_BY_OTHERS = frozenset(
    {
        "AdaptiveAvgPool2d",
        "AdaptiveMaxPool2d",
        "BatchNorm",
        "CommonGRU",
        "CommonLSTM",
        "Einsum",
        "GlobalAveragePool",
        "InstanceNorm",
        "Tril",
        "Triu",
    }
)
"""Operators that passes change in ways which are not known here, or not for every attribute."""


def _leave_to_others(editor: Editor, conditions: Conditions) -> None:
    """Operators of CANN that the SoC's AI Core library lacks run elsewhere: they are not judged."""
    for node in editor.nodes.values():
        if not node.mapped or conditions.operator(node.op_type) is not None:
            continue
        if node.op_type in _CHANGED_BY_OTHERS:
            node.mapped = False
        else:
            node.judged = False
