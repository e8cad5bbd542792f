"""How CANN reads its own mode files: as it reads a user's.

See manual/implementation-modes.md#built-in-files.
"""

from __future__ import annotations

import os

from cannlint.cann.modes import MODE_LIST
from cannlint.errors import UnreadablePathError
from cannlint.facts import Fact
from cannlint.formats.op_precision import reading as op_precision
from cannlint.formats.op_precision.lines import parse
from cannlint.formats.op_precision.reading import Fate, OpPrecision, Record
from cannlint.kinds import Kind
from cannlint.text.source import Source, read_source

UNLISTED_OPERATOR: Fact[Record] = Fact("unlisted-operator")

_LISTS = MODE_LIST.removesuffix(".ini")
"""How the names of such lists begin."""


class ImplMode(OpPrecision):
    """A built-in mode file as CANN reads it.

    UNLISTED_OPERATOR is about the entries that count, of operators that are not in the list that
    stands beside the file; `is_list` is whether the file is such a list itself.
    """

    __slots__ = ("is_list",)

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.kind = Kind.IMPL_MODE
        self.is_list = os.path.basename(source.path).startswith(_LISTS)


def read(source: Source) -> ImplMode:
    """Read a file as CANN does."""
    reading = ImplMode(source)
    if reading.is_list:
        return reading
    op_precision.read_into(reading)
    listed = _listed(os.path.join(os.path.dirname(source.path), MODE_LIST))
    if listed is not None:
        for record in reading.having(Fate.KEPT):
            if record.is_type and record.line.name not in listed:
                reading.note(UNLISTED_OPERATOR, record)
    return reading


def _listed(path: str) -> frozenset[str] | None:
    try:
        return operators_of_list(read_source(path))
    except UnreadablePathError:
        return None


def operators_of_list(source: Source) -> frozenset[str]:
    """The operators that a list of modes has."""
    return frozenset(line.name for line in parse(source) if line.mode)
