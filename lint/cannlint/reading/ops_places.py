"""Where things stand in an operator library file: asked for only when there is a finding."""

from __future__ import annotations

import json

from cannlint.text.source import C_BLANKS
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.reading.ops_info import OpsInfo
    from cannlint.syntax.json_nodes import Member, Node


def place(reading: OpsInfo, path: tuple[str, ...]) -> Span:
    """The value at a path of keys, or as far as the path goes; an object's key for the object."""
    if reading.is_large:
        return _first_mention(reading, path[0])
    return _place_in(reading, _last(reading.document.root, path[0]), path[1:])


def places(reading: OpsInfo, paths: Sequence[tuple[str, ...]]) -> list[Span]:
    """The `place` of each of many paths: the operators of the file are gone through once."""
    if reading.is_large:
        return [_first_mention(reading, path[0]) for path in paths]
    root = reading.document.root
    members = {member.name: member for member in root.members} if root is not None else {}
    return [_place_in(reading, members.get(path[0]), path[1:]) for path in paths]


def _place_in(reading: OpsInfo, member: Member | None, path: tuple[str, ...]) -> Span:
    """The value at a path below an operator's entry."""
    for key in path:
        found = _last(member.value if member is not None else None, key)
        if found is None:
            break
        member = found
    if member is None:
        return Span(0, min(1, len(reading.source.text)))
    has_parts = member.value.sort in ("object", "array")
    return member.key.span if has_parts else member.value.span


def key_place(reading: OpsInfo, op_type: str) -> Span:
    """The key of an operator."""
    member = _last(reading.document.root, op_type) if not reading.is_large else None
    return member.key.span if member is not None else _first_mention(reading, op_type)


def _last(node: Node | None, key: str) -> Member | None:
    """The member that counts for a key; CANN trims keys below the first level."""
    members = node.members if node is not None else []
    for member in reversed(members):
        if member.name == key:
            return member
    return next((m for m in reversed(members) if m.name.strip(C_BLANKS) == key), None)


def _first_mention(reading: OpsInfo, op_type: str) -> Span:
    text, word = reading.source.text, json.dumps(op_type, ensure_ascii=False)
    start = max(text.find(word), 0)
    return Span(start, start + len(word) if text.startswith(word, start) else start)
