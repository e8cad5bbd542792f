"""Compiled models (`.om`): where the descriptions of the models in the file are.

A header of 256 bytes, then for each model a table of partitions, and these. The table has 32-bit
or, from CANN 7 on, 64-bit numbers; offsets count from its end. Only partition 0 of each model is
read, its ModelDef: no weights, kernels or tasks.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from typing import IO

from cannlint.errors import CannlintError
from cannlint.graphs.ge_ir import AFTER_SELECTION, graph_of
from cannlint.graphs.model import Graph
from cannlint.graphs.om_model import ModelReader
from cannlint.graphs.wire import ByteRange, Wire, WireError
from cannlint.language import translated

FORM = "om"

_HEADER = 256
_VERSION_AT, _ENCRYPTED_AT, _MODELS_AT = 8, 80, 156
_OLD_VERSION = 0x10000000
"""The version of a header without a number of models: the name of the platform begins there."""

_NUMBERS = (("<Q", 8), ("<I", 4))
"""The numbers of a table: their format and size in bytes."""

_MOST_PARTITIONS = 64
_LAST_TYPE = 255
"""Real types go up to some thirty; a number beyond this is no type."""

_MODEL_DEF = 0
MOST_MODELS = 1_000


@dataclass(eq=False, slots=True)
class _Table:
    """A table of partitions: where each is, and where the model ends."""

    model_def: ByteRange
    end: int


def read(path: str, file: IO[bytes]) -> Graph:
    """The graph of a compiled model, as the compiler left it.

    Raises CannlintError for a file that is encrypted, cut off or broken.
    """
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        places = _model_defs(path, data)
        reader = ModelReader(path, Wire(data))
        try:
            for place in places:
                reader.read(place)
        except WireError as error:
            raise CannlintError(
                "{path}: not a whole compiled model: the part that begins at byte {at:,} is cut "
                "off, broken or too large",
                path=path,
                at=error.at,
            ) from None
    graph = graph_of(path, FORM, reader.graphs)
    graph.model_attrs = reader.attrs
    graph.notes += [translated(AFTER_SELECTION), *reader.notes()]
    return graph


def _models_in(path: str, data: mmap.mmap) -> int:
    """How many models the header says are in the file."""
    if len(data) < _HEADER + 4:
        raise CannlintError(
            "{path}: not a whole compiled model: it has {size:,} bytes, which is less than its "
            "header",
            path=path,
            size=len(data),
        )
    if data[_ENCRYPTED_AT]:
        raise CannlintError(
            "{path}: an encrypted compiled model; compile without encryption to read it", path=path
        )
    version: int = struct.unpack_from("<I", data, _VERSION_AT)[0]
    if version == _OLD_VERSION:
        return 1
    count: int = struct.unpack_from("<I", data, _MODELS_AT)[0]
    if count > MOST_MODELS:
        raise CannlintError(
            "{path}: more than {most:,} models in one file, which is the limit",
            path=path,
            most=MOST_MODELS,
        )
    return max(count, 1)


def _model_defs(path: str, data: mmap.mmap) -> list[ByteRange]:
    """Where the ModelDef of each model in the file is."""
    count = _models_in(path, data)
    found: list[ByteRange] = []
    at = _HEADER
    for number in range(count):
        table = _table(data, at)
        if table is None:
            raise CannlintError(
                "{path}: not a whole compiled model: there is no table of partitions for model "
                "{number} of {count} at byte {at:,}",
                path=path,
                number=number + 1,
                count=count,
                at=at,
            )
        if table.model_def[1] > len(data):
            raise CannlintError(
                "{path}: not a whole compiled model: the description of the model ends at byte "
                "{end:,}, and the file at byte {size:,}",
                path=path,
                end=table.model_def[1],
                size=len(data),
            )
        found.append(table.model_def)
        at = table.end
    return found


def _table(data: mmap.mmap, at: int) -> _Table | None:
    """The table at a place, read with numbers of the one size or the other."""
    for number, size in _NUMBERS:
        if at + size > len(data):
            continue
        (count,) = struct.unpack_from(number, data, at)
        base = at + size + 3 * size * count
        if not 0 < count <= _MOST_PARTITIONS or base > len(data):
            continue
        rows = [
            struct.unpack_from(f"<3{number[1]}", data, at + size + 3 * size * row)
            for row in range(count)
        ]
        own = [(start, length) for kind, start, length in rows if kind == _MODEL_DEF and length]
        if own and all(kind <= _LAST_TYPE for kind, _, _ in rows):
            start, length = own[0]
            end = base + max(start + length for _, start, length in rows)
            return _Table((base + start, base + start + length), end)
    return None
