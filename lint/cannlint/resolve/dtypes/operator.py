"""Judge a node with all stores and implementations (manual/dtype-selection.md)."""

from __future__ import annotations

from cannlint.cann.dtypes import graph_name
from cannlint.diagnostics import Message
from cannlint.language import Phrase
from cannlint.resolve.dtypes.asked import asked_dtypes
from cannlint.resolve.dtypes.columns import bind, implementations, is_pruned
from cannlint.resolve.dtypes.customized import NOTHING_ASKED, written_over
from cannlint.resolve.dtypes.described import Described
from cannlint.resolve.dtypes.judge import Judge
from cannlint.resolve.dtypes.promotion import DYNAMIC
from cannlint.resolve.dtypes.recorded import (
    assumes_attributes,
    open_question,
    recorded_implementations,
)
from cannlint.resolve.dtypes.support import node_flags
from cannlint.resolve.dtypes.trail import Trail
from cannlint.resolve.outcome import DETERMINED, FAILS, REFUSED, UNDETERMINED, Dtypes, undetermined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.formats.ops_info.operator import Operator
    from cannlint.resolve.dtypes.columns import Implementation
    from cannlint.resolve.dtypes.context import Context, Customized, StoreEntry
    from cannlint.resolve.dtypes.judge import Verdict
    from cannlint.resolve.dtypes.node_view import NodeView

    Pair = tuple[list[str | None], list[str | None]]
    """The dtypes of inputs and outputs, as graphs write them."""

CALLBACK = Phrase("support: callback unknown")
IF_SUPPORTED_BEFORE = Phrase("support: depends on the operators before it")
NO_PRUNING = Phrase("assumes no pruning")
ACLNN = Phrase("may run through aclnn instead")
FALLS = Phrase("no supported combination")
IF_ACCEPTED = Phrase("support: depends on the node")
FIRST_IS_DATA = Phrase("assumes that the first input is not a constant")
DEFAULT_ATTRIBUTES = Phrase("assumes default attributes")
OR_FAILS = Phrase("or the compile fails")
OTHER_RELEASE = Phrase("columns recorded in another release, which has the same library entry")


def resolve(view: NodeView, context: Context) -> Dtypes:
    """The final dtypes of a node: those of the first store that accepts it."""
    stores = context.stores(view.op_type)
    if not stores:
        return undetermined("library", type=view.op_type)
    dtypes = None
    for store_entry in stores:
        dtypes = _by_store(store_entry, view, context)
        if dtypes.status != REFUSED:
            break
    assert dtypes is not None
    return dtypes


def _by_store(store_entry: StoreEntry, view: NodeView, context: Context) -> Dtypes:
    operator = store_entry.operator
    if not operator.tensors:
        return Dtypes(DETERMINED)
    if operator.is_open and store_entry.recorded is None:
        return _open(store_entry, view, context)
    if not operator.is_open and not operator.column_count:
        return undetermined("no-columns", type=view.op_type)
    inputs = bind(operator.inputs, len(view.inputs))
    outputs = bind(operator.outputs, len(view.outputs))
    if inputs is None or outputs is None:
        return _unbound(view)
    if operator.promote == DYNAMIC:
        return undetermined("promotion")
    possible = _implementations(store_entry, view)
    if not all(implementation.is_aligned for implementation in possible):
        return undetermined("dynamic-columns")
    if view.is_supported:  # and one without columns takes nothing
        possible = tuple(filter(lambda implementation: implementation.count, possible))
    verdicts = [
        Judge(context, store_entry, implementation, view, (inputs, outputs)).verdict()
        for implementation in possible
    ]
    dtypes = _merged(verdicts, view)
    recorded = store_entry.recorded
    if dtypes is None and view.node is None and recorded is not None and recorded.is_exact:
        dtypes = _if_accepted(verdicts, view)
    if dtypes is None:
        dtypes = _disagreed(store_entry, view)
        dtypes.candidates = _candidates(verdicts, view)
    dtypes.steps = verdicts[0].steps
    dtypes.asked = asked_dtypes(view, node_flags(context, store_entry, view, possible[0]))
    counts = {implementation.count for implementation in possible}
    dtypes.columns = counts.pop() if len(counts) == 1 else 0
    dtypes.facts = store_entry.facts
    return _marked(dtypes, store_entry, view)


def _implementations(store_entry: StoreEntry, view: NodeView) -> tuple[Implementation, ...]:
    if store_entry.recorded is not None:
        return recorded_implementations(store_entry.recorded, store_entry.operator, view.cases)
    return implementations(store_entry.operator)


def _disagreed(store_entry: StoreEntry, view: NodeView) -> Dtypes:
    """Why it matters which implementation a node runs as."""
    if store_entry.recorded is not None:
        return open_question(store_entry.recorded, store_entry.operator, view)
    return undetermined("static-dynamic")


def _open(store_entry: StoreEntry, view: NodeView, context: Context) -> Dtypes:
    """The outcome for an operator whose columns its own code makes.

    What customize_dtypes asks for holds whatever they are; an entry that asks for nothing fails.
    """
    trail = Trail()
    trail.begin(context, store_entry, None, store_entry.origin)
    dtypes = undetermined("op_select_format")
    entry = view.customized
    if entry is not None:
        asked = _asked(store_entry.operator, entry)
        trail.asked(entry, asked)
        trail.hidden(context.hidden(entry, view.op_type))
        if not asked:
            dtypes = Dtypes(FAILS)
            dtypes.reason, dtypes.reason_id = Message(NOTHING_ASKED, {}), "customize_dtypes"
        else:
            dtypes.marks.append(OR_FAILS)
    dtypes.asked = asked_dtypes(view, node_flags(context, store_entry, view))
    dtypes.steps = trail.steps
    return dtypes


def _asked(operator: Operator, entry: Customized) -> list[tuple[str, str]]:
    """The tensors of an operator that an entry has a dtype for, with it."""
    sides = ((operator.inputs, entry.inputs), (operator.outputs, entry.outputs))
    return [
        (tensor.name, dtype)
        for tensors, dtypes in sides
        for tensor, dtype in zip(tensors, dtypes, strict=False)
        if dtype
    ]


def _unbound(view: NodeView) -> Dtypes:
    if not view.inputs and not view.outputs:
        return undetermined("no-tensors")
    counts = {"inputs": len(view.inputs), "outputs": len(view.outputs)}
    return undetermined("arity", type=view.op_type, **counts)


def _merged(verdicts: Sequence[Verdict], view: NodeView) -> Dtypes | None:
    """One outcome of several implementations; None where they do not agree."""
    causes = [verdict.cause for verdict in verdicts if verdict.cause is not None]
    if causes:
        dtypes = undetermined(causes[0])
        dtypes.candidates = _candidates(verdicts, view)
        return dtypes
    if len({(verdict.status, *verdict.columns) for verdict in verdicts}) > 1:
        return None
    dtypes = _agreed(verdicts, view)
    if any(verdict.is_fallback for verdict in verdicts):
        dtypes.marks.append(FALLS)
    if any(verdict.needs_data for verdict in verdicts):
        dtypes.marks.append(FIRST_IS_DATA)
    return dtypes


def _if_accepted(verdicts: Sequence[Verdict], view: NodeView) -> Dtypes | None:
    """The outcome without a graph, where the operator is refused in some cases only."""
    accepting = [verdict for verdict in verdicts if verdict.status != REFUSED]
    if len(accepting) == len(verdicts) or not accepting:
        return None
    dtypes = _merged(accepting, view)
    if dtypes is not None:
        dtypes.marks.append(IF_ACCEPTED)
    return dtypes


def _agreed(verdicts: Sequence[Verdict], view: NodeView) -> Dtypes:
    """What verdicts that are the same and leave nothing open mean for the node."""
    verdict = verdicts[0]
    dtypes = Dtypes(verdict.status)
    dtypes.reason = verdict.reason
    if verdict.status == DETERMINED:
        [(column, number)] = verdict.columns.items()
        is_same = all(number == other.columns[column] for other in verdicts)
        dtypes.column = number if is_same else None
        dtypes.inputs, dtypes.outputs = _sides(column, view)
    elif verdict.status == REFUSED:
        dtypes.reason_id = "support"
        dtypes.inputs, dtypes.outputs = overwritten(view)
    else:
        dtypes.reason_id = "customize_dtypes"
    return dtypes


def _candidates(verdicts: Sequence[Verdict], view: NodeView) -> list[Pair]:
    """All that the node may end with; nothing where there is too much to tell."""
    if any(verdict.cause is not None and not verdict.columns for verdict in verdicts):
        return []
    columns = dict.fromkeys(column for verdict in verdicts for column in verdict.columns)
    candidates = [_sides(column, view) for column in columns]
    if any(verdict.status == REFUSED for verdict in verdicts):
        candidates.append(overwritten(view))
    return candidates


def _sides(column: tuple[str, ...], view: NodeView) -> Pair:
    """The dtypes of the tensors present, as the node's inputs and outputs."""
    present = iter(column)
    inputs = [None if dtype is None else graph_name(next(present)) for dtype in view.inputs]
    return inputs, [graph_name(dtype) for dtype in present]


def overwritten(view: NodeView) -> Pair:
    """The dtypes of a node that no store takes: customize_dtypes is written onto its own."""
    entry = view.customized
    if entry is None:
        return _shown(view.inputs), _shown(view.outputs)
    inputs = written_over(view.inputs, entry.inputs)
    return _shown(inputs), _shown(written_over(view.outputs, entry.outputs))


def _shown(dtypes: Sequence[str | None]) -> list[str | None]:
    return [None if dtype is None else graph_name(dtype) for dtype in dtypes]


def _is_supported(store_entry: StoreEntry, view: NodeView) -> bool:
    """Whether the operator's own check is known to accept a node."""
    if view.is_supported or store_entry.is_always_supported:
        return True
    return store_entry.is_static_supported and bool(Described(view, store_entry.operator).is_static)


def _marked(dtypes: Dtypes, store_entry: StoreEntry, view: NodeView) -> Dtypes:
    """With the reservations that hold for the operator.

    See manual/dtype-selection.md#what-cannot-be-decided.
    """
    if dtypes.status not in (DETERMINED, UNDETERMINED):
        return dtypes
    operator = store_entry.operator
    if "needCheckSupport" in operator.flags and not _is_supported(store_entry, view):
        dtypes.marks.append(CALLBACK)
    if is_pruned(operator):
        dtypes.marks.append(NO_PRUNING)
    if "aclnnSupport" in operator.flags:
        dtypes.marks.append(ACLNN)
    if assumes_attributes(store_entry, view):
        dtypes.marks.append(DEFAULT_ATTRIBUTES)
    if store_entry.is_of_other_release:
        dtypes.marks.append(OTHER_RELEASE)
    return dtypes
