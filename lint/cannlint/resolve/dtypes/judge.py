"""What one implementation of an operator makes of a node: steps S and D (resolution.md 7)."""

from __future__ import annotations

from cannlint.diagnostics import Message
from cannlint.facts.precision import CUBE_OPERATORS, FLOATS
from cannlint.resolve.dtypes.columns import first_choices
from cannlint.resolve.dtypes.customized import NO_COLUMN, filtered
from cannlint.resolve.dtypes.matchers import FLOAT, FLOAT16
from cannlint.resolve.dtypes.promotion import groups_of, promote
from cannlint.resolve.dtypes.strategies import Facts, Slot, low_dtype, narrow, reads_producer
from cannlint.resolve.dtypes.support import EXACT_OPERATORS, has_whole_column, unsupported
from cannlint.resolve.dtypes.trail import Trail, shown
from cannlint.resolve.outcome import DETERMINED, FAILS, REFUSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.dtypes.columns import Implementation
    from cannlint.resolve.dtypes.context import Context, Stored
    from cannlint.resolve.dtypes.sight import Sight
    from cannlint.resolve.dtypes.strategies import State

    Binding = tuple[list[int], list[int]]
    """For a node's inputs, and for its outputs, the numbers of the operator's."""

FORMAT_DEPENDENT, PRODUCER = "format-dependent", "producer"

_CONVERTED = frozenset({*FLOATS, "hifloat8"})
COMPLEX = frozenset({"complex32", "complex64", "complex128"})
NULL_FILES = ("Null", "AICore_Null")


class Verdict:
    """What an implementation makes of a node.

    `status` is DETERMINED where there is a column, else REFUSED or FAILS with `reason`.
    `columns` are those it may be, as (dtypes of the tensors present) → column number; more than
    one where `cause` is FORMAT_DEPENDENT or PRODUCER. `falls` tells that none matches.
    """

    __slots__ = ("cause", "columns", "falls", "reason", "status", "steps")

    def __init__(self, status: str, trail: Trail, reason: Message | None = None) -> None:
        self.status = status
        self.reason = reason
        self.steps = trail.steps
        self.columns: dict[tuple[str, ...], int] = {}
        self.cause: str | None = None
        self.falls = False


class Judge:
    """One node before one implementation of its operator."""

    def __init__(
        self,
        context: Context,
        stored: Stored,
        implementation: Implementation,
        sight: Sight,
        binding: Binding,
    ) -> None:
        self.operator = stored.operator
        self.sight = sight
        self.count = implementation.count
        self.inputs, self.outputs = _slots(stored, implementation, sight, binding)
        self.slots = [*self.inputs.values(), *self.outputs]
        self.facts = self._facts(context, implementation)
        self.filter = filtered(sight.customized, self.inputs, self.outputs, self.count)
        promotes = self.operator.promote
        self.groups = groups_of(promotes, [*self.inputs.values()]) if promotes else []
        self.trail = Trail()
        self.trail.begin(context, stored, sight.op_type, self.count)

    def verdict(self) -> Verdict:
        """The columns that the node may run with, or why there is none."""
        if not self.sight.is_taken:
            refusal = self._refusal()
            if refusal is not None:
                return Verdict(REFUSED, self.trail, refusal)
            self.trail.taken(self.filter)
        start = tuple(range(self.count))
        if self.filter is not None:
            self.trail.customized(self.filter)
            if self.filter.failure is not None:
                return Verdict(FAILS, self.trail, self.filter.failure)
            start = self.filter.columns
        self.trail.special(self.facts, self.sight.keeps)
        return self._settled(self._states(start), start[0])

    def _facts(self, context: Context, implementation: Implementation) -> Facts:
        sight, operator = self.sight, self.operator
        facts = Facts(context.mode.strategy, context.colour(sight.op_type)[0])
        facts.is_null = operator.op_file in NULL_FILES
        facts.keeps = sight.keeps is not None
        facts.inherits = sight.inherits
        is_complex = any(slot.dtype in COMPLEX for slot in self.slots)
        facts.is_sensitive = is_complex or sight.op_type == "Cast"
        facts.is_cube = sight.op_type in CUBE_OPERATORS
        if facts.is_cube and operator.inputs and operator.outputs:
            gives = implementation.dtypes[len(operator.inputs)]
            takes = implementation.dtypes[0]
            facts.gives_float = (FLOAT16, FLOAT) in zip(takes, gives, strict=False)
        return facts

    def _refusal(self) -> Message | None:
        """Why check-support does not take the node, or None (steps S3 to S5)."""
        if self.filter is not None and not self.filter.columns:
            return Message(NO_COLUMN, {})
        if self.sight.op_type in EXACT_OPERATORS:
            if has_whole_column(self.slots, self.count):
                return None
            return Message("no column has just the dtypes of the tensors", {})
        slot = None if self.filter else unsupported(self.slots, self.facts, self.groups)
        if slot is None:
            return None
        takes = tuple(map(shown, dict.fromkeys(slot.dtypes)))
        values: dict[str, object] = {
            "tensor": slot.name,
            "dtype": shown(slot.dtype),
            "takes": takes,
        }
        return Message("{tensor} is {dtype}, which no column takes: {takes}", values)

    def _states(self, start: tuple[int, ...]) -> dict[State, None]:
        """What is left after every tensor: one state, or more where a producer is not known."""
        if any(group.differs for group in self.groups):
            self.trail.promoted(self.groups)
            return {(promote(self.groups, start), False): None}
        states: dict[State, None] = {(start, self.sight.lowered): None}
        for position in self.sight.order:
            if position in self.inputs:
                states = self._after(states, self.inputs[position])
        states = {(left or tuple(range(self.count)), low): None for left, low in states}
        for slot in self.outputs:
            states = self._after(states, slot)
        return states

    def _after(self, states: dict[State, None], slot: Slot) -> dict[State, None]:
        producers: tuple[str | None, ...] = (None,)
        reads = reads_producer(slot, self.facts)
        if reads:
            known = self.sight.producers(slot.position, low_dtype(slot, self.facts))
            producers = _any_of(slot) if known is None else known
        after = {
            narrow(state, slot, self.facts, producer): None
            for state in states
            for producer in producers
        }
        self.trail.narrowed(slot, producers if reads else None, states, after)
        return after

    def _settled(self, states: dict[State, None], fallback: int) -> Verdict:
        """Steps D6 to D8: the columns that may be first in the end."""
        verdict = Verdict(DETERMINED, self.trail)
        formats = [slot.formats for slot in self.slots]
        is_heavy = "heavyOp" in self.operator.flags
        for columns, _ in states:
            found: dict[tuple[str, ...], int] = {}
            for column in first_choices(columns, formats, is_heavy) or (fallback,):
                found.setdefault(tuple([slot.dtypes[column] for slot in self.slots]), column)
            verdict.falls = verdict.falls or not columns or any(map(self._is_odd, found))
            if len(found) > 1:
                verdict.cause = FORMAT_DEPENDENT
            verdict.columns = {**found, **verdict.columns}
        if len(verdict.columns) > 1:
            verdict.cause = verdict.cause or PRODUCER
        self.trail.settled(verdict.columns, verdict.falls, verdict.cause)
        return verdict

    def _is_odd(self, dtypes: tuple[str, ...]) -> bool:
        """Whether a column has a dtype that nothing converts a tensor's own to."""
        pairs = zip(self.slots, dtypes, strict=True)
        return any(
            dtype != slot.dtype and not (slot.dtype in _CONVERTED and dtype in _CONVERTED)
            for slot, dtype in pairs
        )


def _slots(
    stored: Stored, implementation: Implementation, sight: Sight, binding: Binding
) -> tuple[dict[int, Slot], list[Slot]]:
    """The tensors that the node has: inputs by position, outputs in order."""
    operator = stored.operator
    inputs = {}
    for position, dtype in enumerate(sight.inputs):
        if dtype is not None:
            number = binding[0][position]
            slot = Slot(operator.inputs[number].name, True, position, dtype)
            slot.dtypes, slot.formats = (
                implementation.dtypes[number],
                implementation.formats[number],
            )
            slot.is_continuous = position in sight.continuous
            inputs[position] = slot
    outputs = []
    for position, dtype in enumerate(sight.outputs):
        number = binding[1][position]
        slot = Slot(operator.outputs[number].name, False, position, dtype)
        number += len(operator.inputs)
        slot.dtypes, slot.formats = implementation.dtypes[number], implementation.formats[number]
        outputs.append(slot)
    return inputs, outputs


def _any_of(slot: Slot) -> tuple[str | None, ...]:
    """Every dtype that makes a difference: the last stands for those that no column has."""
    return tuple(dict.fromkeys((*FLOATS, "hifloat8", *slot.dtypes, "undefined")))
