"""Where a JSON file leaves its schema: jsonschema's errors, at their places."""

from __future__ import annotations

import json
from functools import cache, lru_cache

from cannlint.data import read_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jsonschema.protocols import Validator

    from cannlint.syntax.json_nodes import Member, Node


class Violation:
    """One error of the schema.

    `keyword` is the schema's (`additionalProperties`, `type`, `pattern`), `node` the value it
    is about, `expected` what the schema names instead, `path` the keys and indices from the
    root to the value. For an unknown key `member` is the key and `owner` the object it is in.
    """

    __slots__ = ("expected", "keyword", "member", "node", "owner", "path")

    def __init__(
        self,
        keyword: str,
        path: tuple[str | int, ...],
        node: Node,
        expected: tuple[str, ...],
        member: Member | None = None,
        owner: Node | None = None,
    ) -> None:
        self.keyword = keyword
        self.path = path
        self.node = node
        self.expected = expected
        self.member = member
        self.owner = owner


@cache
def _validator(schema: str) -> Validator:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(read_data("schemas", f"{schema}.schema.json")))


@lru_cache(maxsize=2)
def violations(schema: str, root: Node) -> list[Violation]:
    """All errors of `schemas/<schema>.schema.json`, in the order of the text.

    Remembered for the file at hand: several rules ask.
    """
    found: list[Violation] = []
    places = _Places(root)
    for error in _validator(schema).iter_errors(root.plain):
        path = tuple(error.absolute_path)
        node = places.at(path)
        expected = _expected(str(error.validator), error.schema)
        if error.validator == "additionalProperties":
            found += [
                Violation(
                    "additionalProperties", (*path, name), member.value, expected, member, node
                )
                for name, member in places.members_of(node).items()
                if name not in expected
            ]
        else:
            found.append(Violation(str(error.validator), path, node, expected))
    return sorted(found, key=_place)


def _place(violation: Violation) -> tuple[int, int]:
    node = violation.member.key if violation.member is not None else violation.node
    return node.span.start, node.span.end


def _expected(keyword: str, schema: dict[str, object]) -> tuple[str, ...]:
    value = schema.get("properties") if keyword == "additionalProperties" else schema.get(keyword)
    return tuple(value) if isinstance(value, (dict, list)) else (str(value),)


class _Places:
    """The nodes of a document by their paths; the members of each object are listed once."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self._members: dict[int, dict[str, Member]] = {}

    def members_of(self, node: Node) -> dict[str, Member]:
        """The members that count, by their names: of a key that comes twice the last."""
        if id(node) not in self._members:
            self._members[id(node)] = {member.name: member for member in node.members}
        return self._members[id(node)]

    def at(self, path: tuple[str | int, ...]) -> Node:
        node = self.root
        for step in path:
            node = self._inner(node, step)
        return node

    def _inner(self, node: Node, step: str | int) -> Node:
        if isinstance(step, int):
            return node.items[step]
        return self.members_of(node)[step].value
