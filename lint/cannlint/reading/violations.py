"""Where one of CANN's JSON files leaves its schema, at the places in its text.

The schemas of CANN's files need few keywords, and reading those here costs a run less than to
import jsonschema: 100 ms of the 170 that a file with one bad switch took. A test holds the two
against each other.
"""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from itertools import islice

from cannlint.data import read_data
from cannlint.syntax.json_nodes import MOST_FAULTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from cannlint.syntax.json_nodes import Member, Node

    Schema = dict[str, Any]

KEYWORDS = frozenset({"$ref", "type", "pattern", "properties", "additionalProperties", "items"})
"""The keywords that are read here, beside those that only describe."""

_REF = "#/$defs/"
_REMARKS = ("_", "#", "//", ";", "comment", "note", "remark")


class Violation:
    """One violation of the schema.

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

    @property
    def is_remark(self) -> bool:
        """Whether an unknown key is one that people write remarks under."""
        return str(self.path[-1]).lower().startswith(_REMARKS)


_TYPES: dict[str, type] = {"object": dict, "array": list, "string": str, "null": type(None)}


@lru_cache(maxsize=2)
def violations(schema: str, root: Node) -> list[Violation]:
    """The violations of `schemas/<schema>.schema.json`, in the order of the text.

    Of a value that is not located any more (MOST_NODES) the place is that of what it is in.
    Remembered for the file at hand: several rules ask.
    """
    document = _schema(schema)
    found = _check(root, root.plain, document, (), document)
    return sorted(islice(found, MOST_FAULTS), key=_place)


@cache
def _schema(name: str) -> Schema:
    schema: Schema = json.loads(read_data("schemas", f"{name}.schema.json"))
    return schema


def _place(violation: Violation) -> tuple[int, int]:
    node = violation.member.key if violation.member is not None else violation.node
    return node.span.start, node.span.end


def _check(
    node: Node, value: object, schema: Schema, path: tuple[str | int, ...], document: Schema
) -> Iterator[Violation]:
    """A value and all that is in it; `document` is where `$ref` looks its names up."""
    if "$ref" in schema:
        schema = document["$defs"][schema["$ref"].removeprefix(_REF)]
    types = _strings(schema.get("type", []))
    if types and not isinstance(value, tuple(_TYPES[name] for name in types)):
        yield Violation("type", path, node, types)
    pattern = schema.get("pattern")
    if pattern is not None and isinstance(value, str) and not re.search(pattern, value):
        yield Violation("pattern", path, node, _strings(pattern))
    if isinstance(value, dict) and _says_what_is_in_it(schema):
        yield from _check_members(node, value, schema, path, document)
    elif isinstance(value, list) and "items" in schema:
        for at, inner in enumerate(value):
            item = node.items[at] if at < len(node.items) else node
            yield from _check(item, inner, schema["items"], (*path, at), document)


def _check_members(
    owner: Node,
    value: dict[str, object],
    schema: Schema,
    path: tuple[str | int, ...],
    document: Schema,
) -> Iterator[Violation]:
    known = schema.get("properties", {})
    others = schema.get("additionalProperties", {})
    # of a key that comes twice the last member counts
    members = {member.name: member for member in owner.members}
    sound: set[tuple[str, int]] = set()  # most members of a large object have one of few values
    for name, written in value.items():
        inner, member = known.get(name, others), members.get(name)
        if isinstance(written, str) and (written, id(inner)) in sound:
            continue
        node = member.value if member is not None else owner
        if inner is not False:
            found = list(_check(node, written, inner, (*path, name), document))
            if not found and isinstance(written, str):
                sound.add((written, id(inner)))
            yield from found
        elif member is not None:
            yield Violation(
                "additionalProperties", (*path, name), node, tuple(known), member, owner
            )


def _says_what_is_in_it(schema: Schema) -> bool:
    return "properties" in schema or "additionalProperties" in schema


def _strings(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)
