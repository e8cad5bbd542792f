"""The entries of a customize_dtypes file, looked up in the operator library."""

from __future__ import annotations

from functools import lru_cache

from cannlint.facts import Fact
from cannlint.formats.customize_dtypes.columns import (
    constrains,
    dtypes_by_side,
    is_undecidable,
    left_open,
    matching,
    names_dtype,
    tensor_count,
)
from cannlint.formats.customize_dtypes.faults import dtypes_of
from cannlint.lookup import Lookups, unknown_type
from cannlint.text.source import C_BLANKS
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.formats.customize_dtypes.columns import Lists
    from cannlint.formats.customize_dtypes.lines import DtypeEntry
    from cannlint.formats.customize_dtypes.reading import CustomizeDtypes, Record
    from cannlint.formats.ops_info.operator import Operator
    from cannlint.library.operators import Operators
    from cannlint.lookup import UnknownType

    Counts = tuple[int | None, int | None]
    """How many inputs and outputs there are; None for any number."""

UNKNOWN_TYPE: Fact[tuple[UnknownType, EntryLookup]] = Fact("unknown-type")
TYPE_AS_NODE_NAME: Fact[EntryLookup] = Fact("type-as-node-name")
EXTRA_POSITION: Fact[ExtraPosition] = Fact("extra-position")
TOO_MANY_POSITIONS: Fact[EntryLookup] = Fact("too-many-positions")
TOO_FEW_POSITIONS: Fact[EntryLookup] = Fact("too-few-positions")
NO_SUCH_COLUMN: Fact[EntryLookup] = Fact("no-such-column")
NO_COLUMN_BY_NAME: Fact[EntryLookup] = Fact("no-column-by-name")
"""An operator of the type that the name of a node suggests has no column with its dtypes."""
COLUMNS_BY_KERNEL: Fact[EntryLookup] = Fact("columns-by-kernel")


class EntryLookup:
    """An entry, and the operators that it is for: SoC folder → operator.

    There are none for the name of a node, and for a type that the library does not have.
    """

    __slots__ = ("entry", "operators", "record")

    def __init__(self, record: Record, entry: DtypeEntry, operators: dict[str, Operator]) -> None:
        self.record = record
        self.entry = entry
        self.operators = operators

    @property
    def lists(self) -> Lists:
        """The texts of the input list and of the output list."""
        return self.entry.inputs, self.entry.outputs

    @property
    def counts(self) -> Counts:
        """The most inputs, and the most outputs, that the operator has on any SoC."""
        return _counts(tuple(self.operators.values()))

    @property
    def recorded(self) -> str | None:
        """The release whose operators were run for the columns; None where a library lists any."""
        found = [getattr(operator, "recorded", None) for operator in self.operators.values()]
        releases = {None if recorded is None else recorded.cann for recorded in found}
        return releases.pop() if len(releases) == 1 else None

    @property
    def folders_without_column(self) -> list[str]:
        """The SoC folders whose operator has no column with the dtypes of the entry."""
        return [
            folder
            for folder, operator in self.operators.items()
            if matching(self.lists, operator) == ()
        ]


class ExtraPosition:
    """A comma at the end of a list, and the position that it opens beyond the tensors.

    `side` is `input` or `output`, `position` counts from 1, `place` is in the list.
    """

    __slots__ = ("_place", "entry", "position", "record", "side")

    def __init__(
        self, record: Record, entry: DtypeEntry, side: str, position: int, place: tuple[int, int]
    ) -> None:
        self.entry = entry
        self.record = record
        self.side = side
        self.position = position
        self._place = place

    @property
    def commas(self) -> Span:
        """The commas at the end of the list."""
        entry = self.entry
        written = entry.inputs_span if self.side == "input" else entry.outputs_span
        start, end = self._place
        return Span(written.start + start, written.start + end)


def look_up(reading: CustomizeDtypes, operators: Operators) -> Lookups:
    """Look up the operator of every entry, its columns, and the names of nodes."""
    lookups = Lookups(operators)
    entries = _Entries(lookups, reading.records)
    for record in reading.records:
        if record.entry is not None and record.first is None and record.has_key:
            entries.look_up(record, record.entry)
    return lookups


class _Entries:
    """Looks up lines one by one. The names of nodes in them are looked up first, all at once.

    Frameworks name nodes after types: `fp32_vars/Relu`, `Relu_3`.
    """

    __slots__ = ("_lookups", "_operators", "_stores", "_types_as_names", "_types_in_names")

    def __init__(self, lookups: Lookups, records: Iterable[Record]) -> None:
        self._lookups = lookups
        self._operators = operators = lookups.operators
        self._stores: dict[str, dict[str, Operator]] = {}
        shapes = [record.entry.shape for record in records if record.entry and record.counts]
        names = [shape.name for shape in shapes if not shape.is_type]
        self._types_as_names = operators.known_among(names)
        types = operators.known_among(map(type_in_name, names)) - operators.extra
        self._types_in_names = {op_type: _entries(operators, op_type) for op_type in types}

    def look_up(self, record: Record, entry: DtypeEntry) -> None:
        """Record what the library says about an entry."""
        found: dict[str, Operator] = {}
        if entry.is_type:
            found = self._found(entry.name)
            self._look_up_type(record, entry, found)
        elif record.counts:
            self._look_up_name(record, entry)
        if record.counts:
            self._look_up_lists(record, entry, found)

    def _found(self, op_type: str) -> dict[str, Operator]:
        found = self._stores.get(op_type) or _entries(self._operators, op_type)
        if found:
            self._stores[op_type] = found
        return found

    def _look_up_type(self, record: Record, entry: DtypeEntry, found: dict[str, Operator]) -> None:
        if self._lookups.is_full(UNKNOWN_TYPE):
            return
        unknown = unknown_type(entry.name, self._operators)
        if unknown is not None:
            self._lookups.note(UNKNOWN_TYPE, (unknown, EntryLookup(record, entry, found)))

    def _look_up_name(self, record: Record, entry: DtypeEntry) -> None:
        """Record that a node's name is a type, or ends in one without such a column."""
        if entry.name in self._types_as_names:
            self._lookups.note(TYPE_AS_NODE_NAME, EntryLookup(record, entry, {}))
        op_type = type_in_name(entry.name) if self._types_in_names else None
        if op_type in self._types_in_names and op_type != entry.name:
            found = self._types_in_names[op_type]
            lists, stores = (entry.inputs, entry.outputs), tuple(found.values())
            if NO_SUCH_COLUMN in _facts_of(lists, stores, bool(self._operators.socs)):
                self._lookups.note(NO_COLUMN_BY_NAME, EntryLookup(record, entry, found))

    def _look_up_lists(self, record: Record, entry: DtypeEntry, found: dict[str, Operator]) -> None:
        """Record what is noteworthy about the dtypes of an entry.

        There is nothing about an operator of the user's own packages, which come before CANN's.
        """
        lists, stores = (entry.inputs, entry.outputs), tuple(found.values())
        for side, position, start, end in _final_commas(*lists):
            if not _has_position(stores, side, position):
                extra = ExtraPosition(record, entry, side, position, (start, end))
                self._lookups.note(EXTRA_POSITION, extra)
        if found and entry.name not in self._operators.extra:
            for fact in _facts_of(lists, stores, bool(self._operators.socs)):
                self._lookups.note(fact, EntryLookup(record, entry, found))


def _entries(operators: Operators, op_type: str) -> dict[str, Operator]:
    """The operator of each SoC folder, with recorded columns where the library lists none."""
    found = operators.entries(op_type)
    if not found or not any(operator.is_open for operator in found.values()):
        return found
    from cannlint.library.recorded import listed_operator

    return {
        folder: listed_operator(operators.library, folder, operator)
        for folder, operator in found.items()
    }


@lru_cache(maxsize=4096)
def _final_commas(inputs: str | None, outputs: str | None) -> tuple[tuple[str, int, int, int], ...]:
    """Of each list that ends in commas: the side, the last position, and where the commas are.

    A list of open positions only is one on purpose. One comma before OutputDtype ends the inputs.
    """
    found = []
    for side, text, has_delimiter in (
        ("input", inputs, outputs is not None),
        ("output", outputs, False),
    ):
        body = (text or "").rstrip(C_BLANKS)
        if has_delimiter and body.endswith(","):
            body = body[:-1].rstrip(C_BLANKS)
        if body.endswith(",") and any(dtypes_of(body)):
            first = body.index(",", len(body.rstrip(C_BLANKS + ",")))
            found.append((side, body.count(",") + 1, first, len(body)))
    return tuple(found)


def _has_position(operators: tuple[Operator, ...], side: str, position: int) -> bool:
    """Whether the operator has so many inputs or outputs on one of the SoCs."""
    most = _counts(operators)[side == "output"]
    return bool(operators) and (most is None or position <= most)


@lru_cache(maxsize=4096)
def _facts_of(
    lists: Lists, operators: tuple[Operator, ...], is_for_socs: bool
) -> tuple[Fact[EntryLookup], ...]:
    """What is found about lists of dtypes and the operators of all SoCs that have the type.

    Where no SoC is asked for, a fact about a column holds for all of them. About an entry without
    any dtype, whose compile fails, there are none.
    """
    return tuple(_find_facts(lists, operators, is_for_socs)) if names_dtype(lists) else ()


def _find_facts(
    lists: Lists, operators: tuple[Operator, ...], is_for_socs: bool
) -> Iterator[Fact[EntryLookup]]:
    counts, given = _counts(operators), dtypes_by_side(lists)
    sides = zip(given, counts, strict=True)
    if any(count is not None and any(dtypes[count:]) for dtypes, count in sides):
        yield TOO_MANY_POSITIONS
    is_effective = any(constrains(lists, operator) for operator in operators)
    if is_effective and all(left_open(lists, operator) for operator in operators):
        yield TOO_FEW_POSITIONS
    failing = [matching(lists, operator) == () for operator in operators]
    if all(failing) or (is_for_socs and any(failing)):
        yield NO_SUCH_COLUMN
    if all(is_undecidable(lists, operator) for operator in operators):
        yield COLUMNS_BY_KERNEL


@lru_cache(maxsize=1024)
def _counts(operators: tuple[Operator, ...]) -> Counts:
    inputs = [tensor_count(operator.inputs) for operator in operators]
    outputs = [tensor_count(operator.outputs) for operator in operators]
    return _most(inputs), _most(outputs)


def _most(counts: list[int | None]) -> int | None:
    numbers = [count for count in counts if count is not None]
    return max(numbers, default=0) if len(numbers) == len(counts) else None


def type_in_name(name: str) -> str:
    """The last part of a node name without its number: `Relu` of `block/Relu_3`."""
    last = name.rpartition("/")[2]
    head, _, number = last.rpartition("_")
    return head if head and number.isdigit() else last
