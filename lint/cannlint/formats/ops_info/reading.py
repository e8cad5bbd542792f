"""How CANN reads an operator library file, ops-info JSON (manual/operator-libraries.md)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from cannlint.facts import Fact
from cannlint.formats.ops_info.entry import OPERATOR, SCHEMA, EntryFault, fault_of, operator_of
from cannlint.formats.ops_info.operator import Operator
from cannlint.kinds import Kind
from cannlint.reading.base import Tally, too_many
from cannlint.reading.json_places import overridden_in
from cannlint.reading.json_reading import DUPLICATE_KEY, NOT_AN_OBJECT, NOT_JSON, JsonReading
from cannlint.schema import WRONG_TYPE, test_of
from cannlint.syntax.json_nodes import Document, Member, Node
from cannlint.syntax.json_outline import outline
from cannlint.syntax.json_scanner import parse_json
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS, MOST_ENTRIES, Source
from cannlint.text.span import Span

FAULTY_ENTRY: Fact[EntryFault] = Fact("faulty-entry")
BAD_FLAG: Fact[EntryFault] = Fact("bad-flag")
NOT_A_LIBRARY: Fact[Span] = Fact("not-a-library")
"""A file too large to be located is no library from a place on."""

LONGEST, MOST_PARTS = 4_000_000, 1_000_000
"""Characters, and marks of JSON, of a text that is located: twice what real libraries have."""

_MOST_NODES = 120_000
"""Values that are located; real libraries have some 80,000."""

_DEPTH = 3


class OpsInfo(JsonReading):
    """An operator library file as CANN reads it.

    `entries` has the text of every operator's entry; `operators` what CANN makes of those it
    can initialise; `faults` why it cannot initialise the others, MOST of each sort (limits.py).
    One fault fails the store.
    Of a text too large to be located `slip` is the first place that is no library.
    """

    __slots__ = ("_is_large", "entries", "faults", "operators", "slip")

    def __init__(self, source: Source) -> None:
        super().__init__(source, Kind.OPS_INFO)
        self.entries: dict[str, Any] = {}
        self.operators: dict[str, Operator] = {}
        self.faults: list[EntryFault] = []
        self.slip: Span | None = None
        self._is_large: bool | None = None

    @property
    def is_large(self) -> bool:
        """Whether the text has too many parts to store their places."""
        if self._is_large is None:
            text = self.source.text
            self._is_large = len(text) > LONGEST or (
                len(text) > MOST_PARTS and sum(map(text.count, '"{[,:')) > MOST_PARTS
            )
        return self._is_large

    @property
    def root(self) -> Node | None:
        """The value with its places, also where it is not clear; None of a large text."""
        return None if self.is_large else self.document.root

    def note_lost(self) -> None:
        """Record the operators that come again later in the file."""
        if self._document is not None and self.root is not None:
            for lost in overridden_in(self.root):
                self.note(DUPLICATE_KEY, lost)

    def _located(self) -> Document:
        return parse_json(self.source.text, most_nodes=_MOST_NODES)


def read(source: Source) -> OpsInfo:
    """Read a file as CANN does."""
    reading = OpsInfo(source)
    value = _value_of_large(reading) if reading.is_large else reading.read_value(MOST_PARTS)
    if value is NOT_JSON:
        reading.refuse()
        reading.note_syntax()
        root = reading.document.root
        value = root.plain if root is not None else None
    if not isinstance(value, dict):
        reading.refuse()
        reading.note(NOT_AN_OBJECT, None)
        return reading
    reading.entries = value
    trimmed = {op_type: _trimmed(entry) for op_type, entry in value.items()}
    wrong = _wrong(value, trimmed)
    tally = Tally()
    for op_type, fields in trimmed.items():
        operator, faults = operator_of(op_type, fields, wrong.get(op_type, []))
        for fault in faults:
            if not tally.is_full(fault.is_flag):
                reading.faults.append(fault)
                reading.note(BAD_FLAG if fault.is_flag else FAULTY_ENTRY, fault)
        if operator is not None:
            reading.operators[op_type] = operator
    if reading.faults:
        reading.refuse()
    reading.note_lost()
    return reading


def _wrong(entries: dict[str, Any], trimmed: dict[str, Any]) -> dict[str, list[EntryFault]]:
    """Operator type → what the schema does not allow in its entry.

    Of an entry in which one key hides another, the types of the values of both count.
    """
    is_allowed = test_of(SCHEMA, OPERATOR)
    refused = {op_type: entry for op_type, entry in trimmed.items() if not is_allowed(entry)}
    twins = [
        op_type
        for op_type, entry in entries.items()
        if _has_twins(entry, trimmed[op_type]) and not is_allowed(entry)
    ]
    if not refused and not twins:
        return {}
    from cannlint.validation import violations

    wrong: dict[str, list[EntryFault]] = {}
    for violation in violations(SCHEMA, refused):
        wrong.setdefault(str(violation.path[0]), []).append(fault_of(violation))
    for op_type in twins:
        found = violations(SCHEMA, {op_type: entries[op_type]})
        types = [fault_of(one) for one in found if one.keyword == WRONG_TYPE]
        if types:
            wrong[op_type] = types
    return wrong


def _value_of_large(reading: OpsInfo) -> object:
    """The value of a large text, which is not decoded before it is known to be a library's."""
    text = reading.source.text
    found = outline(text, _DEPTH)
    reading.slip = found.fault or found.too_deep
    if reading.slip is not None or reading.source.bad_byte is not None:
        reading.refuse()
        if reading.slip is not None:
            reading.note(NOT_A_LIBRARY, reading.slip)
        return {}
    if found.values > MOST_ENTRIES:
        raise too_many(reading.source)
    start = len(text) - len(text.lstrip(BYTE_ORDER_MARK + C_BLANKS))
    value: object = json.JSONDecoder(parse_int=float).raw_decode(text, start)[0]
    return value


def _trimmed(entry: Any) -> Any:
    """An operator's entry without the blanks that CANN takes off its keys and values."""
    if not isinstance(entry, dict):
        return entry
    return {
        key.strip(C_BLANKS): {
            name.strip(C_BLANKS): value.strip(C_BLANKS) if isinstance(value, str) else value
            for name, value in fields.items()
        }
        if isinstance(fields, dict)
        else fields
        for key, fields in entry.items()
    }


def _has_twins(entry: Any, trimmed: Any) -> bool:
    """Whether keys of an entry differ by blanks only, so that one of them hides the other."""
    if not isinstance(entry, dict):
        return False
    if len(entry) != len(trimmed):
        return True
    for fields, bare in zip(entry.values(), trimmed.values(), strict=True):
        if isinstance(fields, dict) and len(fields) != len(bare):
            return True
    return False


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
