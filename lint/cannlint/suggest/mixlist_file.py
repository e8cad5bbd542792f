"""Operators moved to another list in a modify_mixlist file."""

from __future__ import annotations

import json
import re

from cannlint.cann.mixlist import LISTS, UPDATES
from cannlint.reading.mixlist import Mixlist
from cannlint.suggest.draft import NoWayError
from cannlint.text.edits import insert
from cannlint.text.span import apply_edits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from cannlint.suggest.draft import Draft
    from cannlint.syntax.json_nodes import Node

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
            raise NoWayError(
                "{name} cannot be written into a {kind} file", name=op_type, kind="modify_mixlist"
            )


def _operations(default: str, target: str) -> list[tuple[str, str]]:
    """What a file says about an operator: as the manual does, it leaves one list for another."""
    return [] if default == target else [(target, ADD), (default, REMOVE)]


def _extended(reading: Mixlist, moves: Moves) -> str | None:
    """The text with further items in its arrays; None where it needs more changes than these."""
    arrays = {(name, update): array for name, update, array in reading.arrays()}
    edits = []
    for op_type, (default, target) in moves.items():
        asked = _operations(default, target)
        if op_type in reading.operations or not all(
            key in arrays and arrays[key].items for key in asked
        ):
            return None
        for key in asked:
            edits.append((arrays[key], op_type))
    text = reading.source.text
    return apply_edits(
        text, [insert(a.items[-1].end, _separator(text, a) + _json(t)) for a, t in edits]
    )


def _separator(text: str, array: Node) -> str:
    """What stands between items of an array: a new line where each item has its own."""
    before = text[array.start + 1 : array.items[0].start]
    return f",{before}" if "\n" in before else ", "


def _rewritten(reading: Mixlist, moves: Moves) -> str:
    """The text made anew from what CANN reads in it."""
    arrays: Arrays = {}
    for name, update, array in reading.arrays():
        items = (str(item.plain) for item in array.items)
        arrays[name, update] = [item for item in items if item not in moves]
    text = reading.source.text
    found = _INDENT.search(text)
    end = "\r\n" if "\r\n" in text else "\n"
    dumped = _dumped(_with(arrays, moves), found[1] if found else "  ") + "\n"
    return dumped.replace("\n", end)


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
