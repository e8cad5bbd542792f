"""Constants of a model that float16 cannot hold, in operators that a plan runs in float16."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cannlint.cann.dtypes import SMALLEST, is_lost
from cannlint.diagnostics import Message
from cannlint.graphs.model import Graph, Node
from cannlint.language import said
from cannlint.resolve.dtypes.graph import Walk
from cannlint.resolve.outcome import DETERMINED

_CONSTANTS = frozenset({"Const", "Constant"})
_WIDE = frozenset({"float", "double", "bfloat16"})


@dataclass(eq=False, slots=True)
class LostConstant:
    """A constant number, and the operator that gets another one: infinity or 65504, or 0."""

    constant: Node
    node: Node
    value: float

    @property
    def message(self) -> Message:
        """What becomes of it, in words."""
        return Message.of(
            "{op} `{node}` runs in float16, in which its constant {value} is 0"
            if abs(self.value) <= SMALLEST
            else "{op} `{node}` runs in float16, which ends at 65504, and its constant is {value}",
            op=self.node.op_type,
            node=self.node.name,
            value=f"{self.value:g}",
        )


def lost_constants(graph: Graph, walks: Sequence[Walk]) -> Iterator[LostConstant]:
    """The constants of one number that change their value, in the order of the operators.

    `walks` are those through the graph, one for each precision mode that the job may have. A
    model that is float16 already has none. Takes time in proportion to the graph.
    """
    numbers = {
        node.name: node for node in graph.nodes if node.op_type in _CONSTANTS and _is_lost(node)
    }
    for node in graph.nodes if numbers else ():
        for number, tensor in enumerate(node.inputs):
            constant = numbers.get(tensor.producer[0]) if tensor and tensor.producer else None
            if constant is not None and _runs_in_float16(walks, node, number):
                assert constant.value is not None
                yield LostConstant(constant, node, constant.value[0])


def notes_of(graph: Graph, walks: Sequence[Walk]) -> list[str]:
    """A sentence about each of the first constants, and about how many more there are."""
    lost = list(lost_constants(graph, walks))
    told = [str(one.message) for one in lost[:_TOLD]]
    if len(lost) > _TOLD:
        told.append(said("{count} more constants do not fit in float16", count=len(lost) - _TOLD))
    return told


_TOLD = 3
"""Constants that the notes of a plan name."""


def _is_lost(node: Node) -> bool:
    if node.value is None or len(node.value) != 1 or node.outputs[0].dtype not in _WIDE:
        return False
    return is_lost(node.value[0])


def _runs_in_float16(walks: Sequence[Walk], node: Node, number: int) -> bool:
    """Whether every precision mode that the job may have gives the input float16."""
    found = [walk.dtypes[node.name] for walk in walks]
    return bool(found) and all(
        dtypes.status == DETERMINED
        and number < len(dtypes.inputs)
        and dtypes.inputs[number] == "float16"
        for dtypes in found
    )
