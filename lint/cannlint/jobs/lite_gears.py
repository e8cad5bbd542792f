"""The gears of [ascend_context] in MindSpore Lite: dynamic_dims beside input_shape."""

from __future__ import annotations

import re

from cannlint.language import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SHAPE = re.compile(r"(?<![^;\[\]])[^;\[\]]+:\[([^;\[\]]*)\]")
_GEAR = re.compile(r"\[([0-9~,]+)\]")
_RANK = 4
"""The only rank that MindSpore Lite makes gears for."""

NO_DYNAMIC = Phrase("no input has a dimension of -1")
NOT_4D = Phrase("an input with a dimension of -1 has other than 4 dimensions")
BATCH_AND_OTHER = Phrase("the batch is -1 beside another dimension")
NOT_TWO = Phrase("a dimension is -1 that is not the batch: then exactly two must be")
MALFORMED = Phrase("the gears are not written as `[1],[2]`, without spaces")
OTHER_SIZE = Phrase("a gear has another number of sizes than the shape has dimensions of -1")
UNEQUAL = Phrase("the inputs have different numbers of gears")


def fault_of(shapes: str, gears: str) -> Phrase | None:
    """Why MindSpore Lite refuses gears for shapes that are written as they must be, or None."""
    dynamic = [
        unknown
        for match in _SHAPE.finditer(shapes)
        if (unknown := [at for at, size in enumerate(match[1].split(",")) if int(size) < 0])
    ]
    ranks = [len(match[1].split(",")) for match in _SHAPE.finditer(shapes) if "-" in match[1]]
    if not dynamic:
        return NO_DYNAMIC
    if any(rank != _RANK for rank in ranks):
        return NOT_4D
    for unknown in dynamic:
        if unknown != [0] and (0 in unknown or len(unknown) != 2):
            return BATCH_AND_OTHER if 0 in unknown else NOT_TWO
    return _fault_of_gears(dynamic, gears)


def _fault_of_gears(dynamic: Sequence[Sequence[int]], gears: str) -> Phrase | None:
    counts = set()
    for unknown, part in zip(dynamic, gears.split(";"), strict=False):
        found = _GEAR.findall(part)
        if ",".join(f"[{gear}]" for gear in found) != part:
            return MALFORMED
        if any(len(gear.split(",")) != len(unknown) for gear in found):
            return OTHER_SIZE
        if "~" not in part:
            counts.add(len(found))
    return UNEQUAL if len(counts) > 1 else None
