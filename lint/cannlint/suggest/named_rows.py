"""The operators of a plan that a want is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fnmatch import translate
from re import compile as compiled

from cannlint.diagnostics import Message
from cannlint.errors import CannlintError
from cannlint.graphs.tables import type_meant
from cannlint.nearest import Names
from cannlint.resolve.plan import Plan
from cannlint.resolve.rows import Row
from cannlint.suggest.wants import Want

_WILDCARDS = "*?["
_LONGEST_GLOB = 1_000
"""A longer one is not a glob: the time to compile it grows with its length."""


def is_glob(name: str) -> bool:
    """Whether a name may stand for several."""
    return any(char in name for char in _WILDCARDS) and len(name) <= _LONGEST_GLOB


def matcher(glob: str) -> Callable[[str], object]:
    """Whether a text matches a glob; upper and lower case differ."""
    return compiled(translate(glob)).match


class NamedRows:
    """The rows of a plan by the names and types that users know them by."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.by_node: dict[str, list[Row]] = {}
        self.by_type: dict[str, list[Row]] = {}
        for row in plan.rows:
            for name in dict.fromkeys((row.node, *row.model_nodes)):
                if name is not None:
                    self.by_node.setdefault(name, []).append(row)
            for op_type in dict.fromkeys((row.op_type, row.model_type)):
                if op_type is not None:
                    self.by_type.setdefault(op_type, []).append(row)
        parsed = plan.wanted.graph
        self._parsed = {node.name for node in parsed.nodes} if parsed is not None else set()

    def of(self, want: Want) -> tuple[list[Row], list[Message]]:
        """The rows that a want is about, each once in the order of the plan, and its faults.

        A fault is a name without an operator whose dtypes or mode CANN chooses. Raises
        CannlintError where a name that the user wrote is unknown.
        """
        found: dict[int, Row] = {}
        faults: list[Message] = []
        for operator in want.operators:
            rows = next(filter(None, map(self._together, operator)), None)
            if rows is None:
                faults.append(self._unknown(operator[0][0], want.are_nodes))
                continue
            judged = [row for row in rows if row.is_judged]
            if not judged:
                what = rows[0].op_type
                template = "{name}: CANN chooses nothing for a {type}"
                faults.append(Message.of(template, name=operator[0][0], type=what))
            found.update((id(row), row) for row in judged)
        return [row for row in self.plan.rows if id(row) in found], faults

    def are_nodes(self, want: Want) -> bool:
        """Whether a want is about nodes by their names, not about types."""
        return want.are_nodes or all(name in self.by_node for name in want.names())

    def _together(self, names: Sequence[str]) -> list[Row]:
        return [row for name in names for row in self._named(name) or ()]

    def _named(self, name: str) -> list[Row] | None:
        """The rows of a node name, of a type, or of a glob; None where there are none."""
        if name in self.by_node:
            return self.by_node[name]
        if name in self.by_type:
            return self.by_type[name]
        if is_glob(name):
            matches = matcher(name)
            tables = (self.by_node, self.by_type)
            keys = ((table, key) for table in tables for key in table if matches(key))
            found = [row for table, key in keys for row in table[key]]
            return found or None
        return None

    def _unknown(self, name: str, is_tolerated: bool) -> Message:
        """Why a name has no operator in the plan; raises CannlintError unless `is_tolerated`."""
        if name in self._parsed:
            return Message.of(
                "{name}: passes remove it from the model before CANN chooses dtypes", name=name
            )
        if is_tolerated:
            return Message.of("{name}: the model has no such node", name=name)
        raise CannlintError(self._unknown_name(name))

    def _unknown_name(self, name: str) -> str:
        within = (node for node in self.by_node if name in node)
        meant = (
            type_meant(name, self.by_type)
            or next(within, None)
            or Names(self.by_node).nearest(name)
        )
        if self.plan.graph is None:
            return unknown_type(name, meant)
        path = self.plan.graph.path
        if meant:
            template = "{path} has no operator or node {name!r}: did you mean {meant}?"
            return str(Message.of(template, path=path, name=name, meant=meant))
        return str(Message.of("{path} has no operator or node {name!r}", path=path, name=name))


def unknown_type(name: str, meant: str | None) -> str:
    """The sentence about a name that is no operator type, where there is no model."""
    if meant:
        return str(
            Message.of("no operator {name!r}: did you mean {meant}?", name=name, meant=meant)
        )
    template = "no operator {name!r}; to name a node, give its model with --model"
    return str(Message.of(template, name=name))


def types_of(names: Iterable[str], known: list[str]) -> list[str]:
    """The operator types that names and globs stand for; raises CannlintError for others."""
    found: dict[str, None] = {}
    all_types = {*known}
    for name in names:
        matches = matcher(name) if is_glob(name) else None
        types = [name] if name in all_types else [t for t in known if matches and matches(t)]
        if not types:
            raise CannlintError(unknown_type(name, type_meant(name, all_types)))
        found.update(dict.fromkeys(types))
    return list(found)
