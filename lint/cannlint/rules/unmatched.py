"""The finding about an entry that matches no operator of the model, for all families."""

from __future__ import annotations

import re

from cannlint.diagnostics import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.diagnostics import Diagnostic
    from cannlint.graphs.model import Census
    from cannlint.nearest import Names
    from cannlint.resolve.job_use import JobUse
    from cannlint.rules.rule import Rule
    from cannlint.text.span import Span

BEFORE_FUSION, AFTER_FUSION, BOTH = "before fusion", "after fusion", "both"
"""The graphs in which CANN looks up entries."""

_NO_TYPE = "no operator of {graphs} has the type `{key}`"
_NO_NAME = "no operator of {graphs} is named `{key}`"
_MOST_NAMES, _MOST_MEANT = 20_000, 20
"""The most nodes of a model, and the most entries of a file, for which meant names are searched."""

_VERSION = re.compile(r"(V[0-9]+)?D?\Z")
"""What tells the versions of an operator apart: SplitV, SplitVD; NonMaxSuppressionV6 and V7."""

_OTHER_GRAPH = "fusion may add or remove a matching operator that this graph does not show"


class GraphSearch:
    """A search for the operators of a model that entries match.

    `uses` are the uses of the file by jobs. `stage` is the graph in which CANN looks up types.
    With `originals`, a name may also be an original name that a node has recorded.
    """

    __slots__ = ("_graphs", "_names", "_searched", "_stage", "_uses", "censuses", "originals")

    def __init__(self, uses: Sequence[JobUse], stage: str, originals: bool = False) -> None:
        censuses = [use.census for use in uses if use.census is not None]
        self.censuses = list(dict.fromkeys(censuses)) if len(censuses) == len(uses) else []
        self.originals = originals
        self._uses = uses
        self._stage = stage
        self._names: Names | None = None
        self._searched = 0
        self._graphs = tuple(dict.fromkeys(census.path for census in self.censuses))

    def is_unmatched(self, key: str, is_type: bool) -> bool:
        """Whether no operator of any graph matches; False if that is not known."""
        if not self.censuses or any(
            self._may_match(census, key, is_type) for census in self.censuses
        ):
            return False
        return self._stage == BEFORE_FUSION or not self._is_made(key, is_type)

    def _is_made(self, key: str, is_type: bool) -> bool:
        """Whether a pass makes an operator of that type or name of others."""
        found = (use.judged for use in self._uses)
        return any(
            key in (census.by_type if is_type else census.by_name)
            for census in found
            if census is not None
        )

    def _may_match(self, census: Census, key: str, is_type: bool) -> bool:
        if is_type:
            return key in census.by_type or census.has_unknown
        is_original = self.originals and key in census.origins
        return key in census.by_name or is_original or census.may_name(key)

    def finding(self, rule: Rule, span: Span, key: str, is_type: bool, note: str) -> Diagnostic:
        """Return the finding about an entry that matches no operator.

        It is only advice if fusion may still create a matching operator, or may have removed one.
        """
        is_certain = all(self._is_certain(census, is_type) for census in self.censuses)
        meant = self._meant_type(key) if is_type else self._meant_name(key)
        return rule.at(
            span,
            _NO_TYPE if is_type else _NO_NAME,
            label="did you mean `{meant}`?" if meant else "matches nothing",
            help=_help(is_type, meant),
            note=note if is_certain else _OTHER_GRAPH,
            severity=None if is_certain else Severity.INFO,
            key=key,
            meant=meant or "",
            graphs=self._graphs,
        )

    def _meant_type(self, key: str) -> str | None:
        """The only type of all graphs that CANN makes of it, or that is another version of it."""
        from cannlint.graphs.tables import parsed_as

        after = [use.judged for use in self._uses if use.judged is not None]
        graphs = after if self._stage == AFTER_FUSION else self.censuses
        types = set.intersection(*(set(graph.by_type) for graph in graphs)) if graphs else set()
        made = parsed_as(key)
        stems = {_stem(one) for one in made if len(made) == 1 or one.startswith(key)}
        found = [one for one in types if _stem(one) in stems or _stem(one) == _stem(key)]
        return found[0] if len(found) == 1 else None

    def _meant_name(self, key: str) -> str | None:
        """The node of all graphs that differs from a name in one letter; None without one."""
        number = sum(len(census.by_name) for census in self.censuses)
        if number > _MOST_NAMES or self._searched >= _MOST_MEANT:
            return None
        self._searched += 1
        if self._names is None:
            from cannlint.nearest import Names

            shared = set.intersection(*(set(census.by_name) for census in self.censuses))
            self._names = Names(sorted(shared))
        return self._names.nearest_type(key)

    def _is_certain(self, census: Census, is_type: bool) -> bool:
        """Whether a graph is the one in which CANN looks up entries.

        Fusion mostly keeps names, and a wrong name in customize_dtypes is reported at once.
        """
        if self._stage == AFTER_FUSION:
            return census.is_final or not is_type
        return census.is_first and (self._stage == BEFORE_FUSION or not is_type)


def _stem(op_type: str) -> str:
    return _VERSION.sub("", op_type)


def _help(is_type: bool, meant: str | None) -> str:
    if meant:
        return "write `{meant}`, or remove it"
    if is_type:
        return "remove it, or write an operator type of the model"
    return "remove it, or write an operator name of the graph"
