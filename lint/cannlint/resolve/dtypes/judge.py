"""Judge a node with one implementation of an operator.

See manual/dtype-selection.md#steps-of-a-plan.
"""

from __future__ import annotations

from cannlint.cann.dtypes import written
from cannlint.cann.precision import FLOATS
from cannlint.diagnostics import Message
from cannlint.resolve.dtypes.columns import first_choices
from cannlint.resolve.dtypes.customized import NO_COLUMN, filter_columns
from cannlint.resolve.dtypes.node_view import possible_orders
from cannlint.resolve.dtypes.promotion import groups_of, promote
from cannlint.resolve.dtypes.strategies import Slot, low_dtype, narrow, reads_producer
from cannlint.resolve.dtypes.support import (
    EXACT_OPERATORS,
    has_whole_column,
    node_flags,
    unsupported,
)
from cannlint.resolve.dtypes.trail import Trail
from cannlint.resolve.outcome import DETERMINED, FAILS, REFUSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.resolve.dtypes.columns import Implementation
    from cannlint.resolve.dtypes.context import Context, StoreEntry
    from cannlint.resolve.dtypes.customized import Columns
    from cannlint.resolve.dtypes.node_view import NodeView
    from cannlint.resolve.dtypes.strategies import State

    Binding = tuple[list[int], list[int]]
    """For a node's inputs, and for its outputs, the numbers of the operator's."""

FORMAT_DEPENDENT, PRODUCER, ORDER = "format-dependent", "producer", "order"

_MOST_STATES, _MOST_INPUTS = 256, 64
"""States and inputs that are followed; beyond these the result counts as not known."""

_CONVERTED = frozenset({*FLOATS, "hifloat8"})


class Verdict:
    """What an implementation makes of a node.

    `status` is DETERMINED where there is a column, else REFUSED or FAILS with `reason`.
    `columns` are those it may be, as (dtypes of the tensors present) → column number; where
    there is a `cause` they are more than one, or none where there are too many. `is_fallback`
    says that none matches, `needs_data` that they are others if the first input is a constant.
    """

    __slots__ = ("cause", "columns", "is_fallback", "needs_data", "reason", "status", "steps")

    def __init__(self, status: str, trail: Trail, reason: Message | None = None) -> None:
        self.status = status
        self.reason = reason
        self.steps = trail.steps
        self.columns: dict[tuple[str, ...], int] = {}
        self.cause: str | None = None
        self.is_fallback = False
        self.needs_data = False


class Judge:
    """One node, judged with one implementation of its operator."""

    def __init__(
        self,
        context: Context,
        store_entry: StoreEntry,
        implementation: Implementation,
        view: NodeView,
        binding: Binding,
    ) -> None:
        self.operator = store_entry.operator
        self.implementation = implementation
        self.view = view
        self.count = implementation.count
        self.inputs, self.outputs = _slots(store_entry, implementation, view, binding)
        self.slots = [*self.inputs.values(), *self.outputs]
        self.flags = node_flags(context, store_entry, view, implementation)
        inputs, outputs = _columns(store_entry, implementation, binding)
        self.filter = filter_columns(view.customized, inputs, outputs, self.count)
        self.hidden = context.hidden(view.customized, view.op_type)
        promotes = self.operator.promote
        self.groups = groups_of(promotes, [*self.inputs.values()]) if promotes else []
        self.trail = Trail()
        origin = implementation.origin or store_entry.origin
        self.trail.begin(context, store_entry, self.count, origin)

    def verdict(self) -> Verdict:
        """The columns that the node may run with, or the reason why there are none."""
        if not self.view.is_supported:
            refusal = self._refusal()
            if refusal is not None:
                self.trail.refused(self.filter)
                return Verdict(REFUSED, self.trail, refusal)
            self.trail.supported(self.filter)
        start = tuple(range(self.count))
        if self.filter is not None:
            self.trail.customized(self.filter, self.hidden)
            if self.filter.failure is not None:
                return Verdict(FAILS, self.trail, self.filter.failure)
            start = self.filter.columns
        self.trail.special(self.flags, self.view.keeps)
        verdict = self._judged(start)
        if verdict.columns:
            self.trail.chosen(verdict.columns, verdict.is_fallback, verdict.cause)
        return verdict

    def _judged(self, start: Columns) -> Verdict:
        """Steps D4 to D8."""
        if any(group.differs for group in self.groups):
            self.trail.promoted(self.groups)
            return self._chosen({(promote(self.groups, start), False): None}, start)
        states = self._narrowed(start, self.view.order)
        if len(states) > _MOST_STATES:
            return self._undecided(PRODUCER)
        verdict = self._chosen(states, start)
        if self.view.is_ordered or verdict.cause is not None or not self._conflicts(start):
            return verdict
        if len(self.inputs) > _MOST_INPUTS:
            return self._undecided(ORDER)
        self._reorder(verdict, start)
        return verdict

    def _refusal(self) -> Message | None:
        """Why check-support refuses the node, or None (steps S3 to S5)."""
        if self.filter is not None and not self.filter.columns:
            return Message(NO_COLUMN, {})
        if self.view.op_type in EXACT_OPERATORS:
            if has_whole_column(self.slots, self.count):
                return None
            return Message("no column has exactly the dtypes of the tensors", {})
        slot = None if self.filter else unsupported(self.slots, self.flags, self.groups)
        if slot is None:
            return None
        takes = tuple(map(written, dict.fromkeys(slot.dtypes)))
        values: dict[str, object] = {
            "tensor": slot.name,
            "dtype": written(slot.dtype),
            "takes": takes,
        }
        return Message("{tensor} is {dtype}, which no column supports: {takes}", values)

    def _undecided(self, cause: str) -> Verdict:
        verdict = Verdict(DETERMINED, self.trail)
        verdict.cause = cause
        return verdict

    def _reorder(self, verdict: Verdict, start: Columns) -> None:
        """Look for an order of the inputs that leads to another column.

        The first input of an operator with recorded columns is taken to be no constant.
        """
        trail, self.trail = self.trail, Trail()
        first = self.view.order[:1]
        is_recorded = self.implementation.origin is not None
        for order in possible_orders(self.view.order):
            other = self._chosen(self._narrowed(start, order), start)
            if other.columns.keys() == verdict.columns.keys():
                continue
            if is_recorded and order[:1] != first:
                verdict.needs_data = True
                continue
            verdict.columns = {**other.columns, **verdict.columns}
            verdict.cause = ORDER
            break
        self.trail = trail

    def _narrowed(self, start: Columns, order: Sequence[int]) -> dict[State, None]:
        """The states after the inputs in an order, then the outputs."""
        states: dict[State, None] = {(start, self.view.lowered): None}
        for position in order:
            if position in self.inputs and len(states) <= _MOST_STATES:
                states = self._after(states, self.inputs[position])
        if self.outputs:  # what customize_dtypes left does not bind those that find nothing
            states = {(left or tuple(range(self.count)), low): None for left, low in states}
        for slot in self.outputs if len(states) <= _MOST_STATES else ():
            states = self._after(states, slot)
        return states

    def _after(self, states: dict[State, None], slot: Slot) -> dict[State, None]:
        producers = self._brought(slot)
        after = {
            narrow(state, slot, self.flags, producer): None
            for state in states
            for producer in producers
        }
        self.trail.narrowed(slot, producers, states, after)
        return after

    def _brought(self, slot: Slot) -> tuple[str | None, ...]:
        """What the producer of a tensor may give out, where the tensor's rule reads it."""
        if not reads_producer(slot, self.flags):
            return (None,)
        known = self.view.producers(slot.position, low_dtype(slot, self.flags))
        return _any_of(slot) if known is None else known

    def _conflicts(self, start: Columns) -> bool:
        """Whether the inputs do not agree on columns, so that the first to be judged has its way.

        Where each alone leaves columns that all the others leave, too, the order is the same to
        them, unless one changes the rule for those after it, or the order of the columns.
        """
        common = set(start)
        for slot in self.inputs.values():
            for producer in self._brought(slot):
                columns, lowered = narrow((start, False), slot, self.flags, producer)
                if lowered or list(columns) != sorted(columns):
                    return True
                common.intersection_update(columns)
        return not common

    def _chosen(self, states: dict[State, None], start: Columns) -> Verdict:
        """Steps D6 to D8: the columns that may be first in the end."""
        verdict = Verdict(DETERMINED, self.trail)
        fallback = start[:1] or (0,)
        for columns, _ in states:
            found: dict[tuple[str, ...], int] = {}
            for column in self._first(columns) or fallback:
                found.setdefault(tuple([slot.dtypes[column] for slot in self.slots]), column)
            verdict.is_fallback = (
                verdict.is_fallback or not columns or any(map(self._is_odd, found))
            )
            if len(found) > 1:
                verdict.cause = FORMAT_DEPENDENT
            verdict.columns = {**found, **verdict.columns}
        if len(verdict.columns) > 1:
            verdict.cause = verdict.cause or PRODUCER
        return verdict

    def _first(self, columns: Columns) -> tuple[int, ...]:
        """The columns that can come first once formats are chosen, too."""
        formats = [slot.formats for slot in self.slots]
        is_heavy = "heavyOp" in self.operator.flags
        return first_choices(columns, self.implementation, formats, is_heavy)

    def _is_odd(self, dtypes: tuple[str, ...]) -> bool:
        """Whether a column has a dtype that nothing converts a tensor's own to."""
        pairs = zip(self.slots, dtypes, strict=True)
        return any(
            dtype != slot.dtype and not (slot.dtype in _CONVERTED and dtype in _CONVERTED)
            for slot, dtype in pairs
        )


def _slots(
    store_entry: StoreEntry, implementation: Implementation, view: NodeView, binding: Binding
) -> tuple[dict[int, Slot], list[Slot]]:
    """The tensors that the node has: inputs by position, outputs in order."""
    first = len(store_entry.operator.inputs)

    def slot(is_input: bool, position: int, dtype: str) -> Slot:
        number = binding[0][position] if is_input else first + binding[1][position]
        made = Slot(store_entry.operator.tensors[number].name, is_input, position, dtype)
        made.dtypes, made.formats = implementation.dtypes[number], implementation.formats[number]
        made.is_continuous = is_input and position in view.continuous
        return made

    present = {at: dtype for at, dtype in enumerate(view.inputs) if dtype is not None}
    inputs = {position: slot(True, position, dtype) for position, dtype in present.items()}
    return inputs, [slot(False, position, dtype) for position, dtype in enumerate(view.outputs)]


def _columns(
    store_entry: StoreEntry, implementation: Implementation, binding: Binding
) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """What the columns have for each input and output of the node, also an absent one."""
    first, (inputs, outputs) = len(store_entry.operator.inputs), binding
    dtypes = implementation.dtypes
    return [dtypes[number] for number in inputs], [dtypes[first + number] for number in outputs]


def _any_of(slot: Slot) -> tuple[str | None, ...]:
    """Every dtype that makes a difference: the last stands for those that no column has."""
    return tuple(dict.fromkeys((*FLOATS, "hifloat8", *slot.dtypes, "undefined")))
