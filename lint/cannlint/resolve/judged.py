"""The graph of a job as it is when CANN selects dtypes: shapes of the job, passes of the SoC."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy

from cannlint.cann.option_names import BATCH, DIMS, IMAGE, SHAPE
from cannlint.formats.ops_info.operator import Operator
from cannlint.graphs.model import Graph, without_number
from cannlint.jobs.model import Job
from cannlint.language import said
from cannlint.resolve.passes import PassState
from cannlint.resolve.target import Target
from cannlint.resolve.wanted import node_names
from cannlint.rewriting.conditions import Conditions
from cannlint.rewriting.run import FRAMEWORKS, renamed, rewritten

_GROUP = "GraphFusion"
_EVERYWHERE = ("Add", "Cast", "Conv2D", "MatMulV2", "Relu")
"""Operators of every SoC: a library without one of them is a part of one."""

_DIM = re.compile(r"-?[0-9]{1,9}")
_GEAR_DIM = re.compile(r"[0-9]{1,9}")


def judged_graph(
    graph: Graph, job: Job, target: Target, passes: dict[str, dict[str, PassState]]
) -> Graph:
    """The graph that a plan is about, with the shapes that a job gives the inputs of the model.

    Made once for all jobs in which the same comes of it; the notes are those of one plan.
    """
    if graph.format not in FRAMEWORKS:
        return graph
    states, shapes, names = passes.get(_GROUP, {}), input_shapes(job), _numbers(graph, job)
    off = frozenset(name for name, state in states.items() if not state.on)
    key = target, off, *sorted(shapes.items()), *sorted(names.items())
    made = graph.made.pop(key, None)
    if made is None:
        made = _made(renamed(graph, names) if names else graph, target, off, shapes)
    graph.made[key] = made
    if len(graph.made) > _MOST_MADE:
        del graph.made[next(iter(graph.made))]
    found = copy(made)
    found.notes = [*made.notes]
    gears = [option for option in (BATCH, IMAGE, DIMS) if job.value(option)]
    if gears:
        note = "{option} compiles the model for several sizes; the plan is that of the first"
        found.notes.append(said(note, option=gears[0]))
    return found


_MOST_MADE = 4
"""The graphs that are kept of one model: each is as large as the model."""


def _made(
    graph: Graph, target: Target, off: frozenset[str], shapes: dict[str, tuple[int, ...]]
) -> Graph:
    """The graph that CANN makes of one, with all passes but those that are `off`."""

    def operator(op_type: str) -> Operator | None:
        stores = target.stores(op_type)
        return stores[0].operator if stores else None

    def runs(name: str) -> bool:
        return name not in off

    library = target.library
    knows_all = library.is_complete and None not in map(operator, _EVERYWHERE)
    conditions = Conditions(operator, runs, target.folder, library.cann, knows_all)
    return rewritten(graph, conditions, shapes)


def _numbers(graph: Graph, job: Job) -> dict[str, str]:
    """The names of expansions with the numbers that entries of the job's files give them."""
    stems: dict[str, set[str]] = {}
    for name in node_names(job):
        stem = without_number(name)
        if stem != name:
            stems.setdefault(stem, set()).add(name)
    if graph.format != "onnx":
        return {}
    return {stem: found.pop() for stem, found in stems.items() if len(found) == 1}


def input_shapes(job: Job) -> dict[str, tuple[int, ...]]:
    """The shapes of the inputs by name.

    A model that is compiled for several sizes has a static graph for each: those of the first are
    the shapes. -1 is a dimension that is only known when the model runs.
    """
    gears = _first_gear(job)
    shapes: dict[str, tuple[int, ...]] = {}
    for part in (job.value(SHAPE) or "").split(";"):
        name, colon, text = part.rpartition(":")
        dims = [dim.strip() for dim in text.split(",")] if text.strip() else []
        if colon and name.strip():
            read = [int(dim) if _DIM.fullmatch(dim) else -1 for dim in dims]
            shapes.setdefault(name.strip(), tuple(_filled(read, gears)))
    return shapes


def _first_gear(job: Job) -> Iterator[int]:
    """The sizes of the first gear, in the order in which they take the place of -1."""
    dims = job.value(DIMS)
    if dims:
        return iter([int(size) for size in _GEAR_DIM.findall(dims.split(";")[0])])
    batch, image = job.value(BATCH), job.value(IMAGE)
    if batch:
        sizes = _GEAR_DIM.findall(batch.split(",")[0])
        return iter([int(size) for size in sizes[:1]] * _MOST_INPUTS)
    if image:
        return iter([int(size) for size in _GEAR_DIM.findall(image.split(";")[0])])
    return iter(())


_MOST_INPUTS = 1000
"""Inputs whose batch size a gear may set."""


def _filled(dims: list[int], gears: Iterator[int]) -> Iterator[int]:
    for dim in dims:
        yield next(gears, -1) if dim == -1 else dim
