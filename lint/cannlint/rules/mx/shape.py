"""Faults that the schema of a mixlist finds, also inside misspelt keys."""

from __future__ import annotations

from cannlint.formats.mixlist.reading import SCHEMA, Mixlist
from cannlint.nearest import nearest
from cannlint.reading.json_places import (
    FACTS,
    MISTYPED_VALUE,
    UNDEFINED_KEY,
    Places,
    SchemaFault,
    schema_faults,
)

_SYNONYMS = {
    "black": "black-list",
    "white": "white-list",
    "gray": "gray-list",
    "grey": "gray-list",
    "add": "to-add",
    "remove": "to-remove",
}


def meant_key(fault: SchemaFault) -> str | None:
    """Return the key that an unknown one is a misspelling of."""
    name = str(fault.path[-1])
    synonym = _SYNONYMS.get(name.strip().lower())
    return synonym if synonym in fault.expected else nearest(name, fault.expected)


def faults_with(reading: Mixlist, fact: str) -> list[SchemaFault]:
    """Return the faults with this fact, also those in misspelt keys, in the order of the text."""
    found = [*reading.parts_with(UNDEFINED_KEY), *reading.parts_with(MISTYPED_VALUE)]
    todo = found
    while todo:
        todo = [inner for fault in todo for inner in _inside(fault)]
        found += todo
    wanted = [fault for fault in found if FACTS[fault.keyword] == fact]
    return sorted(wanted, key=lambda fault: fault.node.span.start)


def _inside(fault: SchemaFault) -> list[SchemaFault]:
    """Return the faults in the value of a misspelt key, as if the key were correct."""
    meant = meant_key(fault) if fault.member is not None else None
    if meant is None:
        return []
    path = (*fault.path[:-1], meant)
    value = fault.node.plain
    for key in reversed(path):
        value = {key: value}
    return schema_faults(SCHEMA, value, Places(fault.node), above=len(path))
