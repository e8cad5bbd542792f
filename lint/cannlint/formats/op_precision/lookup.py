"""The entries of an op_precision_mode file, looked up in the operator library."""

from __future__ import annotations

import re
from functools import lru_cache

from cannlint.facts import Fact
from cannlint.formats.customize_dtypes.lines import TYPE_PREFIX
from cannlint.formats.op_precision.reading import Fate
from cannlint.library.model import OPEN
from cannlint.lookup import Lookups, unknown_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.formats.op_precision.reading import OpPrecision, Record
    from cannlint.library.model import Library
    from cannlint.library.operators import Operators
    from cannlint.lookup import UnknownType

UNKNOWN_TYPE: Fact[tuple[UnknownType, Record]] = Fact("unknown-type")
TYPE_AS_NODE_NAME: Fact[Record] = Fact("type-as-node-name")
NODE_NAME_AS_TYPE: Fact[Record] = Fact("node-name-as-type")
MODE_NOT_LISTED: Fact[ModeLookup] = Fact("mode-not-listed")
NO_MODES: Fact[Record] = Fact("no-modes")
MODE_NEEDS_HF32: Fact[Record] = Fact("mode-needs-hf32")

HF32_MODES = ("enable_float_32_execution", "enable_hi_float_32_execution")
"""The modes that need a matrix unit with HF32."""


class ModeLookup:
    """An entry for an operator type whose mode has no effect, and the modes of that operator."""

    __slots__ = ("modes", "record")

    def __init__(self, record: Record, modes: tuple[str, ...]) -> None:
        self.record = record
        self.modes = modes


def look_up(reading: OpPrecision, operators: Operators) -> Lookups:
    """Look up the operator and the mode of every entry that counts."""
    lookups = Lookups(operators)
    entries = _Entries(lookups, reading.records)
    for record in reading.records:
        if record.fate is Fate.KEPT:
            entries.look_up(record)
    return lookups


class _Entries:
    """Looks up lines one by one. The names of nodes in them are looked up first, all at once."""

    __slots__ = ("_lacks_hf32", "_lookups", "_operators", "_types_as_names")

    def __init__(self, lookups: Lookups, records: Iterable[Record]) -> None:
        self._lookups = lookups
        self._operators = operators = lookups.operators
        hardware = operators.hardware()
        self._lacks_hf32 = bool(hardware) and not any(soc.hf32 for soc in hardware)
        of_nodes = (one for one in records if one.fate is Fate.KEPT and not one.is_type)
        self._types_as_names = operators.known_among(record.line.name for record in of_nodes)

    def look_up(self, record: Record) -> None:
        """Record what the library says about an entry."""
        name, has_mode = record.line.name, True
        if record.is_type:
            self._look_up_type(record)
            has_mode = self._look_up_mode(record) and is_known(name, self._operators)
        elif self._is_type_as_name(name):
            self._lookups.note(TYPE_AS_NODE_NAME, record)
        if has_mode and self._lacks_hf32 and record.line.mode in HF32_MODES:
            self._lookups.note(MODE_NEEDS_HF32, record)

    def _look_up_type(self, record: Record) -> None:
        operators, name = self._operators, record.line.name
        if looks_like_node(name) and not is_known(name, operators):
            self._lookups.note(NODE_NAME_AS_TYPE, record)
        elif not self._lookups.is_full(UNKNOWN_TYPE) and self._is_to_be_there(name):
            unknown = unknown_type(name, operators)
            if unknown is not None:
                self._lookups.note(UNKNOWN_TYPE, (unknown, record))

    def _look_up_mode(self, record: Record) -> bool:
        """Record why an entry for a type sets no mode; True where nothing is against it."""
        operators, name = self._operators, record.line.name
        modes, has_none = modes_of(name, operators), has_no_modes(name, operators)
        is_unlisted = bool(modes) and record.line.mode not in modes
        if is_unlisted:
            self._lookups.note(MODE_NOT_LISTED, ModeLookup(record, modes))
        if has_none:
            self._lookups.note(NO_MODES, record)
        return not (is_unlisted or has_none)

    def _is_to_be_there(self, name: str) -> bool:
        """Whether a type that the library lacks is unknown; its release may name it with modes."""
        operators = self._operators
        return bool(operators.everywhere(name)) or name not in operators.library.modes

    def _is_type_as_name(self, name: str) -> bool:
        """Whether the name of a node is an operator type, or begins with its prefix."""
        return name in self._types_as_names or name.startswith(TYPE_PREFIX)


_NODE_LIKE = re.compile(r"[^:]*/.*|[^:]+[_:]\d+", re.DOTALL)
"""A name with slashes, or with a number at its end, as frameworks put there."""
_DOTTED = re.compile(r"\w[\w.]*\w")
"""A name that may have dots."""

_ANY_MODE = "optional"
"""What the list has for an operator that takes every mode."""


def is_known(name: str, operators: Operators) -> bool:
    """Whether an operator has the type, or CANN's own mode files name it."""
    return operators.known(name) or _is_listed(name, operators)


def _is_listed(name: str, operators: Operators) -> bool:
    return name in _listed(operators.library)


@lru_cache(maxsize=4)
def _listed(library: Library) -> frozenset[str]:
    """The operators that CANN's own mode files name."""
    return frozenset(library.modes).union(*library.mode_files.values())


def looks_like_node(name: str) -> bool:
    """Whether a key looks like the name of a node."""
    if _NODE_LIKE.fullmatch(name) is not None:
        return True
    return "." in name and ".." not in name and _DOTTED.fullmatch(name) is not None


def modes_of(name: str, operators: Operators) -> tuple[str, ...]:
    """The modes that the library lists for a type; empty where it does not restrict them."""
    modes = operators.library.modes.get(name, ())
    return () if name in operators.extra or _ANY_MODE in modes else modes


def has_no_modes(name: str, operators: Operators) -> bool:
    """Whether the library has the operator and lists no modes for it."""
    library = operators.library
    if library.known_by == OPEN or not library.modes or name in operators.extra:
        return False
    return not _is_listed(name, operators) and bool(operators.entries(name))
