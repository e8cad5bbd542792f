"""How CANN reads an operator library file, ops-info JSON (resolution.md 1.1 to 1.4)."""

from __future__ import annotations

import json
import re
from functools import lru_cache

from cannlint.diagnostics import Message
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.reading.base import Account
from cannlint.reading.entry_faults import EntryFault, count_faults, fault_of
from cannlint.reading.json_places import overridden_in
from cannlint.reading.json_reading import NOT_JSON, JsonReading
from cannlint.reading.kept import Tally, too_many
from cannlint.reading.operator import (
    FLAGS,
    LISTS_BY_FLAG,
    Operator,
    Tensor,
    dtype_named,
)
from cannlint.schema import Schema, schema
from cannlint.syntax.json_outline import outline
from cannlint.syntax.json_scanner import parse_json
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS, MOST_ENTRIES
from cannlint.validation import WRONG_TYPE, violations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from cannlint.syntax.json_nodes import Document, Node
    from cannlint.text.source import Source
    from cannlint.text.span import Span

    Words = tuple[str, ...]
    Path = Words

SCHEMA = "ops_info"

LONGEST, MOST_PARTS = 4_000_000, 1_000_000
"""Characters, and marks of JSON, of a text that is located: twice what real libraries have."""

_MOST_NODES = 120_000
"""Values that are located; real libraries have some 80,000."""

_SHORT = 300
"""Characters of a list of dtypes or formats that is remembered."""

_DEPTH = 3
_NUMBERED = re.compile(r"([^0-9]*)([0-9]+)")


class OpsInfo(JsonReading):
    """An operator library file as CANN reads it.

    `entries` has the text of every operator's entry; `operators` what CANN makes of those it
    can initialise; `faults` why it cannot initialise the others, MOST of each sort (kept.py).
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
        """Whether the text has too many parts for their places to be kept."""
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
                self.note(Fact.DUPLICATE_KEY, lost)

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
        reading.note(Fact.NOT_AN_OBJECT)
        return reading
    reading.entries = value
    trimmed = {op_type: _trimmed(entry) for op_type, entry in value.items()}
    wrong: dict[str, list[EntryFault]] = {}
    for violation in violations(SCHEMA, trimmed):
        wrong.setdefault(str(violation.path[0]), []).append(fault_of(violation))
    for op_type, entry in value.items():
        if _has_twins(entry, trimmed[op_type]):
            found = violations(SCHEMA, {op_type: entry})
            types = [violation for violation in found if violation.keyword == WRONG_TYPE]
            if types:
                wrong[op_type] = [fault_of(violation) for violation in types]
    tally = Tally()
    for op_type, fields in trimmed.items():
        operator, faults = _operator_of(op_type, fields, wrong.get(op_type, []))
        for fault in faults:
            if not tally.is_full(fault.is_flag):
                reading.faults.append(fault)
                reading.note(Fact.BAD_FLAG if fault.is_flag else Fact.FAULTY_ENTRY, fault)
        if operator is not None:
            reading.operators[op_type] = operator
    if reading.faults:
        reading.refuse()
    reading.note_lost()
    return reading


def _value_of_large(reading: OpsInfo) -> object:
    """The value of a large text, which is not decoded before it is known to be a library's."""
    text = reading.source.text
    found = outline(text, _DEPTH)
    reading.slip = found.fault or found.too_deep
    if reading.slip is not None or reading.source.bad_byte is not None:
        reading.refuse()
        if reading.slip is not None:
            reading.note(Fact.NOT_A_LIBRARY, reading.slip)
        return {}
    if found.values > MOST_ENTRIES:
        raise too_many(reading.source)
    start = len(text) - len(text.lstrip(BYTE_ORDER_MARK + C_BLANKS))
    value: object = json.JSONDecoder(parse_int=float).raw_decode(text, start)[0]
    return value


def _operator_of(
    op_type: str, fields: Any, faults: list[EntryFault]
) -> tuple[Operator | None, list[EntryFault]]:
    """An operator from its trimmed entry and what the schema says about it.

    None with the reasons where CANN cannot initialise it.
    """
    shapeless = [fault for fault in faults if fault.keyword == WRONG_TYPE]
    if shapeless:
        return None, shapeless
    tensors: dict[str, list[Tensor]] = {"input": [], "output": []}
    columns: list[tuple[str, int]] = []
    for key in sorted(filter(_is_tensor, fields), key=_tensor_number):
        side, *_ = _tensor_number(key)
        tensor, found = _tensor((op_type, key), fields[key], columns)
        faults += found
        if tensor is not None:
            tensors[side].append(tensor)
    if faults:
        return None, faults
    return (
        Operator(
            op_type,
            tuple(tensors["input"]),
            tuple(tensors["output"]),
            LISTS_BY_FLAG[fields.get("precision_reduce", {}).get("flag", "").lower()],
            _flags(tuple(name for name in FLAGS if name in fields and _is_set(fields[name]))),
            fields.get("op", {}).get("pattern", "kernel"),
            fields.get("opFile", {}).get("value", ""),
            fields.get("promoteType", {}).get("value", ""),
        ),
        [],
    )


@lru_cache(maxsize=256)
def _flags(names: tuple[str, ...]) -> frozenset[str]:
    """A set of flags, the same object for the same flags: there are few, and many operators."""
    return frozenset(names)


@lru_cache(maxsize=256)
def _is_tensor(key: str) -> bool:
    """Whether a key is that of an input or output, by the schema."""
    entry = schema(SCHEMA).others
    return isinstance(entry, Schema) and any(search(key) for search, _ in entry.patterns)


@lru_cache(maxsize=256)
def _tensor_number(key: str) -> tuple[str, int, str]:
    """`input` or `output`, and what orders by the number behind it: it may have any length."""
    match = _NUMBERED.fullmatch(key)
    assert match is not None
    digits = match[2].lstrip("0")
    return match[1].lower(), len(digits), digits


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


def _is_set(entry: dict[str, str]) -> bool:
    if "flag" in entry:
        return entry["flag"].lower() == "true"
    return bool(entry.get("value"))


def _tensor(
    path: Path, fields: dict[str, str], columns: list[tuple[str, int]]
) -> tuple[Tensor | None, list[EntryFault]]:
    """A tensor from its fields; `columns` has the column count of the first one that lists any."""
    faults = []
    listed = fields.get("dtype", "")
    dtypes, known = _items(listed), _names(listed)
    if "" in known:
        for dtype, name in zip(dtypes, known, strict=True):
            if not name:
                reason = "unknown dtype `{dtype}`"
                faults.append(EntryFault((*path, "dtype"), reason, {"dtype": dtype}))
    formats = _items(fields.get("format", ""))
    dynamic = _items(fields.get("unknownshape_format", "")) or formats
    faults += count_faults(path, {"dtype": dtypes, "format": formats}, columns)
    if faults:
        return None, faults
    param_type = fields.get("paramType", "")
    return Tensor(fields.get("name", ""), param_type, known, formats, dynamic), []


def _remembered(read: Callable[[str], Words]) -> Callable[[str], Words]:
    """Remember what is made of short texts: the lists of a library are few, and come often."""
    remembered = lru_cache(maxsize=2048)(read)
    return lambda text: remembered(text) if len(text) < _SHORT else read(text)


@_remembered
def _items(text: str) -> tuple[str, ...]:
    """The items of a comma list."""
    return tuple(item.strip(C_BLANKS) for item in text.split(",")) if text else ()


@_remembered
def _names(text: str) -> tuple[str, ...]:
    """The dtypes of a comma list as the compiler names them, empty for an unknown one."""
    return tuple(dtype_named(item) or "" for item in _items(text))


def account(reading: OpsInfo) -> Iterator[Account]:
    """What CANN makes of the operators it cannot initialise, in the order of the file."""
    from cannlint.reading.ops_places import places  # for who has something to say

    starts = (span.start for span in places(reading, [fault.path for fault in reading.faults]))
    for start, fault in sorted(zip(starts, reading.faults, strict=True), key=lambda one: one[0]):
        line, _ = reading.source.position(start)
        reason = Message(fault.reason, fault.values)
        yield Account(line, ".".join(fault.path), str(reason), False, start)
