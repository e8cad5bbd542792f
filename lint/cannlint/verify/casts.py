"""What the compiler inserted between the operators, and which config entries are the cause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cannlint.resolve.provenance import Origin
from cannlint.verify.compiled import CASTS, CONSTANTS, LAYOUTS, Compiled, Kernel
from cannlint.verify.outcome import Asked

_LONGEST_CHAIN = 50
_MOST_BEHIND = 1_000
"""Operators behind one Cast that are looked at."""


@dataclass(eq=False, slots=True)
class Cast:
    """A Cast that the compiler inserted, from one dtype to another.

    `before` and `behind` are the operators around it, with nothing but Cast and TransData between;
    `causes` the config entries because of which one of these has its dtypes.
    """

    kernel: Kernel
    before: Kernel | None
    behind: list[Kernel]
    causes: list[Origin] = field(init=False, default_factory=list)

    @property
    def dtypes(self) -> tuple[str | None, str | None]:
        """The dtype of its input, and that of its output."""
        node = self.kernel.node
        source = node.inputs[0].dtype if node.inputs and node.inputs[0] is not None else None
        return source, node.outputs[0].dtype if node.outputs else None


def inserted_types(compiled: Compiled) -> Counter[str]:
    """How many operators of each type the compiler inserted; constants are none."""
    types = (
        kernel.node.op_type
        for kernel in compiled.kernels
        if kernel.is_inserted and kernel.node.op_type not in CONSTANTS
    )
    return Counter(types)


def casts_of(compiled: Compiled, causes: Mapping[str, Sequence[Asked]]) -> list[Cast]:
    """The casts that the compiler inserted; `causes` has the entries that decide operators."""
    consumers = compiled.consumers()
    found = []
    for kernel in compiled.kernels:
        if not kernel.is_inserted or kernel.node.op_type != CASTS:
            continue
        cast = Cast(kernel, _before(compiled, kernel), [*_behind(kernel, consumers)])
        entries = {
            id(entry): entry.origin
            for each in (cast.before, *cast.behind)
            if each is not None
            for entry in causes.get(each.node.name, ())
        }
        cast.causes = [*entries.values()]
        found.append(cast)
    return found


def _before(compiled: Compiled, kernel: Kernel) -> Kernel | None:
    """The operator whose output a Cast takes, past all that the compiler put in."""
    at: Kernel | None = kernel
    for _ in range(_LONGEST_CHAIN):
        if at is None or (at is not kernel and not at.is_inserted):
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
            if each.is_inserted and each.node.op_type == LAYOUTS:
                waiting.append(each)
            elif not each.is_inserted:
                yield each
