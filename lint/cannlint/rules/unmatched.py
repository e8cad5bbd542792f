"""What the rules of all families say about an entry that no operator of the model matches."""

from __future__ import annotations

from cannlint.diagnostics import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.diagnostics import Diagnostic
    from cannlint.graphs.census import Census
    from cannlint.resolve.job_use import JobUse
    from cannlint.rules.rule import Rule
    from cannlint.text.span import Span

BEFORE_FUSION, AFTER_FUSION, BOTH = "before fusion", "after fusion", "both"
"""The graphs that CANN looks entries up in."""

_NO_TYPE = "no operator of {graphs} has the type `{key}`"
_NO_NAME = "no operator of {graphs} is named `{key}`"
_OTHER_GRAPH = (
    "only an operator that is in the model before or after fusion, and not in this graph, could "
    "match"
)


class GraphSearch:
    """Which operators of a model entries are for.

    `uses` are those that jobs make of the file, `stage` is the graph that CANN looks types up in.
    With `originals` a name may be an original one that a node has recorded.
    """

    __slots__ = ("_graphs", "_stage", "censuses", "originals")

    def __init__(self, uses: Sequence[JobUse], stage: str, originals: bool = False) -> None:
        censuses = [use.census for use in uses if use.census is not None]
        self.censuses = list(dict.fromkeys(censuses)) if len(censuses) == len(uses) else []
        self.originals = originals
        self._stage = stage
        self._graphs = tuple(dict.fromkeys(census.path for census in self.censuses))

    def is_unmatched(self, key: str, is_type: bool) -> bool:
        """Whether no operator of any of the graphs matches; False where that cannot be told."""
        return bool(self.censuses) and not any(
            self._may_match(census, key, is_type) for census in self.censuses
        )

    def _may_match(self, census: Census, key: str, is_type: bool) -> bool:
        if is_type:
            return key in census.by_type or census.has_unknown
        is_original = self.originals and key in census.origins
        return key in census.by_name or is_original or census.may_name(key)

    def finding(self, rule: Rule, span: Span, key: str, is_type: bool, note: str) -> Diagnostic:
        """The finding about an entry that is unmatched.

        Only advice where fusion may still make an operator that it is for, or may have taken it
        away.
        """
        is_certain = all(self._is_certain(census, is_type) for census in self.censuses)
        return rule.at(
            span,
            _NO_TYPE if is_type else _NO_NAME,
            label="matches nothing",
            help="remove it, or write a type that the model has"
            if is_type
            else "remove it, or write a name as the graph has it",
            note=note if is_certain else _OTHER_GRAPH,
            severity=None if is_certain else Severity.INFO,
            key=key,
            graphs=self._graphs,
        )

    def _is_certain(self, census: Census, is_type: bool) -> bool:
        """Whether a graph is the one in which CANN looks entries up.

        Fusion mostly keeps names, and those of customize_dtypes are told to be wrong at once.
        """
        if self._stage == AFTER_FUSION:
            return census.is_final or not is_type
        return census.is_first and (self._stage == BEFORE_FUSION or not is_type)
