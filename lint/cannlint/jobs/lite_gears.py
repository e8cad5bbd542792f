"""The shapes and gears of [ascend_context] in MindSpore Lite: input_shape and dynamic_dims.

They are read as `ProfileParser` and `SetDynParams` of converter_lite do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cannlint.language import Phrase

_RANGE = re.compile(r"[ \t]*([+-]?[0-9]{1,18})(?:~[ \t]*([+-]?[0-9]{1,18}))?")
_RANK, _IMAGE = 4, 2
"""The only rank that MindSpore Lite makes gears for, and how many dimensions an image has."""

NO_GEARS = Phrase("a dimension is negative, and `dynamic_dims` is not set")
NO_SHAPES = Phrase("`dynamic_dims` needs `input_shape` beside it")
NO_DYNAMIC = Phrase("no input has a dimension of -1")
NOT_4D = Phrase("an input with a dimension of -1 has other than 4 dimensions")
BATCH_AND_OTHER = Phrase("the batch is -1 beside another dimension")
NOT_TWO = Phrase("a dimension is -1 that is not the batch: then exactly two must be")
MIXED = Phrase("the batch of one input is -1, and the size of another one")
OTHER_COUNT = Phrase("it has the gears of another number of inputs than `input_shape`")
MALFORMED = Phrase("the gears are not written as `[1],[2]`, without spaces between them")
OTHER_SIZE = Phrase("a gear has another number of sizes than the shape has dimensions of -1")
NO_RANGE = Phrase("a size is neither a number above 0 nor a rising range of them")
UNEQUAL = Phrase("inputs with a dimension of -1 have different gears")


def fault_of(shapes: str, gears: str) -> Phrase | None:
    """Why converter_lite refuses shapes that are written as they must be, and gears; or None.

    Either may be empty: then it is not set.
    """
    if not shapes:
        return NO_SHAPES if gears else None
    inputs = [_sizes(one) for one in shapes.split(";")]
    dynamic = [sizes for sizes in inputs if any(size < 0 for size in sizes)]
    if not gears:
        return NO_GEARS if dynamic else None
    return _fault_of_shapes(dynamic) or _fault_of_gears(inputs, gears)


def _sizes(shape: str) -> list[int]:
    """The sizes of `name:[1,-1]`; nothing between two commas is 0."""
    return [int(size or 0) for size in shape.rpartition(":[")[2][:-1].split(",")]


def _fault_of_shapes(dynamic: Sequence[Sequence[int]]) -> Phrase | None:
    if not dynamic:
        return NO_DYNAMIC
    if any(len(sizes) != _RANK for sizes in dynamic):
        return NOT_4D
    for sizes in dynamic:
        unknown = [at for at, size in enumerate(sizes) if size == -1]
        if unknown != [0] and (0 in unknown or len(unknown) != _IMAGE):
            return BATCH_AND_OTHER if 0 in unknown else NOT_TWO
    return MIXED if len({sizes[0] == -1 for sizes in dynamic}) > 1 else None


def _fault_of_gears(inputs: Sequence[Sequence[int]], gears: str) -> Phrase | None:
    pieces = gears.split(";")
    if len(pieces) != len(inputs):
        return OTHER_COUNT
    if len({piece.count("],[") for piece in pieces}) > 1 or "" in pieces:
        return UNEQUAL
    for sizes, piece in zip(inputs, pieces, strict=True):
        for gear in piece.split("],["):
            ranges = gear.lstrip("[ ").rstrip("] ").split(",")
            wanted = sizes.count(-1)
            if (len(ranges) if ranges != [""] else 0) != wanted:
                return MALFORMED if "]" in gear.rstrip("] ") else OTHER_SIZE
            if wanted and not all(map(_rises, ranges)):
                return NO_RANGE
    own = (piece for sizes, piece in zip(inputs, pieces, strict=True) if min(sizes) < 0)
    return UNEQUAL if len(set(own)) > 1 else None


def _rises(text: str) -> bool:
    """Whether a text is a number above 0, or a range of them: `1~4`."""
    match = _RANGE.fullmatch(text)
    return match is not None and 0 < int(match[1]) <= int(match[2] or match[1])
