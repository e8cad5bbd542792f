"""One operator's entry in a library: the operator, or why CANN cannot initialise it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from cannlint.formats.ops_info.operator import FLAGS, LISTS_BY_FLAG, Operator, Tensor, dtype_named
from cannlint.schema import PATTERN, WRONG_TYPE, part_of
from cannlint.text.source import C_BLANKS
from cannlint.validation import Violation

Words = tuple[str, ...]
Path = Words


SCHEMA, OPERATOR = "ops_info", "operator"
"""The schema of a library, and its part for one operator."""

_SHORT = 300
"""Characters of a list of dtypes or formats that is remembered."""

_NUMBERED = re.compile(r"([^0-9]*)([0-9]+)")


@dataclass(eq=False, slots=True)
class EntryFault:
    """What keeps an operator from being initialised.

    `path` are the keys from the root to the fault, `reason` a message template and `values`
    what fills it; `is_flag` is a precision_reduce.flag that is neither true nor false,
    `against` the path of the list that another one does not agree with.
    """

    path: Path
    reason: str
    values: dict[str, object]
    is_flag: bool = False
    keyword: str = ""
    against: Path | None = field(init=False, default=None)


def fault_of(violation: Violation) -> EntryFault:
    """What a violation of the schema is called."""
    path = tuple(map(str, violation.path))
    wording = _TYPE_WORDINGS[len(path) - 1] if violation.keyword == WRONG_TYPE else ""
    if wording:
        values: dict[str, object] = {"op": path[0], "key": ".".join(path[1:])}
        return EntryFault(path, wording, values, keyword=WRONG_TYPE)
    if violation.keyword == PATTERN:
        reason, values = "`{flag}` is neither true nor false", {"flag": violation.value}
        return EntryFault(path, reason, values, is_flag=True)
    if violation.keyword == "enum" and violation.value:
        reason = "unknown paramType `{written}`; CANN knows {allowed}"
        return EntryFault(path, reason, {"written": violation.value, "allowed": violation.expected})
    # a name or a paramType that is not there, or is empty
    tensor, field = path[:2], violation.expected[0] if len(path) == 2 else path[2]
    return EntryFault(tensor, "`{tensor}` has no `{field}`", {"tensor": path[1], "field": field})


_TYPE_WORDINGS = (
    "the entry of `{op}` is not an object",
    "`{key}` is not an object",
    "`{key}` is not a string",
)
"""What is said about a value of the wrong type, by its depth."""


def count_faults(
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


def operator_of(
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
    patterns = part_of(SCHEMA, "$defs", OPERATOR)["patternProperties"]
    return any(re.search(pattern, key) for pattern in patterns)


@lru_cache(maxsize=256)
def _tensor_number(key: str) -> tuple[str, int, str]:
    """`input` or `output`, and what orders by the number behind it: it may have any length."""
    match = _NUMBERED.fullmatch(key)
    assert match is not None
    digits = match[2].lstrip("0")
    return match[1].lower(), len(digits), digits


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
