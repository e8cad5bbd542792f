"""Operators moved to another list in a modify_mixlist file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from cannlint.cann.mixlist import LISTS, UPDATES
from cannlint.formats.mixlist.reading import Mixlist
from cannlint.suggest.draft import Draft, not_writable
from cannlint.syntax.json_nodes import Node
from cannlint.text.edits import insert, line_end_of
from cannlint.text.span import Edit, apply_edits

Moves = Mapping[str, tuple[str, str]]
"""Operator type → the list that it is in by default, and the one that it is to be in."""
Arrays = dict[tuple[str, str], list[str]]
"""(list, update) → operator types."""

ADD, REMOVE = UPDATES
_INDENT = re.compile(r"^([ \t]+)\S", re.MULTILINE)


def move(draft: Draft, option: str, moves: Moves) -> None:
    """Move operator types to lists. Raises NoWayError where the file cannot say so."""
    reading = draft.reading(option)
    text = None
    if isinstance(reading, Mixlist):
        text = _extended(reading, moves) or _rewritten(reading, moves)
    after = draft.put(option, text or _dumped(_with({}, moves), "  ") + "\n")
    assert isinstance(after, Mixlist)
    final = after.final()
    for op_type, (default, target) in moves.items():
        if final.get(op_type, {}).get(default, default) != target:
            raise not_writable(op_type, after.kind)


def _operations(default: str, target: str) -> list[tuple[str, str]]:
    """What a file says about an operator: as the manual does, it leaves one list for another."""
    return [] if default == target else [(target, ADD), (default, REMOVE)]


def _extended(reading: Mixlist, moves: Moves) -> str | None:
    """The text with further items and arrays; None where it needs other changes, too."""
    root = reading.root
    if root is None or not root.members or any(name in reading.operations for name in moves):
        return None
    text = reading.source.text
    edits: list[Edit] = []
    for name in LISTS:
        asked = {update: types for update in UPDATES if (types := _types_in((name, update), moves))}
        updates = root.last(name)
        if not asked:
            continue
        if updates is None:
            edits.append(_after(text, root, _json(name), _object(asked, text)))
        elif not updates.members:
            return None
        else:
            edits += [_with_items(text, updates, update, asked[update]) for update in asked]
    return apply_edits(text, edits)


def _types_in(operation: tuple[str, str], moves: Moves) -> list[str]:
    return [op_type for op_type, lists in moves.items() if operation in _operations(*lists)]


def _with_items(text: str, updates: Node, update: str, types: list[str]) -> Edit:
    """Add operators to an array of a list, which may not be there."""
    array = updates.last(update)
    if array is None:
        return _after(text, updates, _json(update), _json(types))
    if not array.items:
        return insert(array.start + 1, _json(types)[1:-1])
    before = text[array.start + 1 : array.items[0].start]
    separator = f",{before}" if "\n" in before else ", "
    return insert(array.items[-1].end, "".join(separator + _json(name) for name in types))


def _after(text: str, node: Node, key: str, value: str) -> Edit:
    """Add a member behind the last one of an object, on a line of its own if the last has one."""
    last = node.members[-1]
    start = text.rfind("\n", 0, last.key.start) + 1
    before = text[start : last.key.start]
    separator = f",{line_end_of(text)}{before}" if start and not before.strip() else ", "
    return insert(last.value.end, f"{separator}{key}: {value}")


def _object(updates: dict[str, list[str]], text: str) -> str:
    """The updates of one list, indented as the file is, or on its one line."""
    if "\n" not in text.strip():
        return _json(updates)
    indent, end = _indent(text), line_end_of(text)
    inner = [f"{indent}{indent}{_json(name)}: {_json(types)}" for name, types in updates.items()]
    return "{" + end + f",{end}".join(inner) + end + indent + "}"


def _rewritten(reading: Mixlist, moves: Moves) -> str:
    """The text made anew from what CANN reads in it."""
    arrays: Arrays = {}
    for name, update, array in reading.arrays():
        items = (str(item.plain) for item in array.items)
        arrays[name, update] = [item for item in items if item not in moves]
    text = reading.source.text
    return (_dumped(_with(arrays, moves), _indent(text)) + "\n").replace("\n", line_end_of(text))


def _indent(text: str) -> str:
    found = _INDENT.search(text)
    return found[1] if found else "  "


def _with(arrays: Arrays, moves: Moves) -> Arrays:
    for op_type, (default, target) in moves.items():
        for key in _operations(default, target):
            arrays.setdefault(key, []).append(op_type)
    return arrays


def _dumped(arrays: Arrays, indent: str) -> str:
    """The arrays as JSON, one list of updates below each list that has any, an array a line."""
    parts = []
    for name in LISTS:
        updates = [
            f"{indent}{indent}{_json(update)}: {_json(arrays[name, update])}"
            for update in UPDATES
            if arrays.get((name, update))
        ]
        if updates:
            parts.append(f'{indent}"{name}": {{\n' + ",\n".join(updates) + f"\n{indent}}}")
    return "{\n" + ",\n".join(parts) + "\n}" if parts else "{}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
