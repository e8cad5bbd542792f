"""The dtypes of a plan's operators, under the one precision mode or each that it may be."""

from __future__ import annotations

from cannlint.diagnostics import Message
from cannlint.resolve.dtypes.single import resolve_operator
from cannlint.resolve.outcome import UNDETERMINED, Dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.model import Graph
    from cannlint.resolve.dtypes.context import Context
    from cannlint.resolve.dtypes.graph import Walk
    from cannlint.resolve.provenance import Origin


class PlannedDtypes:
    """Resolves operators in every context, and says where the contexts disagree.

    There are several where the default precision mode depends on more than the config files; where
    `unknown` says why, nothing can be resolved at all. `walks` are those through the graph, one
    for each context, None without a graph.
    """

    __slots__ = ("contexts", "original", "unknown", "walks")

    def __init__(
        self,
        contexts: list[Context],
        graph: Graph | None,
        original: str,
        unknown: Message | None = None,
    ) -> None:
        self.contexts = contexts if unknown is None else []
        self.unknown = unknown
        self.original = original
        self.walks: list[Walk] | None = None
        if graph is not None:
            from cannlint.resolve.dtypes.graph import resolve_graph

            self.walks = [resolve_graph(graph, context) for context in self.contexts]

    def of(self, op_type: str, name: str | None, keeps: Origin | None) -> Dtypes:
        """The dtypes of a node, or of a type; `keeps` is what makes it keep its dtypes."""
        if self.unknown is not None:
            return _unresolved(self.unknown)
        if self.walks is not None and name is not None:
            found = [walk.dtypes[name] for walk in self.walks]
        else:
            found = [
                resolve_operator(op_type, self.original, context, name, keeps=keeps)
                for context in self.contexts
            ]
        first, *others = found
        if all(_outcome(other) == _outcome(first) for other in others):
            return first
        return _either(found, [context.mode.text for context in self.contexts])


def _unresolved(reason: Message) -> Dtypes:
    unresolved = Dtypes(UNDETERMINED)
    unresolved.reason_id, unresolved.reason = "unknown-option", reason
    return unresolved


def _outcome(dtypes: Dtypes) -> tuple[object, ...]:
    return dtypes.status, dtypes.inputs, dtypes.outputs, dtypes.column


def _either(found: list[Dtypes], modes: list[str]) -> Dtypes:
    """One of several outcomes, each that of a precision mode that may be the default."""
    either = Dtypes(UNDETERMINED)
    either.reason_id = "default-mode"
    either.reason = Message.of(
        "no precision mode is set, and the default may be {modes}", modes=tuple(modes)
    )
    either.columns = found[0].columns
    for dtypes in found:
        if dtypes.inputs or dtypes.outputs:
            either.candidates.append((dtypes.inputs, dtypes.outputs))
        either.steps += dtypes.steps
    return either
