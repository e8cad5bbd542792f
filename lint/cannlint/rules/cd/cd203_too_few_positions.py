"""Fewer dtypes than the operator has tensors: the precision mode decides the rest.

The n-th dtype of a list is for the n-th input or output. A tensor without a dtype is not
constrained. Give each tensor a dtype. To leave a tensor to the precision mode on purpose, write
its comma: `float16,` has two positions.

The rule does not count optional and dynamic tensors. It also does not count a tensor whose dtype
follows from the other dtypes, such as the output of Relu.

## Example

```customize_dtypes
OpType::Cast:InputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Cast:InputDtype:float16,OutputDtype:float32
```

## What CANN does

CANN looks for supported combinations that have the given dtypes. When there are several, the
precision mode chooses one.

Source: manual/customize-dtypes.md#lists-of-dtypes
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.columns import left_open
from cannlint.formats.customize_dtypes.lookup import TOO_FEW_POSITIONS
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.rules.api import Findings, Kind, Lookups, Rule, Severity
from cannlint.rules.cd.columns import clear_entries

RULE = Rule(
    "CD203",
    "too-few-positions",
    Severity.INFO,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(TOO_FEW_POSITIONS,),
    needs_library=True,
)

_MOST_NAMES = 5
_OPEN = "no dtype is given for {tensors} of `{op}`, so the precision mode decides"
_MORE = "no dtype is given for {tensors} and {more} more of `{op}`, so the precision mode decides"


@RULE.check
def too_few_positions(reading: CustomizeDtypes, lookups: Lookups) -> Findings:
    """Report every entry without a dtype for some required tensor, on all SoCs."""
    for found in clear_entries(reading, lookups, TOO_FEW_POSITIONS):
        first, *_ = found.operators.values()
        names = tuple(tensor.name for tensor in left_open(found.lists, first))
        yield RULE.at(
            found.entry.key,
            _MORE if len(names) > _MOST_NAMES else _OPEN,
            label="fewer dtypes than tensors",
            help="give each tensor a dtype, or write only its comma to leave it to the "
            "precision mode",
            note="from {where}",
            op=found.entry.name,
            tensors=names[:_MOST_NAMES],
            more=len(names) - _MOST_NAMES,
            where=lookups.operators.where,
        )
