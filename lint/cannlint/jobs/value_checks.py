"""What is found wrong in a value that is a list: more than a type or a grammar can say.

A check takes a text that is not empty, and gives the name of the first fault, None for a legal one.
The rows of the tables say what becomes of each fault (`faults`, or `bad`). See
manual/options.md#what-ge-does-with-a-value.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cannlint.diagnostics import Phrase

ENGINES = frozenset(
    (
        "AIcoreEngine",
        "VectorEngine",
        "DNN_VM_AICPU",
        "DNN_VM_AICPU_ASCEND",
        "DNN_VM_AICPU_FFTS_PLUS",
        "DNN_VM_AICPU_ASCEND_FFTS_PLUS",
        "DNN_VM_GE_LOCAL",
        "DNN_VM_HOST_CPU",
        "DNN_VM_RTS",
        "DNN_VM_RTS_FFTS_PLUS",
        "DNN_VM_DVPP",
        "DNN_HCCL",
        "DSAEngine",
        "ffts_plus",
        "TS_1",
        "DNN_VM_CUSTOM",
    )
)
"""The engines of GE's engine_conf.json; the last since 9.0."""

_BLANK = " "
_GREATEST_32, _GREATEST_64 = 2**31 - 1, 2**63 - 1
_MOST_STEPS = 100
_LEAST_RANGE = 2
"""The characters that a text of shape ranges must have."""

_LONGEST_NAME = 128
_BESIDE_COLON = 2
_PARTS_OF_PATTERN = 3
_SWITCH = re.compile(r"(?!ge\.)[^:;]+:(?:on|off)")
_RANGE = re.compile(r" *-?[0-9]+ *| *[0-9]+ *~ *[0-9]+ *")


def number(text: str) -> int | None:
    """A decimal number without a sign; one of very many digits is only very large."""
    return int(text[:21]) if text.isascii() and text.isdigit() else None


def _streams(value: str) -> str | None:
    """`AIcoreEngine:2,DNN_HCCL:1`: engines and how many streams each may use."""
    names: list[str] = []
    for piece in value.removesuffix(",").split(","):
        name, colon, text = (part.strip(_BLANK) for part in piece.partition(":"))
        if not colon:
            return "form"
        if not name:
            return "name"
        if name in names:
            return "repeated"
        names.append(name)
        count = number(text)
        if count is None:
            return "number" if text else "no_number"
        if count > _GREATEST_32:
            return "large"
        if count < 1:
            return "number"
    return None if any(name in ENGINES for name in names) else "unknown"


def _steps(value: str) -> str | None:
    """`0|3-5|10`: steps and ranges of steps."""
    pieces = value.split("|")
    if len(pieces) > _MOST_STEPS:
        return "many"
    for piece in pieces:
        steps = [number(text) for text in piece.split("-")]
        known = [step for step in steps if step is not None and step <= _GREATEST_32]
        if len(known) < len(steps) or len(steps) > _BESIDE_COLON:
            return "form"
        if len(known) == _BESIDE_COLON and known[0] >= known[1]:
            return "falling"
    return None


def _adapter_steps(value: str) -> str | None:
    """The same for the adapter of TensorFlow 1, which forgives a separator at the end."""
    pieces = value.removesuffix("|").split("|")
    if len(pieces) > _MOST_STEPS:
        return "many"
    for first, _, last in (piece.partition("-") for piece in pieces):
        if last and first and int(first[:21]) >= int(last[:21]):
            return "falling"
    return None


def _gears(value: str) -> str | None:
    """`20,20;40,40`: gears, none of them twice; JB009 says that there must be two."""
    gears = []
    for gear in value.removesuffix(";").split(";"):
        sizes = [number(text) for text in gear.split(",")]
        if None in sizes:
            return "form"
        if any(size is not None and size > _GREATEST_64 for size in sizes):
            return "large"
        gears.append(sizes)
    return "repeated" if any(gear in gears[:at] for at, gear in enumerate(gears)) else None


def _indexes(value: str) -> str | None:
    """`0,1,2`: numbers, none of them twice."""
    found = [number(text) for text in value.split(",")]
    return "form" if None in found or len(set(found)) < len(found) else None


def _hint_shapes(value: str) -> str | None:
    """`0:[2,3];1:[4]`: the shape of each input, by its index."""
    indexes = set()
    for piece in value.removesuffix(";").split(";"):
        index, _, shape = piece.partition(":")
        found = number(index.strip(_BLANK))
        if found is None or found in indexes or not re.fullmatch(r"\[[0-9, ]*\]", shape):
            return "form"
        indexes.add(found)
    return None


def _shape_ranges(value: str) -> str | None:
    """`getnext:[128,3~5,-1];data:[64]`, of which GE gets what is behind the colons."""
    for one in value.removesuffix(";").split(";"):
        ranges = one.partition(":")[2].removesuffix(":")
        if len(ranges) < _LEAST_RANGE:
            return "form"
        fault = next(filter(None, map(_fault_in_ranges, ranges.split("]"))), None)
        if fault is not None:
            return fault
    return None


def _fault_in_ranges(piece: str) -> str | None:
    """The fault of one shape, which begins with `[` or `,[`; GE cuts two characters off a comma."""
    text = piece.removeprefix("[")
    if text == ",":
        return "crash"
    if text.startswith(","):
        text = text[2:]
    return None if all(not one or _RANGE.fullmatch(one) for one in text.split(",")) else "form"


def _switches(value: str) -> str | None:
    """`Pass:on;Other:off`."""
    pieces = list(filter(None, value.split(";")))
    return None if pieces and all(map(_SWITCH.fullmatch, pieces)) else "form"


def _threshold(value: str) -> str | None:
    """Digits, up to the greatest number of 64 bits."""
    count = number(value)
    return "form" if count is None else "large" if count > _GREATEST_64 else None


def _cores(value: str) -> str | None:
    """`24` or `24|48`: how many cores of each sort; GE keeps those of the SoC for 0 and nothing."""
    return "zero" if value == "0" else _session_cores(value)


def _session_cores(value: str) -> str | None:
    """The same for a session, which may say 0."""
    parts = value.split("|")
    if not any(parts):
        return "none" if len(parts) == _BESIDE_COLON else "form"
    if len(parts) <= _BESIDE_COLON and all(re.fullmatch("|0|[1-9][0-9]*", one) for one in parts):
        return None
    begins = [re.match(r"\s*[+-]?[0-9]", one) for one in parts if one]
    return "form" if len(parts) > _BESIDE_COLON or all(begins) else "no_number"


def _timeout(value: str) -> str | None:
    """Seconds of 32 bits."""
    if not re.fullmatch(r"\s*[+-]?[0-9]+", value):
        return "form"
    return _leading_timeout(value)


def _leading_timeout(value: str) -> str | None:
    """The same, with anything behind the number."""
    return _leading_number(value) or ("negative" if value.lstrip().startswith("-") else None)


def _run_mode(value: str) -> str | None:
    """0 infers, 1 trains."""
    return _leading_number(value) or (None if value in ("0", "1") else "other")


def _leading_number(value: str) -> str | None:
    """A number of 32 bits that anything may follow."""
    match = re.match(r"\s*([+-]?[0-9]{1,20})", value)
    if match is None:
        return "form"
    return None if -_GREATEST_32 - 2 < int(match[1]) <= _GREATEST_32 else "large"


def _job_id(value: str) -> str | None:
    """A name of at most 128 bytes."""
    return "large" if len(value.encode()) > _LONGEST_NAME else None


def _not_zero(value: str) -> str | None:
    """An integer but 0."""
    if not re.fullmatch(r"[+-]?[0-9]+", value):
        return "form"
    return "zero" if not value.strip("+-0") else None


def _lite_patterns(value: str) -> str | None:
    """`LayerNormV3:node_1,node_2:enable`, each operator once for each of the two words."""
    seen = []
    for pattern in value.split(";"):
        parts = pattern.split(":")
        if len(parts) != _PARTS_OF_PATTERN or parts[2] not in ("enable", "disable"):
            return "form"
        seen.append((parts[0], parts[2]))
    return "repeated" if len(set(seen)) < len(seen) else None


def _lite_shape_vector(value: str) -> str | None:
    """`[1,2,3];[4,5,6]`, in which what is no number is dropped."""
    shapes = value.removesuffix(";").split(";")
    if not all(re.fullmatch(r"\[[^\[]*\]", shape) for shape in shapes):
        return "form"
    sizes = [size for shape in shapes for size in shape[1:-1].split(",") if shape != "[]"]
    return None if all(re.fullmatch(r"(?: *[+-]?[0-9]+)?", size) for size in sizes) else "dropped"


def _integer(value: str) -> str | None:
    """An integer with any sign."""
    return None if re.fullmatch(r"[+-]?[0-9]+", value) else "form"


FAULTS = {
    "crash": Phrase("nothing between two shapes"),
    "dropped": Phrase("a part is no number"),
    "falling": Phrase("a range must ascend"),
    "large": Phrase("a number is too large"),
    "many": Phrase("more than 100 steps and ranges"),
    "name": Phrase("no name before the colon"),
    "negative": Phrase("a negative number"),
    "no_number": Phrase("no number"),
    "none": Phrase("no number"),
    "repeated": Phrase("twice the same"),
    "unknown": Phrase("unknown names"),
    "zero": Phrase("0 is not allowed"),
}
"""Fault → what is wrong, for the label of a finding; others have the form wrong."""

CHECKS: dict[str, Callable[[str], str | None]] = {
    "adapter_steps": _adapter_steps,
    "cores": _cores,
    "gears": _gears,
    "hint_shapes": _hint_shapes,
    "indexes": _indexes,
    "integer": _integer,
    "job_id": _job_id,
    "leading_number": _leading_number,
    "leading_timeout": _leading_timeout,
    "lite_patterns": _lite_patterns,
    "lite_shape_vector": _lite_shape_vector,
    "not_zero": _not_zero,
    "run_mode": _run_mode,
    "session_cores": _session_cores,
    "shape_ranges": _shape_ranges,
    "steps": _steps,
    "streams": _streams,
    "switches": _switches,
    "threshold": _threshold,
    "timeout": _timeout,
}
"""Name of a check in the tables (`check`) → the check."""
