"""The nodes of an accuracy comparison that are too far off: a CSV file of msit or msprobe.

The columns are those of the tools' documentations: `NPUDump` of msit has the operator of the
compiled model, `GroundTruth` that of the original one, `TensorIndex` the tensor. `NPU Name` and
`Bench Name` of msprobe have the operator with its tensor, as in `conv1.forward.output.0`, and so
has `API Name` of its comparison for TorchAir. Each measure has a column.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cannlint.diagnostics import quoted
from cannlint.errors import CannlintError
from cannlint.nearest import nearest
from cannlint.suggest.wants import Names
from cannlint.text.printable import printable
from cannlint.text.source import read_source

MEASURES = {
    "cosine": ("CosineSimilarity", "Cosine"),
    "error": ("RelativeEuclideanDistance",),
    "max-error": ("MaxAbsoluteError", "MaxAbsErr"),
    "mean-error": ("MeanAbsoluteError",),
    "rmse": ("RootMeanSquareError",),
    "relative-error": ("MeanRelativeError", "MeanRelativeErr"),
    "max-relative-error": ("MaxRelativeError", "MaxRelativeErr"),
    "kl": ("KullbackLeiblerDivergence",),
}
"""Short name of a measure → its column, in msit and in msprobe."""

_NODES = (("NPUDump", "GroundTruth"), ("NPU Name", "Bench Name"), ("API Name",))
"""The columns with names of each tool, first those of the compiled model."""

_TENSOR = "TensorIndex"
_NAMED_TENSOR = re.compile(
    r"(?P<node>.+?)(?:\.(?:forward|backward))?"
    r"\.(?P<side>input|output|kwargs|parameters|parameters_grad)(?:\..*)?"
)
"""A name of msprobe: the node, and which of its tensors."""

_EXCEL = (".xlsx", ".xls")
_NOTHING = ("", "*", "nan", "none", "null", "-", "n/a")
"""What stands for no operator, or for no number."""

_LONGEST_FIELD = 1 << 20
_BETWEEN = ","
"""Between the names of operators that were fused into one."""


class Limit:
    """A limit of a measure: `column=number`; with `is_least` a node is off below it, else above.

    `columns` are the names that its column may have.
    """

    __slots__ = ("columns", "is_least", "number")

    def __init__(self, text: str, is_least: bool) -> None:
        column, equals, number = text.rpartition("=")
        try:
            self.number = float(number)
        except ValueError:
            self.number = math.nan
        if not (column and equals) or math.isnan(self.number):
            raise CannlintError(
                "{text!r} is not MEASURE=NUMBER: write, for example, cosine=0.99", text=text
            )
        self.columns = MEASURES.get(column, (column,))
        self.is_least = is_least

    def is_exceeded(self, text: str) -> bool | None:
        """Whether a value is beyond the limit; None for one that is no number."""
        try:
            value = float(text)
        except ValueError:
            return None
        if math.isnan(value):
            return None
        return value < self.number if self.is_least else value > self.number


@dataclass(eq=False, slots=True)
class Comparison:
    """The operators of a comparison, each once, in order: those beyond a limit, and the unknown.

    Each has the names that it may have in a plan, those to look for first at the front; several
    together where operators were fused into one. Of the `unknown` the measures are no numbers.
    """

    beyond: list[Names]
    unknown: list[Names]


def read_comparison(
    path: str, limits: Sequence[Limit], node_column: str | None = None
) -> Comparison:
    """The operators of a comparison that are beyond any of the limits.

    `node_column` is another column with the names of nodes. Rows about inputs are left out: what
    these have is made by the operators before. Raises CannlintError (and UnreadablePathError) for a
    file that is no CSV file with these columns.
    """
    if path.lower().endswith(_EXCEL):
        raise CannlintError("{path} is a table of Excel: save it as CSV, and give that", path=path)
    text = read_source(path).text.removeprefix("\ufeff").replace("\0", "")
    csv.field_size_limit(_LONGEST_FIELD)
    reader = csv.reader(io.StringIO(text, newline=""))
    found: dict[Names, bool] = {}
    try:
        header = [cell.strip() for cell in next(reader, [])]
        columns = [_place(path, header, limit.columns, MEASURES) for limit in limits]
        if node_column:
            names = [_place(path, header, (node_column,))]
        else:
            names = _name_columns(path, header)
        tensor = header.index(_TENSOR) if _TENSOR in header else None
        for row in reader:
            if tensor is not None and _is_input(_cell(row, tensor)):
                continue
            if any(_is_named_input(_cell(row, name)) for name in names):
                continue
            pairs = zip(limits, columns, strict=True)
            results = [limit.is_exceeded(_cell(row, column)) for limit, column in pairs]
            if any(results) or None in results:
                operator = tuple(_names_in(row, names))
                found[operator] = found.get(operator, False) or any(results)
    except csv.Error as error:
        raise CannlintError(
            "{path}: not a CSV file: {reason}", path=path, reason=str(error)
        ) from None
    found.pop((), None)
    beyond = [operator for operator, is_beyond in found.items() if is_beyond]
    return Comparison(beyond, [operator for operator in found if not found[operator]])


def _place(path: str, header: list[str], names: Sequence[str], others: Iterable[str] = ()) -> int:
    """The number of the column with one of some names, whatever its case.

    `others` are names that may be meant, too.
    """
    lower = [cell.lower() for cell in header]
    for name in names:
        if name.lower() in lower:
            return lower.index(name.lower())
    name = names[0]
    meant = nearest(name, [*others, *header[:_MOST_COLUMNS]])
    if meant:
        raise CannlintError(
            "{path} has no column {name}: did you mean {meant}?",
            path=path,
            name=name,
            meant=quoted(meant),
        )
    shown = [cell for cell in header if cell]
    more = ["…"] if len(shown) > _MOST_SHOWN else []
    raise CannlintError(
        "{path} has no column {name}; it has {columns}",
        path=path,
        name=name,
        columns=", ".join([*map(_shown, shown[:_MOST_SHOWN]), *more]) or "–",
    )


def _shown(heading: str) -> str:
    """The beginning of a heading; one of a stranger may have line feeds."""
    return printable(heading[:_LONGEST_SHOWN])


_MOST_COLUMNS = 1_000
"""The columns that may be meant by a wrong name."""

_MOST_SHOWN, _LONGEST_SHOWN = 12, 40
"""Columns that a message lists, and the characters of one."""


def _name_columns(path: str, header: list[str]) -> list[int]:
    for names in _NODES:
        found = [header.index(name) for name in names if name in header]
        if found:
            return found
    return [_place(path, header, _NODES[0])]


def _cell(row: Sequence[str], column: int) -> str:
    return row[column].strip() if column < len(row) else ""


def _names_in(row: Sequence[str], columns: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """The names of each column that has any: the whole cell, then the parts of a list.

    A name of msprobe is that of its node.
    """
    for column in columns:
        cell = _cell(row, column)
        named = _NAMED_TENSOR.fullmatch(cell)
        cell = named["node"] if named else cell
        parts = tuple(part.strip() for part in cell.split(_BETWEEN))
        for names in dict.fromkeys(((cell,), parts)):
            known = tuple(name for name in names if name.lower() not in _NOTHING)
            if known:
                yield known


def _is_named_input(name: str) -> bool:
    """Whether a name of msprobe is that of a tensor that an operator gets."""
    named = _NAMED_TENSOR.fullmatch(name)
    return named is not None and named["side"] != "output"


def _is_input(tensor: str) -> bool:
    """Whether a tensor is an input: `conv1:input:0`, `input_0`, ..."""
    return any(part.startswith("input") for part in tensor.lower().split(":"))
