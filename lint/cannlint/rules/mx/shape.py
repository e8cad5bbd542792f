"""Where a mixlist has another shape than CANN takes, inside of a misspelt key too."""

from __future__ import annotations

from cannlint.nearest import nearest
from cannlint.reading.violations import Violation, violations
from cannlint.syntax.json_nodes import Member, Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.reading.mixlist import Mixlist

UNKNOWN_KEY = "additionalProperties"
WRONG_TYPE = "type"

_SYNONYMS = {
    "black": "black-list",
    "white": "white-list",
    "gray": "gray-list",
    "grey": "gray-list",
    "add": "to-add",
    "remove": "to-remove",
}


def meant_key(violation: Violation) -> str | None:
    """The key that an unknown one is a slip of."""
    name = str(violation.path[-1])
    synonym = _SYNONYMS.get(name.strip().lower())
    return synonym if synonym in violation.expected else nearest(name, violation.expected)


def misfits(reading: Mixlist, keyword: str) -> list[Violation]:
    """The violations with this keyword of the schema, in the order of the text."""
    found = todo = reading.violations
    while todo:
        todo = [inner for violation in todo for inner in _inside(violation)]
        found = found + todo
    wanted = [violation for violation in found if violation.keyword == keyword]
    return sorted(wanted, key=lambda violation: violation.node.span.start)


def _inside(violation: Violation) -> list[Violation]:
    """The violations in the value of a misspelt key, as if it were spelt as meant."""
    meant = meant_key(violation) if violation.member is not None else None
    if meant is None:
        return []
    node = violation.node
    for key in (meant, *reversed(violation.path[:-1])):
        node = _object_of(str(key), node)
    return violations("modify_mixlist", node)


def _object_of(key: str, value: Node) -> Node:
    node = Node("object", value.start, value.end, {key: value.plain})
    node.add(Member(Node("string", value.start, value.end, key), value))
    return node
