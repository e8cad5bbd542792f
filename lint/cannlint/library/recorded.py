"""What operators answered when the compiler's questions were put to their own code.

Some operators list no columns: a function of theirs, `op_select_format`, gives them while
compiling. The functions of one release were run for many shapes, formats, dtypes and attributes;
this file has what they gave, and what it depends on. cannlint itself never runs a function of
an operator.

    {"cannlint": "recorded/1", "cann": "8.1.RC1", "folders": [...], "supported": {"Select": "1f"}}
    Add<TAB>1ffff<TAB>["", [[[["shape=unknown"]], "float16,float16,float16;..."], ...]]

An entry has letters (see LETTERS) and cases, each with conditions and columns. A case holds where
all conditions of one of its alternatives do, `FEATURE=VALUE|VALUE`; null where the runs do not say
when it holds. The first case that holds has the columns, each with the dtypes of all inputs, then
those of all outputs.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from cannlint.formats.ops_info.operator import Operator, Tensor
from cannlint.library.compact import stored
from cannlint.library.snapshot import VERSION, embedded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.library.compact import Compact
    from cannlint.library.model import Library

    Condition = tuple[str, frozenset[str]]
    """A feature of a node, and the values of it for which the condition is met."""

FORMAT = "recorded/1"
FILE = f"recorded-{VERSION}.columns"
BY_FORMAT, SMALL_CHANNEL = "f", "c"
"""Letters of an entry: of several columns that are left the format decides, not the order;
there are formats for few channels."""


@dataclass(eq=False, slots=True)
class Case:
    """Columns, and when an operator gives them.

    `dtypes` has for each tensor, inputs first, one dtype a column in the compiler's spelling; it
    is empty where the operator gives none, and takes no node.
    `alternatives` is None where the runs do not say when the case holds.
    """

    alternatives: tuple[tuple[Condition, ...], ...] | None
    dtypes: tuple[tuple[str, ...], ...]


class RecordedColumns:
    """The columns that an operator gave on the SoCs of a folder, in the release `cann`.

    `is_by_format` says that formats decide between columns that are left, `has_small_channel`
    that some formats are for few channels.
    """

    __slots__ = ("cann", "cases", "folder", "has_small_channel", "is_by_format")

    def __init__(self, cann: str, folder: str, letters: str, cases: tuple[Case, ...]) -> None:
        self.cann = cann
        self.folder = folder
        self.is_by_format = BY_FORMAT in letters
        self.has_small_channel = SMALL_CHANNEL in letters
        self.cases = cases

    @property
    def is_exact(self) -> bool:
        """Whether the runs say when each case holds."""
        return all(case.alternatives is not None for case in self.cases)

    def combinations(self) -> dict[tuple[str, ...], bool]:
        """The dtypes of all tensors in each column → whether every case has it; in order."""
        by_case = [[*zip(*case.dtypes, strict=True)] for case in self.cases]
        listed = dict.fromkeys(column for columns in by_case for column in columns)
        return {column: all(column in columns for columns in by_case) for column in listed}


def recorded_columns(library: Library, folder: str, operator: Operator) -> RecordedColumns | None:
    """The recorded columns of an operator of a library; None where there are none for it.

    Another release counts only where its entry is that of the release that was recorded.
    """
    if not operator.is_open or not _is_recorded(library, folder, operator):
        return None
    return _columns(operator.op_type, folder)


class ListedOperator(Operator):
    """An operator with its recorded columns as if the library listed them, whatever the node.

    `by_case` has the operator once for each case, with the columns of that one.
    """

    __slots__ = ("by_case", "recorded")

    def __init__(self, operator: Operator, recorded: RecordedColumns) -> None:
        listed = _listed(operator, tuple(zip(*recorded.combinations(), strict=True)))
        super().__init__(
            operator.op_type, listed.inputs, listed.outputs, operator.default_list, listed.flags
        )
        self.recorded = recorded
        self.by_case = tuple(_listed(operator, case.dtypes) for case in recorded.cases)


def _listed(operator: Operator, dtypes: tuple[tuple[str, ...], ...]) -> Operator:
    """An operator that lists columns: one tuple of dtypes for each tensor, inputs first."""
    columns = iter(dtypes or ((),) * len(operator.tensors))
    inputs, outputs = (
        tuple(Tensor(tensor.name, tensor.param_type, next(columns), (), ()) for tensor in tensors)
        for tensors in (operator.inputs, operator.outputs)
    )
    flags = operator.flags - {"dynamicFormat"}
    return Operator(operator.op_type, inputs, outputs, operator.default_list, flags)


@lru_cache(maxsize=1024)
def listed_operator(library: Library, folder: str, operator: Operator) -> Operator:
    """The operator with the columns that were recorded; itself where there are none for sure."""
    recorded = recorded_columns(library, folder, operator)
    if recorded is None or not recorded.is_exact:
        return operator
    return ListedOperator(operator, recorded)


def is_always_supported(library: Library, folder: str, operator: Operator) -> bool:
    """Whether the operator's own check accepted every node that it was asked about."""
    return _has_bit("supported", library, folder, operator)


def is_static_supported(library: Library, folder: str, operator: Operator) -> bool:
    """Whether the check refused nodes only because of unknown dimensions, as it said itself."""
    return _has_bit("supported_static", library, folder, operator)


def _has_bit(key: str, library: Library, folder: str, operator: Operator) -> bool:
    recorded = _recorded()
    mask = recorded.header[key].get(operator.op_type)
    if mask is None or not _is_recorded(library, folder, operator):
        return False
    return bool(int(mask, 16) >> recorded.header["folders"].index(folder) & 1)


def _is_recorded(library: Library, folder: str, operator: Operator) -> bool:
    """Whether the operator is the one that was recorded.

    In the release that was recorded its default list may differ: users change it, and it has no
    part in the columns.
    """
    if folder not in _recorded().header["folders"]:
        return False
    source = embedded(VERSION)
    if library.origin == "embedded" and library.cann == source.cann:
        return True
    known = source.operator_in(operator.op_type, folder)
    with_list = library.cann != source.cann
    return known is not None and known.key(with_list) == operator.key(with_list)


def _recorded() -> Compact:
    return stored(FILE)


@lru_cache(maxsize=1024)
def _columns(op_type: str, folder: str) -> RecordedColumns | None:
    entry = _recorded().entry_in(op_type, folder)
    if entry is None:
        return None
    letters, cases = json.loads(entry)
    cann = _recorded().header["cann"]
    return RecordedColumns(cann, folder, letters, tuple(map(_case, cases)))


def _case(entry: list[Any]) -> Case:
    alternatives, text = entry
    columns = [tuple(column.split(",")) for column in text.split(";")] if text else []
    if alternatives is not None:
        alternatives = tuple(tuple(map(_condition, each)) for each in alternatives)
    return Case(alternatives, tuple(zip(*columns, strict=True)))


def _condition(text: str) -> Condition:
    feature, _, values = text.rpartition("=")
    return feature, frozenset(values.split("|"))
