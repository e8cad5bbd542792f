"""Extra comma: CANN reads one more position without a dtype.

Every comma starts a new position, and an empty position leaves its tensor to the precision mode.
One comma before `OutputDtype` is normal: it separates the two lists. A second comma there, or a
comma at the end of the line, adds an empty position for one more tensor. Remove it.

The rule reports nothing when the operator library shows that the operator has this tensor: the
comma may be intended.

## Example

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16,
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN reads one more position and does not constrain its tensor. It gives no message.

Source: manual/customize-dtypes.md#lists-of-dtypes
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.lookup import EXTRA_POSITION
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
from cannlint.rules.api import Findings, Kind, Lookups, Phrase, Rule, Severity

RULE = Rule(
    "CD107",
    "extra-dtype-position",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(EXTRA_POSITION,),
    needs_library=True,
)


@RULE.check
def extra_dtype_position(_: CustomizeDtypes, lookups: Lookups) -> Findings:
    """Report every comma at the end of a list that adds a position without a tensor."""
    for extra in lookups.parts_with(EXTRA_POSITION):
        if extra.record.is_comment:
            continue
        ends_inputs = extra.side == "input" and extra.entry.outputs is not None
        yield RULE.at(
            extra.commas,
            "the comma at the end of the {side}s adds {side} {count}, which has no dtype",
            label="an extra position",
            help="remove the comma, unless the operator has that many {side}s",
            note="one comma before `OutputDtype` is enough" if ends_inputs else None,
            side=Phrase(extra.side),
            count=extra.position,
        )
