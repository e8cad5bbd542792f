"""Fewer dtypes than the operator has tensors: the rest follows the precision mode.

The n-th dtype of a list is for the n-th input or output. A tensor without one is not
constrained. To leave it open on purpose write its comma: `float16,` has two positions. Optional
and dynamic tensors do not count, nor does a tensor whose dtype the others already decide, as
the output of Relu.

## Example

```customize_dtypes
OpType::Cast:InputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Cast:InputDtype:float16,OutputDtype:float32
```

## What CANN does

It looks for a supported combination with the dtypes that are given. Among several the precision
mode chooses.

Source: resolution.md 3.2 and 3.3
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.library.operators import Operators
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.reading.operator import Operator, Tensor
from cannlint.rules.cd.columns import dtypes_by_side, forgotten, matching, tensor_count
from cannlint.rules.cd.typed import known_entries
from cannlint.rules.rule import Rule
from cannlint.syntax.customize_dtypes import DtypeEntry

RULE = Rule(
    "CD203", "too-few-positions", Severity.INFO, (Kind.CUSTOMIZE_DTYPES,), needs_library=True
)

_MOST_NAMES = 5
_OPEN = "no dtype is given for {tensors} of `{op}`, so the precision mode decides"
_MORE = "no dtype is given for {tensors} and {more} more of `{op}`, so the precision mode decides"


@RULE.check
def too_few_positions(reading: CustomizeDtypes, operators: Operators) -> Iterator[Diagnostic]:
    """Every entry that leaves required tensors open on each of the SoCs."""
    for entry, found in known_entries(reading, operators):
        if not any(_constrains(entry, operator) for operator in found.values()):
            continue  # the compile fails: CD202
        left = [_left_open(entry, operator) for operator in found.values()]
        if not all(left):
            continue
        names = tuple(tensor.name for tensor in left[0])
        yield RULE.at(
            entry.key,
            _MORE if len(names) > _MOST_NAMES else _OPEN,
            label="has more tensors",
            help="give each tensor a dtype, or its comma to leave it open on purpose",
            note="from {where}",
            op=entry.name,
            tensors=names[:_MOST_NAMES],
            more=len(names) - _MOST_NAMES,
            where=operators.where,
        )


def _constrains(entry: DtypeEntry, operator: Operator) -> bool:
    """Whether a tensor of the operator gets a dtype."""
    sides = zip((operator.inputs, operator.outputs), dtypes_by_side(entry), strict=True)
    return any(any(dtypes[: tensor_count(tensors)]) for tensors, dtypes in sides)


def _left_open(entry: DtypeEntry, operator: Operator) -> tuple[Tensor, ...]:
    """The required tensors without a position, unless the given dtypes decide them all."""
    left = forgotten(entry, operator)
    columns = matching(entry, operator)
    if columns is None:
        return left
    return left if any(_varies(tensor, columns) for tensor in left) else ()


def _varies(tensor: Tensor, columns: tuple[int, ...]) -> bool:
    return len({tensor.dtypes[at] for at in columns if at < len(tensor.dtypes)}) > 1
