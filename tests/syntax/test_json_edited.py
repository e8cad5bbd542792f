"""JSON that is read again after edits: the document is that of a new reading."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import settings

from cannlint.syntax.json_edited import EditedDocument
from cannlint.syntax.json_nodes import Document, Node
from cannlint.syntax.json_scanner import parse_json

EDITS = 12 * settings.default.max_examples
PIECES = (
    '"', ",", ":", "[", "]", "{", "}", "x", '"a"', '"a": 1', ', "b"', ', "b": [1, {"c": null}]',
    "// why\n", "/*", "*/", "\n", " ", "1", "e5", "true", "\\", "\\u0041", "é", "\0", "'", "\udc80",
)  # fmt: skip


def written(chance: random.Random) -> str:
    """Some JSON of the forms of our files."""
    names = [f"Op{chance.randrange(30)}" for _ in range(chance.randrange(24))]
    value = chance.choice(
        (
            {"black-list": {"to-add": names}, "white-list": {"to-remove": names[::2]}},
            {"Switch": {"GraphFusion": dict.fromkeys(names, "off"), "UBFusion": {"a": "on"}}},
            [[1, [2, [3, {"d": [4]}]]], names, {}, [], names],
        )
    )
    return json.dumps(value, indent=chance.choice((None, 2, 2, 2)))


def seen_node(node: Node) -> tuple[object, ...]:
    members = [(one.name, one.span, one.key_span, seen_node(one.value)) for one in node.members]
    items = list(map(seen_node, node.items))
    return node.sort, node.start, node.end, repr(node.plain), members, items


def seen(document: Document) -> tuple[object, ...]:
    faults = [(fault.slip, fault.span, fault.about) for fault in document.faults]
    root = seen_node(document.root) if document.root is not None else None
    return root, faults, document.trailing, document.is_cut


@pytest.mark.parametrize("seed", range(3))
def test_the_document_is_that_of_a_new_reading(seed):
    chance = random.Random(seed)
    reader, text, before = EditedDocument(), "", ""
    for number in range(EDITS):
        if number % 12 == 0:
            new = written(chance)
        elif chance.random() < 0.3:
            new = before  # undone
        else:
            start = chance.randint(0, len(text))
            end = min(len(text), start + chance.choice((0, 0, 0, 1, 3, 20)))
            new = text[:start] + chance.choice((*PIECES, "")) + text[end:]
        before, text = text, new
        assert seen(reader.parse(text)) == seen(parse_json(text)), repr(text)


def test_values_that_stay_are_not_read_again():
    names = [f"Op{number}" for number in range(100)]
    reader = EditedDocument()
    first = reader.parse(json.dumps(names)).root.items
    kept = list(first)
    names[50] = "Gelu"
    now = reader.parse(json.dumps(names)).root.items
    again = [at for at, item in enumerate(now) if item is not kept[at]]
    assert again == [49, 50, 51, 52]  # with those beside it, which it may become a part of
