"""How CANN reads an operator library file, ops-info JSON (resolution.md 1.1 to 1.4)."""

from __future__ import annotations

import json
import re
from functools import lru_cache

from cannlint.diagnostics import Message
from cannlint.kinds import Kind
from cannlint.reading.base import Account, JsonReading
from cannlint.reading.kept import Tally, too_many
from cannlint.reading.operator import (
    FLAGS,
    LISTS_BY_FLAG,
    PARAM_TYPES,
    Operator,
    Tensor,
    dtype_named,
)
from cannlint.syntax.json_outline import outline
from cannlint.syntax.json_scanner import parse_json
from cannlint.syntax.json_value import IRREGULAR, plain_json
from cannlint.text.source import BYTE_ORDER_MARK, C_BLANKS, MOST_ENTRIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from cannlint.syntax.json_nodes import Document
    from cannlint.text.source import Source
    from cannlint.text.span import Span

    Path = tuple[str, ...]

LONGEST, MOST_PARTS = 4_000_000, 1_000_000
"""Characters, and marks of JSON, of a text that is located: twice what real libraries have."""

_MOST_NODES = 120_000
"""Values that are located; real libraries have some 80,000."""

_DEPTH = 3
_TENSOR = re.compile(r"([Ii]nput|[Oo]utput)([0-9]+)")


class EntryFault:
    """What keeps an operator from being initialised.

    `path` are the keys from the root to the fault, `reason` a message template and `values`
    what fills it; `is_flag` is a precision_reduce.flag that is neither true nor false,
    `against` the path of the list that another one does not agree with.
    """

    __slots__ = ("against", "is_flag", "path", "reason", "values")

    def __init__(
        self, path: Path, reason: str, values: dict[str, object], is_flag: bool = False
    ) -> None:
        self.against: Path | None = None
        self.path = path
        self.reason = reason
        self.values = values
        self.is_flag = is_flag


class OpsInfo(JsonReading):
    """An operator library file as CANN reads it.

    `entries` has the text of every operator's entry; `operators` what CANN makes of those it
    can initialise; `faults` why it cannot initialise the others, MOST of each sort (kept.py).
    One fault fails the store.
    Of a text too large to be located `slip` is the first place that is no library.
    """

    __slots__ = ("_is_large", "entries", "faults", "is_object", "operators", "slip")

    def __init__(self, source: Source) -> None:
        super().__init__(source, Kind.OPS_INFO)
        self.entries: dict[str, Any] = {}
        self.operators: dict[str, Operator] = {}
        self.faults: list[EntryFault] = []
        self.is_object = True
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

    def _located(self) -> Document:
        return parse_json(self.source.text, most_nodes=_MOST_NODES)


def read(source: Source, fast: bool = True) -> OpsInfo:
    """Read a file as CANN does; `fast=False` takes the located parser."""
    reading = OpsInfo(source)
    value = plain_json(source.text, MOST_PARTS) if fast and not reading.is_large else IRREGULAR
    if value is IRREGULAR:
        reading.regular = False
        value = _value_of_large(reading) if reading.is_large else _located_value(reading)
    if not isinstance(value, dict):
        reading.is_object = False
        reading.refuse()
        return reading
    reading.entries = value
    tally = Tally()
    for op_type, entry in value.items():
        operator, faults = operator_of(op_type, entry)
        reading.faults += [fault for fault in faults if not tally.is_full(fault.is_flag)]
        if operator is not None:
            reading.operators[op_type] = operator
    if reading.faults:
        reading.refuse()
    return reading


def _located_value(reading: OpsInfo) -> object:
    if not reading.document.faults:
        return reading.sound_value()
    reading.refuse()
    root = reading.document.root
    return root.plain if root is not None else None


def _value_of_large(reading: OpsInfo) -> object:
    """The value of a large text, which is not decoded before it is known to be a library's."""
    text = reading.source.text
    found = outline(text, _DEPTH)
    reading.slip = found.fault or found.too_deep
    if reading.slip is not None or reading.source.bad_byte is not None:
        reading.refuse()
        return {}
    if found.values > MOST_ENTRIES:
        raise too_many(reading.source)
    start = len(text) - len(text.lstrip(BYTE_ORDER_MARK + C_BLANKS))
    value: object = json.JSONDecoder(parse_int=float).raw_decode(text, start)[0]
    return value


def operator_of(op_type: str, entry: Any) -> tuple[Operator | None, list[EntryFault]]:
    """An operator from its entry; None with the reasons where CANN cannot initialise it."""
    faults = list(_shape_faults(op_type, entry))
    if faults:
        return None, faults
    fields = {key.strip(C_BLANKS): _trimmed(value) for key, value in entry.items()}
    written = fields.get("precision_reduce", {}).get("flag", "")
    flag = written.lower()
    if flag not in LISTS_BY_FLAG:
        path = (op_type, "precision_reduce", "flag")
        reason, values = "`{flag}` is neither true nor false", {"flag": written}
        faults.append(EntryFault(path, reason, dict(values), is_flag=True))
    tensors: dict[str, list[Tensor]] = {"input": [], "output": []}
    columns: list[tuple[str, int]] = []
    for key in sorted(filter(_TENSOR.fullmatch, fields), key=_tensor_number):
        side, _ = _tensor_number(key)
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
            LISTS_BY_FLAG[flag],
            _flags(tuple(name for name in FLAGS if _is_set(fields.get(name, {})))),
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


def _tensor_number(key: str) -> tuple[str, int]:
    match = _TENSOR.fullmatch(key)
    assert match is not None
    return match[1].lower(), int(match[2])


def _trimmed(entry: dict[str, str]) -> dict[str, str]:
    return {key.strip(C_BLANKS): value.strip(C_BLANKS) for key, value in entry.items()}


def _is_set(entry: dict[str, str]) -> bool:
    if "flag" in entry:
        return entry["flag"].lower() == "true"
    return bool(entry.get("value"))


def _shape_faults(op_type: str, entry: Any) -> Iterator[EntryFault]:
    """The root has to be an object of objects of objects of texts."""
    if not isinstance(entry, dict):
        yield EntryFault((op_type,), "the entry of `{op}` is no object", {"op": op_type})
        return
    for key, fields in entry.items():
        if not isinstance(fields, dict):
            yield EntryFault((op_type, key), "`{key}` is no object", {"key": key})
            continue
        for name, value in fields.items():
            if not isinstance(value, str):
                values: dict[str, object] = {"key": f"{key}.{name}"}
                yield EntryFault((op_type, key, name), "`{key}` is no text in quotes", values)


def _tensor(
    path: Path, fields: dict[str, str], columns: list[tuple[str, int]]
) -> tuple[Tensor | None, list[EntryFault]]:
    """A tensor from its fields; `columns` has the column count of the first one that lists any."""
    faults = []
    for name in ("name", "paramType"):
        if not fields.get(name):
            values: dict[str, object] = {"tensor": path[-1], "field": name}
            faults.append(EntryFault(path, "`{tensor}` has no `{field}`", values))
    param_type = fields.get("paramType", "")
    if param_type and param_type not in PARAM_TYPES:
        values = {"written": param_type, "allowed": PARAM_TYPES}
        reason = "`{written}` is no paramType; CANN knows {allowed}"
        faults.append(EntryFault((*path, "paramType"), reason, values))
    dtypes = _split(fields.get("dtype", ""))
    names = [dtype_named(dtype) for dtype in dtypes]
    for dtype in dtypes:
        if dtype_named(dtype) is None:
            reason = "`{dtype}` is no dtype of CANN"
            faults.append(EntryFault((*path, "dtype"), reason, {"dtype": dtype}))
    formats = _split(fields.get("format", ""))
    dynamic = _split(fields.get("unknownshape_format", "")) or formats
    faults += _count_faults(path, {"dtype": dtypes, "format": formats}, columns)
    if faults:
        return None, faults
    known = tuple(name or "" for name in names)
    return Tensor(fields["name"], param_type, known, formats, dynamic), []


def _split(text: str) -> tuple[str, ...]:
    return tuple(item.strip(C_BLANKS) for item in text.split(",")) if text else ()


def _count_faults(
    path: Path, lists: dict[str, tuple[str, ...]], columns: list[tuple[str, int]]
) -> Iterator[EntryFault]:
    """Each list of each tensor has as many items as the first list of the first tensor."""
    for name, items in lists.items():
        if not items:
            continue
        columns.append((f"{path[-1]}.{name}", len(items)))
        first, count = columns[0]
        if len(items) != count:
            reason = "columns: {number} in {field}, {count} in {first}"
            values: dict[str, object] = {
                "field": f"{path[-1]}.{name}",
                "number": len(items),
                "first": first,
                "count": count,
            }
            fault = EntryFault((*path, name), reason, values)
            fault.against = (*path[:-1], *first.split("."))
            yield fault


def account(reading: OpsInfo) -> Iterator[Account]:
    """What CANN makes of the operators it cannot initialise, in the order of the file."""
    from cannlint.reading.ops_places import places  # for who has something to say

    starts = (span.start for span in places(reading, [fault.path for fault in reading.faults]))
    for start, fault in sorted(zip(starts, reading.faults, strict=True), key=lambda one: one[0]):
        line, _ = reading.source.position(start)
        reason = Message(fault.reason, fault.values)
        yield Account(line, ".".join(fault.path), str(reason), False, start)
