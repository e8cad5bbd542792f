"""A node as it is resolved: with dtypes that are known, and what its inputs may bring."""

from __future__ import annotations

from itertools import combinations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cannlint.graphs.model import Node
    from cannlint.resolve.dtypes.context import Customized
    from cannlint.resolve.provenance import Origin

    Producers = Callable[[int, str | None], tuple[str | None, ...] | None]
    """(input, 16-bit dtype whose Cast is looked through) → the dtypes that its producer may give
    out: (None,) where it has none, None where they may be any."""

CAST = "Cast"

UNJUDGED = frozenset(
    {"Data", "NetOutput", "Const", "Constant", "Variable", "TransData", "AippData"}
)
"""Types whose dtypes do not change (manual/dtype-selection.md#exceptions)."""

_FEW = 5
"""Inputs of a node whose orders are all tried."""


class NodeView:
    """What is known of a node without its operator.

    `inputs` and `outputs` are dtypes in the compiler's spelling, None for an absent input.
    `order` are the inputs in the order the judge takes them, which is known if `is_ordered`;
    `continuous` those with `_format_continuous`. `is_supported` says that check-support is known to
    have passed. `node` is the node in the graph, None without a graph; `cases` are the numbers of
    the cases that may hold of an operator with recorded columns.
    """

    __slots__ = (
        "cases",
        "continuous",
        "customized",
        "inherits",
        "inputs",
        "is_ordered",
        "is_supported",
        "keeps",
        "lowered",
        "node",
        "op_type",
        "order",
        "outputs",
        "producers",
    )

    def __init__(
        self, op_type: str, inputs: list[str | None], outputs: list[str], producers: Producers
    ) -> None:
        self.op_type = op_type
        self.inputs = inputs
        self.outputs = outputs
        self.producers = producers
        self.order: list[int] = list(range(len(inputs)))
        self.is_ordered = True
        self.continuous: frozenset[int] = frozenset()
        self.customized: Customized | None = None
        self.keeps: Origin | None = None
        self.inherits = False
        self.lowered = False
        self.is_supported = False
        self.node: Node | None = None
        self.cases: tuple[int, ...] = ()

    def key(self, lows: tuple[str | None, ...]) -> tuple[object, ...]:
        """Everything that counts: nodes with the same key have the same dtypes."""
        brought = [self.producers(at, low) for at in range(len(self.inputs)) for low in lows]
        return (
            self.op_type,
            tuple(self.inputs),
            tuple(self.outputs),
            tuple(self.order),
            tuple(brought),
            self.continuous,
            self.customized,
            self.keeps,
            (self.inherits, self.lowered, self.is_supported),
            self.cases,
        )


def judged_order(is_late: list[bool]) -> list[int]:
    """The inputs in the judge's order: those without a producer, or with a constant, last.

    CANN keys them by position, plus 255 for the late ones; of two with one key only the first
    is judged (manual/dtype-selection.md#the-columns-that-are-left).
    """
    by_key: dict[int, int] = {}
    for position, late in enumerate(is_late):
        by_key.setdefault(position + (255 if late else 0), position)
    return [by_key[key] for key in sorted(by_key)]


def possible_orders(positions: list[int]) -> list[list[int]]:
    """The other orders of inputs of which any may be constants, and then come last.

    All for few inputs; of many only those with one constant, or with one that is none: what
    comes first counts most.
    """
    if len(positions) <= _FEW:
        sizes: tuple[int, ...] = tuple(range(1, len(positions)))
    else:
        sizes = (1, len(positions) - 1)
    return [
        [*(at for at in positions if at not in late), *late]
        for size in sizes
        for late in combinations(positions, size)
    ]
