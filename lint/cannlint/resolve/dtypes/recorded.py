"""Which recorded columns a node may have (library/recorded.py)."""

from __future__ import annotations

from cannlint.resolve.dtypes.columns import Implementation
from cannlint.resolve.dtypes.described import Described
from cannlint.resolve.dtypes.features import in_words, is_attribute, values_of
from cannlint.resolve.outcome import undetermined
from cannlint.resolve.provenance import of_recorded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.diagnostics import Message
    from cannlint.formats.ops_info.operator import Operator
    from cannlint.library.recorded import Case, Condition, RecordedColumns
    from cannlint.resolve.dtypes.context import StoreEntry
    from cannlint.resolve.dtypes.node_view import NodeView
    from cannlint.resolve.outcome import Dtypes


def possible_cases(stores: Sequence[StoreEntry], view: NodeView) -> tuple[int, ...]:
    """The numbers of the cases that may hold for a node: one, if the graph says enough."""
    for entry in stores:
        if entry.recorded is not None:
            node = Described(view, entry.operator)
            found: set[int] = set()
            for is_static in (True, False) if node.is_static is None else (node.is_static,):
                node.is_static = is_static
                found.update(_possible(entry.recorded.cases, node))
            return tuple(sorted(found))
    return ()


def _possible(cases: Sequence[Case], node: Described) -> Iterator[int]:
    for number, case in enumerate(cases):
        holds = _holds(case, node)
        if holds is not False:
            yield number
        if holds:
            break


def _holds(case: Case, node: Described) -> bool | None:
    """Whether a case holds; None where that is not known."""
    if case.alternatives is None:
        return None
    results = [_all_hold(conditions, node) for conditions in case.alternatives]
    return True if True in results else None if None in results else False


def _all_hold(conditions: Sequence[Condition], node: Described) -> bool | None:
    results = [_is_met(condition, node) for condition in conditions]
    return False if False in results else None if None in results else True


def _is_met(condition: Condition, node: Described) -> bool | None:
    feature, wanted = condition
    values = values_of(feature, node)
    if values is None or not (values <= wanted or values.isdisjoint(wanted)):
        return None
    return values <= wanted


def recorded_implementations(
    recorded: RecordedColumns, operator: Operator, cases: Sequence[int]
) -> tuple[Implementation, ...]:
    """What a node may run as, one for each of these cases."""
    origin = of_recorded(recorded, operator.op_type)
    count = len(operator.tensors)
    found = []
    for number in cases:
        dtypes = recorded.cases[number].dtypes or ((),) * count
        implementation = Implementation(dtypes, ((),) * count, is_dynamic=False)
        implementation.origin = origin
        implementation.is_by_format = recorded.is_by_format
        implementation.has_small_channel = recorded.has_small_channel
        found.append(implementation)
    return tuple(found)


def open_question(recorded: RecordedColumns, operator: Operator, view: NodeView) -> Dtypes:
    """Undetermined dtypes, with what the columns depend on that the graph does not say."""
    if not recorded.is_exact:
        return undetermined("recorded-runs", type=operator.op_type)
    node = Described(view, operator)
    asked: dict[str, Message] = {}
    for case in recorded.cases[: max(view.cases) + 1]:
        for conditions in case.alternatives or ():
            for condition in conditions:
                if _is_met(condition, node) is None:
                    words = in_words(condition[0])
                    asked[str(words)] = words
    return undetermined("recorded-cases", features=tuple(asked.values()))


def assumes_attributes(store_entry: StoreEntry, view: NodeView) -> bool:
    """Whether the columns depend on an attribute that the graph does not give, and is assumed."""
    recorded = store_entry.recorded
    if recorded is None or not Described(view, store_entry.operator).assumes_attributes:
        return False
    return any(
        is_attribute(feature)
        for case in recorded.cases
        for conditions in case.alternatives or ()
        for feature, _ in conditions
    )
