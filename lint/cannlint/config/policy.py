"""The [[policy]] tables of a configuration: what a project asks of the options of its jobs."""

from __future__ import annotations

from typing import Any

from cannlint.text.source import Source

FORBID, REQUIRE, ALLOW = VERBS = ("forbid", "require", "allow")
"""The keys that name the option: not set, set, or only set to one of `values`."""


class Policy:
    """One table; it stands in `source` at `index` among the others.

    `verbs` are those of VERBS that it has, one in a right table. `values` are texts, as a command
    line has them: empty means every value. `front_ends`, `socs` and `paths` (patterns) say which
    jobs it is for; empty means all. `message` is the project's own sentence.
    """

    __slots__ = (
        "front_ends",
        "index",
        "is_advice",
        "message",
        "option",
        "paths",
        "socs",
        "source",
        "values",
        "verbs",
    )

    def __init__(self, table: dict[str, Any], source: Source, index: int) -> None:
        self.source = source
        self.index = index
        self.verbs = tuple(verb for verb in VERBS if verb in table)
        self.option = str(table[self.verbs[0]]) if self.verbs else ""
        self.values = tuple(map(_text, table.get("values", ())))
        self.front_ends = _listed(table.get("front-end", ()))
        self.socs = _listed(table.get("soc", ()))
        self.paths: tuple[str, ...] = tuple(table.get("paths", ()))
        self.message: str | None = table.get("message")
        self.is_advice = table.get("severity") == "info"

    @property
    def verb(self) -> str:
        """The verb of a right table."""
        return self.verbs[0]


def _listed(value: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def policies_of(table: dict[str, Any], source: Source) -> tuple[Policy, ...]:
    """The policies of a checked table."""
    return tuple(Policy(one, source, index) for index, one in enumerate(table.get("policy", ())))
