"""What the compiler put in between the operators, and which config entries are the cause."""

from __future__ import annotations

from collections import Counter

from cannlint.verify.compiled import CASTS, CONSTANTS, LAYOUTS
from cannlint.verify.operators import CUSTOMIZED_STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.resolve.plan import Row
    from cannlint.resolve.provenance import Origin
    from cannlint.verify.compiled import Compiled, Kernel
    from cannlint.verify.operators import Operator

_USERS = ("file", "option")
_LONGEST_CHAIN = 50
_MOST_BEHIND = 1_000
"""Operators behind one Cast that are looked at."""


class Cast:
    """A Cast that the compiler put in, from one dtype to another.

    `before` and `behind` are the operators around it, with nothing but Cast and TransData between;
    `causes` the config entries that give one of these the dtype on its side.
    """

    __slots__ = ("before", "behind", "causes", "kernel")

    def __init__(self, kernel: Kernel, before: Kernel | None, behind: list[Kernel]) -> None:
        self.kernel = kernel
        self.before = before
        self.behind = behind
        self.causes: list[Origin] = []

    @property
    def dtypes(self) -> tuple[str | None, str | None]:
        """The dtype of its input, and that of its output."""
        node = self.kernel.node
        source = node.inputs[0].dtype if node.inputs and node.inputs[0] is not None else None
        return source, node.outputs[0].dtype if node.outputs else None


def put_in(compiled: Compiled) -> Counter[str]:
    """How many operators of each type the compiler put in; constants are none."""
    types = (
        kernel.node.op_type
        for kernel in compiled.kernels
        if kernel.is_put_in and kernel.node.op_type not in CONSTANTS
    )
    return Counter(types)


def casts_of(compiled: Compiled, operators: Sequence[Operator]) -> list[Cast]:
    """The casts that the compiler put in, each with what causes it."""
    rows = {operator.kernel.node.name: operator.row for operator in operators}
    consumers = compiled.consumers()
    found = []
    for kernel in compiled.kernels:
        if not kernel.is_put_in or kernel.node.op_type != CASTS:
            continue
        cast = Cast(kernel, _before(compiled, kernel), [*_behind(kernel, consumers)])
        around = [cast.before, *cast.behind]
        causes = [
            origin
            for each in around
            if each is not None and (row := rows.get(each.node.name)) is not None
            for origin in _dtype_origins(row)
        ]
        cast.causes = [*{_place(origin): origin for origin in causes}.values()]
        found.append(cast)
    return found


def _before(compiled: Compiled, kernel: Kernel) -> Kernel | None:
    """The operator whose output a Cast takes, past all that the compiler put in."""
    at: Kernel | None = kernel
    for _ in range(_LONGEST_CHAIN):
        if at is None or (at is not kernel and not at.is_put_in):
            return at
        first = at.node.inputs[0] if at.node.inputs else None
        producer = first.producer if first is not None else None
        at = compiled.by_name.get(producer[0]) if producer is not None else None
    return None


def _behind(kernel: Kernel, consumers: dict[tuple[str, int], list[Kernel]]) -> Iterator[Kernel]:
    """The operators that take what a Cast gives, through TransData."""
    waiting, seen = [kernel], {kernel.node.name}
    while waiting:
        for each in consumers.get((waiting.pop().node.name, 0), ()):
            if len(seen) > _MOST_BEHIND:
                return
            if each.node.name in seen:
                continue
            seen.add(each.node.name)
            if each.is_put_in and each.node.op_type == LAYOUTS:
                waiting.append(each)
            elif not each.is_put_in:
                yield each


def _dtype_origins(row: Row) -> Iterator[Origin]:
    """The places in the user's files that decide the dtypes of an operator."""
    steps = [step.origin for step in row.dtypes.steps if step.name in CUSTOMIZED_STEPS]
    colour = row.colour.origin if row.colour is not None and row.colour_used else None
    for origin in (*steps[:1], row.keep, colour):
        if origin is not None and origin.kind in _USERS:
            yield origin


def _place(origin: Origin) -> tuple[object, ...]:
    return origin.file, origin.span.start if origin.span is not None else None, origin.detail
