"""The context of a resolution: a precision mode, the operators of a SoC, the config files."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

from cannlint.cann.precision import CUBE_OPERATORS
from cannlint.formats.customize_dtypes.faults import dtypes_of
from cannlint.resolve.provenance import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
    from cannlint.formats.ops_info.operator import Operator
    from cannlint.graphs.model import Node
    from cannlint.library.recorded import RecordedColumns
    from cannlint.resolve.precision import PrecisionMode
    from cannlint.resolve.provenance import Facts


@dataclass(eq=False, slots=True)
class StoreEntry:
    """An operator as one store has it; `origin` names the store.

    `facts` say which release and SoC the columns are of. `recorded` are the columns of an operator
    that lists none, where its own code was run; `is_of_other_release` says that this was in
    another release. `is_always_supported` says that the operator's own check accepted all that it
    was asked about, `is_static_supported` that it did so where all dimensions were known.
    """

    operator: Operator
    origin: Origin
    facts: Facts | None = None
    recorded: RecordedColumns | None = None
    is_of_other_release: bool = False
    is_always_supported: bool = False
    is_static_supported: bool = False


@dataclass(eq=False, slots=True)
class Customized:
    """The entry of a customize_dtypes file that a node is subject to.

    `inputs` and `outputs` have the dtypes by position, `""` where one is left open.
    """

    inputs: list[str]
    outputs: list[str]
    origin: Origin


class Context:
    """What every node of one compile has in common.

    `stores` gives the entries of an operator type in the order CANN asks the stores: custom
    packages, then the built-in one. `colour` gives the mixed-precision list of an operator as a
    store has it, with what decided it (steps C1, C2), `keeps` what makes a node keep its dtypes,
    beside its own `_keep_dtype`. `customize` is a file that CANN accepts, or None. `cube` are the
    types that are lowered by preference: those of fp16.op_type.
    """

    __slots__ = ("_by_name", "_by_type", "_left_out", "colour", "cube", "keeps", "mode", "stores")

    def __init__(
        self,
        mode: PrecisionMode,
        stores: Callable[[str], Sequence[StoreEntry]],
        colour: Callable[[StoreEntry], tuple[str, Origin]],
        customize: CustomizeDtypes | None = None,
        keeps: Callable[[Node], Origin | None] = lambda node: None,
        cube: frozenset[str] = CUBE_OPERATORS,
    ) -> None:
        self.mode = mode
        self.stores = stores
        self.colour = colour
        self.keeps = keeps
        self.cube = cube
        self._by_name = _entries(customize, False)
        self._by_type = _entries(customize, True)
        self._left_out: Collection[Customized] = ()

    def entry(self, key: str, is_type: bool) -> Customized | None:
        """The entry of the file for an operator type, or for a node name."""
        return (self._by_type if is_type else self._by_name).get(key)

    def without(self, entries: Collection[Customized]) -> Context:
        """The same without some entries of the customize_dtypes file."""
        other = copy(self)
        other._left_out = entries
        return other

    def without_entries(self) -> Context:
        """The same without a customize_dtypes file."""
        other = copy(self)
        other._by_name, other._by_type = {}, {}
        return other

    def customized(self, name: str | None, op_type: str) -> Customized | None:
        """The entry of a node: by name, and only without one by type.

        See manual/customize-dtypes.md#effect.
        """
        found = self._by_name.get(name) if name is not None else None
        if found is None or found in self._left_out:
            found = self._by_type.get(op_type)
        return found if found not in self._left_out else None

    def hidden(self, entry: Customized | None, op_type: str) -> Customized | None:
        """The entry for a type that does not count beside `entry`, which is for a node's name."""
        by_type = self._by_type.get(op_type)
        return by_type if entry is not None and by_type is not entry else None


def _entries(reading: CustomizeDtypes | None, is_type: bool) -> dict[str, Customized]:
    if reading is None or not reading.accepted:
        return {}
    return {
        record.entry.name: Customized(
            dtypes_of(record.entry.inputs),
            dtypes_of(record.entry.outputs),
            Origin("file", None, reading.source, record.line),
        )
        for record in reading.records
        if record.counts and record.entry is not None and record.entry.is_type == is_type
    }
